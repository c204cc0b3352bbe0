// The history of values: a chart by ply, for seat 0, and a list of the moves.

import { el, refill, svg } from "pp/dom";
import { chip } from "pp/moves";
import { LETTERS, away, counted, forSeat0, judged, label, plies, seatName, tally, worth } from "pp/words";

const [LEFT, TOP, BAND, BOTTOM] = [58, 8, 46, 22];
const [NARROW, WIDE] = [260, 760];
const MARKS = { mistake: "?", blunder: "??", slow: "" };
const SIGNS = { win: "M0-5A5 5 0 1 1 0 5A5 5 0 1 1 0-5Z", draw: "M-4.5-4.5h9v9h-9Z", loss: "M0-6L6 0L0 6L-6 0Z" };

/** Draws both; `goTo` is called with a ply that is clicked. If values are hidden, only the list of moves. */
export function drawHistory({ chart, list, play, facts, hidden, goTo }) {
  const wide = Math.min(WIDE, Math.max(NARROW, list.clientWidth));
  chart.replaceChildren(...(hidden || play.steps.length < 2 || !play.steps.some(isKnown) ? [] : [picture(play, facts, goTo, wide)]));
  chart.hidden = chart.childElementCount === 0;
  refill(list, play.steps.map((step, ply) => entry(play, facts, step, ply, hidden, goTo)));
  const current = list.querySelector("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}

// --- the list: the chart in words --------------------------------------------

function entry(play, facts, step, ply, hidden, goTo) {
  const before = play.steps[ply - 1];
  const verdict = ply === 0 || hidden ? "" : judged(before, step);
  const current = ply === play.at;
  const value = hidden ? "" : `; ${worth(facts, step)}`;
  const mover = ply === 0 ? "" : `${seatName(facts, before.seat)}: `;
  return el(
    "li", { class: ply > play.at ? "undone" : false },
    el(
      "button",
      {
        type: "button", class: `ply ${verdict}`.trim(), "data-key": `ply ${ply}`,
        "aria-current": current ? "step" : false, click: () => goTo(ply),
        "aria-label": `${ply}. ${mover}${ply === 0 ? "beginning" : step.move}${verdict ? `, ${verdict}` : ""}${value}`,
      },
      el("span", { class: "number" }, String(ply)),
      ply === 0 ? "" : el("span", { class: `seat seat${before.seat ?? 0}` }),
      el("span", { class: "name" }, ply === 0 ? "start" : step.move),
      verdict && verdict !== "slow" ? el("span", { class: "flaw" }, MARKS[verdict]) : "",
      hidden ? "" : tail(facts, before, step),
    ),
  );
}

/** The value of the move for the player who made it; of the start, its value. */
function tail(facts, before, step) {
  if (step.points !== undefined) return el("span", { class: "quiet" }, tally(facts, step.points));
  if (step.move === null) return step.value ? chip(step.value, shortLabel(step), "small") : "";
  if (step.label !== undefined) return chip(step.after, step.label, "small");
  return step.after ? chip(step.after, label(step.after, away(step)), "small") : "";
}

const shortLabel = (step) => (step.whole === false ? LETTERS[step.value] : label(step.value, step.remoteness));

const isKnown = (step) => Boolean(step.value) && (step.points === undefined || step.terminal || step.score !== undefined);

// --- the chart -------------------------------------------------------------------------------

function picture(play, facts, goTo, wide) {
  const { steps, at } = play;
  const scored = steps[0].points !== undefined;
  const shape = scored ? scale(steps, facts, wide) : bands(steps, facts, wide);
  const step = (wide - LEFT - 14) / Math.max(steps.length - 1, 8);
  const x = (ply) => LEFT + ply * step;
  const low = TOP + shape.high + 9; // below the bands, where nothing is known
  const spots = steps.map((one, ply) => [x(ply), isKnown(one) ? shape.y(one) : low]);
  const trace = spots.filter((_, ply) => isKnown(steps[ply]));
  const high = TOP + shape.high + BOTTOM + (steps.every(isKnown) ? 0 : 12);
  const drawing = svg(
    "svg",
    { class: "history", viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": summary(play, facts) },
    shape.back,
    svg("path", { class: "trace", d: trace.length ? `M${trace.map((spot) => spot.map((n) => n.toFixed(1)).join(" ")).join("L")}` : "" }),
    svg("line", { class: "now", x1: x(at), x2: x(at), y1: TOP, y2: TOP + shape.high }),
    numbers(steps.length, x, high, wide),
  );
  steps.forEach((one, ply) => drawing.append(mark(steps, ply, spots[ply], { at, step, facts, goTo, high })));
  return drawing;
}

/** The three results as bands; a point is farther from the middle if the end is nearer. */
function bands(steps, facts, wide) {
  const most = Math.max(...steps.map((one) => one.remoteness ?? 0), 1);
  const near = (one) => 1 - (one.remoteness ?? most) / most;
  const alone = facts.players === 1;
  const [one, other] = facts.numbered ? facts.seats : ["First", "Second"];
  const names = alone ? ["Solvable", "", "Not"] : [one, "Draw", other];
  const values = ["win", "draw", "loss"];
  const back = svg("g", {}, names.flatMap((name, i) => [
    svg("rect", {
      class: `band ${values[i]}`, x: LEFT, y: TOP + i * BAND, width: wide - LEFT, height: BAND,
    }),
    svg("text", { x: LEFT - 8, y: TOP + i * BAND + BAND / 2 + 4, "text-anchor": "end" }, name),
  ]));
  const y = (one) => {
    const i = values.indexOf(forSeat0(one));
    const middle = TOP + (i + 0.5) * BAND;
    return middle + (i - 1) * (near(one) - 0.5) * (BAND - 16);
  };
  return { back, y, high: 3 * BAND };
}

/** A scale of points: the lead of seat 0 at the end of perfect play. */
function scale(steps, facts, wide) {
  const ends = steps.filter(isKnown).map((one) => ahead(one, facts));
  const most = Math.max(...ends.map(Math.abs), 1);
  const high = 3 * BAND;
  const y = (end) => TOP + high / 2 - (end / most) * (high / 2 - 10);
  const tick = (end, name) => [
    svg("line", { class: "rule", x1: LEFT, x2: wide, y1: y(end), y2: y(end) }),
    svg("text", { x: LEFT - 8, y: y(end) + 4, "text-anchor": "end" }, name),
  ];
  const back = svg("g", {}, [
    svg("rect", { class: "band win", x: LEFT, y: TOP, width: wide - LEFT, height: high / 2 }),
    svg("rect", { class: "band loss", x: LEFT, y: TOP + high / 2, width: wide - LEFT, height: high / 2 }),
    ...tick(most, `+${counted(facts, most)}`), ...tick(0, "0"), ...tick(-most, `−${counted(facts, most)}`),
  ]);
  return { back, y: (one) => y(ahead(one, facts)), high };
}

/** The lead of seat 0 at the end of perfect play from a step. */
export function ahead(step, facts) {
  const [one, other] = step.points;
  if (facts.players === 1) return one + (step.terminal ? 0 : step.score);
  if (step.terminal) return one - other;
  return one - other + (step.seat === 1 ? -step.score : step.score);
}

function mark(steps, ply, [x, y], { at, step, facts, goTo, high }) {
  const one = steps[ply];
  const verdict = ply === 0 ? "" : judged(steps[ply - 1], one);
  const bad = verdict === "mistake" || verdict === "blunder";
  const value = isKnown(one) ? forSeat0(one) : "open";
  const many = steps.length > 60;
  return svg(
    "g", { class: `spot ${value} ${verdict}${ply === at ? " here" : ""}`, "data-ply": ply, click: () => goTo(ply) },
    svg("title", {}, `${ply}. ${one.move ?? "start"}${bad ? ` (${verdict})` : ""}: ${worth(facts, one)}`),
    svg("rect", { class: "reach", x: x - step / 2, y: 0, width: step, height: high }),
    value === "open" ? svg("text", { class: "open", x, y: y + 4, "text-anchor": "middle" }, "?") : "",
    value === "open" || (many && !bad && ply !== at) ? "" : svg("path", { class: "dot", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, d: SIGNS[value] }),
    bad ? svg("g", { class: "flaw", transform: `translate(${x.toFixed(1)} ${(y > TOP + 24 ? y - 18 : y + 20).toFixed(1)})` },
      svg("path", { d: "M0 -9L10 8L-10 8Z" }), svg("text", { y: 6, "text-anchor": "middle" }, "!")) : "",
  );
}

function numbers(count, x, high, wide) {
  const every = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((n) => count / n <= wide / 40) ?? 1000;
  const marks = [];
  for (let ply = 0; ply < count; ply += every) {
    marks.push(svg("text", { x: x(ply), y: high - 6, "text-anchor": "middle" }, String(ply)));
  }
  return svg("g", { class: "numbers" }, marks);
}

/** A summary of the chart for screen readers. */
function summary(play, facts) {
  const flaws = play.steps.flatMap((step, ply) => {
    const verdict = ply === 0 ? "" : judged(play.steps[ply - 1], step);
    return verdict === "mistake" || verdict === "blunder" ? [`${verdict} at ply ${ply}, ${step.move}`] : [];
  });
  const mistakes = flaws.length ? flaws.join("; ") : "no mistake";
  return `Value by ply, ${plies(play.moves.length)}: ${mistakes}. Now: ${worth(facts, play.step)}.`;
}
