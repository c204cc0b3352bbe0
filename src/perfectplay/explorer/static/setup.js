// A position set up by its text.

import { byId } from "pp/dom";

/** Listens to the form; `start` begins a play from a text, and throws the sentence to show. */
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
    const seat = Number(form.elements.seat?.value ?? 0);
    try {
      await start(field.value, seat);
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
