// The engine's answers in swap2: the stones to place, or the colour to take. The twin of
// brain/openings/swap2.py.

import { balance, scoreOf } from "./balance.js";
import { pointName } from "./board.js";
import { search } from "./search.js";

/**
 * @typedef {import("./engine.js").Engine} Engine
 * @typedef {import("./engine.js").Line} Line
 * @typedef {import("./engine.js").Position} Position
 * @typedef {{moves: string[], score: number, isStopped: boolean}} Choice without moves, take black
 */

/**
 * Return the moves to place after no, three or five stones: none to take black, one to take white.
 * @param {Engine} engine
 * @param {Position} position
 * @param {() => boolean} isStopped
 * @returns {Promise<{moves: string[]}>}
 */
export async function swap2(engine, position, isStopped) {
  const { USUAL_S, OPENING_STONES } = engine.data.constants, { length } = position.stones;
  const ms = USUAL_S * 1000;
  if (!length) return { moves: await opening(engine, position, ms, isStopped) };
  const moves = length === OPENING_STONES
    ? await afterThree(engine, position, ms, isStopped)
    : (await chosen(engine, position, ms, isStopped)).moves;
  return { moves };
}

/**
 * Return one of our openings under any symmetry; for a smaller board, make one.
 * @param {Engine} engine
 * @param {Position} position
 * @param {number} ms
 * @param {() => boolean} isStopped
 */
async function opening(engine, position, ms, isStopped) {
  const { openings, constants } = engine.data, { width, height, rule } = position;
  if (Math.min(width, height) < constants.LEAST_SIZE) return made(engine, position, ms, isStopped);
  const steps = new Int8Array(openings[rule]), number = below(steps.length / 6);
  const ours = steps.subarray(6 * number, 6 * number + 6);
  const [isSwapped, flipX, flipY] = [0, 1, 2].map(() => Math.random() < 0.5);
  return [0, 2, 4].map((at) => {
    let [dx, dy] = ours.subarray(at, at + 2);
    if (isSwapped) [dx, dy] = [dy, dx];
    const x = (width >> 1) + dx, y = (height >> 1) + dy;
    return pointName({ x: flipX ? width - 1 - x : x, y: flipY ? height - 1 - y : y });
  });
}

/**
 * Make an opening: a random stone in the middle third, and two that balance it.
 * @param {Engine} engine
 * @param {Position} position
 * @param {number} ms
 * @param {() => boolean} isStopped
 */
async function made(engine, position, ms, isStopped) {
  const columns = Math.floor(position.width / 3), rows = Math.floor(position.height / 3);
  const first = pointName({ x: columns + below(columns), y: rows + below(rows) });
  const { BLACK, WHITE } = engine.data.lexicon;
  const begun = /** @type {Position} */ ({ ...position, stones: [[first, BLACK]], turn: WHITE });
  return [first, ...(await balance(engine, begun, ms, isStopped)).moves];
}

/** @param {number} count */
function below(count) {
  return Math.floor(Math.random() * count);
}

/**
 * Return the answer to three stones. Choosing a colour gains its score minus an error margin, as
 * the other player knows the opening better. Placing two more stones loses the remaining imbalance,
 * as the other player chooses then.
 * @param {Engine} engine
 * @param {Position} position
 * @param {number} ms
 * @param {() => boolean} isStopped
 */
async function afterThree(engine, position, ms, isStopped) {
  const { DOUBT } = engine.data.constants;
  const choice = await chosen(engine, position, ms / 2, isStopped);
  if (choice.isStopped || Math.abs(choice.score) >= DOUBT) return choice.moves;
  const pair = await balance(engine, position, ms / 2, isStopped);
  const isBetter = Math.abs(choice.score) + Math.abs(pair.score) < DOUBT;
  return isBetter ? pair.moves : choice.moves;
}

/**
 * Return no moves if black is better, else white's best move; and white's score.
 * @param {Engine} engine
 * @param {Position} position
 * @param {number} ms
 * @param {() => boolean} isStopped
 * @returns {Promise<Choice>}
 */
async function chosen(engine, position, ms, isStopped) {
  /** @type {Line[]} */
  const seen = [];
  const report = (/** @type {Line} */ line) => seen.push(line);
  const result = await search(engine, position, { ms }, report, isStopped);
  const score = scoreOf(seen);
  return { moves: score < 0 ? [] : [result.move], score, isStopped: result.stopped };
}
