// The page on which rules are typed: an editor, and the solution with its board.

import { Board } from "pp/board";
import { byId, el } from "pp/dom";
import { openEditor } from "./editor.js";

const SLOW = 8; // seconds after which the page says that rules can be stopped

let worker = null;
let state = "loading"; // then idle, solving, broken
let moves = [];
let began = 0;
let clock = 0;

const board = new Board(byId("board"), { choose, point: (move, lit) => board.light(move, lit) });

function status(text) {
  byId("status").textContent = text;
}

function problem(text) {
  byId("problem").textContent = text ?? "";
  byId("problem").hidden = !text;
  if (text) see();
}

function become(next) {
  state = next;
  byId("run").disabled = next !== "idle";
  byId("stop").disabled = next !== "solving";
}

function start() {
  worker?.terminate();
  become("loading");
  worker = new Worker("./worker.js", { type: "module" });
  worker.onmessage = ({ data }) => heard(data);
  worker.onerror = (event) => fail(`Python cannot be loaded: ${event.message ?? "the worker failed"}`);
}

function fail(text) {
  clearInterval(clock);
  become("broken");
  status("");
  problem(text);
}

function heard(data) {
  if (data.kind === "ready") { become("idle"); status("Python is ready."); }
  else if (data.kind === "failed" && state === "loading") fail(`Python cannot be loaded: ${data.problem}`);
  else if (data.kind === "failed") { ended(); problem(data.problem); start(); }
  else if (data.kind === "progress") progress(data);
  else if (data.kind === "printed") printed(data.text);
  else if (data.kind === "solved") solved(data);
  else show(data);
}

function progress({ stage, states, notes }) {
  const found = states ? `: ${states.toLocaleString("en")} states` : "";
  status([`${stage}${found}`, ...notes, slow()].filter(Boolean).join(" · "));
}

/** What rules print, to find their faults. */
function printed(text) {
  byId("printed").append(text);
  byId("prints").hidden = false;
}

function slow() {
  const seconds = Math.round((performance.now() - began) / 1000);
  return seconds >= SLOW ? `${seconds} s; Stop ends it` : "";
}

function run() {
  if (state !== "idle") return;
  problem("");
  byId("solved").hidden = true;
  byId("moves").replaceChildren(); // of the last game
  byId("printed").replaceChildren();
  byId("prints").hidden = true;
  status("checking");
  become("solving");
  began = performance.now();
  clearInterval(clock);
  clock = setInterval(() => {
    if (slow() && !byId("status").textContent.includes("Stop ends it")) status(`running · ${slow()}`);
  }, 1000);
  worker.postMessage({ rules: byId("rules").value });
  see();
}

/** On a narrow page the answer is below the editor. */
function see() {
  const answer = byId("status").closest("section");
  if (answer.getBoundingClientRect().top > innerHeight / 2) answer.scrollIntoView();
}

function ended() {
  clearInterval(clock);
  become("idle");
  status("");
}

function stop() {
  clearInterval(clock);
  problem("Stopped. If the rules have no end, look for a loop in moves or play. Python is loading again.");
  start();
  status("Python is loading…");
}

function solved(data) {
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  ended();
  if (data.problem) return problem(data.problem);
  const { summary } = data;
  const count = (number, word) => `${number.toLocaleString("en")} ${word}`;
  byId("title").textContent = data.title;
  byId("facts").textContent = [
    count(summary.states, summary.states === 1 ? "state" : "states"), count(summary.wins, data.alone ? "with a solution" : "won"),
    ...(data.alone ? [count(summary.losses, "without a solution")]
      : [count(summary.draws, "drawn"), count(summary.losses, "lost")]),
    `solved in ${seconds} s`,
    `interpreted, because ${data.why}`,
  ].join(" · ");
  byId("notes").replaceChildren(...data.notes.map((note) => el("li", {}, `Note: ${note}`)));
  ask([]); // what it shows makes the solution visible, which still has the last game's position
}

function ask(next) {
  worker.postMessage({ moves: next });
  moves = next;
}

function plies(number) {
  if (number === null) return "endless";
  return number === 1 ? "1 ply" : `${number} plies`;
}

/** What is said of a position of a puzzle. */
function alone({ value, remoteness, terminal }) {
  if (value !== "win") return terminal ? "The end: not solved" : "From here there is no solution";
  return terminal ? "Solved" : `Solved in ${remoteness === 1 ? "1 move" : `${remoteness} moves`} at best`;
}

let shown = [];

function show(data) {
  if (data.problem) return problem(data.problem);
  const first = byId("solved").hidden;
  byId("solved").hidden = false;
  shown = data.moves;
  const who = data.alone ? "" : `${data.mover} to move: `;
  const worth = data.score === null ? data.value : `${data.value}, ${data.score} points to come`;
  byId("turn").textContent = data.alone ? alone(data) : data.terminal ? `The end: ${worth} for the player to move`
    : `${who}${data.remoteness === null ? `endless ${worth}` : `${worth} in ${plies(data.remoteness)}`}`;
  const names = new Map(shown.map((move) => [move.text, `${move.text}: ${move.value}`]));
  board.draw(data.picture, { names, hidden: false, playable: true, label: `The position ${data.text}` });
  byId("line").textContent = data.steps.length ? `Moves: ${data.steps.join("  ")}` : "";
  byId("back").disabled = byId("again").disabled = !data.steps.length;
  byId("moves").replaceChildren(...shown.map((move) => el("tr", {},
    el("td", {}, el("button", { type: "button", click: () => ask([...moves, move.number]) }, move.text)),
    el("td", {}, el("span", { class: `chip ${move.value}${move.best ? " best" : ""}` }, move.score === undefined ? move.value : `${move.value} ${move.score}`)),
    el("td", {}, move.remoteness === null ? "endless" : String(move.remoteness + 1)),
  )));
  if (first) see();
}

function choose(text) {
  const move = shown.find((each) => each.text === text);
  if (move) ask([...moves, move.number]);
}

byId("run").addEventListener("click", run);
byId("stop").addEventListener("click", stop);
byId("back").addEventListener("click", () => ask(moves.slice(0, -1)));
byId("again").addEventListener("click", () => ask([]));

if (!globalThis.cannotRun) { // cannot.js has said why
  start();
  openEditor(run);
}
