// Words for values, plies, seats and results.

export const LETTERS = { win: "W", draw: "D", loss: "L" };
const OTHER = { win: "loss", draw: "draw", loss: "win" };

export const plies = (count) => `${count.toLocaleString("en")} ${count === 1 ? "ply" : "plies"}`;
const moves = (count) => `${count.toLocaleString("en")} ${count === 1 ? "move" : "moves"}`;

/** A share in percent, without decimals; a half goes to the even number, as in Python. */
export function percent(share) {
  const [whole, rest] = [Math.floor(100 * share), (100 * share) % 1];
  return whole + Number(rest > 0.5 || (rest === 0.5 && whole % 2 === 1));
}

/** The points of a step or a move, as people read them. */
export const points = (of) => of.score_text ?? of.score.toLocaleString("en");

/** A number of points, as people read it: `facts.unit` is the number that they read for 1. */
export function counted(facts, count) {
  const [above, below] = reduced(count * facts.unit[0], facts.unit[1]);
  let rest = below;
  for (const prime of [2, 5]) while (rest % prime === 0) rest /= prime;
  if (rest > 1) return `${above}/${below}`;
  let places = 0;
  while ((10 ** places) % below) places += 1;
  return (above / below).toLocaleString("en", { minimumFractionDigits: places, maximumFractionDigits: places });
}

function reduced(above, below) {
  let [one, other] = [Math.abs(above), below];
  while (other) [one, other] = [other, one % other];
  return [above / one, below / one];
}

const signed = (of) => (of.score > 0 ? `+${points(of)}` : points(of));

/** Plies to the end from the position in which a move is made; null: an endless draw. */
export const away = (move) => (move.remoteness === null ? null : move.remoteness + 1);

/** The label of a move, as in the drawings. */
export function label(value, count, scored) {
  if (scored?.score !== undefined) return signed(scored);
  return LETTERS[value] + (count === null ? "∞" : count.toLocaleString("en"));
}

/** The value of a move in words. */
export function moveWords(move) {
  const proved = move.words; // by a search
  if (proved !== undefined) return [proved, gradeWords(move)].filter(Boolean).join(", ");
  const count = away(move);
  const what = move.score === undefined ? move.value : `${signed(move)} points`;
  const worth = count === null ? `endless ${what}` : `${what} in ${plies(count)}`;
  const grade = gradeWords(move);
  return `${worth}${grade && `, ${grade}`}`;
}

/** Words for the grade of a move; "" for a move that gives something away, or just loses. */
export function gradeWords(move) {
  if (!move.keeps) return "";
  if (move.score !== undefined) return move.best ? "best" : "keeps the score";
  if (move.value === "loss") return move.best ? "longest" : "";
  return move.value === "win" && move.best ? "fastest" : `keeps the ${move.value}`;
}

/** The name of a seat; a puzzle has only one. */
export function seatName(facts, seat) {
  if (facts.players === 1) return "You";
  return facts.seats[seat === 1 ? 1 : 0];
}

/** The value of a step for seat 0. */
export function forSeat0(step) {
  return step.seat === 1 ? OTHER[step.value] : step.value; // undefined if it is not known
}

/** The value of a position in one sentence. */
export function worth(facts, step) {
  if (step.terminal) return over(facts, step);
  if (step.value === null || step.value === undefined) {
    const known = step.words && step.words !== "not proved yet";
    return known ? `${seatName(facts, step.seat)}: ${step.words}` : "Not proved yet";
  }
  if (step.whole === false) return openWorth(facts, step);
  const end = step.remoteness === null ? null : plies(step.remoteness);
  if (step.score !== undefined) {
    return `${seatName(facts, step.seat)}: ${signed(step)} from here, over in ${end}`;
  }
  if (facts.players === 1) {
    if (step.value !== "win") return "Can no longer be solved";
    return `Can be solved in ${moves(step.remoteness)}`;
  }
  if (step.value === "draw") return end === null ? "An endless draw" : `A draw in ${end}`;
  const winner = step.value === "win" ? step.seat : 1 - (step.seat ?? 0);
  return `${seatName(facts, winner)} wins in ${end}`;
}

/** The value of a position whose distance to the end is not known. */
function openWorth(facts, step) {
  if (step.score !== undefined) return `${seatName(facts, step.seat)}: ${signed(step)} from here`;
  if (facts.players === 1) return step.value === "win" ? "Can be solved" : "Can no longer be solved";
  if (step.value === "draw") return "A draw";
  return `${seatName(facts, step.value === "win" ? step.seat : 1 - (step.seat ?? 0))} wins`;
}

/** The result of a play in one sentence. */
export function over(facts, step) {
  if (step.points !== undefined && facts.players !== 1) {
    const [one, other] = step.points;
    if (one === other) return "Over: a draw";
    const winner = seatName(facts, one > other ? 0 : 1).toLowerCase();
    return `Over: ${winner} wins by ${counted(facts, Math.abs(one - other))}`;
  }
  if (facts.players === 1) {
    if (step.points !== undefined) return `Over: ${counted(facts, step.points[0])} points`;
    return step.value === "win" ? "Solved!" : "Stuck: not solved";
  }
  if (step.value === "draw") return "Over: a draw";
  const winner = step.value === "win" ? step.seat : 1 - (step.seat ?? 0);
  return `Over: ${seatName(facts, winner).toLowerCase()} has won`;
}

/** The points so far, in short: of both players, or of the one of a puzzle. */
export const tally = (facts, points) =>
  points.slice(0, facts.players).map((count) => counted(facts, count)).join("–");

/** The points so far in a line, with the names of numbered seats. */
export function pointsLine(facts, points) {
  const parts = points.slice(0, facts.players).map((count, seat) => {
    const who = facts.numbered ? ` (${seatName(facts, seat).toLowerCase()})` : "";
    return `${counted(facts, count)}${who}`;
  });
  return `Points: ${parts.join(" to ")}`;
}

/** The verdict on a move: "", "slow", "mistake" or "blunder" (from a win to a loss). */
export function judged(before, step) {
  if (step.move === null || step.best || step.keeps === null || step.keeps === undefined) return "";
  if (step.keeps) return step.best === false ? "slow" : "";
  return before.value === "win" && step.after === "loss" ? "blunder" : "mistake";
}
