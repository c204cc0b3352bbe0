// The source of positions without a server: files beside the page. Each is a script that hands its
// content over, because a page that is opened from a disk may not read other files. The functions
// are those of source.js; web/site/chunks.py describes the content of the files.

const BETTER = 12; // plies of a line that was better, at most
const VALUES = [null, "loss", "draw", "win"];

const waiting = new Map();
globalThis.perfectplayData = (name, content) => waiting.get(name)?.(content);

/** The source of a game whose positions are in the files of a folder. */
export function makeSource(facts, folder = "data") {
  const files = new Files(folder);

  /** The number of the position of a text; null is the start. */
  async function find(text, seat) {
    if (text === null) return 0;
    const found = (await entry(text.replace(/\r\n?/g, "\n"))) ?? (await entry(plain(text)));
    const number = found?.[1 + seat] ?? found?.[2 - seat];
    if (number === undefined || number === null) {
      throw new Error(`no play from the start reaches the state ${shown(text)}; check whose turn it is and that all its parts are right`);
    }
    return number;
  }

  async function entry(text) {
    const { texts } = await files.get("site");
    const file = await files.get(`t${hashed(text) % texts}`);
    return file.find((one) => one[0] === text);
  }

  async function position(number) {
    const { size } = await files.get("site");
    const file = await files.get(`p${Math.floor(number / size)}`);
    return made(file, file.positions[number % size]);
  }

  async function play(state, seat, moves) {
    let here = await position(await find(state, seat));
    const points = [0, 0];
    const steps = [stepOf(here.record, null, points)];
    for (const [i, text] of moves.entries()) {
      const move = meant(here.record.moves, text);
      if (move === undefined) throw new Error(illegal(here.record, text, i + 1));
      const next = await position(here.after.get(move));
      if (move.score !== undefined) points[here.record.seat] += gain(move, here.record, next.record);
      steps.push(stepOf(next.record, move, points));
      here = next;
    }
    return { steps, record: here.record, drawing: here.drawing };
  }

  const line = async (state, seat, moves) => lineFrom(await reached(state, seat, moves));

  /** A perfect play: always the first best move; it ends at the first position that repeats. */
  async function lineFrom(first, most = Infinity) {
    const [moves, only, met] = [[], [], new Set()];
    let number = first;
    while (!met.has(number)) {
      met.add(number);
      const here = await position(number);
      const best = here.record.moves.filter((one) => one.best);
      if (best.length === 0 || moves.length >= most) return { moves, only, repeats: false };
      moves.push(best[0].text);
      only.push(best.length === 1 && here.record.moves.length > 1);
      number = here.after.get(best[0]);
    }
    return { moves, only, repeats: true };
  }

  async function why(state, seat, moves, of) {
    const { reasons } = await files.get("site");
    const number = await reached(state, seat, moves);
    const { record } = await position(number);
    const file = await files.get(`w${Math.floor(number / reasons)}`);
    const which = of === null ? 0 : 1 + record.moves.findIndex((one) => one.text === of);
    return file.reasons[file.positions[number % reasons][which]]
      .map((one) => file.sentences[one].map((part) => file.parts[part]).join(""));
  }

  /** A judged play: of its moves, or of a text, up to the first move that is not legal. */
  async function judge({ text, state = null, seat = 0, moves = [] }) {
    const { seats } = await files.get("site");
    const modules = await files.get("judging"); // which few readers need
    const [{ judged }, { playOf }] = await Promise.all([import(modules.judge), import(modules.text)]);
    const told = text === undefined ? { moves: moves.map((one) => ({ text: one })), headers: {} } : playOf(text);
    const from = text === undefined ? state : told.headers.From ?? null;
    const numbers = [await find(from, seat)];
    const [records, made] = [[], []];
    let error = null;
    for (const [i, { text: written, line: at }] of [...told.moves, {}].entries()) {
      const here = await position(numbers.at(-1));
      records.push(here.record);
      if (written === undefined) break; // the end
      const move = meant(here.record.moves, written);
      if (move === undefined) {
        error = `${at ? `line ${at}: ` : ""}${illegal(here.record, written, i + 1)}`;
        break;
      }
      made.push(move);
      numbers.push(here.after.get(move));
    }
    if (error !== null && text === undefined) throw new Error(error);
    const lines = await Promise.all(made.map((move, i) => (move.keeps ? null : lineFrom(numbers[i], BETTER))));
    const gains = made.map((move, i) => (move.score === undefined ? 0 : gain(move, records[i], records[i + 1])));
    return judged(facts, { records, made, gains, lines, known: from === null || seats, headers: told.headers, error });
  }

  async function reached(state, seat, moves) {
    let number = await find(state, seat);
    for (const [i, text] of moves.entries()) {
      const here = await position(number);
      const move = meant(here.record.moves, text);
      if (move === undefined) throw new Error(illegal(here.record, text, i + 1));
      number = here.after.get(move);
    }
    return number;
  }

  return { play, line, why, judge };
}

