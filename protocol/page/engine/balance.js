// Balance: searches for one or two stones after which neither side is better. The twin of
// brain/openings/balance.py, for an even score.
//
// A short search screens every candidate. The half nearest to even is searched again with twice the
// nodes, until one candidate is left or the time is up.
//
// Karnin, Koren and Somekh, Almost optimal exploration in multi-armed bandits, 2013 (sequential
// halving)

import { pointName, pointNamed } from "../game/names.js";
import { breath, search } from "./search.js";

/**
 * @typedef {import("./engine.js").Engine} Engine
 * @typedef {import("./engine.js").Line} Line
 * @typedef {import("./engine.js").Position} Position
 * @typedef {import("./engine.js").Stone} Stone
 * @typedef {{moves: string[], score: number}} Balanced `score` is for the side of the first stone,
 *   infinite if it is a mate or unknown
 * @typedef {{ms: number, stones?: number, barred?: string[]}} Wanted two stones unless given
 * @typedef {{engine: Engine, position: Position, began: number, ms: number, spent: number,
 *   stones: number, barred: string[], isStopped: () => boolean}} Task `spent` counts nodes
 */

/**
 * Return stones, the first of the side to move, after which the score is nearest to even; none if
 * no cell is free.
 * @param {Engine} engine
 * @param {Position} position
 * @param {Wanted} wanted
 * @param {() => boolean} isStopped
 * @returns {Promise<Balanced>}
 */
export async function balance(engine, position, { ms, stones = 2, barred = [] }, isStopped) {
  const began = performance.now();
  const task = { engine, position, ms, stones, barred, isStopped, began, spent: 0 };
  let best = await screened(task);
  best = best.slice(0, width(task));
  while (best.length > 1 && !isOver(task)) {
    best = (await searchedAgain(task, best)).slice(0, (best.length + 1) >> 1);
  }
  return best[0] ?? { moves: [], score: Infinity };
}

/**
 * Return the mean score of the last two iterations, or the last score if it is a mate; 0 without
 * iterations. The mean of two, because each iteration favours the side that moves last in it.
 * @param {Line[]} seen
 */
export function scoreOf(seen) {
  const last = seen.slice(-2), newest = last.at(-1);
  if (!newest || newest.mate) return newest?.score ?? 0;
  return last.reduce((sum, { score }) => sum + score, 0) / last.length;
}

// The limits.

/**
 * Return whether the search must end or has used `share` of its time.
 * @param {Task} task
 * @param {number} [share]
 */
function isOver({ began, ms, isStopped }, share = 1) {
  return isStopped() || performance.now() - began >= ms * share;
}

/**
 * Return the nodes left in the time, at the speed so far.
 * @param {Task} task
 */
function nodesLeft({ began, ms, spent }) {
  const gone = performance.now() - began;
  return Math.max(1, Math.floor((ms - gone) * (spent + 1) / gone));
}

/**
 * Return the number of candidates, a power of two, that can be halved to one in the time if every
 * round searches each for SHORTEST nodes.
 * @param {Task} task
 */
function width(task) {
  const { WIDEST, SHORTEST } = task.engine.data.constants;
  let found = 1, rounds = 0;
  while (found < WIDEST && 2 * found * (rounds + 1) * SHORTEST <= nodesLeft(task)) {
    found *= 2;
    rounds++;
  }
  return found;
}

// The candidates.

/**
 * Return the candidates screened within SCREENING_SHARE of the time, best first.
 * @param {Task} task
 */
async function screened(task) {
  const { SCREENING_SHARE, SCREENING_NODES, SCREENING_DEPTH } = task.engine.data.constants;
  /** @type {Balanced[]} */
  const found = [];
  for (const moves of candidates(task)) {
    if (found.length && isOver(task, SCREENING_SHARE)) break;
    found.push(...await judged(task, moves, SCREENING_NODES, SCREENING_DEPTH));
  }
  return found.sort((one, other) => farness(one) - farness(other)); // stable: ties stay spread
}

/** @param {Balanced} candidate */
const farness = ({ score }) => Math.min(Math.abs(score), Number.MAX_VALUE); // never a NaN

/**
 * Yield every choice of different cells near the stones, in an evenly mixed order.
 * @param {Task} task
 */
