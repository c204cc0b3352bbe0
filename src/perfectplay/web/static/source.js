// The source of positions with a server. The source of a site has the same functions, and the import
// map says which one a page has:
//
//   play(state, seat, moves)  the play so far and the position reached: {steps, record, drawing}
//   line(state, seat, moves)  a perfect play from there, or its beginning: {moves, only, repeats};
//                             `only`: of each move whether it is the only perfect one of several;
//                             `repeats` if it has come back to a position
//   why(state, seat, moves, of)  the sentences of the reason of a move there (null: of the position)
//   judge({state, seat, moves})  a judged play, with the fields of the JSON of annotate
//   judge({text})             that of a text
//   reply(state, seat, moves, player)  the move of a player that only the server has; not in a site
//
// `state` is a text or null (the start), `seat` the seat to move there if the state does not say it.
// Moves are texts. Every failure is an Error whose message is a sentence for the page.

const PLIES = 100; // of a line, at most
const LONGEST = 6000; // characters of an address: the limit of the server is 8 KB

/** The source of a game of the server; `facts.api` is its address.
 *
 *  A long play is requested in parts, each from the state in which the part before ends. */
export function makeSource(facts) {
  const parts = new Map();
  const what = facts.search ? "board" : "play"; // without a solution there are no values

  /** The beginning of the last part: its state and seat, and the steps and points before it. */
  async function beginning(state, seat, moves) {
    let from = { state, seat, made: 0, steps: [], points: [0, 0] };
    while (address(facts.api, what, from, moves.slice(from.made)).length > LONGEST) {
      let count = 1;
      const fits = (n) => address(facts.api, what, from, moves.slice(from.made, from.made + n)).length < LONGEST;
      while (fits(count + 1)) count += 1;
      const part = moves.slice(0, from.made + count);
      const key = JSON.stringify([state, seat, part]);
      if (!parts.has(key)) parts.set(key, await partOf(facts.api, what, from, part));
      from = parts.get(key);
    }
    return from;
  }

  return {
    async play(state, seat, moves) {
      const from = await beginning(state, seat, moves);
      const found = await answer(address(facts.api, what, from, moves.slice(from.made)));
      return { ...found, steps: joined(from, found.steps) };
    },
    async line(state, seat, moves) {
      const from = await beginning(state, seat, moves);
      const found = await answer(address(facts.api, "line", from, moves.slice(from.made), { plies: PLIES }));
      const made = found.line.filter((step) => step.move_text !== null);
      return { moves: made.map((step) => step.move_text), only: made.map((step) => step.only), repeats: found.loops };
    },
    async why(state, seat, moves, of) {
      const from = await beginning(state, seat, moves);
      const found = await answer(address(facts.api, "why", from, moves.slice(from.made), of === null ? {} : { of }));
      return found.facts.filter((fact) => fact.kind !== "line").map((fact) => fact.sentence); // a page draws lines
    },
    judge(body) {
      const known = body.state === null ? { moves: body.moves } : body;
      return answer(`${facts.api}/annotation`, {
        method: "POST", body: JSON.stringify(known), headers: { "content-type": "application/json" },
        referrerPolicy: "same-origin", // the server checks that the request is from its own page
      });
    },
    async reply(state, seat, moves, player) {
      const from = await beginning(state, seat, moves);
      const found = await answer(address(facts.api, "reply", from, moves.slice(from.made), { player }));
      return found.reply.text;
    },
  };
}

function address(api, what, { state, seat }, moves, more = {}) {
  const query = new URLSearchParams(more);
  if (state !== null) {
    query.append("state", state);
    query.append("seat", String(seat));
  }
  for (const move of moves) query.append("move", move);
  return `${api}/${what}?${query}`;
}

async function partOf(api, what, from, moves) {
  const found = await answer(address(api, what, from, moves.slice(from.made)));
  const steps = joined(from, found.steps);
  const last = steps.at(-1);
  return { state: last.text, seat: last.seat ?? 0, made: moves.length, steps, points: last.points };
}

/** The steps of a part after those before it, with the points from the beginning. */
function joined(from, steps) {
  if (from.made === 0) return steps;
  const added = steps.slice(1).map((step) => (step.points === undefined ? step : {
    ...step, points: step.points.map((count, i) => count + from.points[i]),
  }));
  return [...from.steps, ...added];
}

/** The JSON of a response; problem details become an Error. */
export async function answer(address, options) {
  let response;
  try {
    response = await fetch(address, options);
  } catch {
    throw new Error("The server does not answer. Is it still running?");
  }
  let body = null;
  try {
    body = await response.json();
  } catch {
    body = null;
  }
  if (!response.ok || body === null) {
    throw new Error(body?.detail ?? `The server answers with error ${response.status}.`);
  }
  return body;
}
