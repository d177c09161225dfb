// The board: a picture (SVG) under a grid of cells, which receive pointer and key events and have
// labels for screen readers. Columns and rows count from 0 at the upper left corner. The report of
// a match uses the same functions and board.css.

import { columnName, lettered, pointName, pointNamed, rowNumber } from "../game/names.js";

/**
 * @typedef {{x: number, y: number}} Point
 * @typedef {Point & {colour: number, number?: number, ghost?: boolean, pale?: boolean}} DrawnStone
 *   the number of a `pale` stone is less visible
 * @typedef {Point & {text: string, kind: string}} Mark
 * @typedef {{from: Point, to: Point, wide: boolean}} DrawnShape an arrow, or a circle if its ends
 *   are equal; a `wide` one is around an area
 * @typedef {{stones: DrawnStone[], walls?: Point[], last?: Point, foul?: boolean, five?: Point[],
 *   forbidden?: Point[], marks?: Mark[], shapes?: DrawnShape[], numbers?: boolean}} Drawing `foul`:
 *   the last stone is on a forbidden point
 * @typedef {Drawing & {label: (point: Point) => string, rowLabel: (y: number) => string}} Picture
 */

const SVG = "http://www.w3.org/2000/svg";
const BEFORE = 1.15; // cells from the edge to the first line, with the names
const AFTER = 0.65; // cells from the last line to the edge
const PAGE = 5; // rows that a Page key moves the cursor
const STONE_RADIUS = 0.47;
const AREA_RADIUS = 2.1; // of a circle around an area
const HEAD = [0.5, 0.22]; // of an arrow: its length and half of its width

/**
 * Return an SVG element.
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {(Node | string)[]} children
 */
export function shape(tag, attributes = {}, ...children) {
  const found = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, String(value));
  found.append(...children);
  return found;
}

/**
 * Return a board's star points: the centre, and one near each corner.
 * @param {number} width
 * @param {number} height
 */
export function starPoints(width, height) {
  /** @param {number} side */
  const stars = (side) => {
    const edge = side >= 12 ? 3 : 2;
    return [...new Set([edge, side - 1 - edge, ...(side % 2 ? [(side - 1) / 2] : [])])];
  };
  return stars(height).flatMap((y) => stars(width).map((x) => ({ x, y })))
    .filter(({ x, y }) => (2 * x === width - 1) === (2 * y === height - 1));
}

/**
 * Return a board's edges: left, upper, width and height, in cells.
 * @param {number} width
 * @param {number} height
 */
export function boxOf(width, height) {
  return [-BEFORE, -BEFORE, width - 1 + BEFORE + AFTER, height - 1 + BEFORE + AFTER];
}

/**
 * Return a board without stones, as SVG elements.
 * @param {number} width
 * @param {number} height
 * @param {string} [rows] how the names of rows count
 * @param {string} [letters] of the columns
 */
export function emptyBoard(width, height, rows = "below", letters = "lower") {
  return [gradients(), ground(width, height, rows, letters)];
}

/**
 * Return the stones and marks of a board, as SVG elements.
 * @param {Drawing} drawing
 */
export function shapesOf(drawing) {
  const { stones, walls = [], last, five = [], forbidden = [], marks = [], shapes = [] } = drawing;
  const isIn = (/** @type {Point[]} */ points, /** @type {Point} */ { x, y }) =>
    points.some((point) => point.x === x && point.y === y);
  return [
    ...walls.map(({ x, y }) =>
      shape("rect", { class: "wall", x: x - 0.4, y: y - 0.4, width: 0.8, height: 0.8, rx: 0.1 })),
    ...stones.filter(({ ghost }) => !ghost).map(({ x, y }) =>
      shape("circle", { class: "shadow", cx: x + 0.04, cy: y + 0.07, r: STONE_RADIUS })),
    ...stones.map((stone) => drawnStone(stone, drawing, isIn(five, stone))),
    ...(last && !drawing.numbers && !five.length
      ? [shape("circle", { class: "last", cx: last.x, cy: last.y, r: 0.14 })] : []),
    ...(last && drawing.foul ? [drawnFoul(last)] : []),
    ...forbidden.map(({ x, y }) => shape("path", {
      class: "forbidden", d: `M${x - 0.2} ${y - 0.2}l.4 .4m0 -.4l-.4 .4`,
    })),
    ...marks.map(drawnMark),
    ...shapes.map(drawnShape),
  ];
}

