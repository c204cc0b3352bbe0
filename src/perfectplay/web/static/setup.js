// A position set up by its text.

import { byId } from "pp/dom";

/** Listens to the form; `start` begins a play from a text with a seat to move, or null, and throws
 *  the sentence to show. */
export function listenForSetup({ start, text }) {
  const form = byId("setup-form");
  const field = byId("setup-text");
  const fault = byId("setup-error");
  const told = (message) => {
    fault.textContent = message;
    fault.hidden = message === "";
    field.setAttribute("aria-invalid", String(message !== ""));
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const said = form.elements.seat?.value ?? "";
    try {
      await start(field.value, said === "" ? null : Number(said));
      told("");
    } catch (error) {
      told(error.message);
      field.focus();
    }
  });
  field.addEventListener("keydown", (event) => {
    const sent = event.key === "Enter" && (event.ctrlKey || event.metaKey || !field.value.includes("\n") && field.rows < 2);
    if (!sent) return;
    event.preventDefault();
    form.requestSubmit();
  });
  byId("setup").addEventListener("toggle", () => {
    if (byId("setup").open && field.value === "") field.value = text();
  });
}

const letters = (text) => text.replace(/[\s/|,]+/g, "");

/** Who is to move in a position that is set up by a text: the seat for which the game writes it
 *  like that. A game whose states are turned to the mover writes one state in two ways. */
export async function seatOf(play, text) {
  const [one, other] = await Promise.all([0, 1].map((seat) => play.ask([], text, seat)));
  const same = (answer) => letters(answer.steps[0].text) === letters(text);
  return !same(one) && same(other) ? 1 : 0;
}
