// The list of the moves of a position: best first, or in the rules' order if values are hidden.

import { el, refill } from "pp/dom";
import { away, label, moveWords } from "pp/words";

/** A value as a label: a letter and plies, in a colour and a shape of its own. */
export function chip(value, text, grade = "") {
  return el("span", { class: `chip ${value} ${grade}`.trim(), "aria-hidden": "true" }, text);
}

export const gradeOf = (move) => (move.perfect ? "perfect" : move.best ? "best" : "");

/** Fills the list. `play` makes a move, `why` explains it in a node, `point` highlights it. */
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

function row(move, { hidden, playable, opened, play, why, point }) {
  const grade = gradeOf(move);
  const button = el(
    "button",
    {
      type: "button", class: "move", "data-key": `move ${move.text}`, "data-move": move.text,
      disabled: !playable,
      click: () => play(move.text),
      pointerenter: () => point(move.text, true), pointerleave: () => point(move.text, false),
      focus: () => point(move.text, true), blur: () => point(move.text, false),
    },
    hidden ? "" : chip(move.value, label(move.value, away(move), move), grade),
    el("span", { class: "name" }, move.text),
    hidden ? "" : el("span", { class: "sr" }, `: ${moveWords(move)}`),
    !hidden && grade ? el("span", { class: "grade", "aria-hidden": "true" }, grade) : "",
  );
  if (hidden) return el("li", {}, button);
  const answer = el("div", { class: "why", hidden: true });
  const ask = el(
    "button",
    {
      type: "button", class: "ask", "data-key": `why ${move.text}`, "aria-expanded": "false",
      "aria-label": `Why? What follows ${move.text}`,
      click: async () => {
        await open(!opened.has(move.text));
        answer.scrollIntoView({ block: "nearest" }); // it may be below the visible part of the list
      },
    },
    "Why?",
  );
  const open = (wanted) => {
    answer.hidden = !wanted;
    ask.setAttribute("aria-expanded", String(wanted));
    opened[wanted ? "add" : "delete"](move.text);
    return wanted && !answer.firstChild ? why(move, answer) : null;
  };
  if (opened.has(move.text)) open(true);
  return el("li", {}, el("div", { class: "row" }, button, ask), answer);
}
