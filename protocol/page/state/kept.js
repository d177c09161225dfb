// The games that the browser keeps, so that a reload, a crash or a closed tab loses none. Each has
// its own key in the browser's store. Its value is the time, a space, and the game as JSON.

import { app } from "./app.js";
import { toast } from "../elements.js";
import { pointNamed } from "../game/names.js";
import { PROCEDURES } from "../game/procedures.js";
import { SIDES } from "../game/reading.js";
import { RULES } from "../game/rules.js";
import { nodeShown, page, words } from "./state.js";
import { gameFrom, plainGame } from "../game/tree.js";

/** @typedef {import("../game/game.js").Game} Game */
/** @typedef {import("../game/game.js").GameNode} GameNode */
/** @typedef {import("../game/tree.js").PlainGame} PlainGame */
/** @typedef {{procedure: string, answers: import("../game/procedures.js").Answer[]}} Progress */
/**
 * @typedef {object} Kept a game and what the page showed of it
 * @property {string} id
 * @property {Game} game
 * @property {GameNode} node that was shown
 * @property {number[]} seats
 * @property {GameNode[]} reviewed
 * @property {boolean} setUp
 * @property {Progress | null} opening
 * @property {number} time when it was kept, in ms since 1970
 */

const PREFIX = "tengen.game."; // of the keys
const MOST_GAMES = 20;
const MOST_NODES = 5000; // of a game that is kept
const SOON_MS = 1000;
const LINE_NUMBERS = /** @type {const} */ ([
  "rank", "depth", "selective_depth", "score", "mate", "win_rate", "nodes", "ms",
]);

const ids = /** @type {WeakMap<Game, string>} */ (new WeakMap());
let last = ""; // id and text of the last game kept
let isWarned = false; // that a game is not kept
let timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);

/**
 * Return the id of a game, a new one if it has none.
 * @param {Game} game
 */
export function idOf(game) {
  const id = ids.get(game) ?? Math.random().toString(36).slice(2);
  ids.set(game, id);
  return id;
}

/**
 * Return whether a game has nothing to keep.
 * @param {Game} game
 */
export const isBlank = ({ root, stones, walls }) =>
  !root.children.length && !stones.length && !walls.length;

/** Return the game shown and what the page shows of it, as JSON; "" if it is too large. */
export function shownText() {
  if (page.game.nodes().length > MOST_NODES) return "";
  const { game, seats, rivals, reviewed, setUp, opening, isPractice } = page;
  const { procedure, answers } = opening ?? {};
  return JSON.stringify({
    ...plainGame(game, nodeShown()), seats: opening ? rivals : isPractice ? [] : seats, setUp,
    reviewed: reviewed.length ? game.nodes().indexOf(reviewed[reviewed.length - 1]) : -1,
    opening: opening ? { procedure, answers } : null,
  });
}

/** Keep the game shown, except a puzzle or an exercise. */
export function keepGame() {
  clearTimeout(timer);
  timer = undefined;
  if (isBlank(page.game) || page.game.isExercise || app.puzzles.isOn) return;
  const id = idOf(page.game), text = shownText();
  if (last === id + text) return;
  last = id + text;
  if (text && store(PREFIX + id, `${Date.now()} ${text}`) || isWarned) return;
  isWarned = true;
  toast(words().notKept);
}

/** Keep the game shown within a second. */
export function keepSoon() {
  timer ??= setTimeout(keepGame, SOON_MS);
}

/**
 * Store a text; drop the oldest games if there are too many or no room is left. Return whether it
 * is stored.
 * @param {string} key
 * @param {string} text
 */
function store(key, text) {
  try {
    const others = keys().filter((other) => other !== key);
    for (const surplus of others.slice(MOST_GAMES - 1)) localStorage.removeItem(surplus);
    for (const oldest of [...others.slice(0, MOST_GAMES - 1).reverse(), ""]) {
      try {
        localStorage.setItem(key, text);
        return true;
      } catch {
        localStorage.removeItem(oldest);
      }
    }
  } catch { /* the browser has no store */ }
  return false;
}

/** Return the keys of the kept games, most recent first. */
function keys() {
  const time = (/** @type {string} */ key) => parseInt(localStorage.getItem(key) ?? "", 10) || 0;
  return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
    .sort((one, other) => time(other) - time(one));
}

/** Return the ids of the kept games that are not shown, most recent first. */
export function keptIds() {
  try {
    return keys().map((key) => key.slice(PREFIX.length)).filter((id) => id !== idOf(page.game));
  } catch {
    return []; // the browser has no store
  }
}

/** Yield those games, most recent first; a damaged one is left out. */
export const keptGames = function* () {
  for (const id of keptIds()) {
    const kept = readKept(id);
    if (kept) yield kept;
  }
};

/**
 * Delete a kept game.
 * @param {string} id
 */
export const forgetKept = (id) => localStorage.removeItem(PREFIX + id);

/**
 * Return a kept game, null if it is not kept or damaged.
 * @param {string} id
 */
export function readKept(id) {
  try {
    const text = localStorage.getItem(PREFIX + id) ?? "";
    return gameOf(id, text.slice(text.indexOf(" ")), parseInt(text, 10));
  } catch {
    return null; // the browser has no store
  }
}

/**
 * Return a game of JSON, null if it is damaged.
 * @param {string} id
 * @param {string} text
 * @param {number} [time]
 * @returns {Kept | null}
 */
export function gameOf(id, text, time = 0) {
  try {
    const { seats, setUp, opening, reviewed, ...rest } = JSON.parse(text);
    const { game, node } = gameFrom(checked(rest));
    ids.set(game, id);
    const end = game.nodes()[reviewed];
    return {
      id, game, node, time, setUp: setUp === true, reviewed: end ? game.path(end) : [],
      seats: [1, 2].filter((colour) => seats.includes(colour)),
      opening: Object.hasOwn(PROCEDURES, opening?.procedure) ? opening : null,
    };
  } catch {
    return null;
  }
}

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
  const isColour = (/** @type {unknown} */ colour) => colour === 1 || colour === 2;
  const isSide = (/** @type {number} */ side) =>
    Number.isInteger(side) && side >= SIDES[0] && side <= SIDES[1];
  const taken = [...walls, ...stones.map(([key]) => key)];
  const isSound = isSide(width) && isSide(height) && Object.hasOwn(RULES, rule)
    && stones.every(([, colour]) => isColour(colour)) && isColour(turn)
    && taken.every(isCell) && new Set(taken).size === taken.length;
  if (!isSound) throw new RangeError("the position is not possible");
  const named = (/** @type {number} */ colour) => String(players?.[colour] ?? "");
  const isLine = (/** @type {any} */ line) =>
    LINE_NUMBERS.every((name) => Number.isFinite(line[name])) && line.line.every(isCell);
  return {
    width, height, rule, stones, walls, turn, shown, players: { 1: named(1), 2: named(2) },
    clock: clock && clock.main >= 0 && clock.increment >= 0 ? clock : null,
    nodes: nodes.map(({ move, parent, comment, shapes, spent, line, proved, late }) => ({
      move, parent, comment: String(comment ?? ""),
      ...(Array.isArray(shapes) && shapes.every((ends) => ends.length === 2 && ends.every(isCell))
        ? { shapes } : {}),
      ...(Number.isFinite(spent) ? { spent } : {}),
      ...(line && isLine(line) ? { line } : {}),
      ...(isColour(proved) ? { proved } : {}),
      ...(isColour(late) ? { late } : {}),
    })),
  };
}
