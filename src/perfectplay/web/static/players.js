// The kinds of players, and the moves of those that are programs.

export const KINDS = {
  human: "You",
  perfect: "Perfect player",
  slips: "Player with slips",
  random: "Random player",
};

/** The player of a text in an address: "human", "slips:0.25". */
export function readPlayer(text) {
  const [kind, rate] = String(text).split(":");
  if (!Object.hasOwn(KINDS, kind)) return { kind: "human", rate: 0.2 };
  const share = Number.parseFloat(rate);
  return { kind, rate: share >= 0 && share <= 1 ? share : 0.2 };
}

export const writePlayer = ({ kind, rate }) => (kind === "slips" ? `slips:${rate}` : kind);

/** The move of a player in a position with moves (`best`: the best known, if none is proved to be best); `chance` returns numbers from 0 up to 1.
 *
 *  With slips, that share of the moves are mistakes, chosen evenly among the moves that give away
 *  value or points; if there are none, any move. */
export function choose(player, record, chance = Math.random) {
  const any = (moves) => moves[Math.floor(chance() * moves.length)].text;
  const best = record.moves.filter((move) => move.best);
  if (player.kind === "random") return any(record.moves);
  if (player.kind === "slips" && chance() < player.rate) {
    const worse = record.moves.filter((move) => move.keeps === false);
    return any(worse.length ? worse : record.moves);
  }
  if (best.length) return any(best);
  return record.best ?? any(record.moves);
}
