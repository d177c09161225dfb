// Whether a stone makes five by the rule: the twin of brain/rules/fives.py.

import { pointName, pointNamed } from "./names.js";
import { RULES } from "./rules.js";

/** @typedef {import("../engine/engine.js").Position} Position */

const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

/**
 * Return the empty cells on which a colour makes five.
 * @param {Position} position
 * @param {number} colour
 */
export function fivePoints({ width, height, rule, stones, walls }, colour) {
  const [isExact, isCapped] = RULES[rule].laws[colour - 1];
  const lies = new Map(stones);
  for (const wall of walls) lies.set(wall, 0);
  const at = (/** @type {number} */ x, /** @type {number} */ y) => lies.get(pointName({ x, y }));
  const isFive = (/** @type {string} */ key) => {
    const { x, y } = /** @type {import("../view/board.js").Point} */ (pointNamed(key));
    return DIRECTIONS.some(([dx, dy]) => {
      let last = 1, first = -1;
      while (at(x + last * dx, y + last * dy) === colour) last++;
      while (at(x + first * dx, y + first * dy) === colour) first--;
      const length = last - first - 1;
      const isShut = [first, last].every((end) => at(x + end * dx, y + end * dy) === 3 - colour);
      return length === 5 ? !(isCapped && isShut) : length > 5 && !isExact;
    });
  };
  return Array.from({ length: width * height }, (_, cell) =>
    pointName({ x: cell % width, y: Math.floor(cell / width) }))
    .filter((key) => !lies.has(key) && isFive(key));
}
