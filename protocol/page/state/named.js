// The 26 openings of renju, with their names, from the page's data. The twin of
// brain/openings/named_openings.py.

import { pointName, pointNamed } from "../game/names.js";
import { $ } from "../elements.js";
import { settings } from "./state.js";

/** @typedef {import("../engine/engine.js").Stone} Stone */
/** @typedef {[number, number]} Step columns and rows from the centre */
/**
 * @typedef {object} NamedOpening
 * @property {string} code such as "D4"
 * @property {Record<string, string>} names by language; the others use the English name
 * @property {Step[]} steps its stones
 */

const SECOND = /** @type {Record<string, Step>} */ ({ D: [0, -1], I: [1, -1] });
export const OPENINGS = /** @type {NamedOpening[]} */ (
  (JSON.parse($("openings").textContent || "{}").named ?? []).map(namedOpening));
const SYMMETRIES = Array.from({ length: 8 }, (_, number) =>
  [number & 1 ? -1 : 1, number & 2 ? -1 : 1, number & 4]);

/**
 * @param {[string, string, string, string, string, Step]} fields as in Python
 * @returns {NamedOpening}
 */
function namedOpening([code, en, simplified, traditional, ja, third]) {
  const names = { en, "zh-CN": simplified, "zh-TW": traditional, ja };
  return { code, names, steps: [[0, 0], SECOND[code[0]], third] };
}

/** @param {NamedOpening} opening */
export function openingTitle({ code, names }) {
  return `${code} ${names[settings.language] ?? names.en}`;
}

/**
 * Return the moves of an opening.
 * @param {NamedOpening} opening
 * @param {number} width
 * @param {number} height
 */
export function openingMoves({ steps }, width, height) {
  return steps.map(([dx, dy]) => pointName({ x: (width >> 1) + dx, y: (height >> 1) + dy }));
}

/**
 * Return the opening that the first three stones are under a symmetry, undefined for none.
 * @param {Stone[]} stones
 * @param {number} width
 * @param {number} height
 */
export function openingOf(stones, width, height) {
  const first = stones.slice(0, 3);
  if (first.map(([, colour]) => colour).join("") !== "121") return undefined;
  const steps = first.map(([name]) => {
    const { x, y } = /** @type {import("../view/board.js").Point} */ (pointNamed(name));
    return [x - (width >> 1), y - (height >> 1)];
  });
  const images = SYMMETRIES.map(([flipX, flipY, isSwapped]) =>
    String(steps.map(([x, y]) => (isSwapped ? [flipX * y, flipY * x] : [flipX * x, flipY * y]))));
  return OPENINGS.find((opening) => images.includes(String(opening.steps)));
}