function* candidates(task) {
  const { engine, stones } = task, cells = near(task), count = cells.length ** stones;
  let step = Math.max(1, Math.floor(engine.data.constants.GOLDEN * count));
  while (divisor(step, count) > 1) step++;
  for (let number = 0; number < count; number++) {
    const at = number * step % count;
    const first = Math.floor(at / cells.length), second = at % cells.length;
    if (stones === 1) yield [cells[second]];
    else if (first !== second) yield [cells[first], cells[second]];
  }
}

/**
 * Return the greatest common divisor.
 * @param {number} one
 * @param {number} other
 * @returns {number}
 */
function divisor(one, other) {
  return other ? divisor(other, one % other) : one;
}

/**
 * Return the free cells near a stone, or all if there are none, row by row.
 * @param {Task} task
 */
function near({ engine, position, barred }) {
  const { NEAR_CELLS } = engine.data.constants, { width: columns, height: rows } = position;
  const stones = position.stones.map(([name]) => pointNamed(name));
  const placed = position.stones.map(([name]) => name);
  const taken = new Set([...position.walls, ...barred, ...placed]);
  const points = Array.from({ length: columns * rows }, (_, at) =>
    ({ x: at % columns, y: Math.floor(at / columns) }));
  const empty = points.filter((point) => !taken.has(pointName(point)));
  const isNear = (/** @type {{x: number, y: number}} */ { x, y }) => stones.some((stone) =>
    stone && Math.max(Math.abs(stone.x - x), Math.abs(stone.y - y)) <= NEAR_CELLS);
  const found = empty.filter(isNear);
  return (found.length ? found : empty).map(pointName);
}

// Their scores.

/**
 * Return the candidates searched again, best first, then those not reached in time.
 * @param {Task} task
 * @param {Balanced[]} before
 */
async function searchedAgain(task, before) {
  const rounds = Math.ceil(Math.log2(before.length));
  const nodes = Math.max(1, Math.floor(nodesLeft(task) / (rounds * before.length)));
  /** @type {Balanced[]} */
  const found = [];
  for (const { moves } of before) {
    if (isOver(task)) break;
    found.push(...await judged(task, moves, nodes));
  }
  found.sort((one, other) => farness(one) - farness(other));
  const isUnknown = (/** @type {Balanced} */ { score }) => Number(score === Infinity);
  return [...found, ...before.slice(found.length)]
    .sort((one, other) => isUnknown(one) - isUnknown(other));
}

/**
 * Return a candidate with its score within a number of nodes; [] if it may not be placed.
 * @param {Task} task
 * @param {string[]} moves
 * @param {number} nodes
 * @param {number} [depth]
 * @returns {Promise<Balanced[]>}
 */
async function judged(task, moves, nodes, depth = 0) {
  const { engine, began, ms, isStopped } = task;
  let { position } = task;
  for (const move of moves) {
    if (!mayPlace(engine, position, move)) return [];
    const stones = /** @type {Stone[]} */ ([...position.stones, [move, position.turn]]);
    position = { ...position, stones, turn: 3 - position.turn };
  }
  /** @type {Line[]} */
  const seen = [];
  const left = Math.max(1, began + ms - performance.now());
  const limits = { nodes, depth, ms: left };
  const report = (/** @type {Line} */ line) => seen.push(line);
  await breath();
  const { lines: [best] } = await search(engine, position, limits, report, isStopped);
  task.spent += best?.nodes ?? 0;
  if (!seen.length) return [{ moves, score: Infinity }];
  const score = moves.length === 1 ? -scoreOf(seen) : scoreOf(seen);
  return [{ moves, score: best?.mate ? Infinity : score }];
}

/**
 * Return whether a stone of the side to move is legal and does not end the game.
 * @param {Engine} engine
 * @param {Position} position
 * @param {string} move
 */
function mayPlace(engine, position, move) {
  const { rule, turn, stones } = position, cell = engine.cell(move);
  engine.setUp(position);
  const isFoul = engine.data.laws[rule][turn].fouls
    && engine.kernels.call("is_forbidden", cell) !== 0;
  if (isFoul) return false;
  engine.setUp({ ...position, stones: [...stones, [move, turn]] });
  return engine.kernels.call("has_five", cell) === 0;
}
