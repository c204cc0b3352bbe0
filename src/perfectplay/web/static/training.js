// The page on which puzzles are solved: a board, answers, hints, progress.

import { Board } from "pp/board";
import { byId, el, refill } from "pp/dom";
import { listenForKeys } from "pp/keys";
import { isDue, queue } from "pp/leitner";
import { drawBoxes, drawList, fileOf, listenForFiles, whenWords } from "pp/training_boxes";
import { Progress } from "pp/training_progress";
import "pp/theme";

const { facts, parts, puzzles } = JSON.parse(byId("data").textContent);
const ids = puzzles.map((puzzle) => puzzle.id);
const progress = new Progress(facts.id);
const board = new Board(byId("board"), { choose: chosen, point: () => {} });
let shown = null; // the puzzle that is shown; null: nothing is due
let tries = []; // the wrong moves that were made
let hints = 0; // those that are shown
let counted = false; // whether an answer to this showing counts already
let over = false;
const passed = new Set(); // the ids of puzzles that were left without an answer
let typed = false; // whether the last answer was typed

// --- a puzzle ----------------------------------------------------------------------------------

function open(puzzle) {
  [shown, tries, hints, counted, over] = [puzzle, [], 0, false, false];
  byId("answer").replaceChildren();
  byId("typed-text").value = "";
  draw();
}

/** The next puzzle that is due, or null. Those that were passed over come when no other is left. */
function following() {
  const due = queue(ids, progress.entries, Date.now());
  const others = due.filter((id) => id !== shown?.id);
  if (others.every((id) => passed.has(id))) passed.clear();
  const id = others.find((one) => !passed.has(one)) ?? due[0];
  return puzzles[ids.indexOf(id)] ?? null;
}

/** Shows the next puzzle. */
function next() {
  const steered = byId("next").matches(":focus-visible");
  if (shown && !counted) passed.add(shown.id);
  open(following());
  const first = byId("board").querySelector("[tabindex='0']") ?? byId("moves").querySelector("button");
  if (steered) (!shown ? byId("any") : typed ? byId("typed-text") : first).focus({ preventScroll: true });
}

/** Shows a puzzle although none is due: the one whose day comes first. */
function any() {
  const day = (puzzle) => whenWords(progress.entries.get(puzzle.id), Date.now()).days;
  open(puzzles.reduce((best, puzzle) => (day(puzzle) < day(best) ? puzzle : best)));
}

/** As the picture or a reader writes a move: without control characters, and with single blanks. */
const plain = (text) => text.trim().replace(/\s+/g, " ").replace(/[\u0000-\u001f\ud800-\udfff\ufffe\uffff]/g, "\ufffd");

function chosen(text) {
  typed = false;
  answer(text);
}

function answer(text) {
  if (!shown || over) return;
  const { moves, key } = shown;
  let at = moves.findIndex(([name]) => name === text);
  if (at < 0) at = moves.findIndex(([name]) => plain(name) === plain(text));
  if (at < 0) {
    say(`There is no move ${text} in this position.`);
    return;
  }
  count(at === key);
  if (at === key) finish("Right.");
  else wrong(at);
}

/** Notes the first answer to a puzzle; further ones are for learning. */
function count(right) {
  if (counted) return;
  counted = true;
  progress.answer(shown.id, { right, hinted: hints > 0 });
}

function wrong(at) {
  if (!tries.includes(at)) tries.push(at);
  const [name, worth, after] = shown.moves[at];
  const line = after.length ? played("It goes on", [name, ...after]) : null;
  draw();
  say(el("strong", { class: "missed" }, "Wrong."), ` ${name}: ${worth}.`, line,
    el("p", { class: "quiet" }, "Try another move, ask for a hint, or see the solution."));
}

function solution() {
  if (!shown || over) return;
  count(false);
  finish("The solution:");
}

function finish(words) {
  over = true;
  draw();
  const name = shown.moves[shown.key][0];
  board.light(name, true);
  const [head, after] = words === "Right." ? [words, ` ${name}: ${shown.worth}.`] : [words, ` ${name}, ${shown.worth}.`];
  const when = whenWords(progress.entries.get(shown.id), Date.now()).words;
  say(el("strong", { class: "solved" }, head), after, played("Perfect play", shown.line),
    el("p", { class: "quiet" }, `${when}.`));
  byId("next").focus({ preventScroll: true });
}

/** A line of moves with its name. */
function played(name, line) {
  const moves = line.map((move) => el("li", {}, move));
  return el("div", { class: "played" }, el("span", { class: "quiet" }, `${name}:`), el("ol", {}, moves));
}

function say(...parts) {
  byId("answer").replaceChildren(...parts.filter(Boolean));
}

