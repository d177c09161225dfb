// The lines of an analysis, in the table and as marks on the board.

import { fill } from "./display-parts.js";
import { storedParts } from "./display-stored.js";
import { $, make } from "../elements.js";
import { pointNamed } from "../game/names.js";
import { BLUNDER, chance, SLIP } from "../game/review.js";
import { reasonText } from "../state/reasons.js";
import { isUnchecked, nameOf, page, settings, words } from "../state/state.js";
import { filled } from "../words/words.js";

/** @typedef {import("./board.js").Point} Point */
/** @typedef {import("../engine/engine.js").Line} Line */

const EQUAL = 0.02; // win rate that a move may lose and still count as best

/**
 * Return the lines to show: those of the think, or else of an earlier analysis or a review.
 * @returns {import("../game/lessons.js").TriedLine[]}
 */
function linesShown() {
  const { node, lines, engines, reviewed, lessons } = page;
  if (lessons) return !lines.length && node === lessons.question ? lessons.lines() : lines;
  const isTold = !engines.length || reviewed.includes(node);
  const isKept = !lines.length && node.line?.line.length && isTold;
  return isKept ? [/** @type {Line} */ (node.line)] : lines;
}

/** Return the moves of the line under the pointer, up to the move under it. */
export function pointedMoves() {
  const at = page.pointed?.isConnected ? page.pointed : null;
  const part = (/** @type {string} */ kind) =>
    /** @type {HTMLElement | null} */ (at?.closest(`[data-${kind}]`) ?? null);
  const moves = part("line")?.dataset.line?.split(" ") ?? [];
  return moves.slice(0, Number(part("upto")?.dataset.upto ?? moves.length));
}

/** Return the marks of the analysis: the best moves with the mover's chances in percent. */
export function marks() {
  if (page.task === "thinking" || page.task === "judging") return [];
  const lines = linesShown(), best = bestOf(lines);
  return lines.filter(({ line }) => line.length).map((line) => ({
    .../** @type {Point} */ (pointNamed(line.line[0])),
    text: String(Math.round(chance(line) * 100)),
    kind: `${gradeOf(line, best)}${line.mate ? " proved" : ""}`,
  }));
}

/**
 * Return the best line, which an open lesson does not list.
 * @param {Line[]} lines
 */
const bestOf = (lines) => (page.lessons && page.node.line) || lines[0];

/**
 * Return the grade of a line's move, by the win rate that it loses against the best. A move that a
 * lesson rejects is at least a slip.
 * @param {import("../game/lessons.js").TriedLine} line
 * @param {Line} best
 */
function gradeOf(line, best) {
  const loss = Math.max(chance(best) - chance(line), line.isBad ? SLIP : 0);
  return loss < EQUAL ? "best" : loss < SLIP ? "good" : loss < BLUNDER ? "slip" : "blunder";
}

/** @param {number} plies to a mate, negative if it is a loss */
const mateText = (plies) =>
  filled(plies > 0 ? words().winIn : words().lossIn, { count: Math.abs(plies) });

export function showTable() {
  const lines = linesShown(), text = words();
  const isShown = lines.length > 0 && !/thinking|judging/.test(page.task);
  $("table").style.setProperty("--rows", String(settings.lines)); // reserve space for all lines
  const buttons = () => [...$("table").querySelectorAll("button")];
  const focused = buttons().findIndex((button) => button === document.activeElement);
  fill($("table"), isShown
    ? make("table", {}, make("tbody", {}, ...lines.filter(({ line }) => line.length)
      .map((line) => lineRow(line, gradeOf(line, bestOf(lines))))))
    : make("p", { class: "empty" }, noLinesText()), ...storedParts());
  if (focused >= 0) buttons()[focused]?.focus(); // a row with another move is new
  $("reason").textContent = /thinking|judging/.test(page.task) ? "" : reasonText(lines[0]);
  const best = lines[0];
  const short = (/** @type {number} */ count) =>
    count.toLocaleString(settings.language, { notation: "compact", maximumSignificantDigits: 3 });
  const depths = best ? [best.depth, Math.max(best.depth, best.selective_depth)] : [];
  $("speed").textContent = best?.nodes && isShown ? filled(text.depth, {
    depth: [...new Set(depths)].join("–"),
    nodes: short(best.nodes), speed: short(best.nodes / Math.max(best.ms, 1) * 1000),
  }) : "";
}

/** Return the text shown without lines. */
function noLinesText() {
  const text = words(), { certificate, proof, node, reviewed } = page;
  if (page.lessons || page.task === "reviewing") return "";
  if (isUnchecked()) return text.proofChecking;
  if (proof && certificate) {
    const { turn: colour, plies: count, nodes } = certificate;
    const written = nodes.toLocaleString(settings.language);
    return filled(text.proofHolds, { colour, count, nodes: written });
  }
  if (node.look?.is_over) return reviewed.length ? text.overReviewed : text.overLines;
  return proof ? filled(text.proofHelp, { colour: proof }) : text.noLines;
}

/**
 * @param {import("../game/lessons.js").TriedLine} line
 * @param {string} grade
 */
function lineRow(line, grade) {
  const [move] = line.line;
  const rate = line.mate ? mateText(line.mate) : `${(chance(line) * 100).toFixed(1)} %`;
  const label = `${nameOf(move)}, ${rate}`;
  const button = make("button", {
    type: "button", "data-play": move, "aria-label": label,
  }, nameOf(move));
  const moves = line.line.slice(1).flatMap((move, index) =>
    [make("span", { class: "move", "data-upto": String(index + 2) }, nameOf(move)), " "]);
  return make("tr", { "data-line": line.line.join(" ") },
    make("td", {}, button), make("td", {}, make("span", {
      class: `rate ${grade}`,
      title: line.mate ? "" : `${line.score > 0 ? "+" : ""}${line.score}`,
    }, rate)),
    make("td", {}, ...moves));
}
