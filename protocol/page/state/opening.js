// An opening procedure on the page: people click stones and answer questions, Tengen by the engine.

import { app, show } from "./app.js";
import { $, dialog, make, openDialog, toast } from "../elements.js";
import { Game } from "../game/game.js";
import { OPENINGS, openingMoves } from "./named.js";
import { go, nodeBefore, open } from "./navigate.js";
import { Opening } from "../game/procedures.js";
import { page, phrase, words } from "./state.js";
import { filled } from "../words/words.js";

/** @typedef {import("../game/procedures.js").Answer} Answer */
/** @typedef {import("../game/procedures.js").Step} Step */

const PATTERN = 3; // stones of a step that places a whole opening

/**
 * Begin a game by a procedure. The first player is Tengen if it plays Black.
 * @param {Game} game
 * @param {number[]} seats
 * @param {string} procedure
 * @param {Answer[]} [answers] given before
 */
export function beginOpening(game, seats, procedure, answers = []) {
  const opening = new Opening(procedure, game.width, game.height);
  for (const answer of answers) opening.answer(answer);
  open(game, opening.stones.reduce((node, [move]) => game.play(node, move), game.root));
  Object.assign(page, { opening, rivals: seats });
  return goOn();
}

/**
 * Place, offer or pick the stone that a person has clicked.
 * @param {string} name
 */
export async function clickInOpening(name) {
  const refusal = page.opening?.refusal(name);
  if (refusal) return toast(phrase(words()[refusal.key], refusal.values));
  if (await isDone([name])) await goOn();
}

/** Return the procedure in progress, or the one that the game began with. */
const lastOpening = () => page.opening ?? page.ended?.opening;

/** Return the answers before the last one that a person gave; undefined without one. */
export function answersBefore() {
  const { procedure, width, height, answers } = /** @type {Opening} */ (lastOpening());
  for (let count = answers.length - 1; count >= 0; count--) {
    const opening = new Opening(procedure, width, height), before = answers.slice(0, count);
    for (const answer of before) opening.answer(answer);
    if (!page.rivals.includes(opening.isSecond ? 2 : 1)) return before;
  }
}

/** Take back the last answer that a person gave, and those after it. */
function undoAnswer() {
  const before = answersBefore(), opening = lastOpening();
  if (before && opening) beginOpening(new Game(page.game), page.rivals, opening.procedure, before);
}

/** Take back the person's last move and Tengen's answer; of a procedure, the last answer. */
export function undo() {
  const { game, swap, ended } = page, node = swap ? null : nodeBefore();
  const isOpening = swap || node && ended
    && game.path(ended.node).includes(game.path(page.node)[node.ply + 1]);
  if (isOpening) undoAnswer();
  else if (node) go(node);
}

/**
 * Make the next step's player act, or end the opening.
 * @returns {Promise<void> | void}
 */
function goOn() {
  const opening = /** @type {Opening} */ (page.opening), { step } = opening;
  if (!step) return end(opening);
  if (page.rivals.includes(opening.isSecond ? 2 : 1)) return answerByEngine(opening, step);
  const isQuestion = /choose|count/.test(step.act);
  page.swap = isQuestion ? "asked" : "place";
  show();
  if (isQuestion) askPerson(opening, step);
}

/**
 * Give answers to the current step, and show their stones. A person can't leave the last one.
 * Return false if the person has begun something else meanwhile.
 * @param {Answer[]} answers
 */
async function isDone(answers) {
  const opening = /** @type {Opening} */ (page.opening), before = opening.stones.length;
  for (const answer of answers) opening.answer(answer);
  let { node } = page;
  for (const [move] of opening.stones.slice(before)) node = page.game.play(node, move);
  if (node === page.node) {
    show();
    return true;
  }
  page.swap = "";
  const shown = go(node);
  page.swap = "asked";
  await shown;
  return page.node === node && page.opening === opening;
}

/**
 * @param {Opening} opening
 * @param {Step} step
 * @returns {Promise<void>}
 */
async function answerByEngine(opening, step) {
  const { game, node, epoch: mine } = page, { width, height } = game;
  Object.assign(page, { swap: "asked", task: "thinking" });
  show();
  const { procedure, answers: given, steps, count, offers, wanted } = opening;
  const patterns = step.areas.length === PATTERN
    ? OPENINGS.map((named) => openingMoves(named, width, height)) : [];
  const { answers } = await app.client.ask("opening", {
    position: game.position(node), procedure, answers: given, steps, count, offers, wanted,
    patterns,
  });
  if (mine !== page.epoch) return;
  page.task = "";
  tell(step, answers[0]);
  if (await isDone(answers)) await goOn();
}

/**
 * Tell a person what Tengen has chosen.
 * @param {Step} step
 * @param {Answer} answer
 */
function tell({ act, colour }, answer) {
  const text = words();
  if (act === "count") toast(filled(text.countNamed, { count: answer }));
  const isColour = answer === "stay" || answer === "swap";
  if (isColour) toast(filled(text.swapTook, { colour: answer === "swap" ? 3 - colour : colour }));
}

/**
 * Ask a person to choose, or to name a number of fifth stones.
 * @param {Opening} opening
 * @param {Step} step
 */
function askPerson({ title, stones }, { act, colour, choices, count }) {
  const text = words(), box = dialog("ask-dialog");
  const colours = [text.takeBlack, text.takeWhite];
  const labels = /** @type {Record<string, string>} */ ({
    stay: colours[colour - 1], swap: colours[2 - colour], two: text.placeTwo, ten: text.offerTen,
  });
  const answers = act === "count"
    ? Array.from({ length: count }, (_, index) => [String(index + 1), String(index + 1)])
    : choices.map(({ name }) => [name, labels[name]]);
  const question = act === "count" ? text.openingCount : text.openingAsk;
  $("ask-text").textContent = filled(question, { title, ply: stones.length });
  const others = answersBefore() ? [["undo", text.undo]] : [];
  $("ask-answers").replaceChildren(...[...answers, ...others].map(([value, label]) =>
    make("button", { value }, label)));
  box.onclose = async () => {
    const { returnValue: value } = box;
    if (value === "undo") return undoAnswer();
    if (!answers.some(([answer]) => answer === value)) return openDialog(box); // Esc: no answer
    if (await isDone([act === "count" ? Number(value) : value])) await goOn();
  };
  openDialog(box);
}

/** @param {Opening} opening */
function end(opening) {
  const seats = page.rivals.map((colour) => (opening.isSwapped ? 3 - colour : colour));
  Object.assign(page, { swap: "", opening: null, ended: { opening, node: page.node }, seats });
  go(page.node, true);
}
