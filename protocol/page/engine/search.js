// A think at full strength: a search for wins by threats, then iterations of growing depth, within
// limits. The twin of brain/thinking/think.py.
//
// It runs in slices, and receives messages between them. The results of a slice stay in the
// transposition table.

/**
 * @typedef {import("./engine.js").Engine} Engine
 * @typedef {import("./engine.js").Limits} Limits
 * @typedef {import("./engine.js").Line} Line
 * @typedef {import("./engine.js").Position} Position
 * @typedef {import("./engine.js").Result} Result
 * @typedef {{best: string | undefined, score: number, effort: number}} Iteration
 * @typedef {{engine: Engine, turn: number, limits: Limits, report: (line: Line) => void,
 *   isStopped: () => boolean, began: number}} Task `began` is the start of the clock
 */

const SLICE_MS = [40, 200]; // the shortest and the longest slice
const SLICE_SHARE = 0.25; // of the iteration's time so far

/**
 * Return the result of a search at full strength.
 * @param {Engine} engine
 * @param {Position} position
 * @param {Limits} limits
 * @param {(line: Line) => void} report
 * @param {() => boolean} isStopped whether to end now; called between slices
 * @returns {Promise<Result>}
 */
export async function search(engine, position, limits, report, isStopped) {
  const { kernels, data } = engine, { turn } = position;
  const { lines = 1, ms = 0, nodes = 0, barred = [], fresh = false } = limits;
  /** @type {Task} */
  const task = { engine, turn, limits, report, isStopped, began: performance.now() };
  if (fresh) engine.forget();
  engine.setUp(position);
  kernels.set("stop", 0);
  kernels.set("node_limit", nodes);
  kernels.set("deadline", 0);
  engine.bar(barred);
  /** @type {Line[]} */
  let found = [];
  if (position.stones.length) {
    kernels.call("begin");
    const inTime = ms ? Math.max(1, Math.floor(ms * data.constants.NODES_A_MS)) : 0;
    setDeadline(task, Infinity);
    if (kernels.call("prove", turn, nodes || inTime)) found = reported(task);
    if (lines > found.length) found = await deepen(task, found);
  }
  const move = found[0]?.line[0] ?? engine.anyMove(turn, barred);
  return { move, lines: found, stopped: isStopped() };
}

/**
 * Search one ply deeper each time, until a limit is reached or every line is final.
 * @param {Task} task
 * @param {Line[]} found
 */
async function deepen(task, found) {
  const { engine: { data: { lexicon, constants } }, limits, isStopped, began } = task;
  const { soft_ms = 0, nodes = 0, depth = 0 } = limits;
  const last = Math.min(depth || lexicon.MAX_DEPTH, lexicon.MAX_DEPTH);
  const isSliced = !nodes && !depth;
  /** @type {Iteration[]} */
  const iterations = [];
  for (let plies = 1; plies <= last; plies++) {
    const effort = await iterate(task, plies, isSliced);
    if (effort === null) return linesOf(task);
    found = reported(task);
    if (found.every(isFinal)) break;
    iterations.push({ best: found[0].line[0], score: found[0].score, effort });
    const share = softShare(iterations, constants);
    if (soft_ms && performance.now() - began >= soft_ms * share) break;
    if (isSliced) await breath();
    if (isStopped()) break;
  }
  return found;
}

/**
 * Return the share of the soft limit to use after these iterations, at least one. The twin of
 * soft_share in brain/thinking/clock.py.
 * @param {Iteration[]} iterations
 * @param {Record<string, number>} constants
 */
export function softShare(iterations, constants) {
  let stable = 0, changes = 0;
  iterations.slice(1).forEach(({ best }, index) => {
    const isSame = best === iterations[index].best;
    stable = isSame ? stable + 1 : 0;
    changes = changes * constants.CHANGE_KEPT + Number(!isSame);
  });
  const { score, effort } = iterations[iterations.length - 1];
  const recent = iterations.slice(-1 - constants.FALL_ITERATIONS);
  const highest = Math.max(...recent.map((iteration) => iteration.score));
  const fall = Math.min(1, (highest - score) / constants.FALL_SCORE);
  const share = Math.max(constants.STABLE_SHARE, 1 - constants.STABLE_STEP * stable) *
    Math.max(constants.EFFORT_LEAST, constants.EFFORT_FACTOR - effort);
  return share * (1 + constants.CHANGE_FACTOR * changes) * (1 + constants.FALL_FACTOR * fall);
}

