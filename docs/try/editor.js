// The editor of rules: numbers of lines, examples, and the reader's own rules, kept in this browser.

import { byId, el } from "pp/dom";

const KEY = `perfectplay try ${location.pathname}`;
const OWN = "own"; // among the examples: the rules that were typed last

let leaving = false; // Tab leaves the editor, after Escape
let filling = false; // the text comes from an example, not from the reader

/** The reader's rules, or null. */
function kept() {
  try {
    return localStorage.getItem(KEY);
  } catch { // storage is switched off
    return null;
  }
}

function keep(text) {
  try {
    localStorage.setItem(KEY, text);
  } catch { /* they are lost with the page */ }
}

/** Put text in the place of what is selected; unlike an assignment, Ctrl+Z takes it back. */
function insert(editor, text) {
  const before = document.activeElement;
  editor.focus();
  const done = text ? document.execCommand("insertText", false, text) : document.execCommand("delete");
  if (!done) editor.setRangeText(text, editor.selectionStart, editor.selectionEnd, "end");
  if (before !== editor) before?.focus?.();
}

/** Numbers beside the lines: faults name them. */
function number() {
  const count = byId("rules").value.split("\n").length;
  const numbers = byId("numbers");
  if (numbers.childElementCount !== count) {
    numbers.replaceChildren(...Array.from({ length: count }, (_, i) => el("span", {}, String(i + 1))));
  }
  numbers.scrollTop = byId("rules").scrollTop;
}

function typed() {
  number();
  if (filling) return;
  keep(byId("rules").value);
  offerOwn();
  byId("example").value = OWN;
}

function offerOwn() {
  const list = byId("example");
  if (!list.querySelector(`[value=${OWN}]`)) list.append(el("option", { value: OWN }, "Your own rules"));
}

async function chosen() {
  const name = byId("example").value;
  const found = name === OWN ? null : await fetch(`./examples/${name}.py`);
  const text = found === null ? kept() : found.ok ? await found.text() : null;
  if (text === null || byId("example").value !== name) return;
  const editor = byId("rules");
  filling = true;
  if (editor.value) { editor.select(); insert(editor, text); } else editor.value = text;
  filling = false;
  editor.setSelectionRange(0, 0);
  editor.scrollTop = 0;
  number();
}

function key(event, run) {
  if (event.key === "Escape") leaving = true;
  else if (event.key === "Tab" && !event.shiftKey && !leaving) {
    event.preventDefault();
    insert(event.target, "    ");
  } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run();
  else if (event.key !== "Tab") leaving = false;
}

/** Fill the editor; `run` is called by Ctrl+Enter. */
export function openEditor(run) {
  const editor = byId("rules");
  editor.addEventListener("input", typed);
  editor.addEventListener("scroll", number);
  editor.addEventListener("keydown", (event) => key(event, run));
  byId("example").addEventListener("change", chosen);
  editor.value = ""; // a browser may have kept it over a reload, without its example
  if (kept()) {
    offerOwn();
    byId("example").value = OWN;
  }
  return chosen();
}
