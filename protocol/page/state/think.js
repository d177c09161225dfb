// The page's requests to the engine and the certificate about a position.

import { app, show } from "./app.js";
import { isKept } from "../game/review.js";
import { RULES } from "../game/rules.js";
import { page } from "./state.js";

/** @typedef {import("../game/game.js").Game} Game */
/** @typedef {import("../game/game.js").GameNode} GameNode */
/** @typedef {import("../engine/engine.js").Line} Line */

/** @type {Line} */
const UNSEARCHED = {
  rank: 1, depth: 0, selective_depth: 0, score: 0, mate: 0, win_rate: 0.5, nodes: 0, ms: 0,
  line: [],
};
// Limits of a review's search. On every machine it finds the same.
export const REVIEW = { nodes: 100_000, fresh: true };

/** End the work of older actions; return the epoch of the new one. */
export function interrupt() {
  app.client.stop();
  page.checking?.close();
  page.checking = null;
  return ++page.epoch;
}

/**
 * Set `look` of a node, its state by the rules. The position before it shows whether its stone was
 * a foul.
 * @param {Game} game
 * @param {GameNode} node
 */
export async function lookAt(game, node) {
  const look = (/** @type {GameNode} */ at) =>
    app.client.ask("look", { position: game.position(at) });
  if (node.look) return;
  const found = await look(node), { parent } = node;
  if (parent && RULES[game.rule].fouls && node.colour === 1) {
    parent.look ??= await look(parent);
    if (parent.look?.forbidden.includes(node.move)) {
      Object.assign(found, { winner: 2, is_over: true, forbidden: [], foul: true });
    }
  }
  node.look = found;
  if (node.late) node.look = lostOnTime(node);
}

/**
 * Return a node's state by the rules after the side to move has lost on time.
 * @param {GameNode} node
 */
export function lostOnTime({ look, late = 0 }) {
  return { five: [], ...look, forbidden: [], winner: 3 - late, is_over: true };
}

/** Return the move that a certificate has for the position shown, "" without one. */
export async function certifiedMove() {
  const { certificate, node, game } = page;
  if (!certificate || page.proof !== certificate.turn) return "";
  const moves = game.path(node).slice(1).map(({ move }) => move);
  const move = /** @type {string} */ (
    await certificate.prover.ask("answer", { moves }).catch((error) => {
      if (certificate === page.certificate) throw error;
      return ""; // the proof was closed during the request
    }));
  if (move) node.proved = game.play(node, move).proved = certificate.turn;
  return move;
}

/**
 * Return the result of a think about the position, and show its lines.
 * @param {import("./state.js").Task} task
 * @param {object} limits
 */
export async function think(task, limits) {
  const { node, epoch } = page;
  const take = (/** @type {Line} */ line) => {
    if (epoch !== page.epoch) return;
    page.lines = Object.assign([...page.lines], { [line.rank - 1]: line }); // keeps the other rows
    if (line.rank === 1 && !isKept(node.line, line)) node.line = line;
    app.display.showSoon();
  };
  page.task = task;
  show();
  const position = page.game.position(node);
  const result = await app.client.ask("think", { position, limits }, take);
  const best = bestLine(result, node.look?.forbidden);
  if (best && !page.lines.length) take(best);
  return result;
}

/**
 * Return the best line of a think, undefined if there is no move. The engine has no principal
 * variation for a position that is lost in two plies, and no line for an empty board; then the line
 * is the engine's move.
 * @param {{lines: Line[], move: string}} result
 * @param {string[]} [forbidden]
 * @returns {Line | undefined}
 */
function bestLine({ lines: [best], move }, forbidden = []) {
  if (!move || forbidden.includes(move)) return best;
  return best?.line.length ? best : { ...(best ?? UNSEARCHED), line: [move] };
}

/**
 * Evaluate a position and store its best line.
 * @param {GameNode} node
 * @param {object} [limits]
 */
export async function judge(node, limits = REVIEW) {
  const { game } = page, position = game.position(node);
  await lookAt(game, node);
  if (node.look?.is_over) return;
  const result = await app.client.ask("think", { position, limits });
  const best = bestLine(result, node.look?.forbidden);
  if (best) node.line = best;
}
