// A judged play, made of the records of its positions: what `perfectplay annotate` says, for pages
// without a server. The names of its fields are those of the JSON of annotate.

import { counted, percent, plies } from "pp/words";

const VALUES = { loss: 1, draw: 2, win: 3 };
const TOLD = 4; // mistakes that are told one by one
const SHOWN = 8; // moves of a line in a sentence

/** `records`: of the first position and of that after each move; `made`: the moves as these records
 *  have them; `gains`: their points; `lines`: what was better, for moves that lose something; `known`: whether it is known
 *  who moves; `headers`: of a text; `error`: why it was not judged further, or null. */
export function judged(facts, { records, made, gains, lines, known, headers, error }) {
  const begins = records[0].seat;
  const isOther = (record) => facts.players === 2 && record.seat !== begins;
  const points = [0, 0]; // of who began, and of the other
  const moves = made.map((move, i) => {
    const [before, other] = [records[i], isOther(records[i])];
    const lead = points[Number(other)] - points[Number(!other)];
    const good = before.moves.filter((one) => one.keeps).length;
    const { loss, mark } = lost(before, move, good, lead);
    points[Number(other)] += gains[i];
    return {
      ply: i + 1, seat: known ? before.seat : null, other, move_text: move.text, mark, loss,
      before: worthOf(before, before.remoteness),
      after: worthOf(move, move.remoteness === null ? null : move.remoteness + 1),
      moves: before.moves.length, good,
      better: move.best ? [] : before.moves.filter((one) => one.best).map((one) => one.text),
      line: lines[i]?.moves ?? [],
    };
  });
  const play = { moves, error, headers, names: namesOf(facts, begins, known, headers) };
  const winner = winnerOf(records.at(-1), isOther(records.at(-1)), points, facts);
  play.accuracy = [false, true].map((other) => accuracy(play.names[Number(other)], moves, other));
  play.result = error !== null || winner === undefined ? "*" : ["1-0", "0-1", "1/2-1/2"][winner];
  const last = moves.findLast((move) => move.loss);
  play.turning_point = last && ["1-0", "0-1"].includes(play.result) ? last.ply : null;
  play.summary = [...sentences(facts, play, winner, records.at(-1))];
  return play;
}

function worthOf({ value, score, score_text }, count) {
  const points = score === undefined ? {} : score_text === undefined ? { score } : { score, score_text };
  return { value, ...points, plies: count };
}

/** What a move loses, and its mark. `lead`: the points that the mover is ahead. */
function lost(before, move, good, lead) {
  const scored = move.score !== undefined;
  const drop = scored
    ? Math.sign(lead + before.score) - Math.sign(lead + move.score)
    : VALUES[before.value] - VALUES[move.value];
  const loss = scored ? before.score - move.score : drop;
  if (loss) return { loss, mark: drop === 2 ? "??" : "?" };
  if (!scored && !move.best && before.value !== "draw") return { loss, mark: "?!" };
  const only = good === 1 && before.moves.length > 1 && (scored || before.value !== "loss");
  return { loss, mark: only ? "!" : "" };
}

function namesOf(facts, begins, known, headers) {
  let names = ["the player who began", "the other player"];
  if (facts.players === 1) names = ["the player", ""];
  else if (known) names = [begins, 1 - begins].map((seat) => (facts.numbered ? `seat ${seat}` : `the ${facts.seats[seat].toLowerCase()}`));
  return [headers.First ?? headers.White ?? names[0], headers.Second ?? headers.Black ?? names[1]];
}

function accuracy(player, moves, other) {
  const all = moves.filter((move) => move.other === other && move.good < move.moves);
  const kept = all.filter((move) => !move.loss).length;
  return { player, telling: all.length, kept, share: all.length ? kept / all.length : null };
}

