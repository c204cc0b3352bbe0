// The play in the address after "#": a link reopens it, and no server sees it.

import { readPlayer, writePlayer } from "pp/players";
import { readBranches, writeBranches } from "pp/variations";

/** The seconds that a position may be searched; the second one is the default. */
const TIMES = [1, 3, 10, 60];

/** The play after "#", or null. */
export function readAddress(hash = location.hash) {
  if (!hash.includes("=")) return null;
  const found = new Map();
  for (const part of hash.slice(1).split("&")) {
    const at = part.indexOf("=");
    if (at > 0) found.set(part.slice(0, at), part.slice(at + 1));
  }
  const text = (name) => (found.has(name) ? decoded(found.get(name)) : null);
  const moves = found.has("m") ? found.get("m").split(",").map(decoded) : [];
  const at = Number.parseInt(found.get("at") ?? "", 10);
  const players = (text("p") ?? "").split(",").filter(Boolean).map(readPlayer);
  return {
    state: text("s"),
    seat: found.get("seat") === "1" ? 1 : 0,
    moves,
    branches: readBranches(found.get("b"), moves, decoded),
    at: at >= 0 && at <= moves.length ? at : moves.length,
    players: players.length === 2 ? players : null,
    hidden: found.has("v") ? found.get("v") === "0" : null,
    seconds: TIMES.includes(Number(found.get("t"))) ? Number(found.get("t")) : null,
  };
}

/** An escaped text; lone surrogates become U+FFFD, as in a request. */
const escaped = (text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The text of a play after "#". */
export function address(play, settings) {
  const parts = [];
  const put = (name, value) => parts.push(`${name}=${value}`);
  if (play.state !== null) {
    put("s", escaped(play.state));
    if (play.seat === 1) put("seat", 1);
  }
  if (play.moves.length) put("m", play.moves.map(escaped).join(","));
  if (!play.isLast) put("at", play.at);
  const branches = writeBranches(play, escaped);
  if (branches) put("b", branches);
  put("p", settings.players.map(writePlayer).join(","));
  if (settings.hidden) put("v", 0);
  if (settings.seconds !== null && settings.seconds !== TIMES[1]) put("t", settings.seconds);
  return `#${parts.join("&")}`;
}

/** Writes the address, without an entry in the browser's history for each move. */
export function writeAddress(play, settings) {
  const wanted = address(play, settings);
  if (location.hash !== wanted) history.replaceState(null, "", wanted);
}