export class BoardView {
  /**
   * @param {HTMLElement} home
   * @param {{choose: (point: Point, event: Event) => void, hover: (point?: Point) => void}}
   *   listener
   */
  constructor(home, listener) {
    this.home = home;
    this.listener = listener;
    this.width = this.height = 0;
    this.rows = this.letters = ""; // how names count rows, and their letters
    this.svg = shape("svg", { "aria-hidden": "true", focusable: "false" });
    this.moving = shape("g");
    this.grid = document.createElement("div");
    this.grid.className = "cells";
    this.grid.setAttribute("role", "grid");
    home.replaceChildren(this.svg, this.grid);
    this.cursor = { x: 0, y: 0 };
    this.grid.addEventListener("click", (event) => this.pass(event, listener.choose));
    this.grid.addEventListener("pointerover", (event) => this.pass(event, listener.hover));
    this.grid.addEventListener("pointerleave", () => listener.hover());
    this.grid.addEventListener("keydown", (event) => this.press(event));
    this.grid.addEventListener("focusin", (event) => {
      const point = this.pointOf(event.target);
      if (point) this.cursor = point;
    });
  }

  /**
   * Draw an empty board of another size, or with other names.
   * @param {number} width
   * @param {number} height
   * @param {string} rows how names count rows
   * @param {string} letters of names
   */
  resize(width, height, rows, letters) {
    const { width: columns, height: lines, rows: counted, letters: written } = this;
    if (width === columns && height === lines && rows === counted && letters === written) return;
    Object.assign(this, { width, height, rows, letters });
    this.cursor = { x: (width - 1) >> 1, y: (height - 1) >> 1 };
    const box = boxOf(width, height);
    this.svg.setAttribute("viewBox", box.join(" "));
    this.home.style.aspectRatio = `${box[2]} / ${box[3]}`;
    this.home.style.setProperty("--ratio", String(box[2] / box[3]));
    this.svg.replaceChildren(...emptyBoard(width, height, rows, letters), this.moving);
    const { style } = this.grid;
    style.left = `${(BEFORE - 0.5) / box[2] * 100}%`;
    style.top = `${(BEFORE - 0.5) / box[3] * 100}%`;
    style.width = `${width / box[2] * 100}%`;
    style.height = `${height / box[3] * 100}%`;
    this.grid.setAttribute("aria-rowcount", String(height));
    this.grid.setAttribute("aria-colcount", String(width));
    this.grid.replaceChildren(...Array.from({ length: height }, (_, y) => {
      const row = document.createElement("div");
      row.setAttribute("role", "row");
      row.append(...Array.from({ length: width }, (_, x) => {
        const cell = document.createElement("div");
        cell.setAttribute("role", "gridcell");
        cell.dataset.cell = pointName({ x, y });
        cell.tabIndex = x === this.cursor.x && y === this.cursor.y ? 0 : -1;
        return cell;
      }));
      return row;
    }));
  }

  /**
   * Draw the stones and marks.
   * @param {Picture} picture
   */
  show(picture) {
    this.moving.replaceChildren(...shapesOf(picture));
    const names = new Map();
    for (const [y, row] of [...this.grid.children].entries()) {
      row.setAttribute("aria-label", picture.rowLabel(y));
      for (const cell of /** @type {HTMLCollectionOf<HTMLElement>} */ (row.children)) {
        names.set(cell.dataset.cell, cell);
      }
    }
    for (const [name, cell] of names) {
      const label = picture.label(/** @type {Point} */ (pointNamed(name)));
      if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
    }
  }

  /** @param {Point} point */
  focus(point) {
    const x = Math.min(Math.max(point.x, 0), this.width - 1);
    const y = Math.min(Math.max(point.y, 0), this.height - 1);
    const cells = /** @type {HTMLElement[]} */ ([...this.grid.querySelectorAll("[tabindex='0']")]);
    for (const cell of cells) cell.tabIndex = -1;
    const cell = /** @type {HTMLElement} */ (this.grid.children[y].children[x]);
    cell.tabIndex = 0;
    cell.focus();
  }

  /** @param {EventTarget | null} target */
  pointOf(target) {
    const cell = target instanceof HTMLElement ? target.dataset.cell : undefined;
    return cell ? pointNamed(cell) : undefined;
  }

