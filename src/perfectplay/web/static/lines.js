// Why a move or a position has its value, and the perfect play from there, move by move.

import { el, refill } from "pp/dom";
import { plies } from "pp/words";

const SHOWN = 24;

/** Fills a node with why a move, or the position itself (move null), has its value, and with the
 *  perfect play from there. */
export async function explain(node, { play, facts, move, follow }) {
  const [at, before] = [play.at, play.moves.slice(0, play.at)];
  const moves = move === null ? before : [...before, move.text];
  refill(node, el("p", { class: "quiet" }, "Looking…"));
  try {
    const { state, seat, source } = play;
    await source.think?.(state, seat, moves);
    const [given, line, reasons] = await Promise.all([
      play.ask(moves, state, seat), source.line(state, seat, moves),
      source.why?.(state, seat, before, move && move.text) ?? null,
    ]);
    const here = source.valued?.(given, state, seat, moves) ?? given;
    const whole = move === null ? line.moves : [move.text, ...line.moves];
    const skipped = move === null ? 0 : 1;
    const after = here.steps.at(-1);
    const now = move && (play.record.moves.find((one) => one.text === move.text) ?? move);
    const sentences = reasons ?? source.because(facts, { before: play.step, move: now, after, reply: replyOf(here.record, line) });
    refill(
      node,
      sentences.map((text, i) => el("p", { class: i === 0 ? "because" : "" }, text)),
      line.moves.length ? lineOf(whole, { skipped, at, follow, line, count: left(after, skipped) }) : "",
    );
  } catch (error) {
    refill(node, el("p", { class: "error", role: "alert" }, error.message));
  }
}

/** The best move of a position: the first of the line. */
function replyOf(record, line) {
  return record.moves.find((move) => move.text === line.moves[0]) ?? null;
}

/** The number of moves of the whole line; null if it need not end. */
const left = (after, skipped) => ((after.remoteness ?? null) === null ? null : after.remoteness + skipped);

/** The moves as buttons: each goes to the position after it. `!`: no other move is as good. */
function lineOf(moves, { skipped, at, follow, line, count }) {
  const shown = moves.slice(0, SHOWN + skipped);
  const items = shown.map((text, i) => {
    const only = line.only?.[i - skipped] ?? false;
    return el(
      "li", {},
      el("button", {
        type: "button", class: "step", "data-key": `line ${i}`,
        "aria-label": `${text}${only ? ", the only best move" : ""}: go to the position after it`,
        click: () => follow(at, moves.slice(0, i + 1)),
      }, text, only ? el("span", { class: "mark" }, "!") : ""),
    );
  }).slice(skipped);
  const more = (count ?? moves.length) - shown.length;
  const cut = count === null ? "…" : `and ${plies(more)} more`;
  const tail = line.repeats ? "round and round" : cut;
  if (more > 0 || line.repeats) items.push(el("li", { class: "quiet" }, tail));
  return el("ol", { class: "line" }, items);
}
