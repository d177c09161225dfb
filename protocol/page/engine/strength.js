// The strength of play, 0 to 100: the twin of brain/thinking/strength.py, which has the levels.

import { search } from "./search.js";

/**
 * @typedef {import("./engine.js").Engine} Engine
 * @typedef {import("./engine.js").Level} Level
 * @typedef {import("./engine.js").Limits} Limits
 * @typedef {import("./engine.js").Line} Line
 * @typedef {import("./engine.js").Position} Position
 * @typedef {import("./engine.js").Result} Result
 */

/**
 * Return the best move and lines of a position, at a strength of 0 to 100.
 * @param {Engine} engine
 * @param {Position} position
 * @param {Limits} limits
 * @param {(line: Line) => void} report
 * @param {() => boolean} isStopped whether to end now; called between slices
 * @returns {Promise<Result>}
 */
export async function think(engine, position, limits, report, isStopped) {
  const { levels, constants } = engine.data;
  const { FULL_STRENGTH, WINS_NOW, LOSES_NOW } = constants;
  const { strength = FULL_STRENGTH, lines = 1, nodes = 0, barred = [] } = limits;
  if (strength >= FULL_STRENGTH || lines > 1) {
    return search(engine, position, limits, report, isStopped);
  }
  const level = levelOf(levels, strength);
  const weak = { ...limits, nodes: Math.min(nodes || level.nodes, level.nodes) };
  let result = await search(engine, position, weak, report, isStopped);
  const taken = new Set([...barred, ...engine.look(position).forbidden]);
  for (let left = overlooked(engine, level); left > 0 && !result.stopped; left--) {
    taken.add(result.move);
    const narrower = { ...weak, barred: [...taken] };
    const other = await search(engine, position, narrower, () => {}, isStopped);
    const isPlain = result.lines[0]?.mate !== WINS_NOW && other.lines[0]?.mate !== LOSES_NOW;
    if (!other.move || !isPlain) break;
    result = other;
  }
  return result;
}

/**
 * Return the number of moves that a level overlooks in the engine's position.
 * @param {Engine} engine
 * @param {Level} level
 */
function overlooked({ position, kernels, data }, { oversight }) {
  if (!position.stones.length) return 0;
  const draw = 1 - Number(kernels.views.key[0]) / data.constants.KEYS;
  let count = 0;
  for (let moves = 1; moves <= data.constants.MOST_OVERLOOKED; moves++) {
    count += Number(draw < oversight ** moves);
  }
  return count;
}

/**
 * Return the level of a strength, interpolated between the two levels around it.
 * @param {Level[]} levels
 * @param {number} strength
 */
export function levelOf(levels, strength) {
  const above = levels.findIndex((level) => strength <= level.strength);
  const high = levels[Math.max(above, 1)], low = levels[Math.max(above, 1) - 1];
  const share = (strength - low.strength) / (high.strength - low.strength);
  return {
    strength,
    nodes: Math.round(low.nodes * (high.nodes / low.nodes) ** share),
    oversight: low.oversight + share * (high.oversight - low.oversight),
  };
}
