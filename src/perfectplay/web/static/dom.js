// Creates elements. Texts of games are always text nodes or attributes, never markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") node.addEventListener(name, value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return node;
}

/** An HTML element; a function among the attributes listens to the event of that name. */
export function el(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** An SVG element. */
export function svg(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

export const byId = (id) => document.getElementById(id);

/** Replaces the children of a node; the focus stays on the child with the same data-key if there is
 *  one. */
export function refill(node, ...children) {
  const active = document.activeElement;
  const key = node.contains(active) ? active.dataset.key : undefined;
  node.replaceChildren(...children.flat());
  if (key !== undefined) {
    const again = node.querySelector(`[data-key="${CSS.escape(key)}"]`);
    (again ?? node.querySelector("button") ?? focusable(node)).focus({ preventScroll: true });
  }
}

/** Makes a node focusable. */
export function focusable(node) {
  if (!node.hasAttribute("tabindex")) node.setAttribute("tabindex", "-1");
  return node;
}

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
