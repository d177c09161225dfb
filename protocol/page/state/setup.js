// The set-up of a position: a palette of stones, and clicks that place them.

import { show } from "./app.js";
import { $, input } from "../elements.js";
import { Game } from "../game/game.js";
import { pointName, pointNamed } from "../game/names.js";
import { open } from "./navigate.js";
import { page, turn } from "./state.js";

/** @typedef {import("../view/board.js").Point} Point */

const WALL_TOOL = 3; // of the palette, after the colours; 4 takes away

/** Begin to set up a position, from the one shown. */
export function beginSetUp() {
  if (page.setUp) return;
  const { width, height, rule, walls } = page.game, stones = page.game.stonesAt(page.node);
  open(new Game({ width, height, rule, walls: [...walls], stones, turn: turn() }));
  page.setUp = true;
  show();
}

/** Begin a game from the position that was set up. */
export function endSetUp() {
  const { width, height, rule, walls, stones, turn: next } = page.game;
  return open(new Game({ width, height, rule, walls, stones, turn: next }));
}

/**
 * Place on a cell what the palette has; take it away if it is there.
 * @param {string} name
 */
export function setCell(name) {
  const { game, tool } = page;
  const isWall = game.walls.includes(name);
  const present = isWall ? WALL_TOOL : game.stones.find(([cell]) => cell === name)?.[1] ?? 0;
  const stones = game.stones.filter(([cell]) => cell !== name);
  const walls = game.walls.filter((cell) => cell !== name);
  if (tool === WALL_TOOL && !isWall) walls.push(name);
  if (tool < WALL_TOOL && tool !== present) stones.push([name, tool]);
  put(stones, walls);
}

/** Take all stones and walls away. */
export const clearBoard = () => put([], []);

/** Mirror the position: its left side becomes the right. */
export function mirrorBoard() {
  const { game } = page;
  const mirrored = (/** @type {string} */ name) => {
    const { x, y } = /** @type {Point} */ (pointNamed(name));
    return pointName({ x: game.width - 1 - x, y });
  };
  put(game.stones.map(([name, colour]) => [mirrored(name), colour]), game.walls.map(mirrored));
}

/**
 * Choose the side to move. Otherwise it is White if Black has more stones.
 * @param {number} colour
 */
export function chooseTurn(colour) {
  page.isTurnChosen = true;
  setTurn(colour);
}

/**
 * @param {import("../engine/engine.js").Stone[]} stones
 * @param {string[]} walls
 */
function put(stones, walls) {
  Object.assign(page.game, { stones, walls });
  const blacks = stones.filter(([, colour]) => colour === 1).length;
  if (!page.isTurnChosen) setTurn(2 * blacks > stones.length ? 2 : 1);
  show();
}

/** @param {number} colour */
function setTurn(colour) {
  page.game.turn = colour;
  page.game.root.colour = 3 - colour;
}

/** Show the palette instead of the buttons below the board. */
export function showPalette() {
  document.body.toggleAttribute("data-set-up", page.setUp);
  $("palette").hidden = !page.setUp;
  if (!page.setUp) return;
  input(`tool-${page.tool}`).checked = true;
  input(`turn-${turn()}`).checked = true;
}
