// Shares a game as a link, as text, as a file, or as a picture.

import { $, input, make, toast } from "./elements.js";
import { linkOf, movesText, psqOf, sgfOf } from "./notation.js";
import { page, settings, words } from "./state.js";
import { filled } from "./words.js";

// By button: its action, given the drawing of the board.
export const SHARES = /** @type {Record<string, (board: SVGElement) => void>} */ ({
  link: copyLink,
  moves: () => copy(movesText(page.game, page.node, settings.rows)),
  sgf: () => save("tengen.sgf", sgfOf(page.game), "application/x-go-sgf"),
  psq: () => save("tengen.psq", psqOf(page.game, page.node), "text/plain"),
  svg: (board) => save("tengen.svg", pictureText(board), "image/svg+xml"),
  png: savePng,
});

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

/**
 * @param {string} file
 * @param {string | Blob} content
 * @param {string} [type]
 */
function save(file, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  make("a", { href: url, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  toast(filled(words().saved, { file }));
}

/**
 * Return the board as the text of an SVG file with its styles.
 * @param {SVGElement} board
 */
function pictureText(board) {
  const picture = /** @type {SVGElement} */ (board.cloneNode(true));
  const shown = board.querySelectorAll("*"), copied = picture.querySelectorAll("*");
  const kept = [
    "fill", "stroke", "stroke-width", "stroke-linecap", "opacity", "font-size", "font-weight",
    "text-anchor",
  ];
  shown.forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const name of kept) copied[index].setAttribute(name, style.getPropertyValue(name));
  });
  picture.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  picture.setAttribute("font-family", "system-ui, sans-serif");
  const columns = Number(picture.getAttribute("viewBox")?.split(" ")[2]);
  picture.setAttribute("width", String(Math.round(32 * columns)));
  return new XMLSerializer().serializeToString(picture);
}

/** @param {SVGElement} board */
async function savePng(board) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(pictureText(board))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * image.width;
  canvas.height = 2 * image.height;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((content) => content && save("tengen.png", content));
}
