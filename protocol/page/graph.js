// The graph of a game: Black's win rate after every move, with the mistakes of a review.

import { shape } from "./board.js";

/**
 * @typedef {{ply: number, rate: number | undefined, mistake?: string}} GraphPoint
 *   `rate` is Black's win rate, 0 to 1
 */

const GRAPH_WIDTH = 400, GRAPH_HEIGHT = 96;
const MARGIN = 6; // above and below, so that no dot is clipped

/**
 * Return the graph as an SVG element; a click calls `choose` with the ply.
 * @param {GraphPoint[]} points
 * @param {number} present ply
 * @param {string} label
 */
export function graphOf(points, present, label) {
  const last = Math.max(1, points.length - 1);
  const x = (/** @type {number} */ ply) => ply / last * GRAPH_WIDTH;
  const y = (/** @type {number} */ rate) => (1 - rate) * (GRAPH_HEIGHT - 2 * MARGIN) + MARGIN;
  const known = points.filter(({ rate }) => rate !== undefined);
  const line = known.map(({ ply, rate }, index) =>
    `${index ? "L" : "M"}${x(ply).toFixed(1)} ${y(Number(rate)).toFixed(1)}`).join("");
  const area = known.length > 1
    ? `${line}L${x(known[known.length - 1].ply)} ${GRAPH_HEIGHT}`
      + `L${x(known[0].ply)} ${GRAPH_HEIGHT}Z` : "";
  return shape("svg", {
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
}
