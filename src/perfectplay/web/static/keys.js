// Keys that work anywhere on the page, except in text fields.

const WRITING = "input:not([type=range]), textarea, select, dialog[open] *";

/** Listens for keys; `actions`: functions by key. */
export function listenForKeys(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest(WRITING)) return;
    if (event.key.startsWith("Arrow") && target.closest("input")) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
