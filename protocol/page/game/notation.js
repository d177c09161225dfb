// Writes games as text: moves, links, SGF and PSQ.

import { columnName, pointNamed, renamed } from "./names.js";
import { blackRate, mistakes } from "./review.js";
import { RULES } from "./rules.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").GameNode} GameNode */

export const LINK_FIELDS = [
  "rule", "size", "rows", "black", "white", "walls", "first", "moves", "ply",
];

/**
 * Return the stones up to a node, black's and white's in turn, for formats without colours; those
 * set up may have another order. Return null if the colours don't alternate.
 * @param {Game} game
 * @param {GameNode} node
 */
function stonesInTurn(game, node) {
  const stones = game.stonesAt(node), count = game.stones.length;
  const [black, white] = [1, 2].map((colour) => game.stones.filter((one) => one[1] === colour));
  const set = game.stones.map((_, index) => (index % 2 ? white : black)[index >> 1]);
  const found = [...set, ...stones.slice(count)];
  return found.every((stone, index) => stone?.[1] === index % 2 + 1) ? found : null;
}

/**
 * Return the moves up to a node, black's first: "h8i9"; null if the colours don't alternate.
 * @param {Game} game
 * @param {GameNode} node
 * @param {string} rows how names count rows
 */
export function movesText(game, node, rows) {
  return stonesInTurn(game, node)?.map(([key]) => renamed(key, game.height, rows)).join("") ?? null;
}

// Links: rule, size, moves, and the ply shown. Names count rows from above without `rows=below`.

/**
 * Return a link to the line through a node. The stones before a pass are set up; the moves end
 * before a pass that follows.
 * @param {Game} game
 * @param {GameNode} node
 */
export function linkOf(game, node) {
  const size = game.width === game.height ? `${game.width}` : `${game.width}x${game.height}`;
  const named = (/** @type {string[]} */ keys) =>
    keys.map((key) => renamed(key, game.height, "below")).join("");
  const line = game.line(node), past = line.slice(0, node.ply + 1);
  const start = Math.max(0, past.findLastIndex(({ move }) => !move)); // the root, or a pass
  const end = line.findIndex(({ move, ply }) => !move && ply > node.ply);
  const moves = line.slice(start + 1, end < 0 ? undefined : end).map(({ move }) => move);
  const stones = game.stonesAt(line[start]);
  const rule = RULES[game.rule].name.replace(" ", "-");
  const fields = new URLSearchParams({ rule, size, rows: "below" });
  for (const [name, colour] of [["black", 1], ["white", 2]]) {
    const set = named(stones.filter((stone) => stone[1] === colour).map(([cell]) => cell));
    if (set) fields.set(String(name), set);
  }
  if (game.walls.length) fields.set("walls", named(game.walls));
  if (line[start].colour === 1) fields.set("first", "white");
  if (moves.length) fields.set("moves", named(moves));
  if (node.ply - start !== moves.length) fields.set("ply", String(node.ply - start));
  return `#${fields}`;
}

// SGF.

/** @param {string} name of a cell, "" for a pass */
const sgfPoint = (name) => {
  const point = pointNamed(name);
  return point ? columnName(point.x) + columnName(point.y) : "";
};

/** @param {string} text */
const escapedForSgf = (text) => text.replace(/[\]\\]/g, "\\$&");

/**
 * Return a game tree with all its variations.
 * @param {Game} game
 */
export function sgfOf(game) {
  const size = game.width === game.height ? `${game.width}` : `${game.width}:${game.height}`;
  const set = (/** @type {string} */ name, /** @type {string[]} */ cells) =>
    cells.length ? name + cells.map((cell) => `[${sgfPoint(cell)}]`).join("") : "";
  const stones = (/** @type {number} */ colour) =>
    game.stones.filter((stone) => stone[1] === colour).map(([name]) => name);
  const head = `;FF[4]GM[4]CA[UTF-8]AP[Tengen]SZ[${size}]RU[${RULES[game.rule].name}]`
    + ["", "PB", "PW"].map((name, colour) =>
      game.players[colour] ? `${name}[${escapedForSgf(game.players[colour])}]` : "").join("")
    + set("AB", stones(1)) + set("AW", stones(2)) + (game.turn === 2 ? "PL[W]" : "");
  return `(${head}${remarks(game.root)}${branches(game.root)})\n`;
}

export const CHANCES = "Black's chances: "; // before a percentage, in a comment
const KIND_MARKS = { blunder: "BM[1]", slip: "DO[]" };

/**
 * Return what is known of a node: its comment, Black's chances, mistake and shapes.
 * @param {GameNode} node
 */
function remarks(node) {
  const rate = node.parent || node.line ? blackRate(node) : undefined, percent = 100 * (rate ?? 0);
  const [mistake] = node.parent ? mistakes([node.parent, node]) : [];
  const told = rate === undefined ? "" : `${CHANCES}${Math.round(percent)} %`;
  const comment = [node.comment, told].filter(Boolean).join("\n");
  const points = (/** @type {string} */ name, /** @type {string[]} */ values) =>
    (values.length ? name + values.map((value) => `[${value}]`).join("") : "");
  const shapes = (node.shapes ?? []).map((ends) => ends.map(sgfPoint));
  return points("C", comment ? [escapedForSgf(comment)] : [])
    + points("SBKV", rate === undefined ? [] : [percent.toFixed(2)])
    + (mistake ? KIND_MARKS[mistake.kind] : "")
    + points("AR", shapes.filter(([from, to]) => from !== to).map((ends) => ends.join(":")))
    + points("CR", shapes.filter(([from, to]) => from === to).map(([at]) => at));
}

/** @param {GameNode} node @returns {string} */
function branches({ children }) {
  const texts = children.map((child) =>
    `\n;${" BW"[child.colour]}[${sgfPoint(child.move)}]${remarks(child)}${branches(child)}`);
  return texts.length > 1 ? texts.map((text) => `\n(${text.trim()})`).join("") : texts.join("");
}

// PSQ: the moves of one line; columns and rows count from 1.

/**
 * Return the line through a node, null if the colours don't alternate.
 * @param {Game} game
 * @param {GameNode} node
 */
export function psqOf(game, node) {
  const stones = stonesInTurn(game, game.line(node).at(-1) ?? node)?.map(([name]) => {
    const { x, y } = /** @type {import("../view/board.js").Point} */ (pointNamed(name));
    return `${x + 1},${y + 1},0`;
  });
  if (!stones) return null;
  const names = [game.players[1] || "black", game.players[2] || "white"];
  const head = `Piskvorky ${game.width}x${game.height}, 11:11, 0`;
  return [head, ...stones, ...names, "-1", ""].join("\n");
}
