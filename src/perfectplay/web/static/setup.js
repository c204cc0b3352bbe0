// Sets up a position by its text.

import { byId } from "pp/dom";

/** Listens to the form; `start` begins a play from a text and a seat to move (or null), and throws an
 *  error whose message is shown. */
export function listenForSetup({ start, text }) {
  const form = byId("setup-form");
  const field = byId("setup-text");
  const fault = byId("setup-error");
  const showFault = (message) => {
    fault.textContent = message;
    fault.hidden = message === "";
    field.setAttribute("aria-invalid", String(message !== ""));
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const seat = form.elements.seat?.value ?? "";
    try {
      await start(field.value, seat === "" ? null : Number(seat));
      showFault("");
    } catch (error) {
      showFault(error.message);
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

/** The seat to move in a position of a text: the one for which the game writes this text. A game
 *  that shows states from the mover's side has two texts for one state. */
export async function seatOf(play, text) {
  const same = async (seat) => letters((await play.ask([], text, seat)).steps[0].text) === letters(text);
  return !(await same(0)) && (await same(1)) ? 1 : 0;
}
