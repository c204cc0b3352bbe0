// A live board follows the light or dark theme of the page around it. A board that was opened from
// a disk is of another origin, as browsers see it, and follows the system.
(() => {
  const root = document.documentElement;
  const follow = (frame) => {
    try {
      frame.contentDocument.documentElement.dataset.theme = root.dataset.theme;
    } catch {
      // another origin
    }
  };
  for (const frame of document.querySelectorAll("iframe.live-board")) {
    frame.addEventListener("load", () => follow(frame));
    new MutationObserver(() => follow(frame)).observe(root, { attributeFilter: ["data-theme"] });
    follow(frame);
  }
})();
