// Spaced repetition in five boxes, after S. Leitner, "So lernt man lernen" (1972). A puzzle that is
// solved without a hint goes to the next box; one that is missed goes back to the first.

/** Days after which the puzzles of each box come again. */
export const DAYS = [0, 1, 3, 7, 21];

const FORMAT = "perfectplay training";
const VERSION = 1;
const MOST = 1e6; // entries of a file
const LAST = 8.64e15; // the largest time that JavaScript has

/** The number of a day, in the time zone of the reader. */
export function dayOf(time) {
  const at = new Date(time);
  return Math.round(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / 86_400_000);
}

/** The day on which a puzzle comes again: today if it was answered on a day that is yet to come,
 *  by a clock that was set back. */
export function dueDay(entry, now) {
  const [at, today] = [dayOf(entry.at), dayOf(now)];
  return at > today ? today : at + DAYS[entry.box - 1];
}

/** Whether a puzzle is due; one that was never seen is. */
export function isDue(entry, now) {
  return !entry || dueDay(entry, now) <= dayOf(now);
}

/** The entry of a puzzle after an answer. A right answer before its day changes neither its box
 *  nor that day; after a hint, a puzzle stays in its box. */
export function answered(entry, { right, hinted }, now) {
  const was = entry ?? { box: 1, at: now, right: 0, wrong: 0 };
  if (!right) return { box: 1, at: now, right: was.right, wrong: was.wrong + 1 };
  const due = isDue(entry, now);
  const box = due && !hinted ? Math.min(was.box + 1, DAYS.length) : was.box;
  return { box, at: due ? now : was.at, right: was.right + 1, wrong: was.wrong };
}

/** The puzzles that are due: those of earlier days, then new ones in their order, then those that
 *  were missed today, the one that waits longest first. */
export function queue(ids, entries, now) {
  const today = dayOf(now);
  const rank = (id) => {
    const entry = entries.get(id);
    if (!entry) return [1, 0];
    return dayOf(entry.at) === today ? [2, entry.at] : [0, dueDay(entry, now)];
  };
  const due = ids.filter((id) => isDue(entries.get(id), now)).map((id) => [id, rank(id)]);
  due.sort(([, one], [, other]) => one[0] - other[0] || one[1] - other[1]); // keeps ties in order
  return due.map(([id]) => id);
}

/** Both together; of a puzzle that both have, the later answer counts. */
export function merged(one, other) {
  const all = new Map(one);
  for (const [id, entry] of other) {
    if (!(all.get(id)?.at >= entry.at)) all.set(id, entry);
  }
  return all;
}

/** Progress as the text of a file. */
export function written(game, entries) {
  const rows = [...entries].map(([id, { box, at, right, wrong }]) => [id, box, at, right, wrong]);
  return JSON.stringify({ format: FORMAT, version: VERSION, game, entries: rows });
}

/** The entries of such a text, by the ids of puzzles. Throws an Error with a clause that says what
 *  is wrong. */
export function read(text, game) {
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    throw new Error("it is not JSON");
  }
  if (found?.format !== FORMAT) throw new Error("it does not say that it is progress of training");
  if (found.version !== VERSION) throw new Error("it is of another version of this page");
  if (found.game !== game) throw new Error(`it belongs to another game, ${String(found.game).slice(0, 80)}`);
  const { entries } = found;
  if (!Array.isArray(entries) || entries.length > MOST) throw new Error("it has no list of entries");
  const wrong = entries.findIndex((entry) => !isEntry(entry));
  if (wrong >= 0) throw new Error(`its entry ${wrong + 1} is wrong`);
  return new Map(entries.map(([id, box, at, right, missed]) => [id, { box, at, right, wrong: missed }]));
}

function isEntry(entry) {
  if (!Array.isArray(entry) || entry.length !== 5) return false;
  const [id, box, at, ...counts] = entry;
  const whole = (number, least, most) => Number.isInteger(number) && number >= least && number <= most;
  return /^[0-9a-f]{16}$/.test(id) && typeof id === "string" && whole(box, 1, DAYS.length) &&
    whole(at, 0, LAST) && counts.every((count) => whole(count, 0, 1e9));
}
