// Reads and writes games as text: moves, links, SGF and PSQ.

import { pointName, pointNamed } from "./board.js";
import { Game } from "./game.js";
import { RULES, ruleNamed } from "./rules.js";

/** @typedef {import("./game.js").GameNode} GameNode */
/** @typedef {import("./engine.js").Stone} Stone */

const SIDES = [5, 22]; // the smallest and the largest board
const EXCERPT = 60; // characters of an unreadable text in a message
const LINK_FIELDS = ["rule", "size", "black", "white", "walls", "first", "moves", "ply"];
// dhbloo: Gomoku Calculator, https://github.com/dhbloo/gomoku-calculator
const GOMOCALC = /^(?:https?:\/\/)?(?:www\.)?gomocalc\.com(?:\/(?:index\.html)?)?(?:#\/?(.*))?$/is;

/**
 * The error of unreadable text. `reason` is a key of words.js, `values` fill its gaps.
 * @typedef {"notMove" | "notPossible" | "notRule" | "notSize" | "notStone" | "notPoint" |
 *   "lateStones" | "outOfTurn" | "noHeader" | "noField"} Reason
 */
export class NotationError extends Error {
  /**
   * @param {Reason} reason
   * @param {Record<string, string | number>} values
   */
  constructor(reason, values = {}) {
    super(`${reason} ${JSON.stringify(values)}`);
    this.reason = reason;
    this.values = values;
  }
}

/**
 * Return the moves up to a node, black's first: "h8i9".
 * @param {Game} game
 * @param {GameNode} node
 */
export function movesText(game, node) {
  return game.stonesAt(node).map(([name]) => name).join("");
}

/**
 * Return a game from a text of any format; `usual` has the defaults for missing values.
 * @param {string} text
 * @param {{width: number, height: number, rule: number}} usual
 * @returns {Game}
 */
export function readGame(text, usual) {
  const plain = text.replace(/^\uFEFF/, "").trim();
  if (/^\(\s*;/.test(plain)) return readSgf(plain, usual);
  if (/^Piskvorky/.test(plain)) return readPsq(plain, usual);
  const calculated = GOMOCALC.exec(plain);
  if (calculated) return readMoves(calculated[1] ?? "", usual, true);
  const link = /#(.*)$/s.exec(plain);
  if (link) return readLink(link[1], usual).game;
  return readMoves(plain, usual);
}

/**
 * Return a game of moves such as "h8 i9", "h8,i9" or "1. h8 2. i9".
 * @param {string} text
 * @param {{width: number, height: number, rule: number}} usual
 * @param {boolean} [isFromBelow] whether rows count from below, as in a gomocalc link
 */
export function readMoves(text, usual, isFromBelow = false) {
  const unnumbered = text.toLowerCase().replace(/\d+\s*\.(?=\s*[a-z])/g, " ");
  const names = unnumbered.match(/[a-z]\d+|\S/g) ?? [];
  const game = new Game(usual);
  let node = game.root;
  for (const name of names.filter((name) => !/^[,;-]$/.test(name))) {
    const point = isFromBelow ? pointNamed(name) : undefined;
    const y = usual.height - 1 - (point?.y ?? 0);
    if (y < 0) throw new NotationError("notPossible", { ply: node.ply + 1, move: name });
    node = playNamed(game, node, point ? pointName({ ...point, y }) : name);
  }
  return game;
}

/**
 * @param {Game} game
 * @param {GameNode} node
 * @param {string} name
 */
function playNamed(game, node, name) {
  if (!pointNamed(name)) throw new NotationError("notMove", { text: name });
  if (!game.isEmpty(node, name)) {
    throw new NotationError("notPossible", { ply: node.ply + 1, move: name });
  }
  return game.play(node, name);
}

// Links: rule, size, moves, and the ply shown.

/**
 * @param {Game} game
 * @param {GameNode} node
 */
export function linkOf(game, node) {
  const size = game.width === game.height ? `${game.width}` : `${game.width}x${game.height}`;
  const moves = game.line(node).slice(1).map(({ move }) => move).join("");
  const fields = new URLSearchParams({ rule: RULES[game.rule].name.replace(" ", "-"), size });
  for (const [name, colour] of [["black", 1], ["white", 2]]) {
    const set = game.stones.filter((stone) => stone[1] === colour).map(([cell]) => cell).join("");
    if (set) fields.set(String(name), set);
  }
  if (game.walls.length) fields.set("walls", game.walls.join(""));
  if (game.turn === 2) fields.set("first", "white");
  if (moves) fields.set("moves", moves);
  if (node.ply !== game.line(node).length - 1) fields.set("ply", String(node.ply));
  return `#${fields}`;
}

/**
 * Return the game of a link, and the node that it shows.
 * @param {string} text after the #
 * @param {{width: number, height: number, rule: number}} usual
 */
export function readLink(text, usual) {
  const fields = new URLSearchParams(text);
  if (!LINK_FIELDS.some((name) => fields.has(name))) {
    throw new NotationError("noField", { text: text.slice(0, EXCERPT) });
  }
  const named = fields.get("rule");
  const rule = named === null ? usual.rule : ruleNamed(named);
  if (rule === undefined) throw new NotationError("notRule", { text: named ?? "" });
  const [width, height = width] = fields.has("size")
    ? (fields.get("size") ?? "").split("x").map(Number) : [usual.width, usual.height];
  checkSize(width, height);
  const names = (/** @type {string} */ field) => {
    const found = (fields.get(field) ?? "").toLowerCase().match(/[a-z]\d+|\S/g) ?? [];
    const wrong = found.find((name) => !pointNamed(name));
    if (wrong !== undefined) throw new NotationError("notMove", { text: wrong });
    return found;
  };
  const stones = /** @type {Stone[]} */ ([
    ...names("black").map((name) => [name, 1]), ...names("white").map((name) => [name, 2]),
  ]);
  const turn = fields.get("first") === "white" ? 2 : 1;
  const game = new Game({ width, height, rule, turn, walls: [...names("walls")], stones: [] });
  checkSetUp(game, stones);
  game.stones = stones;
  let node = game.root;
  for (const name of names("moves")) node = playNamed(game, node, name);
  const path = game.path(node);
  return { game, node: path[Number(fields.get("ply") ?? path.length - 1)] ?? node };
}

/**
 * @param {number} width
 * @param {number} height
 */
function checkSize(width, height) {
  const fits = (/** @type {number} */ side) =>
    Number.isInteger(side) && side >= SIDES[0] && side <= SIDES[1];
  if (!fits(width) || !fits(height)) {
    throw new NotationError("notSize", { width, height, least: SIDES[0], most: SIDES[1] });
  }
}

/**
 * @param {Game} game
 * @param {Stone[]} stones
 */
function checkSetUp(game, stones) {
  const seen = new Set(game.walls);
  for (const [name] of stones) {
    if (seen.has(name) || !game.isEmpty(game.root, name)) {
      throw new NotationError("notStone", { cell: name });
    }
    seen.add(name);
  }
}

// SGF.

/** @param {string} name */
const sgfPoint = (name) => {
  const { x, y } = /** @type {import("./board.js").Point} */ (pointNamed(name));
  return String.fromCharCode(97 + x, 97 + y);
};

/** @param {string} letters */
const namedBySgf = (letters) => {
  if (!/^[a-z]{2}$/.test(letters)) throw new NotationError("notPoint", { text: letters });
  return pointName({ x: letters.charCodeAt(0) - 97, y: letters.charCodeAt(1) - 97 });
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
  return `(${head}${comment(game.root)}${branches(game.root)})\n`;
}

/** @param {GameNode} node */
const comment = (node) => (node.comment ? `C[${escapedForSgf(node.comment)}]` : "");

/** @param {GameNode} node @returns {string} */
function branches({ children }) {
  const texts = children.map((child) =>
    `\n;${" BW"[child.colour]}[${sgfPoint(child.move)}]${comment(child)}${branches(child)}`);
  return texts.length > 1 ? texts.map((text) => `\n(${text.trim()})`).join("") : texts.join("");
}

/**
 * @param {string} text
 * @param {{width: number, height: number, rule: number}} usual
 */
export function readSgf(text, usual) {
  const tree = parsedSgf(text);
  const root = tree.properties;
  const [width, height = width] = root.SZ ? root.SZ[0].split(":").map(Number) : [15, 15];
  checkSize(width, height);
  const named = root.RU ? ruleNamed(root.RU[0]) : usual.rule;
  if (named === undefined) throw new NotationError("notRule", { text: root.RU[0] });
  const stones = /** @type {Stone[]} */ (["AB", "AW"].flatMap((name, index) =>
    (root[name] ?? []).map((letters) => [namedBySgf(letters), index + 1])));
  const counts = [1, 2].map((colour) => stones.filter((stone) => stone[1] === colour).length);
  const first = tree.children[0]?.properties;
  const turn = root.PL ? (/^w/i.test(root.PL[0]) ? 2 : 1)
    : first?.W ? 2 : first?.B ? 1 : counts[0] > counts[1] ? 2 : 1;
  const players = { 1: root.PB?.[0] ?? "", 2: root.PW?.[0] ?? "" };
  const game = new Game({ width, height, rule: named, turn, players });
  checkSetUp(game, stones);
  game.stones = stones;
  game.root.comment = root.C?.[0] ?? "";
  for (const child of tree.children) addSgf(game, game.root, child);
  return game;
}

/** @typedef {{properties: Record<string, string[]>, children: SgfNode[]}} SgfNode */

/**
 * @param {Game} game
 * @param {GameNode} node
 * @param {SgfNode} read
 */
function addSgf(game, node, { properties, children }) {
  const value = properties.B ?? properties.W;
  if (properties.AB || properties.AW || properties.AE) {
    throw new NotationError("lateStones", { ply: node.ply });
  }
  let at = node;
  if (value) {
    if ((properties.B ? 1 : 2) !== 3 - node.colour) {
      throw new NotationError("outOfTurn", { ply: node.ply + 1 });
    }
    at = playNamed(game, node, namedBySgf(value[0]));
  }
  at.comment ||= properties.C?.[0] ?? "";
  for (const child of children) addSgf(game, at, child);
}

/**
 * Return the first game tree of a collection.
 * @param {string} text
 * @returns {SgfNode}
 */
function parsedSgf(text) {
  const tokens = text.matchAll(/[();]|([A-Z]+)((?:\s*\[(?:[^\]\\]|\\[^])*\])+)/g);
  /** @type {(SgfNode | null)[]} */
  const open = [];
  /** @type {SgfNode | null} */
  let root = null, node = null;
  for (const [token, name, values] of tokens) {
    if (token === "(") open.push(node);
    else if (token === ")") {
      node = open.pop() ?? null;
      if (!open.length) break;
    } else if (token === ";") {
      /** @type {SgfNode} */
      const next = { properties: {}, children: [] };
      if (node) node.children.push(next);
      root ??= next;
      node = next;
    } else if (node) {
      const escape = /\\(\r\n|[^])/g; // keeps an escaped letter, drops an escaped line break
      node.properties[name] = [...values.matchAll(/\[((?:[^\]\\]|\\[^])*)\]/g)].map(([, value]) =>
        value.replace(escape, (_, kept) => (/[\r\n]/.test(kept) ? "" : kept)));
    }
  }
  return /** @type {SgfNode} */ (/** @type {unknown} */ (root)); // readGame found its semicolon
}

