// The page of a solved game.

import { address, readAddress, writeAddress } from "pp/address";
import { announce, say } from "pp/announce";
import { Board } from "pp/board";
import { byId, el, refill, still } from "pp/dom";
import { drawHistory } from "pp/history";
import { listenForKeys } from "pp/keys";
import { explain } from "pp/lines";
import { drawMoves } from "pp/moves";
import { Play } from "pp/play";
import { Settings } from "pp/settings";
import { listenForSetup, seatOf } from "pp/setup";
import { makeSource } from "pp/source";
import { Turns } from "pp/turns";
import { moveWords, pointsLine, seatName, worth } from "pp/words";
import "pp/theme";

const { facts, first } = JSON.parse(byId("data").textContent);
const settings = new Settings(facts);
const play = new Play(makeSource(facts), first);
const turns = new Turns(play, settings);
const opened = new Set();

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

// --- drawing ---------------------------------------------------------------------------------

function draw() {
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
  byId("no-plies").hidden = play.moves.length > 0;
  drawButtons(step, hidden);
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
  byId("line-box").hidden = hidden || step.terminal;
  const line = byId("line");
  line.hidden = true;
  line.replaceChildren();
  byId("line-ask").setAttribute("aria-expanded", "false");
}

const follow = (at, moves) => trying(() => play.follow(at, moves));

// --- events -------------------------------------------------------------------------------

play.listen((why) => {
  opened.clear();
  turns.consider(why);
  draw();
  writeAddress(play, settings);
  announce(play, facts, settings.hidden, why);
});

settings.listen((what) => {
  if (what === "players" || what === "swap") turns.consider("players");
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
  "go-on": () => trying(() => turns.move()),
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
  if (!wanted || (wanted.state === null && wanted.moves.length === 0)) {
    await trying(() => play.fromStart());
    return;
  }
  try {
    await play.show({ ...wanted, why: "jump" });
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
settings.build();
refill(byId("chart"));
await open();
document.documentElement.dataset.ready = "yes";
