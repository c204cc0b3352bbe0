// Why a move is good or bad: the perfect play after it, move by move.

import { because } from "pp/because";
import { el, refill } from "pp/dom";
import { counted, plies, seatName, worth } from "pp/words";

const SHOWN = 24;

/** Fills a node with the perfect play after a move, or from the position itself (move null). */
export async function explain(node, { play, facts, move, follow }) {
  const [at, before] = [play.at, play.moves.slice(0, play.at)];
  const moves = move === null ? before : [...before, move.text];
  refill(node, el("p", { class: "quiet" }, "Looking…"));
  try {
    const { state, seat, source } = play;
    await source.think?.(state, seat, moves);
    const [given, line] = await Promise.all([play.ask(moves, state, seat), source.line(state, seat, moves)]);
    const here = source.valued?.(given, state, seat, moves) ?? given;
    const whole = move === null ? line.moves : [move.text, ...line.moves];
    const skipped = move === null ? 0 : 1;
    const after = here.steps.at(-1);
    const now = move && (play.record.moves.find((one) => one.text === move.text) ?? move);
    const known = sentence(facts, play.step, now, after, line);
    refill(
      node,
      ...(move === null ? [el("p", {}, known)] : [
        el("p", { class: "because" }, because(facts, { before: play.step, move: now, after, reply: replyOf(here.record, line) })),
        known === "" ? "" : el("p", { class: "quiet" }, known),
      ]),
      line.moves.length ? lineOf(whole, skipped, at, follow, left(here.steps.at(-1), skipped)) : "",
    );
  } catch (error) {
    refill(node, el("p", { class: "error", role: "alert" }, error.message));
  }
}

/** The best move of a position: the first of the line. */
function replyOf(record, line) {
  return record.moves.find((move) => move.text === line.moves[0]) ?? null;
}

/** A sentence about the line. */
function sentence(facts, before, move, after, line) {
  const end = after.terminal ? `${worth(facts, after)}.` : `${worth(facts, after)}${tail(line)}:`;
  if (move === null) return after.terminal ? end : `${worth(facts, after)} with perfect play${tail(line)}:`;
  if (!move.value || move.keeps === null || move.keeps === undefined) return "";
  if (move.keeps) {
    const slow = move.best ? "A best move" : late(before, move);
    return `${slow}. ${end}`;
  }
  const who = seatName(facts, before.seat);
  return `A mistake: ${who.toLowerCase()} ${gives(facts, before, move)}. ${end}`;
}

const tail = (line) => (line.repeats ? ", round and round" : "");

function late(before, move) {
  if (before.whole === false || move.whole === false) return "As good";
  if (before.remoteness === null || move.remoteness === null) return "As good, but it need not end";
  const more = move.remoteness + 1 - before.remoteness;
  if (move.value === "loss") return `Lost like all moves, but ${plies(-more)} sooner than necessary`;
  return `As good, but ${plies(more)} slower`;
}

function gives(facts, before, move) {
  if (move.score !== undefined) return `gives ${counted(facts, before.score - move.score)} points away`;
  return `had a ${before.value} and has a ${move.value}`;
}

/** The number of moves of the whole line; null if it need not end. */
const left = (after, skipped) => ((after.remoteness ?? null) === null ? null : after.remoteness + skipped);

/** The moves as buttons: each goes to the position after it. */
function lineOf(moves, skipped, at, follow, count) {
  const shown = moves.slice(0, SHOWN + skipped);
  const items = shown.map((text, i) => el(
    "li", {},
    el("button", {
      type: "button", class: "step", "data-key": `line ${i}`,
      "aria-label": `${text}: go to the position after it`,
      click: () => follow(at, moves.slice(0, i + 1)),
    }, text),
  )).slice(skipped);
  const more = (count ?? moves.length) - shown.length;
  if (more > 0) items.push(el("li", { class: "quiet" }, count === null ? "…" : `and ${plies(more)} more`));
  return el("ol", { class: "line" }, items);
}
