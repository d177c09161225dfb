// A person's mistakes across games, kept in the browser as exercises: the position before a
// mistake, the mistake, and both values. One that is found twice in a row is dropped.

import { checked } from "../game/checked.js";
import { Game } from "../game/game.js";
import { resumed } from "../game/lesson-progress.js";
import { lessonsOf } from "../game/lessons.js";
import { gameFrom, plainGame } from "../game/tree.js";

/** @typedef {import("../engine/engine.js").Line} Line */
/** @typedef {import("../game/game.js").GameNode} GameNode */
/** @typedef {import("../game/lessons.js").Lesson} Lesson */
/**
 * @typedef {{plain: import("../game/tree.js").PlainGame, found: number}} Exercise `found`: how
 *   often in a row a better move was found at once
 */

const EXERCISES = "tengen.mistakes"; // key in the browser's store
const MOST_EXERCISES = 200;
const ROUND = 10; // exercises of a session
const ENOUGH = 2; // times in a row after which an exercise is dropped
const LINE_KEPT = 12; // moves of a line

let readText = ""; // the store's text that `exercises` has been read from
/** @type {Exercise[]} */
let exercises = [];

/** Return the exercises kept, oldest first. */
function keptExercises() {
  try {
    const text = localStorage.getItem(EXERCISES) ?? "[]";
    if (text !== readText) {
      readText = text;
      exercises = [];
      const found = JSON.parse(text);
      if (Array.isArray(found)) exercises = found.filter(({ plain }) => plain?.nodes?.length > 1);
    }
  } catch { /* the browser has no store, or nothing in it can be read */ }
  return exercises;
}

/** @param {Exercise[]} list */
function keepExercises(list) {
  exercises = list.slice(-MOST_EXERCISES);
  readText = JSON.stringify(exercises);
  try {
    localStorage.setItem(EXERCISES, readText);
  } catch { /* the browser keeps nothing: so be it */ }
}

export const exerciseCount = () => keptExercises().length;

/**
 * Keep a side's mistakes.
 * @param {Game} game
 * @param {GameNode[]} nodes of a review, from the root on
 * @param {number} colour
 */
export function keepMistakes(game, nodes, colour) {
  const kept = keptExercises(), known = new Set(kept.map(({ plain }) => placeOf(plain)));
  const found = lessonsOf(nodes, colour).filter((node) => node.line && node.parent?.line)
    .map((node) => ({ plain: pathTo(game, node), found: 0 }));
  const fresh = found.filter(({ plain }) => !known.has(placeOf(plain)));
  if (fresh.length) keepExercises([...kept, ...fresh]);
}

/**
 * Return what tells a mistake from others: the terms, the set-up and the moves.
 * @param {Exercise["plain"]} plain
 */
function placeOf({ rule, width, height, stones, walls, turn, nodes }) {
  return String([rule, width, height, turn, stones, walls, nodes.map(({ move }) => move)]);
}

/**
 * Return the moves up to a mistake as plain data, with the values before and after it.
 * @param {Game} game
 * @param {GameNode} node
 */
function pathTo(game, node) {
  const { width, height, rule, stones, walls, turn } = game;
  const copy = new Game({ width, height, rule, stones, walls, turn });
  const moves = game.path(node).slice(1).map(({ move }) => move);
  const last = moves.reduce((at, move) => copy.play(at, move), copy.root);
  const short = (/** @type {Line} */ line) => ({ ...line, line: line.line.slice(0, LINE_KEPT) });
  last.line = node.line && short(node.line);
  if (last.parent && node.parent?.line) last.parent.line = short(node.parent.line);
  return plainGame(copy, last);
}

/**
 * Return lessons from the exercises found least often, oldest first.
 * @returns {Lesson[]}
 */
export function exerciseLessons() {
  const order = [...keptExercises()].sort((one, other) => one.found - other.found);
  return order.slice(0, ROUND).flatMap((exercise) => lessonFrom(exercise) ?? []);
}

/**
 * Return an exercise as a lesson, null if it is damaged.
 * @param {Exercise} exercise
 * @returns {Lesson | null}
 */
export function lessonFrom(exercise) {
  try {
    const { game, node } = gameFrom(checked(exercise.plain));
    game.isExercise = true;
    const settled = (/** @type {boolean} */ isFound) => count(exercise, isFound);
    return { node, game, outcome: "", settled, exercise };
  } catch {
    return null;
  }
}

/**
 * Return the exercises that were in progress, null if none can be read.
 * @param {import("./session.js").Session} session
 * @param {import("../game/lessons.js").Left} left what the page showed before them
 */
export function resumedExercises(session, left) {
  const { exercises: list } = session;
  return resumed(Array.isArray(list) ? list.map(lessonFrom) : [], session, left);
}

/**
 * Count a try of an exercise.
 * @param {Exercise} exercise
 * @param {boolean} isFound whether a better move was found at once
 */
function count(exercise, isFound) {
  const place = placeOf(exercise.plain), found = isFound ? exercise.found + 1 : 0;
  keepExercises(keptExercises().flatMap((other) =>
    (placeOf(other.plain) !== place ? [other] : found < ENOUGH ? [{ ...other, found }] : [])));
  exercise.found = found;
}
