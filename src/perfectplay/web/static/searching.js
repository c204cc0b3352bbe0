// Values of a game that is not solved: what a search of the server has proved so far. A source of
// positions like that of source.js, without values, to which `valued` adds those that are known.
// A search lasts as long as its page asks for it.

import { searched } from "pp/because";
import { answer } from "pp/source";

const EVERY = 250; // milliseconds between two questions
const OTHER = { win: "loss", draw: "draw", loss: "win" };

/** The searches of a page; `changed` is called when more is known of the position that is shown. */
export class Search {
  constructor(facts, source, changed) {
    this.facts = facts;
    this.source = source;
    this.changed = changed;
    this.seconds = facts.search.seconds;
    this.reader = `page ${Math.random().toString(36).slice(2)}`;
    this.answers = new Map();
    this.key = null;
    this.turn = 0;
  }

  play(state, seat, moves) {
    return this.source.play(state, seat, moves);
  }

  /** The best known move of a position that was searched. */
  async line(state, seat, moves) {
    const best = this.known(state, seat, moves)?.found?.best ?? null;
    return { moves: best === null ? [] : [best], repeats: false };
  }

  /** Why a move is worth what has been proved. */
  because(facts, found) {
    return searched(facts, found);
  }

  known(state, seat, moves) {
    return this.answers.get(keyOf(state, seat, moves));
  }

  /** The answer about the position that is searched now, or null. */
  get current() {
    return this.answers.get(this.key) ?? null;
  }

  /** Whether the search of this position has come to its end. */
  get isOver() {
    return this.current !== null && isOver(this.current, this.seconds);
  }

  /** Searches the position that is shown; the one before is searched no longer. */
  look(state, seat, moves) {
    const key = keyOf(state, seat, moves);
    if (key === this.key && this.running) return;
    this.key = key;
    const turn = ++this.turn;
    this.ended = this.follow(state, seat, moves, this.reader, () => turn === this.turn);
    this.ended.catch(() => {}); // whoever waits for it hears of it
  }

  /** Searches nothing: nobody looks. */
  rest() {
    this.turn += 1;
    this.running = false;
  }

  /** Waits until a move of the position that is shown is proved to be best, or its time is over. */
  async settled() {
    await this.ended;
  }

  /** Searches a position once, for an explanation. */
  async think(state, seat, moves) {
    const mine = keyOf(state, seat, moves);
    if (mine === this.key) await this.ended;
    else await this.follow(state, seat, moves, `${this.reader} why`, () => true, true);
  }

  async follow(state, seat, moves, reader, wanted, aside = false) {
    const key = keyOf(state, seat, moves);
    if (!aside) this.running = true;
    try {
      while (wanted()) {
        const body = { moves, seconds: this.seconds, reader };
        if (state !== null) Object.assign(body, { state, seat });
        const found = await answer(`${this.facts.api}/search`, {
          method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" },
          referrerPolicy: "same-origin", // the server checks that the request is from its own page
        });
        const before = JSON.stringify(this.answers.get(key));
        this.answers.set(key, found);
        if (wanted() && before !== JSON.stringify(found)) this.changed(aside);
        if (isOver(found, this.seconds)) return;
        await new Promise((resolve) => setTimeout(resolve, EVERY));
      }
    } finally {
      if (!aside && wanted()) this.running = false;
    }
  }

  /** A play with the values that are known. */
  valued(given, state, seat, moves) {
    const found = (count) => this.known(state, seat, moves.slice(0, count))?.found ?? null;
    const steps = given.steps.map((step, i) => {
      const made = i === 0 ? null : found(i - 1)?.moves.find((one) => one.text === step.move);
      return stepOf(step, given.steps[i - 1], made ?? null, found(i));
    });
    const here = this.known(state, seat, moves);
    const record = { ...given.record, moves: movesOf(given.record.moves, here, this.seconds) };
    return { steps, record, drawing: here?.drawing ?? given.drawing };
  }
}

const keyOf = (state, seat, moves) => JSON.stringify([state, state === null ? 0 : seat, moves]);

/** Whether a search has ended within the seconds that it may take. */
function isOver({ stage, limit, found, seconds: spent }, seconds) {
  if (stage === "failed" || found?.done || found?.why) return true;
  if (stage === "searching" && spent >= seconds) return true; // for somebody else it goes on
  return stage === "over" && limit >= seconds;
}

/** The moves of a position: in the rules' order until its search is over, then the best first. */
function movesOf(legal, here, seconds) {
  if (!here?.found) {
    return legal.map(({ text }) => ({ text, value: null, label: "?", words: "not proved yet", best: null, keeps: null }));
  }
  if (isOver(here, seconds)) return here.found.moves;
  const place = new Map(legal.map(({ text }, i) => [text, i]));
  return [...here.found.moves].sort((one, other) => place.get(one.text) - place.get(other.text));
}

/** A step with what is known of its position and of the move that led there. */
function stepOf(step, before, made, here) {
  const known = { ...step };
  const same = before?.seat === step.seat;
  if (made) Object.assign(known, { after: made.value, best: made.best, keeps: made.keeps, label: made.label });
  if (step.terminal) {
    if (before && !made) known.after = same ? step.value : OTHER[step.value];
    return known;
  }
  known.whole = false;
  if (made?.value) {
    Object.assign(known, { value: same ? made.value : OTHER[made.value], remoteness: made.remoteness, whole: made.whole });
  }
  if (here && (here.value || !known.value)) {
    const { value, remoteness, whole, words, score, score_text } = here;
    Object.assign(known, { value, remoteness, whole, words, score, score_text });
  }
  return known;
}

/** Where a search is, in a sentence. */
export function searchWords(answer, seconds) {
  if (answer === null) return "";
  const { stage, found, sentence } = answer;
  const looked = found?.nodes ? ` · ${found.nodes.toLocaleString("en")} positions` : "";
  if (stage === "failed") return `The search has stopped: ${sentence}.`;
  if (found?.why) return `Not searched: ${found.why}.`;
  if (found?.done) return `Everything about these moves is proved${looked}.`;
  if (isOver(answer, seconds)) return `Searched for ${seconds} s${looked}. Not everything is proved; more time proves more.`;
  if (stage === "waiting") return "Waiting for the searches of other games.";
  if (stage === "preparing") return "The search is being prepared. The first time this takes some seconds.";
  return `Searching: ${answer.seconds.toFixed(1)} of ${seconds} s${looked}`;
}

/** The best known move of a position, proved or not; undefined if nothing is known of its moves. */
export function bestKnown(answer) {
  const found = answer?.found;
  return found && !found.why && answer.stage !== "failed" ? found.best : undefined;
}

/** What is known of the move that a program has chosen, in words. */
export function choiceWords(move, answer, seconds) {
  const known = answer?.found?.moves.find((one) => one.text === move);
  if (known?.best) return "proved to be the best move";
  if (known?.keeps) return `proved to keep the ${answer.found.value ?? "value"}; another may be faster`;
  if (bestKnown(answer) === move) return `the best move known after ${seconds} s, not proved to be the best`;
  return "chosen at random: nothing is known about the moves";
}
