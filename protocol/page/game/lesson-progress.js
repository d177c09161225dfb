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
 * Return lessons with their progress, null if no sound lesson is left. Damaged progress is reset.
 * @param {(Lesson | null)[]} list null for a damaged lesson
 * @param {Partial<LessonProgress>} progress which may be damaged
 * @param {Left | null} [left]
 */
export function resumed(list, { at = -1, isOpen, outcomes, tries }, left = null) {
  const all = list.map((lesson, index) => {
    const outcome = outcomes?.[index] ?? "";
    return lesson && { ...lesson, outcome: OUTCOMES.includes(outcome) ? outcome : "" };
  });
  const found = all.filter((lesson) => lesson !== null), current = all[at];
  if (!found.length) return null;
  const lessons = new Lessons(found, left), next = found.findIndex(({ outcome }) => !outcome);
  const isEnd = at === list.length || !current && next < 0;
  lessons.at = isEnd ? found.length : current ? found.indexOf(current) : next;
  lessons.isOpen = !isEnd && isOpen !== false;
  const { question } = lessons;
  if (!question || !current || !Array.isArray(tries)) return lessons;
  const { game } = current, isInside = (/** @type {string} */ cell) => game.isInside(cell);
  lessons.tries = tries.filter((one) => one && game.isEmpty(question, one.move))
    .map(({ move, line }) => Object.assign(game.after(question, move),
      line && isLine(line, isInside) ? { line } : {}));
  return lessons;
}
