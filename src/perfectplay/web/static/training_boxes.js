// The panel of progress: boxes, the list of all puzzles, files.

import { byId, el, refill } from "pp/dom";
import { DAYS, dayOf, dueDay, isDue } from "pp/leitner";

const LARGEST = 64 * 1024 * 1024; // bytes of a file that is read

/** When a puzzle comes again: `days` from now, 0 if it is due, and in `words`. */
export function whenWords(entry, now) {
  if (!entry) return { days: 0, words: "Not seen yet" };
  const days = isDue(entry, now) ? 0 : dueDay(entry, now) - dayOf(now);
  const again = days === 0 ? "again today" : days === 1 ? "again tomorrow" : `again in ${days} days`;
  return { days, words: `Box ${entry.box}: ${again}` };
}

/** Bars with the number of puzzles in each box. */
export function drawBoxes(node, entries) {
  const counts = DAYS.map((_, i) => entries.filter((entry) => entry?.box === i + 1).length);
  node.replaceChildren(...DAYS.map((days, i) => el("li", {},
    el("span", {}, `Box ${i + 1}`),
    el("meter", { min: 0, max: Math.max(1, entries.length), value: counts[i], "aria-label": `Puzzles in box ${i + 1}` }),
    el("span", { class: "count" }, counts[i].toLocaleString("en")),
    el("span", { class: "quiet" }, days ? `after ${days} ${days === 1 ? "day" : "days"}` : "at once"),
  )));
}

/** All puzzles as buttons, while the list is open. */
export function drawList(node, puzzles, entries, shown, open) {
  const now = Date.now();
  const draw = () => refill(node, puzzles.map((puzzle, i) => {
    const words = whenWords(entries[i], now).words;
    return el("li", {}, el("button", {
      type: "button", "data-key": puzzle.id, class: `number box${entries[i]?.box ?? 0}`,
      "aria-label": `Puzzle ${i + 1}, ${puzzle.stars.replaceAll("☆", "").length} of 5. ${words}`, title: words,
      "aria-current": puzzle === shown && "true", click: () => open(puzzle),
    }, `${i + 1}`));
  }));
  const box = node.closest("details");
  box.ontoggle = () => (box.open ? draw() : node.replaceChildren());
  if (box.open) draw();
}

/** Hands a text to the reader as a file. */
export function fileOf(text, name) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // when the browser has read it
}

/** Listens to the buttons of files; `load` gives a sentence, or throws one. */
export function listenForFiles({ save, load, forget }) {
  const said = byId("file-said");
  byId("export").addEventListener("click", save);
  byId("import").addEventListener("click", () => byId("file").click());
  byId("file").addEventListener("change", async () => {
    const [file] = byId("file").files;
    if (!file) return;
    try {
      if (file.size > LARGEST) throw new Error(`${file.name} is not taken: it is too large.`);
      said.textContent = load(file.name, await file.text());
    } catch (error) {
      said.textContent = error.message;
    }
    byId("file").value = ""; // the same file may be chosen again
  });
  byId("forget").addEventListener("click", () => {
    if (!confirm("Forget all progress with these puzzles?")) return;
    said.textContent = "";
    forget();
  });
}
