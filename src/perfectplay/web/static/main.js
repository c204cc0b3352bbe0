// The page of a game: one that is solved, or one whose positions are searched.

import { address, readAddress, writeAddress } from "pp/address";
import { announce, say } from "pp/announce";
import { Board } from "pp/board";
import { byId, el, refill, still } from "pp/dom";
import { drawHistory } from "pp/history";
import { offerJudging } from "pp/judging";
import { listenForKeys } from "pp/keys";
import { explain } from "pp/lines";
import { drawMoves } from "pp/moves";
import { Play } from "pp/play";
import { choose, KINDS } from "pp/players";
import { Settings } from "pp/settings";
import { listenForSetup, seatOf } from "pp/setup";
import { makeSource } from "pp/source";
import { Turns } from "pp/turns";
import { drawVariations } from "pp/variations";
import { moveWords, pointsLine, seatName, worth } from "pp/words";
import "pp/theme";

const { facts, first } = JSON.parse(byId("data").textContent);
const settings = new Settings(facts);
const searching = facts.search ? await import("pp/searching") : null;
const source = makeSource(facts);
const search = searching && new searching.Search(facts, source, proved);
const play = new Play(search ?? source, first);
const turns = new Turns(play, settings, chosen);
turns.begin = () => trying(() => turns.move());
const opened = new Map();
let choice = ""; // what is known of the last move of a program

/** Runs an action. An error is shown, and the page stays as it was. */
async function trying(action) {
  try {
    await action();
    byId("fault").hidden = true;
  } catch (error) {
    byId("fault").hidden = false;
    byId("fault").textContent = error.message;
  }
}

const make = (move) => {
  if (turns.isOpen) trying(() => play.make(move));
};
const goTo = (at) => trying(() => play.goTo(at));
const point = (move, lit) => board.light(move, lit);
const board = new Board(byId("board"), { choose: make, point: lightRow });

function lightRow(move, lit) {
  for (const row of byId("moves").querySelectorAll(".move")) {
    row.classList.toggle("lit", lit && row.dataset.move === move);
  }
}

// --- games that are not solved ----------------------------------------------------------------

/** The move of a program; without a solution, when the position has been searched. */
async function chosen(player) {
  if (player.kind === "resist") return source.reply(play.state, play.seat, play.moves.slice(0, play.at), "resist");
  if (search && player.kind !== "random") await search.settled();
  const record = search ? { ...play.record, best: searching.bestKnown(search.current) } : play.record;
  const move = choose(player, record);
  const what = search && player.kind === "perfect" ? searching.choiceWords(move, search.current, settings.seconds) : "";
  choice = what && `${KINDS[player.kind]}: ${move}, ${what}.`;
  return move;
}

/** More is known of the position that is shown, or of one beside it. */
function proved(aside) {
  play.revalue();
  if (!aside) draw({ line: false });
}

/** Searches the position that is shown, as long as somebody sees its values or a program is to move. */
function look() {
  if (!search) return;
  search.seconds = settings.seconds;
  const wanted = !play.step.terminal && !document.hidden && (!settings.hidden || turns.isProgram);
  if (wanted) search.look(play.state, play.seat, play.moves.slice(0, play.at));
  else search.rest();
}

function drawSearch() {
  if (!search) return;
  const idle = play.step.terminal || (settings.hidden && !turns.isProgram);
  const asleep = play.step.terminal ? "" : "The search begins when values are shown.";
  byId("search-state").textContent = idle ? asleep : searching.searchWords(search.current, settings.seconds);
  const more = byId("search-seconds").selectedOptions[0]?.nextElementSibling;
  byId("search-more").hidden = idle || !search.isOver || !more || search.current.stage === "failed" ||
    search.current.found.done || search.current.found.why !== "";
  byId("said").textContent = settings.hidden ? choice.split(",")[0] : choice;
}

// --- drawing ---------------------------------------------------------------------------------

function draw({ line = true } = {}) {
  const { record, step } = play;
  const { hidden } = settings;
  const playable = turns.isOpen && !step.terminal;
  const order = board.draw(play.drawing, {
    hidden,
    playable,
    names: new Map(record.moves.map((m) => [m.text, hidden ? m.text : `${m.text}: ${moveWords(m)}`])),
    label: `Board: ${step.text}`,
  });
  drawMoves(byId("moves"), {
    record, order, hidden, playable, opened, point,
    play: make,
    why: (move, node) => explain(node, { play, facts, move, follow }),
  });
  drawStatus(step, hidden);
  drawHistory({ chart: byId("chart"), list: byId("plies"), play, facts, hidden, goTo });
  drawVariations(byId("variations"), byId("tree"), { play, visit: (moves) => trying(() => play.visit(moves)) });
  byId("no-plies").hidden = play.moves.length > 0;
  drawButtons(step, hidden);
  if (line) closeLine();
  drawSearch();
  markLast();
}

/** Marks the last move on the board, and names it. */
async function markLast() {
  const { at, turn } = play;
  const last = at > 0 ? play.steps[at] : null;
  byId("last").textContent = last ? `Last move: ${last.move} (${seatName(facts, play.steps[at - 1].seat).toLowerCase()})` : "";
  if (!last) return;
  try {
    const before = await play.ask(play.moves.slice(0, at - 1));
    if (turn === play.turn) board.markLast(before.drawing, last.move);
  } catch {
    // the mark is left out; the list has the move
  }
}

