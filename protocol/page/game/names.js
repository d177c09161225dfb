// Names of cells. Within the page, and in its requests to the engine, a cell is its key: the
// column's letter and the row's number, counted from above. People read and type names, whose rows
// count from below unless they choose otherwise. No other module converts names.

/** @typedef {import("../view/board.js").Point} Point */
/** @typedef {"below" | "above"} Rows */

const CELL_NAME = /^[a-z][1-9]\d?$/;
const COLUMNS = "abcdefghijklmnopqrstuvwxyz";

/** @param {number} x */
export const columnName = (x) => COLUMNS[x];

/** @param {string} letter */
export const columnNamed = (letter) => COLUMNS.indexOf(letter);

/**
 * Return a name with capital letters if a person prefers them.
 * @param {string} name
 * @param {string} letters
 */
export const lettered = (name, letters) => (letters === "upper" ? name.toUpperCase() : name);

/**
 * Return the number of a row, which counts from 0 at the top.
 * @param {number} y
 * @param {number} height
 * @param {string} rows
 */
export const rowNumber = (y, height, rows) => (rows === "above" ? y + 1 : height - y);

/**
 * Return the row with a number.
 * @param {number} number
 * @param {number} height
 * @param {string} rows
 */
export const rowNumbered = (number, height, rows) =>
  (rows === "above" ? number - 1 : height - number);

/**
 * Return the key of a point.
 * @param {Point} point
 */
export const pointName = ({ x, y }) => `${columnName(x)}${y + 1}`;

/**
 * Return the point with a key, undefined if the text is not a key.
 * @param {string} key
 * @returns {Point | undefined}
 */
export function pointNamed(key) {
  return CELL_NAME.test(key) ? { x: columnNamed(key[0]), y: Number(key.slice(1)) - 1 } : undefined;
}

/**
 * Convert a key to its name, or a name to its key. A point off the board is unchanged.
 * @param {string} name
 * @param {number} height
 * @param {string} rows how names count rows
 */
export function renamed(name, height, rows) {
  const number = height + 1 - Number(name.slice(1));
  return rows !== "above" && CELL_NAME.test(name) && number > 0 ? name[0] + number : name;
}
