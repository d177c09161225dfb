// The actions of a person: buttons, keys and clicks on the board call these functions.

import { app, show } from "../state/app.js";
import { EngineGone } from "../engine/client.js";
import { clockChosen } from "../state/clock.js";
import { drawTo } from "./drawing.js";
import { $, dialog, input, say, toast } from "../elements.js";
import { keepMistakes } from "../state/exercises.js";
import { openText } from "./files.js";
import { Game } from "../game/game.js";
import { endLessons, showAnswer, tryMove } from "./lesson-actions.js";
import { pointName, pointNamed, renamed } from "../game/names.js";
import { go, open, place } from "../state/navigate.js";
import { OPENINGS, openingMoves } from "../state/named.js";
import { beginOpening, clickInOpening } from "../state/opening.js";
import { PROCEDURES } from "../game/procedures.js";
import { foulText } from "../state/reasons.js";
import { setCell } from "../state/setup.js";
import { isClosed, keep, page, phrase, settings, winning, words } from "../state/state.js";
import { interrupt, judge, think } from "../state/think.js";

/** @typedef {import("../view/board.js").Point} Point */

const HINT_MS = 1500;

/**
 * Play a move at the node shown. If a lesson asks for a move, try it there.
 * @param {string} move
 */
export function play(move) {
  return page.lessons?.isAsked(page.node) ? tryMove(move) : place(move);
}

/**
 * Act on a chosen cell.
 * @param {Point} point
 * @param {Event} [event]
 */
export function choose(point, event) {
  const name = pointName(point), { node } = page, isKey = event instanceof KeyboardEvent;
  if (page.setUp) return setCell(name);
  if (page.isDrawing) return isKey && drawTo(name);
  const isBusy = page.swap === "asked" || /thinking|reviewing|judging/.test(page.task);
  if (isBusy || node.look?.is_over) return isKey && say(app.display.statusText());
  if (!page.game.isEmpty(node, name)) {
    return (settings.blind || isKey) && toast(phrase(words().taken, { cell: name }));
  }
  if (node.look?.forbidden.includes(name)) return toast(foulText(page.game.position(node), name));
  const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
  if (isTouch && settings.tapTwice && page.armed !== name) {
    page.armed = name;
    return show();
  }
  if (page.swap) return clickInOpening(name);
  if (app.puzzles.isPlayed) return app.puzzles.play(name);
  play(name);
}

/** Play the best move of the side to move. */
export async function playBest() {
  if (page.task === "thinking") return app.client.stop();
  if (page.lessons?.isAsked(page.node)) return showAnswer();
  if (page.node.look?.is_over || isClosed(app.puzzles)) return;
  const mine = interrupt();
  const known = page.lines[0]?.line[0];
  if (known && page.task === "analysing") return place(known);
  page.lines = [];
  const result = await think("thinking", { ms: HINT_MS });
  if (mine !== page.epoch) return;
  page.task = "";
  if (result.move) await place(result.move);
}

/** Start or end showing a proof, in which Tengen answers every reply of the loser. */
export function toggleProof() {
  const proof = page.proof ? 0 : winning();
  Object.assign(page, { proof, isAnalysing: false });
  go(page.node, !!proof);
}

/** Switch the analysis on or off. */
export function toggleAnalysis() {
  if (page.lessons?.isAsked(page.node) || isClosed(app.puzzles)) return;
  page.isAnalysing = !page.isAnalysing;
  go(page.node, false);
  if (page.isAnalysing) app.display.bringForward("analysis");
}

/** Stop the engine's current task. */
export function stop() {
  page.isAnalysing = false;
  if (/reviewing|checking/.test(page.task)) interrupt();
  else app.client.stop();
  if (page.task !== "thinking") page.task = "";
  show();
}

/** Evaluate every position of the game, last position first. */
export async function review() {
  if (isClosed(app.puzzles)) return;
  if (page.lessons) endLessons();
  const nodes = page.game.line(page.node);
  if (nodes.length < 2) return toast(words().emptyGame);
  const mine = interrupt();
  Object.assign(page, { task: "reviewing", isAnalysing: false, lines: [], pointed: null });
  for (const node of [...nodes].reverse()) {
    page.progress = { ply: node.ply, count: nodes.length - 1 };
    app.display.showSoon();
    await judge(node);
    if (mine !== page.epoch) return;
  }
  Object.assign(page, { task: "", reviewed: nodes });
  const { game, seats, isPractice } = page;
  if (seats.length === 1 && !isPractice) keepMistakes(game, nodes, 3 - seats[0]);
  app.display.bringForward("course");
}

/** Start the game that the settings describe. */
export function newGame() {
  const [width, height] = settings.size === "other"
    ? [settings.width, settings.height] : [Number(settings.size), Number(settings.size)];
  const seats = settings.opponent === "tengen" ? [settings.side === "black" ? 2 : 1] : [];
  const game = new Game({
    width, height, rule: Number(settings.rule), turn: settings.opening === "whiteFirst" ? 2 : 1,
    clock: clockChosen(),
  });
  page.isAnalysing = false;
  if (Object.hasOwn(PROCEDURES, settings.opening)) {
    return beginOpening(game, seats, settings.opening);
  }
  const opening = OPENINGS.find(({ code }) => code === settings.opening);
  const moves = opening ? openingMoves(opening, width, height) : [];
  const node = moves.reduce((last, move) => game.play(last, move), game.root);
  return open(game, node, seats);
}

/** Return the key of a typed move, which may be off the board; "" if no move is typed. */
export function typedCell() {
  const name = input("text").value.trim().toLowerCase();
  return pointNamed(name) ? renamed(name, page.game.height, settings.rows) : "";
}

/** Play the typed move, or open the typed game. */
export function readTyped() {
  const { value } = input("text"), move = typedCell(), point = pointNamed(move);
  if (move && !page.game.isEmpty(page.node, move)) {
    $("text-error").textContent = phrase(words().notPossible, { ply: page.node.ply + 1, move });
    return;
  }
  if (point) choose(point);
  else if (!openText(value)) return;
  $("text-error").textContent = "";
  dialog("open-dialog").close();
}

/** Ask the person to type a move or a game. */
export function askToType() {
  dialog("open-dialog").showModal();
  input("text").focus();
  input("text").select();
}

/** @param {Partial<typeof settings>} changes */
export function change(changes) {
  keep(changes);
  app.view.resize(page.game.width, page.game.height, settings.rows, settings.letters);
  show();
}

/**
 * Show the reason why the engine does not answer.
 * @param {Error} error
 */
export function fail(error) {
  Object.assign(page, { task: "", isAnalysing: false, finding: null });
  show();
  toast(error instanceof EngineGone ? words().gone : error.message);
}
