// The tree of variations: moves that were tried and taken back stay, and can be returned to.

import { el, refill } from "pp/dom";

const SHOWN = 300; // moves of the tree on the page
const MOST = 1500; // characters of the tree in an address

/** Draws the tree, unless the play has only one line; `visit` goes to the position after some moves. */
export function drawVariations(panel, list, { play, visit }) {
  const here = JSON.stringify(play.moves.slice(0, play.at));
  const room = { left: SHOWN };
  const button = (node, trail) => el(
    "button",
    {
      type: "button", class: `step ${isOn(play.moves, trail) ? "on" : ""}`.trim(), "data-key": `tree ${trail.join(" ")}`,
      "aria-current": JSON.stringify(trail) === here ? "step" : false,
      "aria-label": `Variation: ${trail.length}. ${node.move}`, click: () => visit(trail),
    },
    el("span", { class: "number" }, `${trail.length}. `), node.move,
  );
  const lineFrom = (node, trail) => {
    const [moves, others] = [[], []];
    for (let at = node, path = trail; at.children.length; ) {
      const [main, ...rest] = at.children;
      for (const other of rest) others.push(branch(other, [...path, other.move]));
      path = [...path, main.move];
      if (room.left-- > 0) moves.push(button(main, path));
      at = main;
    }
    return [...moves, ...(others.some(Boolean) ? [el("ul", {}, others)] : [])];
  };
  const branch = (node, trail) => (room.left-- > 0 ? el("li", {}, button(node, trail), lineFrom(node, trail)) : "");
  panel.hidden = !isTree(play.root);
  refill(list, panel.hidden ? [] : [el("li", {}, lineFrom(play.root, []))]);
}

const isOn = (moves, trail) => trail.every((move, i) => moves[i] === move);

/** Whether some position of the tree has two moves. */
function isTree(root) {
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.children.length > 1) return true;
    open.push(...node.children);
  }
  return false;
}

/** The other lines of the tree as a text for an address: how many moves each has in common with the
 *  line that is shown, and the moves after these. */
export function writeBranches(play, escaped) {
  const texts = [];
  let length = 0;
  for (const line of linesOf(play.root)) {
    let common = 0;
    while (common < line.length && line[common] === play.moves[common]) common += 1;
    if (common === line.length) continue;
    const text = `${common}:${line.slice(common).map(escaped).join(",")}`;
    length += text.length + 1;
    if (length > MOST) break;
    texts.push(text);
  }
  return texts.join(";");
}

/** The lines of such a text, from the start of the play; what is none is left out. */
export function readBranches(text, moves, decoded) {
  return (text ? text.split(";") : []).slice(0, MOST).flatMap((part) => {
    const [, common, rest] = part.match(/^(\d{1,4}):(.+)$/) ?? [];
    if (rest === undefined || Number(common) > moves.length) return [];
    return [[...moves.slice(0, Number(common)), ...rest.split(",").map(decoded)]];
  });
}

function linesOf(root) {
  const lines = [];
  const open = [[root, []]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, trail] = next;
    if (!node.children.length && trail.length) lines.push(trail);
    for (const child of [...node.children].reverse()) open.push([child, [...trail, child.move]]);
  }
  return lines;
}
