// The threats that a move makes: its fours and open threes, and what they are together.

import { DIRECTIONS, isFive, liesOf } from "./fives.js";
import { foulAt } from "./fouls.js";
import { pointName, pointNamed } from "./names.js";
import { RULES } from "./rules.js";

/** @typedef {import("../engine/engine.js").Position} Position */
/** @typedef {import("../view/board.js").Point} Point */
/** @typedef {"openFour" | "doubleFour" | "fourThree" | "doubleThree"} Fork a move that wins */
/** @typedef {{fours: number, threes: number, fork: Fork | ""}} Threats */

const REACH = 4, STRAIGHT = 5; // cells to the end of a row; between the fives of an open four

/**
 * Return the threats of a move.
 * @param {Position} position before it
 * @param {string} move
 * @param {number} colour
 * @returns {Threats}
 */
export function threatsOf(position, move, colour) {
  const { width, height, rule, stones } = position, lies = liesOf(position);
  const { x, y } = /** @type {Point} */ (pointNamed(move));
  /** @type {Position} */
  const after = { ...position, stones: [...stones, [move, colour]] };
  const isLegal = (/** @type {string} */ key) =>
    colour === 2 || !RULES[rule].fouls || !foulAt(after, key);
  let fours = 0, threes = 0, isOpen = false;
  for (const direction of DIRECTIONS) {
    const points = Array.from({ length: 2 * REACH + 1 }, (_, index) => index - REACH)
      .map((k) => ({ k, x: x + k * direction[0], y: y + k * direction[1] }))
      .filter((at) => at.k && at.x >= 0 && at.x < width && at.y >= 0 && at.y < height
        && !lies.has(pointName(at)));
    const fives = () => points.filter((at) => !lies.has(pointName(at))
      && isFive(lies, rule, colour, at, direction)).map(({ k }) => k);
    const isStraight = (/** @type {number[]} */ found) =>
      found.some((k) => found.includes(k + STRAIGHT));
    const before = fives();
    lies.set(move, colour);
    const found = fives().filter((k) => !before.includes(k));
    if (isStraight(found)) isOpen = true;
    fours += found.length && !isStraight(found) ? found.length : Math.min(found.length, 1);
    const isThree = !found.length && points.some((at) => {
      const key = pointName(at);
      lies.set(key, colour);
      const opened = fives();
      lies.delete(key);
      return isStraight(opened) && isLegal(key);
    });
    threes += Number(isThree);
    lies.delete(move);
  }
  const fork = fours > 1 ? "doubleFour" : fours && threes ? "fourThree" : isOpen ? "openFour"
    : threes > 1 ? "doubleThree" : "";
  return { fours, threes, fork };
}
