// The cells of an opening: equal ones by a symmetry of the stones, and distances from the centre.
// The twin of the same in brain/openings/procedures.py.

import { pointName, pointNamed } from "./names.js";

/** @typedef {import("../view/board.js").Point} Point */
/** @typedef {import("../engine/engine.js").Stone} Stone */
/** @typedef {(name: string) => string} Image of a cell */

/**
 * Return the symmetries of a board that keep its stones, as functions of a cell's name.
 * @param {Stone[]} stones
 * @param {number} width
 * @param {number} height
 */
function symmetriesOf(stones, width, height) {
  const all = Array.from({ length: width === height ? 8 : 4 }, (_, number) =>
    (/** @type {string} */ name) => {
      let { x, y } = /** @type {Point} */ (pointNamed(name));
      if (number & 4) [x, y] = [y, x];
      return pointName({
        x: number & 1 ? width - 1 - x : x, y: number & 2 ? height - 1 - y : y,
      });
    });
  const present = new Set(stones.map(String));
  return all.filter((image) =>
    stones.every(([name, colour]) => present.has(String([image(name), colour]))));
}

/**
 * Return the cells of a board, row by row.
 * @param {number} width
 * @param {number} height
 */
export function allCells(width, height) {
  return Array.from({ length: width * height }, (_, at) =>
    pointName({ x: at % width, y: Math.floor(at / width) }));
}

/**
 * Return whether two cells are equal by a symmetry of the stones.
 * @param {string} one
 * @param {string} other
 * @param {Stone[]} stones
 * @param {number} width
 * @param {number} height
 */
export function isSameCell(one, other, stones, width, height) {
  return symmetriesOf(stones, width, height).some((image) => image(one) === other);
}

/**
 * Return the empty cells of which none equals another by symmetry.
 * @param {Stone[]} stones
 * @param {number} width
 * @param {number} height
 */
export function distinctCells(stones, width, height) {
  const own = symmetriesOf(stones, width, height);
  const seen = new Set(stones.map(([name]) => name));
  return allCells(width, height).filter((name) => {
    const isNew = !seen.has(name);
    if (isNew) for (const image of own) seen.add(image(name));
    return isNew;
  });
}

/**
 * Return a cell's distance from the centre along the longer axis.
 * @param {string} name
 * @param {number} width
 * @param {number} height
 */
export function distanceOf(name, width, height) {
  const { x, y } = /** @type {Point} */ (pointNamed(name));
  return Math.max(Math.abs(x - (width >> 1)), Math.abs(y - (height >> 1)));
}
