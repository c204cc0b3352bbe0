// Of a game that is not solved: offers to do it, and shows how far it is.

import { say } from "pp/announce";
import { byId } from "pp/dom";
import { answer } from "pp/source";

const EVERY = 300;
let shownStage = null;
let api = "";

/** Lets the game at an address of the server be solved; `status`: what it says of its solve. */
export function offerSolve(address, status) {
  api = address;
  byId("solve").addEventListener("click", begin);
  if (status === "solving" || status === "waiting" || status === "refused") look();
}

/** Begins a solve; a game that is too large is refused with a sentence. */
async function begin() {
  byId("solve").disabled = true;
  byId("solve-fault").hidden = true;
  try {
    take(await answer(`${api}/solve`, {
      method: "POST", body: "{}", headers: { "content-type": "application/json" },
      referrerPolicy: "same-origin", // the server checks that the request is from its own page
    }));
  } catch (error) {
    fail(error.message);
  }
}

async function look() {
  try {
    take(await answer(api));
  } catch (error) {
    fail(error.message);
  }
}

/** Shows the status of the game, and asks again later while it is being solved. */
function take(game) {
  if (game.status === "solved") {
    say("Solved.");
    location.reload();
  } else if (game.status === "solving" || game.status === "waiting") {
    show(game);
    setTimeout(look, EVERY);
  } else fail(game.detail ?? "The solve was stopped. Ask again, and it goes on from where it was.");
}

function show({ progress, place, notes }) {
  const { stage, done, total, states, speed, left } = progress ?? {};
  const known = total > 0 && done <= total;
  byId("solve").hidden = true;
  byId("progress").hidden = false;
  if (known) byId("bar").value = done / total;
  else byId("bar").removeAttribute("value");
  const parts = place ? [`Waiting for ${place === 1 ? "another solve" : `${place} other solves`}`] : [
    stage ? stage[0].toUpperCase() + stage.slice(1) : "Starting",
    states ? `${states.toLocaleString("en")} positions` : "",
    known ? `${Math.floor((100 * done) / total)} %` : "",
    speed ? `${speed.toLocaleString("en")} a second` : "",
    left ? `about ${time(left)} left` : "",
  ];
  byId("stage").textContent = parts.filter(Boolean).join(" · ");
  byId("notes").textContent = notes.slice(-2).join(" · "); // the estimate and the plan
  if (stage !== shownStage) say(byId("stage").textContent);
  shownStage = stage;
}

function time(seconds) {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

function fail(sentence) {
  byId("progress").hidden = true;
  byId("solve").hidden = false;
  byId("solve").disabled = false;
  byId("solve").textContent = "Try again";
  byId("offer").hidden = true; // what it promises did not come true
  byId("solve-fault").hidden = false;
  byId("solve-fault").textContent = sentence[0].toUpperCase() + sentence.slice(1);
}

