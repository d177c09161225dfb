// The games that the browser keeps, so that a reload, a crash or a closed tab loses none. Each has
// its own key in the browser's store. Its value is the time, a space, and the game as JSON.

import { app } from "./app.js";
import { toast } from "../elements.js";
import { checked, isColour } from "../game/checked.js";
import { progressOf, resumed } from "../game/lesson-progress.js";
import { PROCEDURES } from "../game/procedures.js";
import { forgetProof } from "./kept-proofs.js";
import { keepSession } from "./session.js";
import { nodeShown, page, words } from "./state.js";
import { gameFrom, plainGame } from "../game/tree.js";

/** @typedef {import("../game/game.js").Game} Game */
/** @typedef {import("../game/game.js").GameNode} GameNode */
/** @typedef {import("../game/lessons.js").Lessons} Lessons */
/**
 * @typedef {import("../game/lesson-progress.js").LessonProgress & {nodes: number[]}} PlainLessons
 *   `nodes` are the indices of their mistakes
 */
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
 * @property {number} proof the colour whose win was shown
 * @property {boolean} isCertified whether a certificate was shown
 * @property {Lessons | null} lessons
 * @property {boolean} isDamaged whether a part of the lessons was
 * @property {number} time when it was kept, in ms since 1970
 */

const PREFIX = "tengen.game."; // of the keys
const MOST_GAMES = 20;
const MOST_NODES = 5000; // of a game that is kept
const SOON_MS = 1000;

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
  const { game, seats, rivals, reviewed, setUp, opening, isPractice, proof, certificate } = page;
  if (game.size > MOST_NODES) return "";
  const nodes = game.nodes(), { procedure, answers } = opening ?? {};
  return JSON.stringify({
    ...plainGame(game, nodeShown()), seats: opening ? rivals : isPractice ? [] : seats, setUp,
    reviewed: reviewed.length ? nodes.indexOf(reviewed[reviewed.length - 1]) : -1,
    opening: opening ? { procedure, answers } : null,
    proof, isCertified: !!certificate, lessons: plainLessons(page.lessons, nodes),
  });
}

/**
 * Return lessons of the game shown as plain data, null if there are none.
 * @param {Lessons | null} lessons
 * @param {GameNode[]} nodes of the game
 * @returns {PlainLessons | null}
 */
function plainLessons(lessons, nodes) {
  if (!lessons || lessons.left) return null;
  return { ...progressOf(lessons), nodes: lessons.list.map(({ node }) => nodes.indexOf(node)) };
}

/**
 * Return lessons of plain data, null if there are none, and whether a part was damaged.
 * @param {PlainLessons | null} plain
 * @param {Game} game
 */
function lessonsFrom(plain, game) {
  if (!plain) return { lessons: null, isDamaged: false };
  const all = game.nodes(), { nodes, ...progress } = plain, outcome = /** @type {const} */ ("");
  const list = (Array.isArray(nodes) ? nodes : []).map((at) =>
    (all[at]?.parent ? { node: all[at], game, outcome } : null));
  const lessons = resumed(list, progress);
  return { lessons, isDamaged: !isSame(plainLessons(lessons, all), plain) };
}

/**
 * Return whether two values are the same as JSON.
 * @param {unknown} one
 * @param {unknown} other
 */
export const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Return the game shown and what the page shows of it, to come back to it. A practice ends.
 * @returns {Kept}
 */
export function shownKept() {
  const { game, seats, reviewed, isPractice, proof, certificate, lessons } = page;
  return {
    id: idOf(game), game, node: nodeShown(), seats: isPractice ? [] : seats, reviewed,
    setUp: false, opening: null, proof, isCertified: !!certificate, lessons, isDamaged: false,
    time: 0,
  };
}

/** Keep the game shown, except a puzzle or an exercise. */
export function keepGame() {
  clearTimeout(timer);
  timer = undefined;
  if (!page.suspended) keepSession(page.lessons, idOf);
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
export function forgetKept(id) {
  localStorage.removeItem(PREFIX + id);
  forgetProof(id);
}

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
    const { seats, setUp, opening, reviewed, proof, isCertified, lessons, ...rest } =
      JSON.parse(text);
    const { game, node } = gameFrom(checked(rest));
    ids.set(game, id);
    const end = game.nodes()[reviewed];
    return {
      id, game, node, time, setUp: setUp === true, reviewed: end ? game.path(end) : [],
      seats: [1, 2].filter((colour) => seats.includes(colour)),
      opening: Object.hasOwn(PROCEDURES, opening?.procedure) ? opening : null,
      proof: isColour(proof) ? proof : 0, isCertified: isCertified === true,
      ...lessonsFrom(lessons, game),
    };
  } catch {
    return null;
  }
}
