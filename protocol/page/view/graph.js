// The graph of a game: Black's win rate after every move, with the mistakes of a review.

import { shape } from "./board.js";
import { make } from "../elements.js";

/**
 * @typedef {{ply: number, rate: number | undefined, mistake?: "slip" | "blunder"}} GraphPoint
 *   `rate` is Black's win rate, 0 to 1
 */

const GRAPH_WIDTH = 400, GRAPH_HEIGHT = 96;
const MARGIN = 6; // on all sides, so that no dot is clipped

const RATES = ["100 %", "50", "0"]; // of the scale, from the top
const STEPS = [1, 2, 5, 10, 20, 50]; // plies between two numbers below the graph
const MOST_NUMBERS = 8;

/**
 * Return the graph with its scales.
 * @param {GraphPoint[]} points
 * @param {number} present ply
 * @param {string} label
 */
export function graphOf(points, present, label) {
  const last = Math.max(1, points.length - 1);
  const x = (/** @type {number} */ ply) => ply / last * (GRAPH_WIDTH - 2 * MARGIN) + MARGIN;
  const y = (/** @type {number} */ rate) => (1 - rate) * (GRAPH_HEIGHT - 2 * MARGIN) + MARGIN;
  const known = points.filter(({ rate }) => rate !== undefined);
  const line = known.map(({ ply, rate }, index) =>
    `${index ? "L" : "M"}${x(ply).toFixed(1)} ${y(Number(rate)).toFixed(1)}`).join("");
  const area = known.length > 1
    ? `${line}L${x(known[known.length - 1].ply)} ${GRAPH_HEIGHT}`
      + `L${x(known[0].ply)} ${GRAPH_HEIGHT}Z` : "";
  const step = STEPS.find((plies) => last / plies <= MOST_NUMBERS) ?? STEPS[STEPS.length - 1];
  const plies = points.map(({ ply }) => ply).filter((ply) => ply % step === 0);
  const picture = shape("svg", {
    viewBox: `0 0 ${GRAPH_WIDTH} ${GRAPH_HEIGHT}`, preserveAspectRatio: "none", role: "img",
    "aria-label": label,
  },
  shape("path", { class: "area", d: area }),
  shape("path", { class: "middle", d: `M0 ${GRAPH_HEIGHT / 2}H${GRAPH_WIDTH}` }),
  shape("path", { class: "now", d: `M${x(present)} 0V${GRAPH_HEIGHT}` }),
  shape("path", { class: "rate", d: line }),
  ...known.filter(({ mistake }) => mistake).map(({ ply, rate, mistake }) =>
    shape("path", {
      class: `mistake ${mistake}`,
      d: `M${x(ply)} ${y(/** @type {number} */ (rate))}h.01`,
    })));
  const hidden = { "aria-hidden": "true" };
  return make("div", { class: "plot" },
    make("div", { class: "rates", ...hidden }, ...RATES.map((rate) => make("span", {}, rate))),
    picture,
    make("div", { class: "plies", ...hidden }, ...plies.map((ply) =>
      make("span", { style: `left: ${100 * x(ply) / GRAPH_WIDTH}%` }, String(ply)))));
}

/**
 * Return the ply at a part of the graph's width, 0 to 1.
 * @param {number} part
 * @param {number} last ply
 */
export function plyAt(part, last) {
  const ply = (part * GRAPH_WIDTH - MARGIN) / (GRAPH_WIDTH - 2 * MARGIN) * last;
  return Math.min(Math.max(Math.round(ply), 0), last);
}