/**
 * Search to a depth; return the share of the last slice's nodes that the best move took, null if
 * the iteration was not finished.
 * @param {Task} task
 * @param {number} plies
 * @param {boolean} isSliced
 */
async function iterate(task, plies, isSliced) {
  const { engine: { kernels }, turn, limits: { lines = 1, ms = 0 }, isStopped, began } = task;
  const started = performance.now();
  for (;;) {
    const taken = (performance.now() - started) * SLICE_SHARE;
    const slice = Math.min(Math.max(taken, SLICE_MS[0]), SLICE_MS[1]);
    setDeadline(task, isSliced ? slice : Infinity);
    const before = kernels.get("nodes");
    kernels.call("deepen", turn, plies, lines);
    if (!kernels.get("stop")) {
      return kernels.get("root_best_nodes") / Math.max(1, kernels.get("nodes") - before);
    }
    await breath();
    const isOver = ms > 0 && performance.now() - began >= ms;
    if (isStopped() || isOver || !isSliced) return null;
    kernels.set("stop", 0);
  }
}

/**
 * Make the kernels stop at the limit or at the end of a slice.
 * @param {Task} task
 * @param {number} slice
 */
function setDeadline({ engine: { kernels }, limits: { ms = 0 }, began }, slice) {
  const end = Math.min(ms ? began + ms : Infinity, performance.now() + slice);
  kernels.set("deadline", end === Infinity ? 0 : Math.max(1, Math.round(end * 1000)));
}

/**
 * Return the lines in the record, and report those with moves.
 * @param {Task} task
 */
function reported(task) {
  const found = linesOf(task);
  found.filter(({ line }) => line.length).forEach(task.report);
  return found;
}

/**
 * Return the lines in the record.
 * @param {Task} task
 * @returns {Line[]}
 */
function linesOf({ engine, began }) {
  const { kernels } = engine, { FINISHED, MOVES, MAX_PLY, WIN_RATE_SCALE } = engine.data.lexicon;
  const ms = Math.round((performance.now() - began) * 10) / 10;
  return Array.from({ length: kernels.get("root_lines") }, (_, rank) => {
    const at = FINISHED * MOVES + rank;
    const length = kernels.get("root_length", at), score = kernels.get("root_score", at);
    const moves = [...kernels.views.root_pv.subarray(at * MAX_PLY, at * MAX_PLY + length)];
    return {
      rank: rank + 1,
      depth: kernels.get("root_depth", at),
      selective_depth: kernels.get("root_selective", at),
      score,
      mate: mateIn(engine, score),
      win_rate: 1 / (1 + Math.exp(-score / WIN_RATE_SCALE)),
      nodes: kernels.get("root_nodes", at),
      ms,
      line: moves.map((cell) => engine.name(Number(cell))),
    };
  });
}

/**
 * Return the plies to a mate, negative if it is a loss, 0 for none.
 * @param {Engine} engine
 * @param {number} score
 */
function mateIn({ data: { lexicon: { MATE, WON } } }, score) {
  if (score > WON) return MATE - score;
  return score < -WON ? -MATE - score : 0;
}

/**
 * Return whether a deeper search can't change a line: a win, or a loss within the search's depth.
 * @param {Line} line
 */
function isFinal({ mate, depth }) {
  return mate > 0 || (mate < 0 && depth >= -mate);
}

const channel = new MessageChannel();

/** Wait until all waiting messages are received. */
export function breath() {
  return new Promise((resolve) => {
    channel.port1.onmessage = resolve;
    channel.port2.postMessage(0);
  });
}
