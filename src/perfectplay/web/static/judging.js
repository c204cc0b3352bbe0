// The moves of a play, judged by the solution: marks, where the value was lost, accuracy, sentences.

import { say } from "pp/announce";
import { byId, el, refill } from "pp/dom";
import { chip } from "pp/moves";
import { label, percent, plies } from "pp/words";

const MARKS = { "!": "the only good move", "?": "a mistake", "??": "a blunder" };
const SHOWN = 8; // moves of a better line
const MOST = 1000; // moves of a play, as rest_requests.py has it

/** Lets the play that is shown be judged, and plays that are pasted. `show` shows the play of a text:
 *  it gets its first state (null: the start) and its moves. */
export function offerJudging({ play, facts, goTo, show }) {
  let judged = ""; // the play whose judgement is shown
  const now = () => JSON.stringify([play.state, play.seat, play.moves]);

  function close() {
    judged = "";
    byId("judged").hidden = true;
    byId("judged").replaceChildren();
    byId("judge-ask").setAttribute("aria-expanded", "false");
  }

  function open(found) {
    judged = now();
    byId("judged").hidden = false;
    byId("judge-ask").setAttribute("aria-expanded", "true");
    refill(byId("judged"), judgement(found, play, facts, goTo));
    markHere();
    say(["The play is judged.", ...found.summary].join(" "));
  }

  function markHere() {
    for (const row of byId("judged").querySelectorAll("[data-ply]")) {
      const here = Number(row.dataset.ply) === play.at;
      if (here) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    }
  }

  async function judge() {
    if (judged !== "") {
      close();
      return;
    }
    const wanted = now();
    try {
      if (play.moves.length > MOST) throw new Error(`This play has ${plies(play.moves.length)}; at most ${MOST.toLocaleString("en")} are judged.`);
      const found = await play.source.judge({ moves: play.moves, state: play.state, seat: play.seat });
      if (wanted === now()) open(found);
    } catch (error) {
      byId("judged").hidden = false;
      refill(byId("judged"), el("p", { class: "error", role: "alert" }, error.message));
    }
  }

  byId("judge-ask").addEventListener("click", judge);
  play.listen(() => {
    byId("judge-ask").disabled = play.moves.length === 0;
    if (judged !== "" && judged !== now()) close();
    else markHere();
  });

  byId("paste-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const found = await play.source.judge({ text: byId("paste-text").value });
      fault(found.error ?? "");
      if (!(await show(found.headers.From ?? null, found.moves.map((move) => move.move_text)))) return;
      open(found);
      byId("judged").scrollIntoView({ block: "nearest" });
    } catch (error) {
      fault(error.message);
    }
    if (!byId("paste-error").hidden) byId("paste-text").focus();
  });
}

function fault(message) {
  byId("paste-error").textContent = message;
  byId("paste-error").hidden = message === "";
  byId("paste-text").setAttribute("aria-invalid", String(message !== ""));
}

// --- what is shown -----------------------------------------------------------------------------

function judgement(found, play, facts, goTo) {
  return [
    accuracies(found, play, facts),
    ...found.summary.map((sentence) => el("p", {}, sentence.replaceAll(/(\d) %/g, "$1\u00a0%"))),
    el("ol", { class: "judgements" }, found.moves.map((move) => row(move, found, play, goTo))),
  ];
}

/** The share of good moves of both players, where a move could lose something. */
function accuracies(found, play, facts) {
  const begins = play.steps[0].seat ?? play.seat;
  const parts = found.accuracy.slice(0, facts.players).map((one, other) => el(
    "div", {},
    el("dt", {}, facts.players === 1 ? "" : el("span", { class: `seat seat${other ? 1 - begins : begins}` }), one.player.replace(/^the (.)/, (_, letter) => letter.toUpperCase())),
    el("dd", {},
      el("b", {}, one.share === null ? "–" : `${percent(one.share)}\u00a0%`),
      el("span", { class: "quiet" }, one.share === null ? "no choice" : `${one.kept} of ${one.telling} good`)),
  ));
  return el("dl", { class: "accuracy" }, parts);
}

function row(move, found, play, goTo) {
  const seat = play.steps[move.ply - 1]?.seat ?? 0;
  const turned = found.turning_point === move.ply;
  const words = [verdict(move), turned ? "the turning point" : ""].filter(Boolean).join(", ");
  const kind = move.loss ? "lost" : move.mark === "!" ? "only" : "";
  return el(
    "li", {},
    el(
      "button",
      {
        type: "button", class: `judgement ${kind}`.trim(), "data-ply": move.ply, "data-key": `judged ${move.ply}`,
        click: () => goTo(move.ply), "aria-label": spoken(move, words),
      },
      el("span", { class: "number" }, String(move.ply)),
      el("span", { class: `seat seat${seat}` }),
      el("span", { class: "name" }, move.move_text, el("b", { class: "mark" }, move.mark)),
      words ? el("span", { class: "grade" }, words) : "",
      chip(move.after.value, label(move.after.value, move.after.plies, move.after), "small"),
    ),
    move.better.length ? better(move, goTo) : "",
  );
}

/** The mark in words. */
function verdict(move) {
  if (move.mark === "?!") return move.before.value === "win" ? "slower than it could be" : "lost sooner than it need be";
  return MARKS[move.mark] ?? "";
}

/** What should have been played: a click goes to the position before the move. */
function better(move, goTo) {
  const line = move.line.length ? move.line : move.better.slice(0, 1);
  const more = line.length > SHOWN ? " …" : "";
  const worth = move.loss ? `: ${inWords(move.before)}` : "";
  const kind = move.loss ? "better " : move.before.value === "win" ? "faster " : "longer ";
  return el(
    "button",
    { type: "button", class: "better", "data-key": `better ${move.ply}`, click: () => goTo(move.ply - 1) },
    el("span", { class: "quiet" }, kind), `${line.slice(0, SHOWN).join("  ")}${more}${worth}`,
  );
}

const spoken = (move, words) =>
  [`${move.ply}. ${move.move_text}`, inWords(move.after), words].filter(Boolean).join(", ");

function inWords(worth) {
  if (worth.score !== undefined) return `${label(worth.value, worth.plies, worth)} points`;
  if (worth.plies === null) return `endless ${worth.value}`;
  return worth.plies === 0 ? worth.value : `${worth.value} in ${plies(worth.plies)}`;
}
