// The page's address names the position shown, and the browser's Back returns to the one before.
//
// A move makes an entry in the browser's history; Tengen's reply replaces it, so that Back returns
// to the person's turn. Steps through a game share one entry. The state of an entry is the game's
// id, the moves up to the position ("-" is a pass), whether it was reached by a move, and the game
// itself: the browser may drop its store, or keep none.
//
// Exercises and puzzles have one entry, which has the position before them. Once they end it is
// spare: the next change replaces it, and Back skips it.

import { app } from "./app.js";
import { idOf, isBlank, keepGame, shownText } from "./kept.js";
import { linkOf } from "../game/notation.js";
import { page } from "./state.js";

/**
 * @typedef {{game: string, moves: string, isMove: boolean, text: string, isAway?: boolean}} Entry
 *   `isAway`: it is that of exercises or puzzles
 */

let isSpare = false; // whether the present entry is

/** Return the state of the present entry, null if its address was typed. */
export const entry = () => /** @type {Entry | null} */ (history.state?.game ? history.state : null);

/** Return the moves up to the position shown, as an entry has them. */
const movesShown = () =>
  page.game.path(page.node).slice(1).map(({ move }) => move || "-").join(" ");

/**
 * Make the address that of the position shown, except during set-up, exercises and puzzles.
 * @param {boolean} [isMove] whether a move led from the position shown before to this one
 */
export function showAddress(isMove = false) {
  const { game, node } = page, before = entry();
  if (page.setUp) return;
  if (game.isExercise || app.puzzles.isOn) return goAway(before);
  const id = idOf(game), moves = movesShown();
  const isReply = isMove && page.engines.includes(node.colour);
  const isStep = !isMove && !before?.isMove;
  const isSame = before?.game === id && (before.moves === moves || isReply || isStep);
  isSpare = !!before?.isAway && before.game === id && before.moves === moves;
  const state = {
    game: id, moves, isMove: isSame ? before?.isMove : isMove, text: shownText(), isAway: isSpare,
  };
  const address = isBlank(game) ? location.pathname + location.search : linkOf(game, node);
  try {
    if (before && !isSame && !before.isAway) history.pushState(state, "", address);
    else history.replaceState(state, "", address);
  } catch { /* the browser refuses many changes within seconds: a later one names the position */ }
}

/**
 * Make the entry of exercises or puzzles, if they have none yet.
 * @param {Entry | null} before
 */
function goAway(before) {
  isSpare = false;
  if (!before || before.isAway) return;
  try {
    history.pushState({ ...before, isAway: true }, "");
  } catch { /* the browser refuses many changes within seconds: Back goes one entry further */ }
}

/** Return whether Back has led from a spare entry to the one with the same position. */
export function isFromSpare() {
  const wasSpare = isSpare, state = entry();
  isSpare = false;
  return wasSpare && state?.game === idOf(page.game) && state.moves === movesShown();
}

/** Keep the game shown, in the browser's store and in the present entry: the page may end. */
export function keepAll() {
  keepGame();
  const state = entry();
  if (state?.game === idOf(page.game)) history.replaceState({ ...state, text: shownText() }, "");
}

/** Forget the state of the present entry: its address will be read. */
export function forgetEntry() {
  if (history.state) history.replaceState(null, "", location.href);
}
