// Whether a stone makes five by the rule: the twin of brain/rules/fives.py.

import { pointName, pointNamed } from "./names.js";
import { RULES } from "./rules.js";

/** @typedef {import("../engine/engine.js").Position} Position */
/** @typedef {import("../view/board.js").Point} Point */
/** @typedef {Map<string, number>} Lies the colour of every cell with a stone, 0 for a wall */

export const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

/**
 * Return what lies on a position's cells.
 * @param {Position} position
 * @returns {Lies}
 */
export const liesOf = ({ stones, walls }) =>
  new Map([...stones, .../** @type {[string, number][]} */ (walls.map((wall) => [wall, 0]))]);

/**
 * Return whether a stone on an empty cell makes five in a direction.
 * @param {Lies} lies
 * @param {number} rule
 * @param {number} colour
 * @param {Point} point
 * @param {number[]} direction
 */
export function isFive(lies, rule, colour, { x, y }, [dx, dy]) {
  const [isExact, isCapped] = RULES[rule].laws[colour - 1];
  const at = (/** @type {number} */ k) => lies.get(pointName({ x: x + k * dx, y: y + k * dy }));
  let last = 1, first = -1;
  while (at(last) === colour) last++;
  while (at(first) === colour) first--;
  const length = last - first - 1;
  const isShut = [first, last].every((end) => at(end) === 3 - colour);
  return length === 5 ? !(isCapped && isShut) : length > 5 && !isExact;
}

/**
 * Return the empty cells on which a colour makes five.
 * @param {Position} position
 * @param {number} colour
 */
export function fivePoints(position, colour) {
  const { width, height, rule } = position, lies = liesOf(position);
  const makesFive = (/** @type {string} */ key) => DIRECTIONS.some((direction) =>
    isFive(lies, rule, colour, /** @type {Point} */ (pointNamed(key)), direction));
  return Array.from({ length: width * height }, (_, cell) =>
    pointName({ x: cell % width, y: Math.floor(cell / width) }))
    .filter((key) => !lies.has(key) && makesFive(key));
}