/** 0 if who began has won, 1 if the other has, 2 for a draw; undefined if the play is not over. */
function winnerOf(end, other, points, facts) {
  if (!end.terminal) return undefined;
  let value = VALUES[end.value] - 2;
  if (facts.scoring) {
    points[Number(other)] += end.score;
    value = Math.sign(points[Number(other)] - points[Number(!other)]);
  }
  return value === 0 ? 2 : Number((value > 0) === other);
}

// --- sentences ---------------------------------------------------------------------------------

function* sentences(facts, play, winner, end) {
  if (play.moves.length) {
    yield beginning(facts, play);
    yield* mistakes(facts, play);
  }
  yield ending(facts, play, winner, end);
  for (const { player, telling, kept, share } of play.accuracy) {
    if (share === null || player === "") continue;
    const what = facts.scoring ? "score" : "value";
    yield `${upper(player)} kept the ${what} in ${kept} of ${many(telling, "move")} that could lose something: ${percent(share)} %.`;
  }
}

function beginning(facts, play) {
  const [{ before, other }] = play.moves;
  const [mover, opponent] = other ? [...play.names].reverse() : play.names;
  if (before.score !== undefined) return `With best play the score was ${worthWords(before)} for ${mover}.`;
  if (facts.players === 1) {
    return `The puzzle ${before.value === "win" ? `could be solved in ${many(before.plies, "move")}` : "could not be solved"}.`;
  }
  if (before.value === "draw") return "With best play it was a draw.";
  return `With best play ${before.value === "win" ? mover : opponent} wins in ${plies(before.plies)}.`;
}

function* mistakes(facts, play) {
  const all = play.moves.filter((move) => move.loss);
  if (all.length === 0) {
    yield `No move lost ${facts.scoring ? "a point" : "anything"}.`;
    return;
  }
  for (const move of all.slice(0, TOLD)) {
    yield `Move ${move.ply}, ${move.move_text}${move.mark}, by ${play.names[Number(move.other)]}${what(facts, move)}.`;
  }
  if (all.length > TOLD) yield `${many(all.length - TOLD, "more move")} lost something.`;
  if (all.length > 1 && play.turning_point !== null) {
    yield `Move ${play.turning_point} was the turning point: after it nothing was lost any more.`;
  }
}

/** What a mistake has lost, and what was better. */
function what(facts, move) {
  const best = `${move.better[0]} ${move.good === 1 ? "was the only move that kept it" : "was better"}`;
  const line = move.line.slice(0, SHOWN).join("  ") + (move.line.length > SHOWN ? " …" : "");
  if (move.before.score !== undefined) {
    const count = counted(facts, move.loss);
    const fewer = `${worthWords(move.after)} in place of ${worthWords(move.before)}`;
    return `, lost ${count} point${count === "1" ? "" : "s"} (${fewer}); ${best} (${line})`;
  }
  const gone = move.loss === 2 ? "turned a win into a loss" : `lost the ${move.before.value}`;
  const end = move.before.value === "win" ? `, in ${plies(move.before.plies)}` : "";
  return `, ${gone}; ${best}${end} (${line})`;
}

function ending(facts, play, winner, end) {
  const count = plies(play.moves.length);
  if (play.error !== null) {
    if (play.moves.length === 0) return `No move was judged: ${play.error}.`;
    return `The play was judged up to move ${play.moves.length}: ${play.error}.`;
  }
  if (winner === undefined) return `The play is not over after ${count}.`;
  if (facts.players === 1) {
    return `The puzzle was ${facts.scoring || end.value === "win" ? "" : "not "}solved, after ${count}.`;
  }
  return winner === 2 ? `A draw after ${count}.` : `${upper(play.names[winner])} won after ${count}.`;
}

const many = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

/** A name at the beginning of a sentence; those of a text stay as they are. */
const upper = (name) => (name.startsWith("the ") ? `T${name.slice(1)}` : name);

function worthWords({ value, score, score_text, plies: count }) {
  if (score !== undefined) return `${score > 0 ? "+" : ""}${score_text ?? score.toLocaleString("en")}`;
  if (count === null) return `endless ${value}`;
  return count === 0 ? value : `${value} in ${plies(count)}`;
}
