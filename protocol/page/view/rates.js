// The graph of the game as a table: Black's chances after every move.

import { fill, slipSigns } from "./display-parts.js";
import { $, make } from "../elements.js";
import { nameOf, words } from "../state/state.js";

/** @typedef {import("./graph.js").GraphPoint & {move: string}} RatedMove */

/**
 * Fill the table if it is open; hide it without a graph.
 * @param {RatedMove[]} points
 */
export function showRates(points) {
  const known = points.filter(({ rate }) => rate !== undefined), text = words();
  const box = /** @type {HTMLDetailsElement} */ ($("rates"));
  box.hidden = known.length < 2;
  if (box.hidden || !box.open) return;
  const head = ["#", text.moves, text.course].map((title) =>
    make("th", { scope: "col" }, title));
  fill($("rates-table"), make("thead", {}, make("tr", {}, ...head)),
    make("tbody", {}, ...known.map(({ ply, move, rate, mistake }) => {
      return make("tr", {}, make("td", {}, String(ply)),
        make("th", { scope: "row" }, ply ? nameOf(move) : "–", ...slipSigns(mistake ?? "")),
        make("td", {}, `${Math.round(100 * Number(rate))} %`));
    })));
}
