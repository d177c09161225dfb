// The exercises in progress, which a reload continues. They are kept for this tab only.

import { progressOf } from "../game/lesson-progress.js";

/** @typedef {import("./exercises.js").Exercise} Exercise */
/** @typedef {import("../game/lessons.js").Lessons} Lessons */
/**
 * @typedef {import("../game/lesson-progress.js").LessonProgress
 *   & {left: string, exercises: Exercise[]}} Session `left` is the id of the game before them
 */

const SESSION = "tengen.exercises"; // key in the tab's store

/**
 * Return exercises as plain data.
 * @param {Lessons} lessons
 * @param {string} left
 */
export function sessionOf(lessons, left) {
  return { ...progressOf(lessons), left, exercises: lessons.list.map(({ exercise }) => exercise) };
}

/**
 * Keep the exercises in progress; forget those of before if there are none.
 * @param {Lessons | null} lessons
 * @param {(game: import("../game/game.js").Game) => string} idOf
 */
export function keepSession(lessons, idOf) {
  try {
    if (!lessons?.left) return sessionStorage.removeItem(SESSION);
    sessionStorage.setItem(SESSION, JSON.stringify(sessionOf(lessons, idOf(lessons.left.game))));
  } catch { /* the browser keeps nothing: so be it */ }
}

/**
 * Return the exercises that were in progress, null for none.
 * @returns {Session | null}
 */
export function readSession() {
  try {
    return JSON.parse(sessionStorage.getItem(SESSION) ?? "null");
  } catch {
    return null; // the browser has no store, or what is in it can't be read
  }
}
