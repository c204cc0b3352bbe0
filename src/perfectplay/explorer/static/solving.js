// The page of a game that is not solved: offers to do it, and shows how far it is.

import { say } from "pp/announce";
import { byId } from "pp/dom";
import { answer } from "pp/source";
import "pp/theme";

const EVERY = 300;
const { api, status } = JSON.parse(byId("data").textContent);

/** Begins a solve; what is too large is refused with a sentence. */
async function begin() {
  byId("solve").disabled = true;
  byId("fault").hidden = true;
  try {
    take(await answer(`${api}/solve`, { method: "POST" }));
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

/** Shows how things stand, and looks again while something goes on. */
function take(game) {
  if (game.status === "solved") {
    say("Solved.");
    location.reload();
  } else if (game.status === "solving") {
    show(game.progress ?? {});
    setTimeout(look, EVERY);
  } else fail(game.detail ?? "The solve has stopped; it goes on from there when it is asked for again.");
}

function show({ stage, done, total, speed, seconds_left: left, states }) {
  const known = typeof done === "number" && typeof total === "number" && total > 0;
  byId("solve").hidden = true;
  byId("progress").hidden = false;
  if (known) byId("bar").value = Math.min(1, done / total);
  else byId("bar").removeAttribute("value");
  const told = [
    stage ? `${stage[0].toUpperCase()}${stage.slice(1)}` : "Solving",
    typeof states === "number" ? `${states.toLocaleString("en")} positions` : "",
    known ? `${Math.floor((100 * done) / total)} %` : "",
    typeof speed === "number" ? `${Math.round(speed).toLocaleString("en")} a second` : "",
    typeof left === "number" ? `about ${time(left)} left` : "",
  ];
  byId("stage").textContent = told.filter(Boolean).join(" · ");
}

function time(seconds) {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

function fail(sentence) {
  byId("progress").hidden = true;
  byId("solve").hidden = false;
  byId("solve").disabled = false;
  byId("fault").hidden = false;
  byId("fault").textContent = sentence;
}

byId("solve").addEventListener("click", begin);
if (status === "solving") look();
document.documentElement.dataset.ready = "yes";