function drawStatus(step, hidden) {
  const seat = step.seat ?? play.seat;
  const value = worth(facts, step);
  byId("turn").replaceChildren(
    ...(step.terminal ? [value] : [
      facts.players === 1 ? "" : el("span", { class: `seat seat${seat}` }),
      facts.players === 1 ? "Your move" : `${seatName(facts, seat)} to move`,
    ].filter(Boolean)),
  );
  byId("worth").textContent = step.terminal || hidden ? "" : value;
  byId("worth").className = `worth ${hidden ? "" : step.value}`;
  byId("score").textContent = step.points === undefined ? "" : pointsLine(facts, step.points);
  byId("status").classList.toggle("over", step.terminal);
  byId("no-moves").hidden = !step.terminal;
}

function drawButtons(step, hidden) {
  byId("undo").disabled = play.at === 0;
  byId("redo").disabled = play.isLast;
  byId("go-on").hidden = !(turns.isProgram && turns.waits);
  byId("line-box").hidden = hidden || step.terminal || search !== null;
}

function closeLine() {
  const line = byId("line");
  line.hidden = true;
  line.replaceChildren();
  byId("line-ask").setAttribute("aria-expanded", "false");
}

const follow = (at, moves) => trying(() => play.follow(at, moves));

// --- events -------------------------------------------------------------------------------

play.listen((why) => {
  opened.clear();
  if (why !== "move" || !turns.isOf(play.at - 1)) choice = "";
  turns.consider(why);
  look();
  draw();
  writeAddress(play, settings);
  announce(play, facts, settings.hidden, why);
});

settings.listen((what) => {
  if (what === "players" || what === "swap") turns.consider("players");
  look();
  draw();
  writeAddress(play, settings);
  if (what === "hidden") say(settings.hidden ? "Values are hidden." : "Values are shown.");
});

const actions = {
  undo: () => play.at > 0 && trying(() => turns.undo()),
  redo: () => !play.isLast && trying(() => turns.redo()),
  again: () => trying(() => play.again()),
  hide: () => settings.toggleHidden(),
  swap: () => settings.swap(),
  "go-on": () => turns.begin(),
  "search-more": () => settings.allow(Number(byId("search-seconds").selectedOptions[0].nextElementSibling.value)),
  link: copyLink,
  "help-open": () => byId("help").showModal(),
  "help-close": () => byId("help").close(),
  "line-ask": showLine,
  "from-start": () => trying(() => play.fromStart()),
};
for (const [id, action] of Object.entries(actions)) byId(id)?.addEventListener("click", action);

listenForKeys({
  u: actions.undo, ArrowLeft: actions.undo, r: actions.redo, ArrowRight: actions.redo,
  n: actions.again, h: actions.hide, "?": actions["help-open"],
  Home: () => goTo(0), End: () => goTo(play.moves.length),
});

listenForSetup({
  text: () => play.step.text,
  async start(text, seat) {
    await play.setUp(text, seat ?? (await seatOf(play, text)));
    byId("board").scrollIntoView({ behavior: still() ? "auto" : "smooth", block: "nearest" });
  },
});

/** Shows a whole play from a state (null: the start). */
async function showWhole(state, moves) {
  const seat = state === null ? 0 : await seatOf(play, state);
  return play.show({ state, seat, moves, why: "jump", fresh: true });
}

function showLine() {
  const line = byId("line");
  const wanted = line.hidden;
  line.hidden = !wanted;
  byId("line-ask").setAttribute("aria-expanded", String(wanted));
  if (wanted) explain(line, { play, facts, move: null, follow });
}

async function copyLink() {
  const link = location.href.split("#")[0] + address(play, settings);
  const word = byId("link").querySelector(".word");
  try {
    await navigator.clipboard.writeText(link);
    word.textContent = "Copied";
    byId("link").classList.add("done");
    say("The link to this play is copied.");
  } catch {
    byId("link-text").hidden = false;
    byId("link-text").value = link;
    byId("link-text").select();
    return;
  }
  setTimeout(() => {
    word.textContent = "Copy link";
    byId("link").classList.remove("done");
  }, 2000);
}

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("main").focus();
});

/** Shows the play of the address; if that fails, an error and the start. */
async function open() {
  const wanted = readAddress();
  if (wanted) settings.take(wanted);
  else settings.draw();
  if (!wanted || (wanted.state === null && wanted.moves.length === 0 && wanted.branches.length === 0)) {
    await trying(() => play.fromStart());
    return;
  }
  try {
    await play.show({ ...wanted, why: "jump", fresh: true });
  } catch (error) {
    await trying(() => play.show({ state: null, seat: 0, moves: [], why: "jump" }));
    byId("fault").hidden = false;
    byId("fault").textContent = `The play of this link cannot be shown: ${error.message}`;
  }
}

let width = innerWidth;
window.addEventListener("resize", () => {
  if (innerWidth === width) return;
  width = innerWidth;
  draw();
});
window.addEventListener("hashchange", () => {
  if (location.hash !== address(play, settings)) open();
});
document.addEventListener("visibilitychange", look);
if (search) (await import("pp/solving")).offerSolve(facts.api, facts.search.status);
if (byId("judge-ask")) offerJudging({ play, facts, goTo, show: showWhole });
settings.build();
refill(byId("chart"));
await open();
document.documentElement.dataset.ready = "yes";
