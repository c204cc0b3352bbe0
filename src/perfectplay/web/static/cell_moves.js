// Moves that share a cell: a click on the cell shows them, a click on their target chooses.

import { el, refill, svg } from "pp/dom";

const CELL = 64; // as in the drawings

/** The moves of each cell of a picture, by its middle: those that begin there, else those that end
 *  there. Cells whose moves all stand on them are left out. */
function cellsOf(picture) {
  const [begin, end] = [new Map(), new Map()];
  const add = (cells, at, move) => cells.set(at, [...(cells.get(at) ?? []), move]);
  for (const node of picture.querySelectorAll(".pp-move[data-at]")) {
    const [from, to] = node.dataset.at.split(" ");
    const below = node.closest(".pp-below") !== null;
    const move = { text: node.dataset.move, to: to ?? from, below, direct: !to && !below };
    add(begin, from, move);
    if (to) add(end, to, move);
  }
  const cells = [...new Map([...end, ...begin])];
  return new Map(cells.filter(([, moves]) => !moves.every((move) => move.direct)));
}

function room(at, kind) {
  const [x, y] = at.split(",").map(Number);
  return svg("rect", {
    class: kind, x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL, rx: 6, "data-cell": at,
  });
}

/** The choice among the moves of a cell. `list`: the node that shows them; `choose` is called with
 *  the one that is chosen, `light` with one that is pointed at. */
export class CellMoves {
  constructor(list, { choose, light }) {
    Object.assign(this, { list, choose, light, cells: new Map(), at: null });
    list.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close(true);
    });
  }

  /** Adds to a picture what is clicked; `names`: the description of each move; `key`: that of the
   *  position. A choice in the same position stays open. */
  dress(picture, { names, playable, key }) {
    const moves = playable ? cellsOf(picture) : new Map();
    const stays = key === this.key && moves.has(this.at);
    Object.assign(this, { cells: moves, names, key, picture });
    const above = picture.querySelector(":scope > .pp-move, :scope > .pp-below");
    for (const [at, here] of moves) {
      const node = room(at, "pp-pick");
      if (here.some((move) => move.below)) {
        node.setAttribute("role", "button");
        node.setAttribute("tabindex", "-1");
        node.setAttribute("aria-label", `Moves of this cell: ${here.map((move) => move.text).join(", ")}`);
      } else node.setAttribute("aria-hidden", "true"); // keys reach the arrows themselves
      above.before(node);
    }
    if (stays) this.show(this.shown.filter((move) => moves.get(this.at).some((one) => one.text === move.text)));
    else this.close();
  }

  /** Takes a click or a key on the board; returns whether it was one on a cell with moves. */
  take(target) {
    const node = target.closest(".pp-to, .pp-pick");
    if (!node) return false;
    const at = node.dataset.cell;
    if (node.matches(".pp-to")) this.narrow(this.shown.filter((move) => move.to === at));
    else if (at === this.at) this.close(true);
    else this.open(at);
    return true;
  }

  /** Shows the moves of a cell; the only one that ends there is made. */
  open(at) {
    const moves = this.cells.get(at);
    this.at = at;
    if (moves.length === 1 && moves[0].to === at) this.choose(moves[0].text);
    else this.show(moves, true);
  }

  narrow(moves) {
    if (moves.length === 1) this.choose(moves[0].text);
    else this.show(moves, true);
  }

  show(moves, focus = false) {
    this.shown = moves;
    this.list.hidden = false;
    refill(
      this.list,
      el("p", { id: "cell-moves-heading", class: "quiet" }, moves.length === 1 ? "The move of this cell" : `${moves.length} moves of this cell`),
      el("ul", {}, moves.map((move) => el("li", {}, this.button(move)))),
      el("button", { type: "button", class: "quiet-button", "data-key": "close", click: () => this.close(true) }, "Close"),
    );
    this.mark();
    if (!focus) return;
    this.list.querySelector("button").focus({ preventScroll: true });
    this.list.scrollIntoView({ block: "nearest" });
  }

  button({ text }) {
    const lit = (on) => () => this.light(text, on);
    return el("button", {
      type: "button", class: "move", "data-key": `pick ${text}`, "data-move": text,
      click: () => this.choose(text),
      pointerenter: lit(true), pointerleave: lit(false), focus: lit(true), blur: lit(false),
    }, el("span", { class: "name" }, this.names.get(text) ?? text));
  }

  /** Marks the cell on the board, and the cells to which its moves lead. */
  mark() {
    this.unmark();
    const texts = new Set(this.shown.map((move) => move.text));
    for (const move of this.picture.querySelectorAll(".pp-move")) {
      move.classList.toggle("pp-out", !texts.has(move.dataset.move));
    }
    const targets = new Set(this.shown.map((move) => move.to));
    targets.delete(this.at);
    this.picture.append(room(this.at, "pp-picked"), ...[...targets].map((at) => room(at, "pp-to")));
  }

  unmark() {
    this.picture.querySelectorAll(".pp-picked, .pp-to").forEach((node) => node.remove());
    this.picture.querySelectorAll(".pp-out").forEach((node) => node.classList.remove("pp-out"));
  }

  /** Ends the choice; `back`: the focus goes to the cell. */
  close(back = false) {
    const at = this.at;
    this.at = null;
    this.list.hidden = true;
    this.list.replaceChildren();
    if (!this.picture) return;
    this.unmark();
    if (back) this.picture.querySelector(`.pp-pick[data-cell="${at}"]`)?.focus({ preventScroll: true });
  }
}
