// The board: a picture from the server or a file, with clicks, focus and names.

import { CellMoves } from "pp/cell_moves";
import { el, svg } from "pp/dom";
import { lastCells } from "pp/last_move";

const LABEL_DROP = 13 * 0.35; // the baseline of a label below the middle of its tag
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The picture as a node. Scripts in it do not run, and it has the style of the page. */
export function parsed(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return document.importNode(root, true);
}

/** Draws positions into a node, and calls `choose` with each move that is clicked. `list`: a node in
 *  which moves that share a cell are shown. */
export class Board {
  constructor(node, { choose, point, list }) {
    this.node = node;
    this.point = point;
    this.pieces = null;
    this.cells = list && new CellMoves(list, { choose, light: (move, lit) => this.light(move, lit) });
    node.addEventListener("click", (event) => {
      if (this.cells?.take(event.target)) return;
      const move = event.target.closest(".pp-move");
      if (move && this.playable) choose(move.dataset.move);
      else this.cells?.close();
    });
    node.addEventListener("keydown", (event) => this.key(event, choose));
    for (const [name, lit] of [["pointerover", true], ["pointerout", false]]) {
      node.addEventListener(name, (event) => {
        const move = event.target.closest(".pp-move");
        if (move) point(move.dataset.move, lit);
      });
    }
  }

  /** Shows a picture; `names`: the description of each move; `hidden`: without values. Returns the
   *  moves in the order of the picture, which is the rules' order. */
  draw(text, { names, hidden, playable, label }) {
    const picture = parsed(text);
    const order = [...picture.querySelectorAll(".pp-move")].map((move) => move.dataset.move);
    const had = this.node.contains(document.activeElement) || this.cells?.list.contains(document.activeElement);
    const last = document.activeElement?.dataset?.move;
    this.playable = playable;
    picture.querySelectorAll("style, script, desc").forEach((node) => node.remove());
    picture.setAttribute("role", "group");
    picture.setAttribute("aria-label", label);
    picture.querySelector(":scope > title")?.remove();
    this.cells?.dress(picture, { names, playable, key: label });
    shorten(picture);
    for (const move of picture.querySelectorAll(".pp-move")) {
      if (hidden) hide(move);
      const shared = this.cells?.cells.has(move.dataset.at);
      dress(move, picture, names.get(move.dataset.move), { playable, shared });
    }
    this.mark(picture);
    this.node.replaceChildren(asText(picture) ?? picture);
    this.roam(this.find(last) ?? this.moves()[0]);
    if (had && !this.cells?.list.contains(document.activeElement)) (this.find(last) ?? this.moves()[0] ?? this.node).focus({ preventScroll: true });
    return order;
  }

  /** Marks the cells of the move that has led from another picture to this one. */
  markLast(before, move) {
    const picture = this.node.querySelector("svg.pp");
    if (!picture) return;
    picture.querySelectorAll(".pp-last").forEach((node) => node.remove());
    const first = picture.querySelector(":scope > g");
    for (const [x, y] of lastCells(parsed(before), picture, move)) {
      first?.before(svg("rect", { class: "pp-last", x: x - 30, y: y - 30, width: 60, height: 60, rx: 6 }));
    }
  }

  moves() {
    return this.playable ? [...this.node.querySelectorAll(".pp-move, .pp-pick[tabindex]")] : [];
  }

  find(move) {
    return this.moves().find((node) => node.dataset.move === move);
  }

  /** Highlights a move, or ends that. */
  light(move, lit) {
    for (const node of this.node.querySelectorAll(".pp-move")) {
      node.classList.toggle("pp-lit", lit && node.dataset.move === move);
    }
  }

  /** Lets the Tab key reach one move; the arrow keys go on from there. */
  roam(target) {
    for (const move of this.moves()) move.setAttribute("tabindex", move === target ? "0" : "-1");
  }

