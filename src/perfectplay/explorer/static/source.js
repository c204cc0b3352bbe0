// Where positions come from, with a server. A source of another kind has the same functions, and
// the import map says which one a page has:
//
//   play(state, seat, moves)  the play so far and the position reached: {steps, record, drawing}
//   line(state, seat, moves)  a perfect play from there: {moves: [text, …], repeats: bool}
//
// `state` is a text or null (the start), `seat` who moves there where the state does not say it.
// Whatever is wrong is an Error whose message is the sentence to show.

/** The source of a game that a server has; `facts.api` is its address. */
export function makeSource(facts) {
  const address = (what, state, seat, moves) => {
    const query = new URLSearchParams();
    if (state !== null) {
      query.append("state", state);
      query.append("seat", String(seat));
    }
    for (const move of moves) query.append("move", move);
    return `${facts.api}/${what}?${query}`;
  };
  return {
    play: (state, seat, moves) => answer(address("play", state, seat, moves)),
    async line(state, seat, moves) {
      const found = await answer(address("line", state, seat, moves));
      return { moves: found.moves, repeats: found.repeats === true };
    },
  };
}

/** What a request gives as JSON; problem details become an Error. */
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