  /**
   * @param {Event} event
   * @param {(point: Point, event: Event) => void} listener
   */
  pass(event, listener) {
    const point = this.pointOf(event.target);
    if (point) listener(point, event);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { key, ctrlKey } = event, steps = /** @type {Record<string, [number, number]>} */ ({
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
      Home: [-Infinity, ctrlKey ? -Infinity : 0], End: [Infinity, ctrlKey ? Infinity : 0],
      PageUp: [0, -PAGE], PageDown: [0, PAGE],
    });
    const step = steps[key], isCorner = ctrlKey && (key === "Home" || key === "End");
    if (event.altKey || event.metaKey || ctrlKey && !isCorner) return;
    if (step) this.focus({ x: this.cursor.x + step[0], y: this.cursor.y + step[1] });
    else if (event.key === "Enter") this.listener.choose(this.cursor, event);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

function gradients() {
  const stops = { black: ["#5d5d60", "#17171a"], white: ["#ffffff", "#d9d6cf"] };
  return shape("defs", {}, ...Object.entries(stops).map(([name, [light, dark]]) =>
    shape("radialGradient", { id: `stone-${name}`, cx: 0.36, cy: 0.3, r: 0.75 },
      shape("stop", { offset: 0, "stop-color": light }),
      shape("stop", { offset: 1, "stop-color": dark }))));
}

/**
 * Return the wood, lines, star points and names of a board.
 * @param {number} width
 * @param {number} height
 * @param {string} names how the names of rows count
 * @param {string} letters of the columns
 */
function ground(width, height, names, letters) {
  const box = boxOf(width, height);
  const columns = Array.from({ length: width }, (_, x) => x);
  const rows = Array.from({ length: height }, (_, y) => y);
  const lines = rows.map((y) => `M0 ${y}H${width - 1}`)
    .concat(columns.map((x) => `M${x} 0V${height - 1}`)).join("");
  return shape("g", {},
    shape("rect", { class: "wood", x: box[0], y: box[1], width: box[2], height: box[3], rx: 0.3 }),
    shape("path", { class: "lines", d: lines }),
    shape("rect", { class: "edge", width: width - 1, height: height - 1 }),
    ...starPoints(width, height).map(({ x, y }) =>
      shape("circle", { class: "star", cx: x, cy: y, r: 0.1 })),
    ...columns.map((x) => {
      const place = { class: "name", x, y: -0.78, dy: "0.35em" };
      return shape("text", place, lettered(columnName(x), letters));
    }),
    ...rows.map((y) => {
      const place = { class: "name", x: -0.8, y, dy: "0.35em" };
      return shape("text", place, String(rowNumber(y, height, names)));
    }));
}

/**
 * @param {DrawnStone} stone
 * @param {Drawing} drawing
 * @param {boolean} isOfFive
 */
function drawnStone({ x, y, colour, number, ghost, pale }, { numbers, last }, isOfFive) {
  const name = colour === 1 ? "black" : "white";
  const isLast = last?.x === x && last?.y === y;
  const parts = [shape("circle", {
    class: `stone ${name}${isOfFive ? " five" : ""}${ghost ? " ghost" : ""}`,
    cx: x, cy: y, r: STONE_RADIUS, fill: `url(#stone-${name})`,
  })];
  if (number && (numbers || ghost)) {
    const kind = `number on-${name}${isLast ? " newest" : ""}`
      + `${number > 99 ? " long" : ""}${pale ? " pale" : ""}`;
    parts.push(shape("text", { class: kind, x, y, dy: "0.35em" }, String(number)));
  }
  return shape("g", {}, ...parts);
}

/**
 * Return a cross at the corner of a stone, beside its number.
 * @param {Point} point
 */
function drawnFoul({ x, y }) {
  const [cx, cy] = [x + 0.33, y - 0.33];
  return shape("g", { class: "foul" },
    shape("circle", { cx, cy, r: 0.24 }),
    shape("path", { d: `M${cx - 0.1} ${cy - 0.1}l.2 .2m0 -.2l-.2 .2` }));
}

/**
 * Return a disc with a text; a proved one is a square.
 * @param {Mark} mark
 */
function drawnMark({ x, y, text, kind }) {
  const rx = kind.includes("proved") ? 0.12 : 0.44;
  return shape("g", { class: `mark ${kind}` },
    shape("rect", { x: x - 0.44, y: y - 0.44, width: 0.88, height: 0.88, rx }),
    shape("text", { x, y, dy: "0.35em" }, text));
}

/** @param {DrawnShape} shape */
function drawnShape({ from, to, wide }) {
  const [dx, dy] = [to.x - from.x, to.y - from.y], length = Math.hypot(dx, dy);
  if (!length) {
    const r = wide ? AREA_RADIUS : STONE_RADIUS;
    return shape("circle", { class: wide ? "ring wide" : "ring", cx: from.x, cy: from.y, r });
  }
  const at = (/** @type {number} */ along, /** @type {number} */ aside) =>
    `${from.x + (dx * along - dy * aside) / length} ${from.y + (dy * along + dx * aside) / length}`;
  const neck = length - HEAD[0];
  return shape("g", { class: "arrow" },
    shape("path", { class: "shaft", d: `M${at(0.2, 0)}L${at(neck, 0)}` }),
    shape("path", {
      class: "head", d: `M${at(length, 0)}L${at(neck, HEAD[1])}L${at(neck, -HEAD[1])}Z`,
    }));
}
