// Python in a worker: a solve does not block the page, and rules that never return can be ended.

const say = (kind, answer) => postMessage({ kind, ...answer });

async function begin() {
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  const [python, wheel] = await Promise.all([
    loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href, stdin: () => null }),
    fetch("./perfectplay.whl").then((found) => {
      if (!found.ok) throw new Error(`perfectplay.whl: ${found.status}`);
      return found.arrayBuffer();
    }),
  ]);
  python.unpackArchive(wheel, "wheel");
  const { BrowserSession } = python.pyimport("perfectplay.web.in_browser");
  return BrowserSession((text) => {
    const told = JSON.parse(text);
    if (told.printed === undefined) say("progress", told); else say("printed", { text: told.printed });
  });
}

const ready = begin().then(
  (session) => { say("ready", {}); return session; },
  (error) => { say("failed", { problem: String(error?.message ?? error) }); return null; },
);

onmessage = async ({ data }) => {
  const session = await ready;
  if (!session) return;
  try {
    if (data.rules !== undefined) say("solved", JSON.parse(session.solve(data.rules)));
    else say("shown", JSON.parse(session.show(JSON.stringify(data.moves))));
  } catch (error) { // Python itself has failed: its memory is full, or the stack is
    say("failed", { problem: `Python ended: ${String(error?.message ?? error).split("\n").at(-2) ?? error}` });
  }
};