/** Shows one more hint. */
function hint() {
  if (!shown || over || hints >= shown.hints.length) return;
  hints += 1;
  draw();
}

// --- drawing -----------------------------------------------------------------------------------

function draw() {
  byId("task").textContent = shown
    ? `${puzzles.indexOf(shown) + 1}. ${shown.goal}` : "Nothing is due today.";
  byId("grade").textContent = shown ? [shown.stars, shown.mover].filter(Boolean).join("  ") : "";
  byId("grade").setAttribute("aria-label", shown ? `Grade ${shown.grade} of 5. ${shown.mover}` : "");
  for (const id of ["hint", "solution", "next", "typed"]) byId(id).hidden = !shown;
  byId("any").hidden = shown !== null;
  drawBoard();
  const left = shown ? shown.hints.length - hints : 0;
  byId("hint").disabled = over || left === 0;
  byId("solution").disabled = over;
  byId("next").classList.toggle("primary", over);
  byId("typed-button").disabled = over;
  byId("hints").replaceChildren(...(shown?.hints.slice(0, hints) ?? []).map((text) => el("li", {}, text)));
  drawProgress();
}

/** The moves that may still be it: all, or those that the last hint leaves. */
function openMoves() {
  const left = shown.left && hints === shown.hints.length ? shown.left : shown.moves.keys();
  return new Set([...left].map((at) => shown.moves[at][0]));
}

function drawBoard() {
  if (!shown) {
    byId("board").replaceChildren();
    refill(byId("moves"));
    return;
  }
  const left = openMoves();
  const seen = new Set([...left].map(plain));
  board.pieces = null; // another puzzle is no move
  const picture = shown.picture.map((piece) => (typeof piece === "number" ? parts[piece] : piece)).join("");
  board.draw(picture, {
    hidden: false,
    playable: !over,
    names: new Map(shown.moves.map(([name]) => [name, name])),
    label: `Board: ${shown.text}`,
  });
  const drawn = new Set();
  for (const move of byId("board").querySelectorAll(".pp-move")) {
    drawn.add(plain(move.dataset.move));
    const name = move.dataset.move;
    if (!seen.has(plain(name))) move.remove();
    else if (tries.some((at) => plain(shown.moves[at][0]) === plain(name))) move.classList.add("tried");
  }
  if (!byId("board").querySelector(".pp-move[tabindex='0']")) board.roam(board.moves()[0]);
  const listed = shown.moves.some(([name]) => !drawn.has(plain(name)));
  byId("moves").hidden = !listed;
  byId("moves").tabIndex = over ? 0 : -1; // so that keys scroll it when no button can have the focus
  refill(byId("moves"), listed ? shown.moves.map(([name], at) => el("li", {}, el("button", {
    type: "button", class: `move${tries.includes(at) ? " tried" : ""}${over && at === shown.key ? " lit" : ""}`,
    "data-key": `move ${at}`, disabled: over || !left.has(name), click: () => chosen(name),
  }, el("span", { class: "name" }, name)))) : []);
}

function drawProgress() {
  const now = Date.now();
  const entries = ids.map((id) => progress.entries.get(id));
  const again = entries.filter((entry) => entry && isDue(entry, now)).length;
  const unseen = entries.filter((entry) => !entry).length;
  const solved = entries.filter((entry) => entry?.right).length;
  byId("tally").textContent = `Solved: ${solved} of ${ids.length}. To repeat today: ${again}. Not seen yet: ${unseen}.`;
  drawBoxes(byId("boxes"), entries);
  drawList(byId("list"), puzzles, entries, shown, open);
  byId("fault").textContent = progress.fault;
  byId("fault").hidden = !progress.fault;
  byId("storage").textContent = progress.kept ? "This browser keeps your progress."
    : "This browser keeps nothing for this page: your progress ends with it, unless you export it.";
}

// --- files and keys ----------------------------------------------------------------------------

listenForFiles({
  save: () => fileOf(progress.text(), facts.file),
  load: (name, text) => {
    const size = progress.add(name, text);
    drawProgress();
    return `${name}: ${size.toLocaleString("en")} ${size === 1 ? "puzzle" : "puzzles"} taken over.`;
  },
  forget: () => {
    progress.forget();
    next();
  },
});
byId("hint").addEventListener("click", hint);
byId("solution").addEventListener("click", solution);
byId("next").addEventListener("click", next);
byId("any").addEventListener("click", any);
byId("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = byId("typed-text").value.trim();
  typed = true;
  if (text) answer(text);
});
listenForKeys({ h: hint, s: solution, n: next });
next();
document.documentElement.dataset.ready = "yes";
