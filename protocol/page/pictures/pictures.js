// Pictures of the board as files: SVG, PNG, and a GIF of a whole game.

import { boxOf, emptyBoard, shape, shapesOf } from "../view/board.js";
import { Client, workerWire } from "../engine/client.js";
import { drawnStones } from "../view/display-parts.js";
import { $, make, toast } from "../elements.js";
import { inflated } from "../inflate.js";
import { pointNamed } from "../game/names.js";
import { page, settings, words } from "../state/state.js";
import { filled } from "../words/words.js";

/** @typedef {import("../view/board.js").Point} Point */
/** @typedef {import("../game/game.js").GameNode} GameNode */

const CELL_PX = 32; // of a picture with a scale of 1
const GIF_SIDE = 480; // pixels, about
const MOVE_MS = 800, LAST_MS = 3000; // of a move in a GIF

/**
 * @param {string} file
 * @param {string | Blob} content
 * @param {string} [type]
 */
export function save(file, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  make("a", { href: url, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  toast(filled(words().saved, { file }));
}

/**
 * Return the board as the text of an SVG file with its styles.
 * @param {SVGElement} board
 */
export function pictureText(board) {
  const picture = /** @type {SVGElement} */ (board.cloneNode(true));
  const shown = board.querySelectorAll("*"), copied = picture.querySelectorAll("*");
  const kept = [
    "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-dasharray", "opacity",
    "font-size", "font-weight", "text-anchor",
  ];
  shown.forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const name of kept) copied[index].setAttribute(name, style.getPropertyValue(name));
  });
  picture.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  picture.setAttribute("font-family", "system-ui, sans-serif");
  const columns = Number(picture.getAttribute("viewBox")?.split(" ")[2]);
  picture.setAttribute("width", String(Math.round(CELL_PX * columns)));
  return new XMLSerializer().serializeToString(picture);
}

/**
 * Return a canvas with a picture of the board.
 * @param {SVGElement} board
 * @param {number} scale
 */
async function canvasOf(board, scale) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(pictureText(board))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(scale * image.width);
  canvas.height = Math.round(scale * image.height);
  const context = /** @type {CanvasRenderingContext2D} */ (
    canvas.getContext("2d", { willReadFrequently: true }));
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return { canvas, context };
}

/** @param {SVGElement} board */
export async function savePng(board) {
  const { canvas } = await canvasOf(board, 2);
  canvas.toBlob((content) => content && save("tengen.png", content));
}

/** Save the line through the node shown as an animated picture, a frame for each move. */
export async function saveGif() {
  const nodes = page.game.line(page.node), isEmpty = !page.game.stones.length;
  const frames = nodes.length > 1 && isEmpty ? nodes.slice(1) : nodes, end = frames.length - 1;
  toast(words().makingGif);
  const encoder = new Client(workerWire(inflated($("gif").textContent ?? "")));
  try {
    for (const at of [frames[end], ...frames]) { // the palette is that of the last position
      const { context, canvas: { width, height } } = await frameOf(at);
      const { data } = context.getImageData(0, 0, width, height);
      const ms = at === frames[end] ? LAST_MS : MOVE_MS;
      await encoder.ask("add", { data, width, height, ms });
    }
    const { content } = await encoder.ask("end", {});
    save("tengen.gif", new Blob([content]), "image/gif");
  } finally {
    encoder.close();
  }
}

/**
 * Return the canvas of a node's board.
 * @param {GameNode} node
 */
async function frameOf(node) {
  const { width, height, walls } = page.game, { look, move } = node;
  const point = (/** @type {string} */ name) => /** @type {Point} */ (pointNamed(name));
  const box = boxOf(width, height);
  const board = shape("svg", { viewBox: box.join(" "), class: "frame" },
    ...emptyBoard(width, height, settings.rows),
    ...shapesOf({
      stones: drawnStones(page.game, node), walls: walls.map(point),
      last: move ? point(move) : undefined, foul: look?.foul,
      five: (look?.five ?? []).map(point), numbers: settings.numbers,
    }));
  $("board").append(board); // for its styles
  const drawn = await canvasOf(board, GIF_SIDE / CELL_PX / Math.max(box[2], box[3]));
  board.remove();
  const { context, canvas } = drawn;
  context.globalCompositeOperation = "destination-over"; // below the round corners
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  return drawn;
}
