// The offer to continue a kept game: its title and picture.

import { $ } from "../elements.js";
import { pointNamed } from "../game/names.js";
import { isBlank, keptIds } from "../state/kept.js";
import { page, ruleTitle, settings, words } from "../state/state.js";
import { filled } from "../words/words.js";
import { boxOf, emptyBoard, shape, shapesOf } from "./board.js";

/** @typedef {import("./board.js").Point} Point */
/** @typedef {import("../game/game.js").Game} Game */
/** @typedef {import("../state/kept.js").Kept} Kept */

let offered = /** @type {Kept | null} */ (null);
let host = /** @type {Game | null} */ (null); // the game that is shown with the offer

/**
 * Offer to continue a game, or nothing; return what was offered before.
 * @param {Kept | null} kept
 */
export function offer(kept) {
  const before = offered;
  offered = kept;
  host = page.game;
  showOffer();
  return before;
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
