// Arrows and circles that a person draws on the board: with the right button, or with any pointer
// or the keyboard while the button *Draw* is on.

import { app, show } from "../state/app.js";
import { page } from "../state/state.js";

const RIGHT = 2; // button of a mouse

/** Let a person draw on the board. */
export function listenToDrawing() {
  const { grid } = app.view;
  let from = "";
  const under = (/** @type {PointerEvent} */ { clientX, clientY }) => {
    const cell = /** @type {HTMLElement | null} */ (document.elementFromPoint(clientX, clientY));
    return cell?.dataset?.cell ?? "";
  };
  grid.addEventListener("contextmenu", (event) => event.preventDefault());
  grid.addEventListener("mousedown", (event) => {
    if (event.button === RIGHT) event.preventDefault(); // the focus stays
  });
  grid.addEventListener("pointerdown", (event) => {
    if (page.setUp || event.button !== RIGHT && !page.isDrawing) return;
    from = under(event);
    sketch(from, from);
  });
  grid.addEventListener("pointermove", (event) => {
    if (from) sketch(from, under(event));
  });
  document.addEventListener("pointerup", (event) => {
    if (from) drawShape(from, under(event));
    from = "";
  });
  document.addEventListener("pointercancel", () => {
    from = "";
    sketch("", "");
  });
}

/**
 * Show the shape that is being drawn.
 * @param {string} from
 * @param {string} to
 */
function sketch(from, to) {
  page.sketch = from && to ? [from, to] : null;
  app.display.showBoard();
}

/**
 * Draw a shape on the position shown, or remove it if it is there.
 * @param {string} from
 * @param {string} to empty for none
 */
function drawShape(from, to) {
  page.sketch = null;
  const { node } = page, shapes = node.shapes ?? [];
  const others = shapes.filter((shape) => String(shape) !== String([from, to]));
  if (to) node.shapes = others.length < shapes.length ? others : [...shapes, [from, to]];
  if (!node.shapes?.length) delete node.shapes;
  show();
}

/**
 * Start a shape at a cell chosen by the keyboard, or end it there.
 * @param {string} cell
 */
export function drawTo(cell) {
  if (page.sketch) return drawShape(page.sketch[0], cell);
  page.sketch = [cell, cell];
  return show();
}

export function toggleDrawing() {
  Object.assign(page, { isDrawing: !page.isDrawing, sketch: null });
  show();
}