/** Files of data, each loaded once. */
class Files {
  constructor(folder) {
    this.folder = folder;
    this.loaded = new Map();
  }

  get(name) {
    let found = this.loaded.get(name);
    if (found === undefined) {
      found = this.load(name);
      found.catch(() => this.loaded.delete(name));
      this.loaded.set(name, found);
    }
    return found;
  }

  load(name) {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      const address = `${this.folder}/${name}.js`;
      const fail = () => reject(new Error(`The file ${address} of this site is missing or damaged. Copy the whole folder again.`));
      waiting.set(name, resolve);
      script.onerror = fail;
      script.onload = () => {
        fail(); // has no effect if the content was handed over
        waiting.delete(name);
        script.remove();
      };
      script.src = address;
      document.head.append(script);
    });
  }
}

// --- positions from files - ------------------------------------------------------------------

function made(file, [text, seat, value, remoteness, picture, moves, score, scoreText]) {
  const record = {
    text, value: VALUES[value], ...points(score, scoreText), remoteness, seat,
    terminal: moves.length === 0, moves: [],
  };
  const after = new Map();
  for (let i = 0; i < moves.length; i += 2) {
    const move = moveOf(file.choices[moves[i]]);
    record.moves.push(move);
    after.set(move, moves[i + 1]);
  }
  const drawing = picture.map((part) => (typeof part === "number" ? file.parts[part] : part)).join("");
  return { record, after, drawing };
}

function moveOf([text, value, remoteness, grade, score, scoreText]) {
  return {
    text, value: VALUES[value], ...points(score, scoreText), remoteness,
    best: grade === 2, keeps: grade > 0,
  };
}

function points(score, text) {
  if (score === undefined) return {};
  return text === undefined ? { score } : { score, score_text: text };
}

/** A state of a play, and the value of the move that led there for the player who made it. */
function stepOf(record, move, points) {
  const { text, seat, value, remoteness, terminal, score, score_text } = record;
  const made = move === null ? { move: null } : {
    move: move.text, after: move.value, best: move.best, keeps: move.keeps,
  };
  const step = { ...made, text, seat, value };
  if (score !== undefined) step.score = score;
  if (score_text !== undefined) step.score_text = score_text;
  Object.assign(step, { remoteness, terminal });
  if (score !== undefined) {
    step.points = [...points];
    if (terminal) step.points[seat] += score; // the score of a terminal state
  }
  return step;
}

/** The points of a move itself: its score without that of the play after it. */
function gain(move, before, after) {
  return move.score - (before.seat === after.seat ? after.score : -after.score);
}

/** The move of a text: as it is written, or without blanks around it, or with U+FFFD for lone
 *  surrogates, as in an address. */
function meant(moves, text) {
  const written = (wanted) => moves.find((one) => one.text === wanted);
  const sent = moves.filter((one) => one.text.replace(/\p{Surrogate}/gu, "\ufffd") === text);
  return written(text) ?? written(text.trim()) ?? (sent.length === 1 ? sent[0] : undefined);
}

function illegal(record, text, number) {
  const where = record.text.split("\n").map((line) => line.trim()).join(" / ");
  if (record.terminal) return `move '${text}' cannot be made: the play is over in ${where} (move number ${number})`;
  const texts = record.moves.map((one) => one.text).sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
  const legal = texts.slice(0, 12).join(", "); // the best do not stand first: their values may be hidden
  const more = record.moves.length > 12 ? ` and ${record.moves.length - 12} more` : "";
  return `move '${text}' is not legal in ${where}; legal: ${legal}${more} (move number ${number})`;
}

// --- texts, as web/site/positions.py has them -------------------------------------------------

const plain = (text) => text.replace(/[ \t\r\n]+/g, " ").replace(/^ | $/g, "");
const shown = (text) => (text.length > 200 ? `${text.slice(0, 200)}…` : text.replace(/\s*\n\s*/g, " / "));

/** The 32-bit FNV-1a hash of the code units of a text. */
export function hashed(text) {
  let value = 2166136261;
  for (let i = 0; i < text.length; i += 1) {
    value = Math.imul(value ^ text.charCodeAt(i), 16777619) >>> 0;
  }
  return value;
}