  key(event, choose) {
    const move = event.target.closest(".pp-move, .pp-pick");
    if (!move || !this.playable || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      if (!this.cells?.take(move)) choose(move.dataset.move);
    } else if (event.key === "Escape" && this.cells?.at) this.cells.close(true);
    else if (event.key in STEPS) this.walk(move, STEPS[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Moves the focus to the nearest move in a direction, if there is one. */
  walk(from, [dx, dy]) {
    const [x, y] = middle(from);
    let best = null;
    let least = Infinity;
    for (const move of this.moves()) {
      const [ox, oy] = middle(move);
      const along = (ox - x) * dx + (oy - y) * dy;
      const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      const far = along + 2.5 * aside;
      if (along > 2 && far < least) [best, least] = [move, far];
    }
    if (!best) return;
    this.roam(best);
    best.focus({ preventScroll: true });
  }

  /** Animates pieces that were not there before. */
  mark(picture) {
    const pieces = [...picture.querySelectorAll(":scope > g[transform]")];
    const before = this.pieces;
    this.pieces = new Set(pieces.map((piece) => piece.outerHTML));
    if (!before) return;
    for (const piece of pieces) {
      if (before.has(piece.outerHTML)) continue;
      const inner = svg("g", { class: "pp-fresh" });
      inner.append(...piece.childNodes);
      piece.append(inner);
    }
  }
}

/** Takes the moves below the board away if they need much room: they are in the list of moves too. */
function shorten(picture) {
  const below = picture.querySelector(":scope > .pp-below");
  const [, , wide, high] = picture.getAttribute("viewBox").split(" ").map(Number);
  if (!below || high - below.dataset.top < wide / 3) return;
  below.remove();
  picture.setAttribute("viewBox", `0 0 ${wide} ${below.dataset.top}`);
  for (const node of [picture, picture.querySelector(".pp-paper")]) node.setAttribute("height", below.dataset.top);
}

/** The text of a position that is drawn as text only (its moves are in the list), else null. */
function asText(picture) {
  const lines = [...picture.querySelectorAll(":scope > .pp-mono")];
  if (!lines.length) return null;
  const kind = lines.length === 1 && "one-line";
  return el("pre", { tabindex: "0", class: kind }, lines.map((line) => line.textContent).join("\n"));
}

function middle(move) {
  const at = (move.querySelector(".pp-tag") ?? move).getBoundingClientRect();
  return [at.x + at.width / 2, at.y + at.height / 2];
}

/** Hides the value of a move: its colour, letter, shape and frame. */
function hide(move) {
  move.setAttribute("class", "pp-move pp-plain");
  const tag = move.querySelector(".pp-tag");
  const label = move.querySelector(".pp-label");
  if (!tag || !label) return;
  const [x, y] = [Number(label.getAttribute("x")), Number(label.getAttribute("y")) - LABEL_DROP];
  const name = move.dataset.move;
  if (label.textContent.startsWith(`${name} `) && label.textContent !== name) {
    const [wide, high] = [Math.max(34, 16 + 8.2 * name.length), 22];
    label.textContent = name;
    tag.replaceWith(svg("rect", {
      class: "pp-tag", x: x - wide / 2, y: y - high / 2, width: wide, height: high, rx: 6,
    }));
  } else {
    label.remove();
    tag.replaceWith(svg("circle", { class: "pp-tag", cx: x, cy: y, r: 8 }));
  }
}

/** Gives a move a name, a role and a larger area for clicks. */
function dress(move, picture, words, { playable, shared }) {
  move.querySelector("title")?.replaceChildren(words ?? move.dataset.move);
  if (!playable) return;
  move.setAttribute("role", "button");
  move.setAttribute("aria-label", words ?? move.dataset.move);
  const shaft = move.querySelector(".pp-shaft");
  if (shaft) move.prepend(svg("path", { class: "pp-reach", d: shaft.getAttribute("d") }));
  const room = shared ? null : cellOf(move, picture);
  if (room) move.prepend(room);
}

/** The area for clicks on a move: the whole cell if no other move is on it. */
function cellOf(move, picture) {
  const label = move.querySelector(".pp-label");
  const tag = move.querySelector(".pp-tag");
  if (!tag || move.querySelector(".pp-head")) return null;
  const read = (node, name) => Number(node.getAttribute(name));
  const [x, y] = label ? [read(label, "x"), read(label, "y") - LABEL_DROP]
    : tag.tagName === "circle" ? [read(tag, "cx"), read(tag, "cy")] : [NaN, NaN];
  for (const cell of picture.querySelectorAll(".pp-cell")) {
    const [left, top, size] = [read(cell, "x"), read(cell, "y"), read(cell, "width")];
    if (Math.abs(x - left - size / 2) < 2 && Math.abs(y - top - size / 2) < 26) {
      const rest = Math.abs(y - top - size / 2) > 2 && !tag.closest(".pp-alone");
      return svg("rect", {
        class: "pp-room", x: left, y: rest ? y - 12 : top, width: size, height: rest ? 24 : size,
      });
    }
  }
  return Number.isNaN(x) ? null : svg("circle", { class: "pp-room", cx: x, cy: y, r: 22 });
}
