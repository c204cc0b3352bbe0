// The list of the moves of a position: best first, or in the rules' order if values are hidden.

import { el, refill } from "pp/dom";
import { away, gradeWords, label, moveWords } from "pp/words";

/** A value as a label: a letter and plies, in a colour and a shape of its own. */
export function chip(value, text, grade = "") {
  return el("span", { class: `chip ${value ?? "open"} ${grade}`.trim(), "aria-hidden": "true" }, text);
}

/** The label of a move; one that was searched has its own. */
export const labelOf = (move) => move.label ?? label(move.value, away(move), move);

export const gradeOf = (move) => (move.best ? "best" : move.keeps ? "keeps" : "");

/** Fills the list. `play` makes a move, `why` explains it in a node, `point` highlights it; `opened`:
 *  the explanations that are open, by move. */
export function drawMoves(list, { record, order, hidden, playable, opened, play, why, point }) {
  const moves = hidden ? inOrder(record.moves, order) : record.moves;
  refill(list, moves.map((move) => row(move, { hidden, playable, opened, play, why, point })));
}

/** Moves in the order of the picture, which is the rules' order. */
function inOrder(moves, order) {
  const place = new Map(order.map((move, i) => [move, i]));
  return [...moves].sort(
    (one, other) => (place.get(one.text) ?? 1e9) - (place.get(other.text) ?? 1e9) ||
      (one.text < other.text ? -1 : 1),
  );
}

/** What is proved of a move whose value is not. */
const boundWords = (move) => (move.words === "not proved yet" ? "" : move.words);

function row(move, { hidden, playable, opened, play, why, point }) {
  const open = move.words !== undefined && !move.value; // searched, and not proved
  const [grade, words] = [gradeOf(move), open ? boundWords(move) : gradeWords(move)];
  const button = el(
    "button",
    {
      type: "button", class: "move", "data-key": `move ${move.text}`, "data-move": move.text,
      disabled: !playable,
      click: () => play(move.text),
      pointerenter: () => point(move.text, true), pointerleave: () => point(move.text, false),
      focus: () => point(move.text, true), blur: () => point(move.text, false),
    },
    hidden ? "" : chip(move.value, labelOf(move), grade),
    el("span", { class: "name" }, move.text),
    hidden ? "" : el("span", { class: "sr" }, `: ${moveWords(move)}`),
    !hidden && words ? el("span", { class: "grade", "aria-hidden": "true" }, words) : "",
  );
  if (hidden) return el("li", {}, button);
  const answer = opened.get(move.text) ?? el("div", { class: "why", hidden: true });
  const ask = el(
    "button",
    {
      type: "button", class: "ask", "data-key": `why ${move.text}`, "aria-expanded": "false",
      "aria-label": `Why? What follows ${move.text}`,
      click: async () => {
        await show(!opened.has(move.text));
        answer.scrollIntoView({ block: "nearest" }); // it may be below the visible part of the list
      },
    },
    "Why?",
  );
  const show = (wanted) => {
    answer.hidden = !wanted;
    ask.setAttribute("aria-expanded", String(wanted));
    if (wanted) opened.set(move.text, answer);
    else opened.delete(move.text);
    return wanted && !answer.firstChild ? why(move, answer) : null;
  };
  if (opened.has(move.text)) show(true);
  return el("li", {}, el("div", { class: "row" }, button, ask), answer);
}
