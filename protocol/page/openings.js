// Swap2, as the engine plays it: the stones that it places, or the colour that it takes.

import { pointName } from "./board.js";
import { search } from "./search.js";

/**
 * @typedef {import("./engine.js").Engine} Engine
 * @typedef {import("./engine.js").Position} Position
 */

const SWAP2_MS = 1500; // for the choice of a colour

/**
 * Return the moves that we place after none, three or five stones; none to take black. They are an
 * opening of our list, under any symmetry; or white's best move, where white is better.
 * @param {Engine} engine
 * @param {Position} position
 * @returns {Promise<{moves: string[]}>}
 */
export async function swap2(engine, position) {
  if (!position.stones.length) return { moves: opening(engine, position) };
  const { move, lines } = await search(engine, position, { ms: SWAP2_MS }, () => {}, () => false);
  return { moves: (lines[0]?.score ?? 0) < 0 ? [] : [move] };
}

/**
 * Return an opening of our list that fits the board, under a random symmetry.
 * @param {Engine} engine
 * @param {Position} position
 */
function opening({ data }, { width, height, rule }) {
  const steps = new Int8Array(data.openings[rule]), reach = Math.min(width, height) - 1 >> 1;
  const fitting = Array.from({ length: steps.length / 6 }, (_, index) =>
    steps.subarray(6 * index, 6 * index + 6))
    .filter((ours) => ours.every((step) => Math.abs(step) <= reach));
  const chosen = fitting[Math.floor(Math.random() * fitting.length)];
  const [isSwapped, flipX, flipY] = [0, 1, 2].map(() => Math.random() < 0.5);
  return [0, 2, 4].map((at) => {
    let [dx, dy] = chosen.subarray(at, at + 2);
    if (isSwapped) [dx, dy] = [dy, dx];
    return pointName({
      x: (width >> 1) + (flipX ? -dx : dx), y: (height >> 1) + (flipY ? -dy : dy),
    });
  });
}
