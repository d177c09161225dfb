// What the server's position databases have of a position: its value and comment, and its moves.

import { make } from "../elements.js";
import { nameOf, page, words } from "../state/state.js";
import { filled } from "../words/words.js";

/** @typedef {import("../engine/engine.js").StoredEntry} StoredEntry */

/** Return the parts of the page, except in a game against Tengen, where they would be hints. */
export function storedParts() {
  const { node, engines, isAnalysing, lessons, proof, task } = page, found = node.look?.stored;
  const isOpen = !lessons && !proof && (!engines.length || isAnalysing) && task !== "reviewing";
  if (!found || !isOpen) return [];
  const { moves, move: best, comment } = found;
  const own = [rateText(found), found.label].filter(Boolean);
  const others = best && !moves.some(({ move }) => move === best) ? [{ move: best }] : [];
  if (!own.length && !comment && !moves.length && !others.length) return [];
  return [
    make("h3", {}, [words().stored, ...own].join(" · ")),
    ...(comment ? [make("p", { class: "comment" }, comment)] : []),
    make("table", {}, make("tbody", {}, ...[...others, ...moves].map((entry) =>
      storedRow(entry, entry.move === best)))),
  ];
}

/**
 * @param {Partial<StoredEntry> & {move: string}} entry
 * @param {boolean} isBest whether it is the move to play
 */
function storedRow(entry, isBest) {
  const { move, label, comment } = entry, rate = rateText(entry);
  const button = make("button", { type: "button", "data-play": move }, nameOf(move));
  const text = [isBest ? "★" : "", label, comment].filter(Boolean).join(" ");
  return make("tr", { "data-line": move },
    make("td", {}, button),
    make("td", {}, ...(rate ? [make("span", { class: "rate" }, rate)] : [])),
    make("td", { title: text }, text));
}

/**
 * Return a value for the side to move, "" without one.
 * @param {Partial<StoredEntry>} entry
 */
function rateText({ mate, win_rate: rate }) {
  if (mate) return filled(mate > 0 ? words().winIn : words().lossIn, { count: Math.abs(mate) });
  return typeof rate === "number" ? `${(rate * 100).toFixed(1)} %` : "";
}
