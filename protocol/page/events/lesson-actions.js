// Lessons on the page: at each mistake of the review, the person looks for a better move.

import { app, show } from "../state/app.js";
import { $, toast } from "../elements.js";
import { exerciseLessons, keepMistakes, resumedExercises } from "../state/exercises.js";
import { Lessons, lessonsOf } from "../game/lessons.js";
import { pointNamed } from "../game/names.js";
import { idOf, isSame, shownKept } from "../state/kept.js";
import { go, open } from "../state/navigate.js";
import { openKept } from "./resume.js";
import { provedWinner } from "../game/review.js";
import { sessionOf } from "../state/session.js";
import { isClosed, page, words } from "../state/state.js";
import { interrupt, judge, REVIEW } from "../state/think.js";

/** @typedef {import("../view/board.js").Point} Point */

const TRY = { ...REVIEW, nodes: 6 * REVIEW.nodes }; // to find whether a move keeps a mate

/**
 * Start a side's lessons.
 * @param {number} [colour] by default the person's, or else the side with more lessons
 */
export function beginLessons(colour) {
  const { game, reviewed, seats, task } = page;
  if (task === "reviewing") return;
  if (!reviewed.length) return toast(words().overLines);
  const counts = [1, 2].map((side) => lessonsOf(reviewed, side).length);
  const usual = seats.length ? 3 - seats[0] : counts[1] > counts[0] ? 2 : 1;
  const side = colour ?? (counts[usual - 1] ? usual : 3 - usual);
  if (!counts[side - 1]) return toast(words().noMistakes);
  const nodes = lessonsOf(reviewed, side);
  const list = nodes.map((node) => ({ node, game, outcome: /** @type {const} */ ("") }));
  keepMistakes(game, reviewed, side);
  Object.assign(page, { lessons: new Lessons(list), proof: 0 });
  openLesson();
}

/** Start lessons from the mistakes of earlier games. */
export function beginExercises() {
  const list = exerciseLessons();
  if (page.lessons || isClosed(app.puzzles) || !list.length) return;
  page.lessons = new Lessons(list, shownKept());
  openLesson();
}

/**
 * Continue the exercises that were in progress before a reload.
 * @param {import("../state/session.js").Session | null} session
 */
export function resumeExercises(session) {
  if (session?.left !== idOf(page.game)) return;
  const lessons = resumedExercises(session, shownKept());
  page.lessons = lessons;
  if (lessons) openLesson();
  if (!lessons || !isSame(sessionOf(lessons, session.left), session)) toast(words().resetLessons);
}

/** Show the position of the current lesson, or the end. */
export function openLesson() {
  const { lessons, node } = page, question = lessons?.question;
  const game = lessons?.list[lessons.at]?.game ?? page.game;
  Object.assign(page, { isAnalysing: false, finding: null, isDrawing: false, sketch: null });
  if (game === page.game) go(question ?? node);
  else {
    open(game, question ?? game.root);
    page.lessons = lessons; // which an opened game ends
    show();
  }
  const mistake = question && lessons?.list[lessons.at].node.move;
  if (mistake) app.view.focus(/** @type {Point} */ (pointNamed(mistake)));
  document.querySelector("header")?.scrollIntoView({ block: "nearest" });
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
  return lessons?.left ? openKept(lessons.left) : go(lessons?.question ?? node);
}
