// Shares a game as a link, as text, as a file, or as a picture.

import { $, input, toast } from "../elements.js";
import { linkOf, movesText, psqOf, sgfOf } from "../game/notation.js";
import { pictureText, save, saveGif, savePng } from "../pictures/pictures.js";
import { page, settings, words } from "../state/state.js";

// By button: its action, given the drawing of the board.
export const SHARES = /** @type {Record<string, (board: SVGElement) => void>} */ ({
  link: copyLink,
  moves: () => shareInTurn(movesText(page.game, page.node, settings.rows), copy),
  sgf: () => save("tengen.sgf", sgfOf(page.game), "application/x-go-sgf"),
  psq: () => shareInTurn(psqOf(page.game, page.node),
    (text) => save("tengen.psq", text, "text/plain")),
  svg: (board) => save("tengen.svg", pictureText(board), "image/svg+xml"),
  png: savePng,
  gif: saveGif,
});

/**
 * Share a text of stones without colours; without a text, name the formats that have colours.
 * @param {string | null} text
 * @param {(text: string) => void} share
 */
function shareInTurn(text, share) {
  if (text === null) toast(words().notAlternating);
  else share(text);
}

/**
 * Copy a link to the page with the game. If others can't reach the page, because its address is a
 * file or a server of this machine, copy only the game.
 */
function copyLink() {
  const game = linkOf(page.game, page.node);
  const isPublic = $("data").textContent && location.protocol.startsWith("http");
  return isPublic ? copy(location.href.split("#")[0] + game) : copy(game, words().copiedGame);
}

/**
 * @param {string} text
 * @param {string} note the toast afterwards
 */
async function copy(text, note = words().copied) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const box = input("text"); // if the browser denies access to the clipboard
    box.value = text;
    box.select();
    if (!document.execCommand("copy")) return; // it stays selected: the person can copy it
  }
  toast(note);
}
