// Study of the position shown: hints, wins by fours or by threats, what a pass would allow, and
// practice against Tengen.

import { app, show } from "./app.js";
import { pointName, pointNamed } from "../game/names.js";
import { go } from "./navigate.js";
import { chance } from "../game/review.js";
import { isClosed, nameOf, page, turn } from "./state.js";
import { interrupt } from "./think.js";

/** @typedef {import("../view/board.js").Point} Point */
/** @typedef {import("../engine/engine.js").Position} Position */
/** @typedef {import("../engine/engine.js").Result} Result */
/** @typedef {import("../game/lessons.js").Message} Message */
/**
 * @typedef {Message & {node: import("../game/game.js").GameNode, moves?: string[], colour?: number,
 *   area?: string, line?: string}} Finding the answer to a question about a node; `colour` begins
 *   `moves`, `line` has their names, `area` is the centre of a hint's circle
 */

const STUDY_MS = 1500;
const LINE_SHOWN = 12; // moves of a line in a text
const WIN_TEXTS = { fours: ["foursWin", "foursNone"], threats: ["threatsWin", "threatsNone"] };

/** Return whether the position shown can be asked about. */
export function isAsked() {
  const { node, lessons, task } = page;
  return !lessons && !isClosed(app.puzzles) && !node.look?.is_over && !page.proof
    && !/thinking|reviewing|checking/.test(task);
}

/**
 * Find an answer about the position shown, and show it. A second call stops the search.
 * @param {(position: Position) => Promise<Omit<Finding, "node">>} find
 */
async function inquire(find) {
  if (page.task === "asking") return app.client.stop();
  if (!isAsked()) return;
  const mine = interrupt(), { node } = page, values = {};
  Object.assign(page, {
    task: "asking", isAnalysing: false, finding: { node, key: "searching", values },
  });
  app.display.bringForward("study");
  const found = await find(page.game.position(node));
  if (mine !== page.epoch) return;
  Object.assign(page, { task: "", finding: { node, ...found } });
  show();
}

/** Show the area of the best move; if it is shown, the move. */
export function hint() {
  const { finding, node } = page, known = finding?.node === node && finding.area;
  if (known && finding?.values.move) {
    const values = { move: finding.values.move };
    page.finding = { node, key: "hintMove", values, moves: [String(values.move)], colour: turn() };
    return app.display.bringForward("study");
  }
  return inquire(async (position) => {
    const { move } = await thought(position), area = areaOf(move);
    return { key: "hintArea", values: { move, ...area.ends }, area: area.centre };
  });
}

/**
 * Return the centre of an area of 3 × 3 cells with a move, and the names of two of its corners. It
 * varies, so that it does not tell the move.
 * @param {string} move
 */
function areaOf(move) {
  const { width, height } = page.game, { x, y } = /** @type {Point} */ (pointNamed(move));
  const within = (/** @type {number} */ at, /** @type {number} */ side) =>
    Math.min(Math.max(at, 1), side - 2);
  const [column, row] = [within(x + (x + y) % 3 - 1, width), within(y + y % 3 - 1, height)];
  const name = (/** @type {number} */ by) =>
    nameOf(pointName({ x: column + by, y: row + by }));
  return { centre: pointName({ x: column, y: row }), ends: { from: name(-1), to: name(1) } };
}

/**
 * Show whether the side to move wins by continuous fours, or by continuous threats.
 * @param {"fours" | "threats"} kind
 */
export function askWin(kind) {
  return inquire(async (position) => {
    const { moves, plies: count } = await app.client.ask("wins", { position, kind });
    const colour = position.turn, key = WIN_TEXTS[kind][moves.length ? 0 : 1];
    return { key, values: { colour, count }, moves, colour, line: lineText(moves) };
  });
}

/** Show what the other side would play if the side to move passed. */
export function askPass() {
  return inquire(async (position) => {
    const colour = 3 - position.turn;
    const { move, lines: [best] } = await thought({ ...position, turn: colour });
    const moves = best?.line.length ? best.line : [move];
    const key = !best?.mate ? "passBest" : best.mate > 0 ? "passWins" : "passLoses";
    const values = {
      colour, move, count: Math.abs(best?.mate ?? 0), line: lineText(moves),
      rate: Math.round(100 * (best ? chance(best) : 0.5)),
    };
    return { key, values, moves, colour };
  });
}

/**
 * Return the result of a short think at full strength.
 * @param {Position} position
 * @returns {Promise<Result>}
 */
function thought(position) {
  return app.client.ask("think", { position, limits: { ms: STUDY_MS } });
}

/** @param {string[]} moves */
function lineText(moves) {
  const names = moves.slice(0, LINE_SHOWN).map(nameOf);
  return [...names, ...(moves.length > LINE_SHOWN ? ["…"] : [])].join(" ");
}

/** Start or end practice: Tengen plays the other side from the position shown on. */
export function practise() {
  const isStarted = !page.isPractice;
  Object.assign(page, {
    isPractice: isStarted, seats: isStarted ? [3 - turn()] : [], isAnalysing: false,
  });
  return go(page.node);
}
