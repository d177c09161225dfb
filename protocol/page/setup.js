// Sets up a position by clicks.

import { show } from "./app.js";
import { Game } from "./game.js";
import { open } from "./navigate.js";
import { page, turn } from "./state.js";

/** Start or end the set-up of a position. */
export function toggleSetUp() {
  const { game } = page;
  if (!page.setUp) {
    const stones = game.stonesAt(page.node);
    const { width, height, rule, walls } = game;
    const copy = new Game({ width, height, rule, walls: [...walls], stones, turn: turn() });
    open(copy);
    page.setUp = true;
    return show();
  }
  const counts = [1, 2].map((colour) => game.stones.filter((stone) => stone[1] === colour).length);
  const { width, height, rule, walls, stones } = game;
  const next = counts[0] > counts[1] ? 2 : 1;
  return open(new Game({ width, height, rule, walls, stones, turn: next }));
}

/** @param {string} name */
export function setCell(name) {
  const { game } = page;
  const colour = game.stones.find(([cell]) => cell === name)?.[1] ?? 0;
  const isWall = game.walls.includes(name);
  game.stones = game.stones.filter(([cell]) => cell !== name);
  game.walls = game.walls.filter((cell) => cell !== name);
  if (!isWall && colour < 2) game.stones.push([name, colour + 1]);
  else if (colour === 2) game.walls.push(name);
  show();
}
