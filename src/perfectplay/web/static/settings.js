// Who plays, who moves first, and whether values are shown.

import { byId, el } from "pp/dom";
import { kindsOf, readPlayer } from "pp/players";
import { keepResults, resultsShown } from "pp/results";
import { seatName } from "pp/words";

/** The settings of the page. Listeners are called with the name of what has changed. */
export class Settings {
  constructor(facts) {
    this.facts = facts;
    const alone = facts.players === 1;
    this.players = [readPlayer("human"), readPlayer(alone ? "human" : "perfect")];
    this.hidden = !location.hash.includes("=") && !resultsShown(); // a link says what it shows
    this.seconds = facts.search?.seconds ?? null;
    this.listeners = [];
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  tell(what) {
    this.draw();
    for (const listener of this.listeners) listener(what);
  }

  /** Takes the settings of an address. */
  take({ players, hidden, seconds }) {
    if (seconds && this.seconds !== null) this.seconds = seconds;
    const kinds = kindsOf(this.facts); // a link may be of another page
    const known = (player) => (Object.hasOwn(kinds, player.kind) ? player : { ...player, kind: "perfect" });
    if (players) this.players = players.map(known);
    if (hidden !== null) this.hidden = hidden;
    this.draw();
  }

  toggleHidden() {
    this.hidden = !this.hidden;
    keepResults(!this.hidden);
    this.tell("hidden");
  }

  swap() {
    this.players.reverse();
    this.tell("swap");
  }

  /** Lets positions be searched for so many seconds. */
  allow(seconds) {
    this.seconds = seconds;
    this.tell("seconds");
  }

  /** Makes the form. */
  build() {
    byId("search-seconds")?.addEventListener("change", (event) => this.allow(Number(event.target.value)));
    const seats = this.facts.players === 1 ? [0] : [0, 1];
    byId("players").replaceChildren(...seats.map((seat) => this.seatRow(seat)));
    this.draw();
  }

  seatRow(seat) {
    const [name, seats] = [seatName(this.facts, seat), this.facts.players];
    const kind = el(
      "select",
      {
        id: `kind${seat}`,
        change: (event) => {
          this.players[seat] = { ...this.players[seat], kind: event.target.value };
          this.tell("players");
        },
      },
      Object.entries(kindsOf(this.facts)).map(([value, text]) => el("option", { value }, text)),
    );
    const rate = el("input", {
      type: "range", id: `rate${seat}`, min: 0, max: 100, step: 5,
      input: (event) => {
        this.players[seat] = { ...this.players[seat], rate: Number(event.target.value) / 100 };
        this.tell("rate");
      },
    });
    const plies = el("input", {
      type: "range", id: `plies${seat}`, min: 1, max: 20, step: 1,
      input: (event) => {
        this.players[seat] = { ...this.players[seat], plies: Number(event.target.value) };
        this.tell("rate");
      },
    });
    return el(
      "div", { class: "player" },
      el("label", { for: `kind${seat}` },
        ...(seats === 1 ? ["Moves are made by"] : [el("span", { class: `seat seat${seat}` }), name])),
      kind,
      el(
        "div", { class: "slips", id: `slips${seat}` },
        el("label", { for: `rate${seat}` }, "errs in ", el("output", { id: `share${seat}` }), " of its moves"),
        rate,
      ),
      el(
        "div", { class: "slips", id: `skill${seat}` },
        el("label", { for: `plies${seat}` }, "sees ", el("output", { id: `ahead${seat}` }), " ahead"),
        plies,
      ),
    );
  }

  draw() {
    this.players.forEach((player, seat) => {
      if (!byId(`kind${seat}`)) return;
      byId(`kind${seat}`).value = player.kind;
      byId(`rate${seat}`).value = String(Math.round(100 * player.rate));
      byId(`share${seat}`).value = `${Math.round(100 * player.rate)} %`;
      byId(`slips${seat}`).hidden = player.kind !== "slips";
      byId(`plies${seat}`).value = String(player.plies);
      byId(`ahead${seat}`).value = player.plies === 1 ? "1 ply" : `${player.plies} plies`;
      byId(`skill${seat}`).hidden = player.kind !== "skill";
    });
    if (byId("search-seconds")) byId("search-seconds").value = String(this.seconds);
    byId("hide").setAttribute("aria-pressed", String(this.hidden));
    byId("hide").querySelector(".word").textContent = this.hidden ? "Show values" : "Hide values";
    document.body.classList.toggle("hidden-values", this.hidden);
  }
}
