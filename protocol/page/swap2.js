// Swap2 on the page: one side places three stones; the other takes a colour or places two more.

import { app, show } from "./app.js";
import { $, dialog, make, openDialog, toast } from "./elements.js";
import { go, open } from "./navigate.js";
import { page, settings, words } from "./state.js";
import { filled } from "./words.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").GameNode} GameNode */

/**
 * @param {Game} game
 * @param {number[]} seats
 */
export async function beginSwap(game, seats) {
  open(game);
  if (seats[0] !== 1) { // Black's player places the stones
    page.swap = "three";
    return show();
  }
  const mine = page.epoch;
  const { moves } = await app.client.ask("swap2", { position: game.position(game.root) });
  if (mine === page.epoch) await placeAndAsk(moves);
}

/**
 * @param {string} name of the cell
 */
export async function placeOfSwap(name) {
  const node = page.game.play(page.node, name);
  const isLast = node.ply === (page.swap === "three" ? 3 : 5);
  if (!isLast) return go(node);
  await stay(node);
  if (page.node === node) await swapAnswer();
}

/**
 * Show the last stone of a step. The person can't leave this node until the other side has chosen.
 * @param {GameNode} node
 */
function stay(node) {
  page.swap = "";
  const shown = go(node);
  page.swap = "asked";
  return shown;
}

/** Let the other side choose: Tengen by the score, a person in a dialog. */
async function swapAnswer() {
  const { game, node, epoch: mine } = page;
  if (settings.opponent !== "tengen") return askSwap();
  page.task = "thinking";
  show();
  const { moves } = await app.client.ask("swap2", { position: game.position(node) });
  if (mine !== page.epoch) return;
  page.task = "";
  if (moves.length < 2) {
    const takes = moves.length ? 2 : 1; // without a move, Tengen takes Black
    toast(filled(words().swapTook, { colour: takes }));
    return endSwap([takes]);
  }
  toast(words().swapTwo);
  await placeAndAsk(moves);
}

/**
 * Place Tengen's stones, and ask the person.
 * @param {string[]} moves
 */
async function placeAndAsk(moves) {
  let { node } = page;
  for (const move of moves) node = page.game.play(node, move);
  await stay(node);
  if (page.node === node) askSwap();
}

/** Ask a person to choose a colour or, after three stones, to place two more. */
function askSwap() {
  const box = dialog("ask-dialog"), isFirst = page.node.ply === 3;
  const answers = ["takeBlack", "takeWhite", ...(isFirst ? ["placeTwo"] : [])];
  $("ask-text").textContent = isFirst ? words().swapAsk : words().swapAsk5;
  $("ask-answers").replaceChildren(...answers.map((value) =>
    make("button", { value }, String(words()[/** @type {"takeBlack"} */ (value)]))));
  box.onclose = () => {
    if (!box.returnValue) return openDialog(box); // Esc does not answer
    const colour = { takeBlack: 1, takeWhite: 2 }[box.returnValue];
    if (box.returnValue === "placeTwo") {
      page.swap = "two";
      return show();
    }
    endSwap(settings.opponent === "tengen" && colour ? [3 - colour] : []);
  };
  openDialog(box);
}

/** @param {number[]} seats */
function endSwap(seats) {
  Object.assign(page, { swap: "", seats });
  go(page.node, true);
}
