// Why a move has its value, of a game that is not solved: what its search has proved, with the reply
// that was found. Of a solved game the source has the reasons.

import { away, counted, plies, points, seatName, worth } from "pp/words";

const VERBS = { win: "wins", draw: "draws", loss: "loses" };

/** The sentences about a move of the position `before`; `after`: the step after it; `reply`: the best
 *  move there, null if the play is over or none is known. */
export function searched(facts, { before, move, after, reply }) {
  return [because(facts, { before, move, after, reply }), grade(facts, before, move, after)].filter(Boolean);
}

function because(facts, { before, move, after, reply }) {
  if (after.terminal) return `${move.text} ${atOnce(facts, move, after)}.`;
  if (reply === null || reply.value === null) return unproved(move, reply);
  if (facts.players === 1 || after.seat === before.seat) return oneselfNext(facts, move, reply);
  return move.score === undefined ? byReply(before, move, reply) : byPoints(facts, before, move, after, reply);
}

/** How good the move is among the others; "" if that is not known. */
function grade(facts, before, move, after) {
  const end = `${worth(facts, after)}.`;
  if (!move.value || move.keeps === null || move.keeps === undefined) return "";
  if (move.keeps) return `${move.best ? "A best move" : late(before, move)}. ${end}`;
  return `A mistake: ${seatName(facts, before.seat).toLowerCase()} ${gives(facts, before, move)}. ${end}`;
}

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

function atOnce(facts, move, after) {
  if (move.score !== undefined) return `ends the play with ${points(move)} points`;
  if (facts.players === 1) return after.value === "win" ? "solves it at once" : "leads to a dead end";
  return move.value === "draw" ? "ends the play with a draw" : `${VERBS[move.value]} at once`;
}

/** The plies of a move to the end, if they are known. */
function ending(move) {
  if (move.whole === false) return "";
  return ` in ${plies(away(move))}`;
}

const endless = (move) => move.whole !== false && away(move) === null;

const draws = (move) => (endless(move) ? "brings an endless draw" : `draws${ending(move)}`);

function byReply(before, move, reply) {
  const [it, other] = [move.text, reply.text];
  if (move.value === "loss") return `${it} loses because of the reply ${other}, which wins${ending(reply)}.`;
  if (move.value === "win") return `${it} wins${ending(move)}, even against the reply ${other}, which holds out longest.`;
  if (move.keeps === false) return `${it} only draws because of the reply ${other}, which keeps ${endless(reply) ? "an endless draw" : `the draw${ending(reply)}`}.`;
  return `${it} ${draws(move)}: no reply is better than ${other}.`;
}

function byPoints(facts, before, move, after, reply) {
  const who = seatName(facts, after.seat).toLowerCase();
  const worth = `the reply ${reply.text}, with which ${who} gets ${points(reply)} from there`;
  if (move.keeps) return `${move.text} brings ${points(move)} points, as many as any move, in spite of ${worth}.`;
  const lost = before.score === undefined ? "" : ` ${counted(facts, before.score - move.score)} points`;
  return `${move.text} gives${lost || " points"} away because of ${worth}.`;
}

/** Where the same player moves again, and in a puzzle: the move after it in place of a reply. */
function oneselfNext(facts, move, next) {
  const [it, then] = [move.text, next.text];
  if (move.score !== undefined) return `${it} brings ${points(move)} points, if ${then} follows.`;
  if (facts.players === 1) {
    return move.value === "win" ? `${it} solves it${ending(move)}: ${then} comes next.` : `${it} fails: no continuation solves it.`;
  }
  if (move.value === "win") return `${it} wins${ending(move)}: ${then} comes next.`;
  if (move.value === "draw") return `${it} ${draws(move)}: no continuation is better than ${then}.`;
  return `${it} loses${ending(move)}: even ${then}, the best continuation, does not help.`;
}

function unproved(move, reply) {
  const known = reply === null ? "" : `; the best known reply is ${reply.text}`;
  if (move.value) return `${move.text} ${VERBS[move.value]}${known}.`;
  return `It is not proved what ${move.text} brings${known}.`;
}
