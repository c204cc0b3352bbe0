// Announcements for screen readers: each move, and the value of the new position.

import { byId } from "pp/dom";
import { judged, seatName, worth } from "pp/words";

/** Announces a change of a play. */
export function announce(play, facts, hidden, why) {
  const { step, at, steps } = play;
  const parts = [];
  if (why === "new") parts.push("A new play");
  else if (at === 0) parts.push("The beginning");
  else {
    const before = steps[at - 1];
    const verdict = hidden ? "" : judged(before, step);
    const flaw = verdict === "mistake" || verdict === "blunder" ? `, a ${verdict}` : "";
    parts.push(`${seatName(facts, before.seat)}: ${step.move}${flaw}`);
  }
  if (step.terminal || !hidden) parts.push(worth(facts, step));
  if (!step.terminal && facts.players !== 1) parts.push(`${seatName(facts, step.seat)} to move`);
  byId("announce").textContent = `${parts.join(". ")}.`;
}

/** Announces a sentence. */
export function say(text) {
  byId("announce").textContent = text;
}
