// Which cells the last move has changed, from the pictures before and after it.

const CELL = 64; // as in the drawings
const FEW = 2; // a stone that was put, or one that went from a cell to another
const MANY = 6;

/** The pieces of a picture by the middle of their cells. */
function piecesOf(picture) {
  const pieces = new Map();
  for (const piece of picture.querySelectorAll(":scope > g[transform]")) {
    const place = piece.getAttribute("transform");
    const inner = piece.querySelector(":scope > .pp-fresh") ?? piece; // drawn anew: see board.js
    pieces.set(place, `${pieces.get(place) ?? ""}${new XMLSerializer().serializeToString(inner).replace(/^<g[^>]*>/, "")}`);
  }
  return pieces;
}

const middle = (place) => place.match(/-?[\d.]+/g).map(Number);

/** The middles [x, y] of the cells that the last move is to be marked on: those that it has changed.
 *  If they are many (seeds that were sown), only those where the move was made, if that is known;
 *  none if nobody could tell which cell the move was. */
export function lastCells(before, after, move) {
  const [one, other] = [piecesOf(before), piecesOf(after)];
  const places = new Set([...one.keys(), ...other.keys()]);
  const changed = [...places].filter((place) => one.get(place) !== other.get(place)).map(middle);
  if (changed.length <= FEW) return changed;
  const made = [...before.querySelectorAll(".pp-move")].find((node) => node.dataset.move === move);
  const [x, y] = made ? spotOf(made) : [NaN, NaN];
  const near = changed.filter((cell) => Math.abs(cell[0] - x) <= CELL / 2 && Math.abs(cell[1] - y) <= CELL / 2);
  if (near.length) return near;
  return changed.length <= MANY ? changed : [];
}

/** Where the tag of a move stands in its picture. */
function spotOf(move) {
  const label = move.querySelector(".pp-label");
  const tag = move.querySelector("circle.pp-tag");
  const node = label ?? tag;
  if (!node || move.querySelector(".pp-head")) return [NaN, NaN];
  const read = (name) => Number(node.getAttribute(name));
  return label ? [read("x"), read("y") - 5] : [read("cx"), read("cy")];
}
