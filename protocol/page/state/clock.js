// A game's clock: the time that each side has left, and how long Tengen may think.

import { show } from "./app.js";
import { page, settings, turn } from "./state.js";
import { interrupt, lostOnTime } from "./think.js";

/** @typedef {{main: number, increment: number}} Clock in ms; the increment is added every move */

export const CLOCKS = ["1+1", "3+2", "5+3", "10+5", "30+10"]; // minutes and seconds a move
const USUAL_S = 2; // a move, without a clock
const MINUTE_MS = 60_000, SECOND_MS = 1000;

/**
 * Return the clock of the settings, null if they limit each move instead.
 * @returns {Clock | null}
 */
export function clockChosen() {
  const { seconds, minutes, increment } = settings;
  if (seconds === "other") return { main: minutes * MINUTE_MS, increment: increment * SECOND_MS };
  if (!CLOCKS.includes(seconds)) return null;
  const [main, added] = seconds.split("+").map(Number);
  return { main: main * MINUTE_MS, increment: added * SECOND_MS };
}

/** Return whether the clock of the side to move runs: at the end of a game that has begun. */
export function isRunning() {
  const { node, game, engines, lessons, setUp, swap } = page;
  const isLast = !node.children.length && node.ply > 0 && !node.look?.is_over;
  return isLast && (engines.length > 0 || !!game.clock) && !lessons && !setUp && !swap;
}

/**
 * Return the milliseconds that a side has used.
 * @param {number} colour
 */
export function spentBy(colour) {
  const spent = page.game.path(page.node).filter((node) => node.colour === colour)
    .reduce((sum, node) => sum + (node.spent ?? 0), 0);
  return spent + (colour === turn() && isRunning() ? performance.now() - page.since : 0);
}

/**
 * Return the milliseconds that a side has left, at least 0; undefined without a clock.
 * @param {number} colour
 */
export function leftOf(colour) {
  const { clock } = page.game;
  if (!clock) return undefined;
  const moves = page.game.path(page.node).filter(({ move, colour: side }) =>
    move && side === colour).length;
  return Math.max(0, clock.main + moves * clock.increment - spentBy(colour));
}

/** End the game if the time of the side to move is up. */
export function checkTime() {
  if (!isRunning() || leftOf(turn()) !== 0) return;
  const { node } = page;
  interrupt();
  node.late = turn();
  Object.assign(node, { look: lostOnTime(node) });
  Object.assign(page, { task: "", isAnalysing: false });
  show();
}

/** Return the limits of Tengen's move. */
export function limitsOfMove() {
  const { game, node } = page, left = leftOf(turn());
  if (left === undefined) return { ms: SECOND_MS * (Number(settings.seconds) || USUAL_S) };
  const cells = game.width * game.height - game.walls.length;
  return sharedOut(left, game.clock?.increment ?? 0, game.stonesAt(node).length, cells);
}

const MOVES_PLANNED = 22, MOVES_KEPT = 7, AT_ONCE_MS = 5, LEAST_MS = 0.5;

/**
 * Return the limits of a move with a clock: the twin of `limits_ms` of brain/thinking/clock.py.
 * @param {number} left ms
 * @param {number} increment ms
 * @param {number} stones
 * @param {number} cells
 */
export function sharedOut(left, increment, stones, cells) {
  const moves = Math.max(1, Math.floor((cells - stones + 1) / 2)); // own moves at most
  const fair = left / Math.min(MOVES_PLANNED, moves) + increment;
  const atOnce = Math.min(AT_ONCE_MS, Math.max(LEAST_MS, left / (4 * moves)));
  const longest = Math.min(left / Math.min(MOVES_KEPT, moves) + increment, left / 2);
  const overhead = Math.min(Math.max(30, longest / 100), 100, 15 + longest / 20);
  const ms = Math.max(atOnce, longest - overhead);
  return { soft_ms: Math.max(atOnce, Math.min(fair, ms)), ms };
}