// PSQ: the moves of one line; columns and rows count from 1.

/**
 * @param {Game} game
 * @param {GameNode} node
 */
export function psqOf(game, node) {
  const stones = game.stonesAt(game.line(node).at(-1) ?? node).map(([name]) => {
    const { x, y } = /** @type {import("./board.js").Point} */ (pointNamed(name));
    return `${x + 1},${y + 1},0`;
  });
  const names = [game.players[1] || "black", game.players[2] || "white"];
  const head = `Piskvorky ${game.width}x${game.height}, 11:11, 0`;
  return [head, ...stones, ...names, "-1", ""].join("\n");
}

/**
 * @param {string} text
 * @param {{rule: number}} usual
 */
export function readPsq(text, { rule }) {
  const [head, ...lines] = text.split(/\r?\n/);
  const size = /^Piskvorky (\d+)x(\d+)/.exec(head);
  if (!size) throw new NotationError("noHeader");
  const [width, height] = [Number(size[1]), Number(size[2])];
  checkSize(width, height);
  const game = new Game({ width, height, rule });
  let node = game.root;
  for (const line of lines) {
    const stone = /^(\d+),(\d+),-?\d+/.exec(line);
    if (!stone) break;
    node = playNamed(game, node, pointName({ x: Number(stone[1]) - 1, y: Number(stone[2]) - 1 }));
  }
  return game;
}
