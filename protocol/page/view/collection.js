// Asks which game of a collection to open.

import { $, dialog, make, openDialog } from "../elements.js";
import { words } from "../state/state.js";
import { filled } from "../words/words.js";

/** @typedef {import("../game/reading.js").Listed} Listed */

const MOST_GAMES_LISTED = 1000;

/**
 * Ask which game to open; nothing is opened if the person cancels.
 * @param {Listed[]} games
 * @param {(number: number) => void} open receives the index of the game
 */
export function askWhich(games, open) {
  const rows = games.slice(0, MOST_GAMES_LISTED).map((game, index) =>
    make("button", { value: String(index) }, make("b", {}, String(index + 1)), titleOf(game)));
  askRow([...rows, games.length > MOST_GAMES_LISTED ? "…" : ""], (row) => row && open(Number(row)));
}

/**
 * Ask which row of a list to open.
 * @param {(Node | string)[]} rows with buttons that have a value
 * @param {(row: string) => void} answer receives the value of the button, "" if the person cancels
 */
export function askRow(rows, answer) {
  const box = dialog("games-dialog");
  $("games-list").replaceChildren(...rows);
  box.onclose = () => {
    const { returnValue } = box;
    answer(returnValue === "cancel" ? "" : returnValue);
    $("games-list").replaceChildren();
  };
  openDialog(box);
}

/** @param {Listed} game */
function titleOf({ black, white, details, moves }) {
  const players = black || white ? [`${black || "?"} – ${white || "?"}`] : [];
  return [...players, ...details, filled(words().moveCount, { count: moves })].join(", ");
}
