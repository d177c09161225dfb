// Checks of plain data that the browser kept: it may be damaged.

import { pointNamed } from "./names.js";
import { SIDES } from "./reading.js";
import { RULES } from "./rules.js";

/** @typedef {import("./tree.js").PlainGame} PlainGame */

const LINE_NUMBERS = /** @type {const} */ ([
  "rank", "depth", "selective_depth", "score", "mate", "win_rate", "nodes", "ms",
]);

export const isColour = (/** @type {unknown} */ colour) => colour === 1 || colour === 2;

/**
 * Return whether a line has all its numbers, and only cells of the board.
 * @param {any} line
 * @param {(cell: string) => boolean} isCell
 */
export const isLine = (line, isCell) =>
  LINE_NUMBERS.every((name) => Number.isFinite(line[name])) && Array.isArray(line.line)
  && line.line.every(isCell);

/**
 * Return a plain game without the parts that are damaged; throw an error if its position is.
 * @param {PlainGame} plain
 * @returns {PlainGame}
 */
export function checked(plain) {
  const { width, height, rule, stones, walls, turn, players, clock, nodes, shown } = plain;
  const isCell = (/** @type {unknown} */ key) => {
    const point = pointNamed(String(key));
    return !!point && point.x < width && point.y < height;
  };
  const isSide = (/** @type {number} */ side) =>
    Number.isInteger(side) && side >= SIDES[0] && side <= SIDES[1];
  const taken = [...walls, ...stones.map(([key]) => key)];
  const isSound = isSide(width) && isSide(height) && Object.hasOwn(RULES, rule)
    && stones.every(([, colour]) => isColour(colour)) && isColour(turn)
    && taken.every(isCell) && new Set(taken).size === taken.length;
  if (!isSound) throw new RangeError("the position is not possible");
  const named = (/** @type {number} */ colour) => String(players?.[colour] ?? "");
  return {
    width, height, rule, stones, walls, turn, shown, players: { 1: named(1), 2: named(2) },
    clock: clock && clock.main >= 0 && clock.increment >= 0 ? clock : null,
    nodes: nodes.map(({ move, parent, comment, shapes, spent, line, proved, late }) => ({
      move, parent, comment: String(comment ?? ""),
      ...(Array.isArray(shapes) && shapes.every((ends) => ends.length === 2 && ends.every(isCell))
        ? { shapes } : {}),
      ...(Number.isFinite(spent) ? { spent } : {}),
      ...(line && isLine(line, isCell) ? { line } : {}),
      ...(isColour(proved) ? { proved } : {}),
      ...(isColour(late) ? { late } : {}),
    })),
  };
}
