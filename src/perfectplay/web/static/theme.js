// Dark or light colours: those of the system, until the user chooses.

import { byId } from "pp/dom";

const KEY = "perfectplay-theme";
const dark = matchMedia("(prefers-color-scheme: dark)");

function chosen() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(theme) {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // a page from a disk may have no storage: the choice is lost with the page
  }
}

const current = () => document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");

function show(theme) {
  document.documentElement.dataset.theme = theme;
  name();
}

function name() {
  const other = current() === "dark" ? "light" : "dark";
  byId("theme").setAttribute("aria-label", `Switch to ${other} colours`);
  byId("theme").setAttribute("title", `Switch to ${other} colours`);
}

const stored = chosen();
if (stored === "dark" || stored === "light") show(stored);
else name();
dark.addEventListener("change", name);
byId("theme").addEventListener("click", () => {
  const other = current() === "dark" ? "light" : "dark";
  keep(other);
  show(other);
});
