// The progress of lessons as plain data, which JSON can hold, and back.

import { isLine } from "./checked.js";
import { Lessons } from "./lessons.js";

/** @typedef {import("./lessons.js").Lesson} Lesson */
/** @typedef {import("./lessons.js").Left} Left */
/** @typedef {import("../engine/engine.js").Line} Line */
/**
 * @typedef {{at: number, isOpen: boolean, outcomes: Lesson["outcome"][],
 *   tries: {move: string, line?: Line}[]}} LessonProgress `outcomes` has that of each lesson;
 *   `tries` are the rejected moves of the current one
 */

const OUTCOMES = ["", "found", "shown", "skipped"];

/**
 * @param {Lessons} lessons
 * @returns {LessonProgress}
 */
export function progressOf({ list, at, isOpen, tries }) {
  return {
    at, isOpen, outcomes: list.map(({ outcome }) => outcome),
    tries: tries.map(({ move, line }) => ({ move, line })),
  };
}

/**
 * Return lessons with their progress, null if it does not fit them.
 * @param {Lesson[]} list
 * @param {LessonProgress} progress
 * @param {Left | null} [left]
 */
export function resumed(list, { at, isOpen, outcomes, tries }, left = null) {
  const isSound = list.length > 0 && outcomes.length === list.length
    && outcomes.every((outcome) => OUTCOMES.includes(outcome))
    && Number.isInteger(at) && at >= 0 && at <= list.length;
  if (!isSound) return null;
  const lessons = new Lessons(list.map((lesson, index) =>
    ({ ...lesson, outcome: outcomes[index] })), left);
  const { question } = Object.assign(lessons, { at, isOpen: !!lessons.list[at] && isOpen });
  if (!question) return lessons;
  const { game } = list[at], isInside = (/** @type {string} */ cell) => game.isInside(cell);
  lessons.tries = tries.filter(({ move }) => game.isEmpty(question, move))
    .map(({ move, line }) => Object.assign(game.after(question, move),
      line && isLine(line, isInside) ? { line } : {}));
  return lessons;
}
