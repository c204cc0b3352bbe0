// The first page: a search among the cards, and their figures, asked for when a card is seen.

import { byId } from "pp/dom";
import { keepResults, resultsShown } from "pp/results";
import { answer } from "pp/source";
import "pp/theme";

const cards = [...document.querySelectorAll(".cards > li")];
const texts = new Map(cards.map((card) => [card, searched(card)]));

/** What a search looks at: all of a card but its result, which may be hidden. */
function searched(card) {
  const found = card.cloneNode(true);
  found.querySelectorAll("svg, .result").forEach((node) => node.remove());
  return folded(found.textContent);
}

/** Letters without case and accents, as people search for them. */
function folded(text) {
  return text.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase();
}

/** Shows the cards whose texts have all words that are searched for. */
function search() {
  const words = folded(byId("search").value).split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const card of cards) {
    card.hidden = !words.every((word) => texts.get(card).includes(word));
    shown += !card.hidden;
  }
  byId("found").textContent = words.length
    ? `${shown} of ${cards.length} ${cards.length === 1 ? "game" : "games"}` : "";
  byId("none").hidden = shown > 0;
}

/** Shows the results of perfect play, or hides them, as on a first visit. */
function results(shown) {
  byId("results").setAttribute("aria-pressed", String(shown));
  document.body.classList.toggle("results-shown", shown);
  keepResults(shown);
}

/** The figures of one card after another: a small game is solved for them. */
const waiting = [];
let asking = false;

async function ask() {
  if (asking) return;
  asking = true;
  for (let card = waiting.shift(); card; card = waiting.shift()) {
    try {
      fill(card, await answer(card.dataset.figures));
    } catch {
      fill(card, {}); // the page of the game says why
    }
  }
  asking = false;
}

function fill(card, figures) {
  for (const name of ["size", "difficulty", "result"]) {
    const place = card.querySelector(`.${name}`);
    place.textContent = figures[name] ?? "";
    place.hidden = !place.textContent;
  }
  card.dataset.filled = "yes";
  texts.set(card, searched(card));
  if (byId("search").value) search();
}

const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    waiting.push(target);
  }
  ask();
});
for (const card of cards) seen.observe(card);

byId("finder").hidden = false;
byId("search").addEventListener("input", search);
byId("finder").addEventListener("submit", (event) => event.preventDefault());
byId("results").addEventListener("click", () => {
  results(!document.body.classList.contains("results-shown"));
});
results(resultsShown());
search(); // a browser may keep what was written before a reload
document.documentElement.dataset.ready = "yes";
