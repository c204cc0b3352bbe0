// The kinds of players, and the moves of those that are programs.

export const KINDS = {
  human: "You",
  perfect: "Perfect player",
  resist: "Resisting player",
  skill: "Skilled player",
  slips: "Player with slips",
  random: "Random player",
};

const SHARE = 0.2; // of mistakes, where none is given
const PLIES = 4; // that a player sees ahead, where none are given
const DEEPEST = 200;
const WHOLE = 16; // the weight of a good move; other weights are parts of it

/** The kinds of a page. What resists asks the server, and skill needs the values of a solution. */
export function kindsOf(facts) {
  const kinds = { ...KINDS };
  if (!facts.api || facts.search || facts.players === 1) delete kinds.resist;
  if (facts.search) delete kinds.skill;
  return kinds;
}

/** The player of a text in an address: "human", "slips:0.25", "skill:4". */
export function readPlayer(text) {
  const [kind, more] = String(text).split(":");
  const player = { kind: Object.hasOwn(KINDS, kind) ? kind : "human", rate: SHARE, plies: PLIES };
  const number = Number.parseFloat(more);
  if (kind === "slips" && number >= 0 && number <= 1) player.rate = number;
  if (kind === "skill" && number >= 1 && number <= DEEPEST) player.plies = Math.floor(number);
  return player;
}

export function writePlayer({ kind, rate, plies }) {
  if (kind === "slips") return `slips:${rate}`;
  return kind === "skill" ? `skill:${plies}` : kind;
}

/** After how many plies it shows that a move is not as good as another; null if it is good.
 *
 *  This and the weights are those of play/skilled.py. */
function showsAfter(record, move) {
  const scored = (record.score ?? null) !== null;
  if (scored || record.value === "draw" ? move.keeps : move.best) return null;
  const shows = [];
  if (record.value === "win" && !scored && record.remoteness !== null) shows.push(record.remoteness);
  if ((scored || move.value === "loss") && move.remoteness !== null) shows.push(move.remoteness + 1);
  return shows.length ? Math.min(...shows) : null;
}

/** The weight of each move for a player who sees so many plies ahead: 0 to WHOLE. */
export function weights(record, plies) {
  return record.moves.map((move) => {
    const after = showsAfter(record, move);
    if (after === null) return WHOLE;
    return WHOLE - (WHOLE >> Math.min(31, Math.ceil(Math.max(0, after - plies) / 2)));
  });
}

function weighted(record, shares, chance) {
  let left = chance() * shares.reduce((sum, share) => sum + share, 0);
  const at = shares.findIndex((share) => (left -= share) < 0);
  return record.moves.at(at).text;
}

/** The move of a player in a position with moves (`best`: the best known, if none is proved to be best); `chance` returns numbers from 0 up to 1.
 *
 *  With slips, that share of the moves are mistakes, chosen evenly among the moves that give away
 *  value or points; if there are none, any move. */
export function choose(player, record, chance = Math.random) {
  const any = (moves) => moves[Math.floor(chance() * moves.length)].text;
  const best = record.moves.filter((move) => move.best);
  if (player.kind === "random") return any(record.moves);
  if (player.kind === "skill") return weighted(record, weights(record, player.plies), chance);
  if (player.kind === "slips" && chance() < player.rate) {
    const worse = record.moves.filter((move) => move.keeps === false);
    return any(worse.length ? worse : record.moves);
  }
  if (best.length) return any(best);
  return record.best ?? any(record.moves);
}
