// Lessons on the page: at each mistake of the review, the person looks for a better move.

import { app, show } from "./app.js";
import { $, toast } from "./elements.js";
import { Lessons, lessonsOf } from "./lessons.js";
import { pointNamed } from "./names.js";
import { go } from "./navigate.js";
import { provedWinner } from "./review.js";
import { page, words } from "./state.js";
import { interrupt, judge, REVIEW } from "./think.js";

/** @typedef {import("./board.js").Point} Point */

const TRY = { ...REVIEW, nodes: 6 * REVIEW.nodes }; // to find whether a move keeps a mate

/**
 * Start a side's lessons.
 * @param {number} [colour] by default the person's, or else the side with more lessons
 */
export function beginLessons(colour) {
  const { reviewed, seats, task } = page;
  if (task === "reviewing") return;
  if (!reviewed.length) return toast(words().overLines);
  const counts = [1, 2].map((side) => lessonsOf(reviewed, side).length);
  const usual = seats.length ? 3 - seats[0] : counts[1] > counts[0] ? 2 : 1;
  const side = colour ?? (counts[usual - 1] ? usual : 3 - usual);
  if (!counts[side - 1]) return toast(words().noMistakes);
  Object.assign(page, { lessons: new Lessons(reviewed, side), proof: 0 });
  openLesson();
}

/** Show the position of the current lesson, or the end. */
export function openLesson() {
  const { lessons, node } = page, question = lessons?.question;
  page.isAnalysing = false;
  go(question ?? node);
  const mistake = question && lessons?.list[lessons.at].node.move;
  if (mistake) app.view.focus(/** @type {Point} */ (pointNamed(mistake)));
  $("top").scrollIntoView({ block: "nearest" });
}

/**
 * Evaluate a person's move in a lesson.
 * @param {string} move
 */
export async function tryMove(move) {
  const { game, node: question } = page, lessons = /** @type {Lessons} */ (page.lessons);
  const tried = lessons.tries.find((other) => other.move === move) ?? game.after(question, move);
  const mine = interrupt();
  Object.assign(page, { node: tried, task: "judging", lines: [], pointed: null, armed: "" });
  show();
  const isBest = move === question.line?.line[0];
  if (!isBest && !tried.line) await judge(tried, provedWinner(question) ? TRY : REVIEW);
  if (mine !== page.epoch) return;
  if (isBest || tried.line || tried.look?.is_over) lessons.take(tried);
  return backToLesson();
}

export function showAnswer() {
  page.lessons?.reveal();
  return backToLesson();
}

/** Show the current lesson's position again. */
export function backToLesson() {
  const { lessons } = page;
  if (!lessons?.question) return;
  if (!lessons.isOpen && $("board").contains(document.activeElement)) $("lesson-next").focus();
  return go(lessons.question);
}

/** Go to the next lesson; at the end, return to the game. */
export function nextLesson() {
  const { lessons } = page;
  if (!lessons) return beginLessons();
  if (!lessons.question) return endLessons();
  lessons.next();
  openLesson();
}

export function endLessons() {
  const { lessons, node } = page;
  page.lessons = null;
  go(lessons?.question ?? node);
}
