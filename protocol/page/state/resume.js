// Opens the games that the browser keeps: after a reload, by Back and Forward, and when a person
// continues the most recent one.

import { show } from "./app.js";
import { entry, forgetEntry } from "./address.js";
import { boxOf, emptyBoard, shape, shapesOf } from "../view/board.js";
import { $ } from "../elements.js";
import { openAddress } from "../events/files.js";
import { gameOf, idOf, isBlank, keptGames, keptIds, readKept } from "./kept.js";
import { pointNamed } from "../game/names.js";
import { go, open } from "./navigate.js";
import { beginOpening } from "../events/opening.js";
import { page, ruleTitle, settings, words } from "./state.js";
import { lookAt } from "./think.js";
import { filled } from "../words/words.js";

/** @typedef {import("../view/board.js").Point} Point */
/** @typedef {import("../game/game.js").Game} Game */
/** @typedef {import("./kept.js").Kept} Kept */

let offered = /** @type {Kept | null} */ (null);
let host = /** @type {Game | null} */ (null); // the game that is shown with the offer

/**
 * Show a kept game as it was.
 * @param {Kept} kept
 */
export async function openKept({ game, node, seats, reviewed, setUp, opening }) {
  if (opening) return beginOpening(game, seats, opening.procedure, opening.answers);
  const shown = open(game, node, seats);
  Object.assign(page, { reviewed, setUp });
  show();
  const end = reviewed.at(-1);
  if (end) await lookAt(game, end); // for the graph
  return shown;
}

/** Show the game and position of the present entry of the history; return whether it is kept. */
export function resume() {
  const state = entry();
  if (!state) return false;
  const { game: id, text } = state, isHere = idOf(page.game) === id;
  const kept = isHere ? null : readKept(id) ?? gameOf(id, text);
  if (!isHere && !kept) return false;
  const game = kept?.game ?? page.game, moves = state.moves.split(" ").filter(Boolean);
  let node = game.root;
  for (const move of moves) {
    if (game.isEmpty(node, move)) node = game.play(node, move);
  }
  if (kept) openKept({ ...kept, node });
  else go(node);
  return true;
}

/** Show what the address names, after Back or Forward, or after a person has typed it. */
export function travel() {
  if (resume()) return;
  forgetEntry();
  if (!openAddress()) go(page.node);
}

/** Offer to continue the most recent game. */
export function offerKept() {
  offered = keptGames().next().value ?? null;
  host = page.game;
  showOffer();
}

/** Show the offer until the person plays, sets up or opens another game. */
export function showOffer() {
  const isOpen = !!offered && page.game === host && isBlank(host);
  $("offer").hidden = !isOpen;
  if (!offered || !isOpen) return;
  $("offer-text").textContent = keptTitle(offered);
  $("offer-picture").replaceChildren(pictureOf(offered));
  $("others").hidden = keptIds().length < 2;
}

export function closeOffer() {
  offered = null;
  showOffer();
}

export function continueGame() {
  const kept = offered;
  closeOffer();
  if (kept) openKept(kept);
}

/**
 * Return a game's rule, its size and the number of the move shown.
 * @param {Pick<Kept, "game" | "node">} kept
 */
export function keptTitle({ game: { width, height, rule }, node: { ply } }) {
  const values = { rule: ruleTitle(rule), size: `${width} × ${height}`, ply };
  return filled(words().keptGame, values);
}

/**
 * Return a small picture of a position.
 * @param {{game: Game, node: import("../game/game.js").GameNode}} position
 */
export function pictureOf({ game, node }) {
  const { width, height } = game;
  const point = (/** @type {string} */ key) => /** @type {Point} */ (pointNamed(key));
  const stones = game.stonesAt(node).map(([key, colour]) => ({ ...point(key), colour }));
  const last = node.move ? point(node.move) : undefined;
  const [, ground] = emptyBoard(width, height, settings.rows); // the board has the gradients
  return shape("svg", { viewBox: boxOf(width, height).join(" "), "aria-hidden": "true" },
    ground, ...shapesOf({ stones, last, walls: game.walls.map(point) }));
}
