// Why Black may not play on a point of renju: the twin of brain/rules/fouls.py.
//
// A grid has the colours of a board row by row, with a wall after each row. All other cells are
// walls too, so that a line ends at the edge.

import { pointName, pointNamed } from "./names.js";

/** @typedef {import("../engine/engine.js").Position} Position */
/** @typedef {{cells: number[], stride: number}} Grid */
/**
 * @typedef {{kind: "overline" | "doubleFour" | "doubleThree", lines: string[][]}} Foul
 *   `kind` is a key of words.js; `lines` are the ends of each row of stones: ["h8", "k8"]
 */

const EMPTY = 0, BLACK = 1, WALL = 3;
const KINDS = /** @type {[Foul["kind"], number, typeof foursOf][]} */ ([
  ["overline", 1, overlinesOf], ["doubleFour", 2, foursOf], ["doubleThree", 2, threesOf],
]);

/**
 * Return why Black may not play on an empty point, undefined if Black may.
 * @param {Position} position
 * @param {string} name
 * @returns {Foul | undefined}
 */
export function foulAt({ width, height, stones, walls }, name) {
  const stride = width + 1;
  /** @type {number[]} */
  const cells = Array.from({ length: stride * height }, (_, at) =>
    (at % stride === width ? WALL : EMPTY));
  const cellOf = (/** @type {string} */ text) => {
    const { x, y } = /** @type {import("../view/board.js").Point} */ (pointNamed(text));
    return y * stride + x;
  };
  for (const [stone, colour] of stones) cells[cellOf(stone)] = colour;
  for (const wall of walls) cells[cellOf(wall)] = WALL;
  const found = findFoul({ cells, stride }, cellOf(name));
  const keyOf = (/** @type {number} */ at) =>
    pointName({ x: at % stride, y: Math.floor(at / stride) });
  return found && {
    kind: found.kind,
    lines: found.rows.map((row) => [keyOf(row[0]), keyOf(row[row.length - 1])]),
  };
}

/**
 * @param {Grid} grid
 * @param {number} cell
 */
function findFoul(grid, cell) {
  const after = withBlack(grid, cell), steps = stepsOf(grid);
  if (hasExactFive(after, cell)) return undefined;
  for (const [kind, least, rowsOf] of KINDS) {
    const rows = steps.flatMap((step) => rowsOf(after, cell, step));
    if (rows.length >= least) return { kind, rows };
  }
  return undefined;
}

const stepsOf = (/** @type {Grid} */ { stride }) => [1, stride, stride + 1, stride - 1];

/**
 * @param {Grid} grid
 * @param {number} cell
 * @returns {Grid}
 */
function withBlack({ cells, stride }, cell) {
  return { cells: cells.map((colour, at) => (at === cell ? BLACK : colour)), stride };
}

/**
 * Return the run of black stones through a black stone.
 * @param {Grid} grid
 * @param {number} cell
 * @param {number} step
 */
function runOf({ cells }, cell, step) {
  let first = cell;
  while (cells[first - step] === BLACK) first -= step;
  const run = [];
  for (let at = first; cells[at] === BLACK; at += step) run.push(at);
  return run;
}

/**
 * @param {Grid} grid
 * @param {number} cell
 */
function hasExactFive(grid, cell) {
  return stepsOf(grid).some((step) => runOf(grid, cell, step).length === 5);
}

/**
 * Return the empty cells of a line up to `reach` steps from a cell.
 * @param {Grid} grid
 * @param {number} cell
 * @param {number} step
 * @param {number} reach
 */
function emptyAlong({ cells }, cell, step, reach) {
  return Array.from({ length: 2 * reach + 1 }, (_, k) => cell + (k - reach) * step)
    .filter((at) => cells[at] === EMPTY);
}

/**
 * Return the six or more black stones in a row through a black stone, if any.
 * @param {Grid} grid
 * @param {number} cell
 * @param {number} step
 */
function overlinesOf(grid, cell, step) {
  const run = runOf(grid, cell, step);
  return run.length > 5 ? [run] : [];
}

/**
 * Return the fours in a line that include a black stone: one more stone makes exactly five.
 * @param {Grid} grid
 * @param {number} cell
 * @param {number} step
 */
function foursOf(grid, cell, step) {
  /** @type {number[][]} */
  const found = [];
  for (const gap of emptyAlong(grid, cell, step, 4)) {
    const run = runOf(withBlack(grid, gap), gap, step), four = run.filter((at) => at !== gap);
    const isNew = run.length === 5 && run.includes(cell)
      && !found.some((other) => String(other) === String(four));
    if (isNew) found.push(four);
  }
  return found;
}

/**
 * Return the three in a line that includes a black stone, if any: a point makes it a straight four,
 * four in a row that a stone on either end makes exactly five, and Black may play there.
 * @param {Grid} grid
 * @param {number} cell
 * @param {number} step
 */
function threesOf(grid, cell, step) {
  for (const point of emptyAlong(grid, cell, step, 3)) {
    const after = withBlack(grid, point), run = runOf(after, point, step);
    const isFive = (/** @type {number} */ end) =>
      after.cells[end] === EMPTY && runOf(withBlack(after, end), end, step).length === 5;
    const isStraight = run.length === 4 && run.includes(cell)
      && isFive(run[0] - step) && isFive(run[3] + step);
    if (isStraight && !hasExactFive(after, point) && !findFoul(grid, point)) {
      return [run.filter((at) => at !== point)];
    }
  }
  return [];
}
