// Reads games and positions from text of any format: the twin of brain/notation/game_reader.py.
// Both pass the cases of tests/data/notation. `$("formats")` has the tables that they share.

import { $ } from "../elements.js";
import { Game } from "./game.js";
import { columnNamed, pointName, pointNamed, renamed, rowNumbered } from "./names.js";
import { CHANCES, LINK_FIELDS } from "./notation.js";
import { ruleNamed } from "./rules.js";

/** @typedef {import("./game.js").GameNode} GameNode */
/** @typedef {import("../engine/engine.js").Stone} Stone */
/**
 * @typedef {{width: number, height: number, rule: number, rows: string, number?: number}} Usual the
 *   defaults of a text, how its names count rows, and which game of a collection is wanted, from 0
 * @typedef {{black: string, white: string, details: string[], moves: number}} Listed a game of a
 *   collection: its players, its name, event, date and result, and the moves of its main line
 */
/**
 * A part of the text that was skipped or changed: a key of words.js, and what fills its gaps.
 * @typedef {["firstGame" | "asSetUp" | "skipped" | "bareLabels",
 *   Record<string, string | number>]} Note
 * @typedef {{game: Game, notes: Note[], games?: Listed[]}} Read `games` is the collection
 */

const FORMATS = /** @type {{looks: [string, string, string][], sgf: string, signs: string[]}} */ (
  JSON.parse($("formats").textContent ?? ""));
const SHOWN = 4096; // first bytes of a file that decide its format
export const SIDES = [5, 22]; // the smallest and the largest board
const EXCERPT = 60; // characters of an unreadable text in a message
// Characters of a text that is read, and of one that is not SGF: a full board has fewer.
export const LONGEST = 8_000_000;
export const LONGEST_GAME = 20_000;
const PACE = 512; // steps of a reader between two of its pauses
const SLICE = 30; // ms of reading between two frames of the page

/**
 * The error of unreadable text. `reason` is a key of words.js, `values` fill its gaps.
 * @typedef {"tooLong" | "notMove" | "notPossible" | "notRule" | "notSize" | "notStone" | "notSgf" |
 *   "otherGame" | "notPsq" | "notRow" | "noField" | "looksLike" | "notEncoding"} Reason
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

/** @param {string} text */
const excerpt = (text) => (text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text);

/** Throw the error of a text. @param {Reason} reason @param {string} text @returns {never} */
function refuse(reason, text) {
  throw new NotationError(reason, { text: excerpt(text) });
}

// Files.

/**
 * Return a text by its likely encoding: UTF-8 if it is valid, else the Chinese one if most bytes
 * above 127 come in pairs, else the Western one.
 * @param {Uint8Array} bytes
 */
export function guessed(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const high = bytes.filter((byte) => byte > 127).length;
    const paired = bytes.filter((byte, at) =>
      byte > 127 && (bytes[at - 1] > 127 || bytes[at + 1] > 127)).length;
    return new TextDecoder(2 * paired > high ? "gb18030" : "windows-1252").decode(bytes);
  }
}

/**
 * Return the text of a file: by its byte-order mark, by the CA of SGF, or by its likely encoding.
 * @param {Uint8Array} bytes
 */
export function decoded(bytes) {
  const start = String.fromCharCode(...bytes.subarray(0, SHOWN));
  const format = lookOf(start, bytes);
  if (format) throw new NotationError("looksLike", { format });
  const named = /^\s*\(/.test(start) && /(?<![A-Za-z])CA\s{0,9}\[([^[\]\\]{0,60})\]/.exec(start);
  const encoding = /^\xff\xfe/.test(start) ? "utf-16le" : /^\xfe\xff/.test(start) ? "utf-16be"
    : /^\xef\xbb\xbf/.test(start) ? "utf-8" : named && named[1].trim();
  if (!encoding) return guessed(bytes);
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return refuse("notEncoding", encoding);
  }
}

/**
 * Return what a content looks like, "" if it may be read.
 * @param {string} start its first bytes, one a character
 * @param {Uint8Array} [bytes] of a file
 */
function lookOf(start, bytes) {
  const [found = ""] = FORMATS.looks.find(([, pattern, flags]) =>
    (pattern ? new RegExp(`^(?:${pattern})`, flags).test(start) : bytes && isPos(bytes))) ?? [];
  return found.replace(/^an? /, "");
}

/** Return whether a file is a number of moves and a byte for each. @param {Uint8Array} bytes */
function isPos(bytes) {
  const [count, ...cells] = bytes.subarray(0, SHOWN);
  return count === cells.length && new Set(cells).size === count && count < 225
    && cells.every((cell) => cell < 225) && !/\s/.test(String.fromCharCode(count));
}

/**
 * Return the game in a text of any format, which the rules have not checked.
 * @param {string} text
 * @param {Usual} usual
 * @returns {Read}
 */
export function readGame(text, usual) {
  const [read, plain] = readerOf(text);
  return read(plain, usual);
}

/**
 * Return what `readGame` returns; the page answers meanwhile.
 * @param {string} text
 * @param {Usual} usual
 */
export async function readSlowly(text, usual) {
  const [read, plain] = readerOf(text);
  if (read !== readSgf) return read(plain, usual);
  const steps = sgfSteps(plain, usual);
  for (let end = 0; ;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() < end) continue;
    await new Promise((resolve) => setTimeout(resolve));
    end = performance.now() + SLICE;
  }
}

// What only Python or only JavaScript takes for a blank or a line end, and the other line ends.
const ODD_BLANKS = /[\x1c-\x1f\x85\ufeff]/g, LINE_END = /\r\n|[\n\v\f\r\u2028\u2029]/;

/**
 * Return the reader of a text, and the text that it reads.
 * @param {string} text
 * @returns {[(text: string, usual: Usual) => Read, string]}
 */
function readerOf(text) {
  if (text.length > LONGEST) throw new NotationError("tooLong", { count: LONGEST });
  const plain = unpainted(text.replace(ODD_BLANKS, " ")).trim();
  const readers = plain.length > LONGEST_GAME
    ? READERS.filter(([, reader]) => reader === readSgf) : READERS;
  const [, read] = readers.find(([fits]) =>
    (fits instanceof RegExp ? fits.test(plain) : fits(plain))) ?? [];
  if (read) return [read, plain];
  const format = lookOf(plain.slice(0, SHOWN));
  if (format) throw new NotationError("looksLike", { format });
  return refuse("notMove", plain);
}

/**
 * Return a text without a terminal's escape sequences. Our terminal paints discs of both colours
 * with one sign: a white one becomes another sign.
 * @param {string} text
 */
function unpainted(text) {
  let isWhite = false;
  const parts = text.split(/\x1b\[([\d;]*)m/).map((part, index) => {
    if (index % 2 === 0) return isWhite ? part.replaceAll("●", "○") : part;
    isWhite = part === "38;5;231" || isWhite && !part.startsWith("38");
    return "";
  });
  return parts.join("").replace(/\x1b(?:\[[\d;?]*[A-Za-z])?/g, "");
}

// Moves.

const BETWEEN = "\\s,;:_/|\\u2010-\\u2015\\u2192\\u3001\\uff0c\\uff1b\\uff1a\\u3002=>-";
const COLOURS = "(?<black>black|黑|●)|(?<white>white|白|○)";
const COLOUR = COLOURS.replace(/\?<\w+>/g, "?:");
const TOKEN = new RegExp(`${COLOURS}|(?<move>[a-z]\\s*\\d+)`
  + `|(?<number>\\d+)(?:\\s*[.)\\uff0e\\uff09]+|(?=[${BETWEEN}]*(?:[a-z]|${COLOUR})))`
  + `|[${BETWEEN}]+`, "iy");
const MOVES = new RegExp(`^(?:$|[(${BETWEEN}]{0,9}(?:\\d{1,3}[.)${BETWEEN}]{0,9})?`
  + `(?:(?:${COLOUR})[${BETWEEN}]{0,9})?[a-z]\\s{0,9}\\d)`, "i");
const NUMBERS = /^[\s,;]*-?\d{1,9}(?:[\s,;]+-?\d{1,9})*[\s,;]*$/;
// dhbloo: Gomoku Calculator, https://github.com/dhbloo/gomoku-calculator
const GOMOCALC = /^(?:https?:\/\/)?(?:www\.)?gomocalc\.com(?:\/(?:index\.html)?)?(?:#\/?(.*))?$/is;
const PLAYOK_LINK = /^(?:https?:\/\/)?(?:www\.)?playok\.com\/p\/\?g=gm\+(\w*)(?:#\d*)?$/i;

/**
 * Return the names of moves such as "h8 i9", "1. h8 2. i9" or "black h8 white i9".
 * @param {string} text
 */
function namesIn(text) {
  const names = [];
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const { black, white, move, number } = TOKEN.exec(text)?.groups
      ?? refuse("notMove", text.slice(at));
    const count = names.length;
    if (move) names.push(move.replace(/\s/g, "").replace(/(?<=\D)0+(?=\d)/, "").toLowerCase());
    const isNumber = [count + 1, ...(count % 2 ? [] : [count / 2 + 1])].includes(Number(number));
    if (number && !isNumber || (count % 2 ? black : white)) {
      refuse("notMove", number ?? black ?? white);
    }
  }
  return names;
}

/**
 * @param {string} text
 * @param {Usual} usual
 */
function readMoves(text, usual) {
  const game = new Game(usual);
  let node = game.root;
  for (const name of namesIn(text)) node = playNamed(game, node, name, usual.rows);
  return { game, notes: [] };
}

/** Read pairs of column and row, from 1. @param {string} text @param {Usual} usual */
function readNumbers(text, usual) {
  const groups = text.match(/-?\d+(?:\s*,\s*-?\d+)*/g) ?? [];
  const odd = groups.find((group) => group.split(",").length % 2);
  if (odd !== undefined) refuse("notMove", odd);
  const numbers = groups.flatMap((group) => group.split(",").map(Number));
  const points = [];
  for (let at = 0; at < numbers.length; at += 2) {
    const [x, y] = numbers.slice(at, at + 2);
    if (x < 1 || y < 1 || x > usual.width || y > usual.height) refuse("notMove", `${x},${y}`);
    points.push({ x: x - 1, y: y - 1 });
  }
  return { game: played(usual, points), notes: [] };
}

/**
 * Return a game of moves on points.
 * @param {Usual & {players?: Record<number, string>}} terms
 * @param {{x: number, y: number}[]} points
 */
function played(terms, points) {
  const game = new Game(terms);
  points.reduce((node, point) => playKey(game, node, pointName(point), terms.rows), game.root);
  return game;
}

/**
 * @param {Game} game
 * @param {GameNode} node
 * @param {string} name
 * @param {string} rows how the name counts rows
 */
function playNamed(game, node, name, rows) {
  if (!pointNamed(name)) refuse("notMove", name);
  return playKey(game, node, renamed(name, game.height, rows), rows);
}

/**
 * @param {Game} game
 * @param {GameNode} node
 * @param {string} key
 * @param {string} rows how the name in an error counts rows
 */
function playKey(game, node, key, rows) {
  if (!game.isEmpty(node, key)) {
    const move = renamed(key, game.height, rows);
    throw new NotationError("notPossible", { ply: node.ply + 1, move });
  }
  return game.play(node, key);
}

// A board on one line, and links of this page.

const LINE = /^(\d{1,3})(?:x(\d{1,3}))?\s+([^\P{L}](?!\d)[\p{L}\p{N}_-]*)(?:\s+([^]*))?$/iu;
const WORDS = /** @type {Record<string, string>} */ ({
  black: "black", white: "white", walls: "walls", turn: "first",
});

/** @param {string} text @param {Usual} usual */
function readLine(text, usual) {
  const [, width, height = width, rule, rest = ""] = LINE.exec(text) ?? [];
  const fields = new URLSearchParams({ rule, size: `${width}x${height}`, rows: usual.rows });
  const words = rest.split(/\s+/);
  while (words[0]?.includes("=")) {
    const word = String(words.shift()), [name, value] = word.split("=");
    const isTurn = name !== "turn" || /^(black|white)$/.test(value);
    if (!(name in WORDS) || fields.has(WORDS[name]) || !isTurn) refuse("notMove", word);
    fields.set(WORDS[name], value);
  }
  const late = words.find((word) => word.includes("="));
  if (late !== undefined) refuse("notMove", late);
  fields.set("moves", namesIn(words.join(" ")).join(""));
  return { game: readLink(String(fields), usual).game, notes: [] };
}

/**
 * Return the game of a link, and the node that it shows.
 * @param {string} text after the #
 * @param {Usual} usual
 * @param {string} [whole] the link, for a message
 */
export function readLink(text, usual, whole = text) {
  const fields = new URLSearchParams(text);
  if (!LINK_FIELDS.some((name) => fields.has(name))) refuse("noField", whole);
  const named = fields.get("rule");
  const rule = named === null ? usual.rule : ruleNamed(named);
  if (rule === undefined) return refuse("notRule", named ?? "");
  const [width, height = width] = fields.has("size")
    ? (fields.get("size") ?? "").split("x").map(Number) : [usual.width, usual.height];
  checkSize(width, height);
  const rows = fields.get("rows") ?? "above";
  const names = (/** @type {string} */ field) => {
    const found = namesIn(fields.get(field) ?? "");
    const wrong = found.find((name) => !pointNamed(name));
    return wrong === undefined ? found : refuse("notMove", wrong);
  };
  const keys = (/** @type {string} */ field) =>
    names(field).map((name) => renamed(name, height, rows));
  const stones = /** @type {Stone[]} */ ([
    ...keys("black").map((key) => [key, 1]), ...keys("white").map((key) => [key, 2]),
  ]);
  const turn = fields.get("first") === "white" ? 2 : 1;
  const game = setUp({ width, height, rule, turn, walls: keys("walls"), rows }, stones);
  let node = game.root;
  for (const name of names("moves")) node = playNamed(game, node, name, rows);
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
 * Return a game with stones set up.
 * @param {ConstructorParameters<typeof Game>[0] & {rows: string}} terms
 * @param {Stone[]} stones
 */
function setUp(terms, stones) {
  const game = new Game(terms), seen = new Set();
  for (const key of [...game.walls, ...stones.map(([stone]) => stone)]) {
    if (seen.has(key) || !game.isInside(key)) {
      throw new NotationError("notStone", { cell: renamed(key, game.height, terms.rows) });
    }
    seen.add(key);
  }
  game.stones = stones;
  return game;
}

// PSQ: columns and rows count from 1. An archive of Gomocup ends with a line of result and rule.

/** @param {string} text @param {Usual} usual */
function readPsq(text, { rows }) {
  const [head, ...lines] = text.split(/\r*\n/);
  const [, width, height, second] = /^Piskvorky (\d{1,3})x(\d{1,3}), *\d+:\d+, *(\d)/.exec(head)
    ?? refuse("notPsq", head);
  checkSize(Number(width), Number(height));
  const stones = lines.map((line) => /^(\d{1,9}),(\d{1,9}),-?\d+\s*$/.exec(line));
  const end = stones.findIndex((stone) => !stone), count = end < 0 ? stones.length : end;
  if (stones.slice(count).some(Boolean)) refuse("notPsq", lines[count]);
  const points = stones.slice(0, count).map((stone) => {
    const [all, x, y] = stone ?? [];
    const isInside = Number(x) <= Number(width) && Number(y) <= Number(height);
    if (!isInside || Number(x) < 1 || Number(y) < 1) refuse("notPsq", all ?? "");
    return { x: Number(x) - 1, y: Number(y) - 1 };
  });
  const isCode = (/** @type {string | undefined} */ line) => /^-?\d{1,9}$/.test(line ?? "");
  const after = lines.slice(count), hasNames = isCode(after[2]);
  const names = hasNames ? after.slice(0, 2) : ["", ""];
  if (Number(second)) names.reverse();
  const rest = after.slice(hasNames ? 3 : isCode(after[0]) ? 1 : 0)
    .map((line) => line.trim()).filter((line) => /[\p{L}\p{N}]/u.test(line));
  const named = /^[0-2], ?([A-Za-z][^,]{0,40})$/.exec(rest[0] ?? "")?.[1];
  const rule = named === undefined ? 0 : ruleNamed(named.replace(/(?<![\d_ ])[\d_ ]+$/, ""));
  /** @type {Note[]} */
  const notes = [];
  if (rule === undefined) notes.push(["skipped", { text: named ?? "" }]);
  const skipped = rest.slice(named === undefined ? 0 : 1).join(" ");
  if (skipped) notes.push(["skipped", { text: excerpt(skipped) }]);
  const players = { 1: names[0], 2: names[1] };
  const terms = { width: Number(width), height: Number(height), rule: rule ?? 0, rows, players };
  return { game: played(terms, points), notes };
}

// Records of the Chinese Computer Game Contest: rows count from below.

const CCGC = /^\s*\{\s*\[\s*C5\s*\]/i;

/** @param {string} text */
function readCcgc(text) {
  const [head, body, rest] = /^\{((?:\s*\[[^[\];]*\])*)([^}]*)\}\s*([^]*)$/.exec(text)?.slice(1)
    ?? refuse("notMove", text);
  const points = body.split(";").map((move) => move.trim()).filter(Boolean).map((move, index) => {
    const [, side, x, y] = /^([BW])\s*\(\s*([A-O])\s*,\s*(1[0-5]|[1-9])\s*\)$/i.exec(move)
      ?? refuse("notMove", move);
    if (side.toUpperCase() !== "BW"[index % 2]) refuse("notMove", move);
    return { x: columnNamed(x.toLowerCase()), y: rowNumbered(Number(y), 15, "below") };
  });
  const [, black = "", white = ""] = [...head.matchAll(/\[([^[\]]*)\]/g)].map(([, field]) =>
    field.trim().replace(/ [BW]$/, ""));
  const terms = { width: 15, height: 15, rule: 0, rows: "below", players: { 1: black, 2: white } };
  /** @type {Note[]} */
  const notes = rest ? [["skipped", { text: excerpt(rest) }]] : [];
  return { game: played(terms, points), notes };
}

// Games of PlayOK: rows count from below.

const PLAYOK = /^(?:\[\w+\s+"[^"\n]*"\]\s*)*?\[GameType\s+"\d+,(\d{1,2})"\]/;
const TAG = /\s*\[(\w+)\s+"([^"\n]*)"\]/gy;

/** @param {string} text */
function readPlayok(text) {
  const side = Number(PLAYOK.exec(text)?.[1]), tags = [...text.matchAll(TAG)];
  const { Black = "", White = "" } = Object.fromEntries(tags.map(([, name, value]) =>
    [name, value.trim()]));
  const words = text.slice(tags.map(([tag]) => tag).join("").length).split(/\s+/);
  const end = words.findIndex((word) => /^(?:1-0|0-1|1\/2-1\/2|\*)$/.test(word));
  checkSize(side, side);
  const game = new Game({ width: side, height: side, rule: 1 });
  let { root: node } = game, seat = 0, last = 1;
  for (const word of end < 0 ? words : words.slice(0, end)) {
    const name = word.replace(/^\d{1,3}\.+/, "");
    if (name && !/^(?:black|white|--)$/.test(name)) {
      node = playNamed(game, node, name.toLowerCase(), "below");
      last = seat;
    }
    seat ^= name ? 1 : 0;
  }
  game.players = node.ply % 2 === last ? { 1: White, 2: Black } : { 1: Black, 2: White };
  const rest = end < 0 ? "" : words.slice(end + 1).join(" ");
  /** @type {Note[]} */
  const notes = rest ? [["skipped", { text: excerpt(rest) }]] : [];
  return { game, notes };
}

// Drawn boards, the upper row first.

const LETTERS = ["abcdefghijklmnopqrstuvwxyz", "abcdefghjklmnopqrstuvwxyz"];
const FRAME = /[()[\]|│║¦]/g;
const BESIDE = /\s{4,}(?=\S)/; // between a row and what our terminal says beside it

/** Return a line's cells, [] if it is not a row. @param {string} line @param {string[]} signs */
function rowOf(line, signs) {
  const isMatrix = signs === MATRIX;
  const cells = isMatrix ? line.match(/[0-2]/g) ?? [] : [...line.trim().split(BESIDE)[0]
    .replace(FRAME, " ").replace(/^\s*\d{1,2}(?=\D|$)|(?<!\d)\d{1,2}\s*$/g, "")
    .replace(/[─━═\s]/g, "")];
  const states = cells.map((cell) => signs.findIndex((some) => some.includes(cell)));
  return states.length < SIDES[0] || states.includes(-1) ? [] : states;
}

const MATRIX = ["0", "1", "2"];
/** @param {string} text */
const signsOf = (text) => (/^[\s[\](){},;0-2]*$/.test(text) ? MATRIX : FORMATS.signs);

/** @param {string} text */
function isDrawn(text) {
  const signs = signsOf(text);
  return text.split(LINE_END).filter((line) => rowOf(line, signs).length).length >= SIDES[0];
}

/** Return whether a line names the columns or is part of a frame. @param {string} line */
function isEdge(line) {
  const text = line.replace(FRAME, " "), letters = text.replace(/\s/g, "").toLowerCase();
  return /^(?:[-+=_\s]*|[\d\s]*)$/.test(text) || LETTERS.some((all) => all.startsWith(letters));
}

/** Return the side to move, or 0, and the rule that words name. @param {string} words */
function toldBy(words) {
  const said = /^(black|white) to move(?:, ([\w -]{1,40}))?$/i.exec(words);
  const side = !said ? 0 : /^b/i.test(words) ? 1 : 2, rest = said ? said[2] ?? "" : words;
  return { side, rule: /^\d*$/.test(rest) ? undefined : ruleNamed(rest.split(",")[0]) };
}

/** @param {string} text */
function readDrawn(text) {
  const [same] = /●\s+White/.exec(text) ?? [];
  if (same) refuse("notRow", same); // our terminal's painted board, without its colours
  const signs = signsOf(text), lines = text.split(LINE_END).filter((line) => line.trim());
  /** @type {Map<number, number>} */
  const widths = new Map();
  for (const line of lines) {
    const { length } = rowOf(line, signs);
    if (length) widths.set(length, (widths.get(length) ?? 0) + 1);
  }
  const [[width]] = [...widths].sort((one, other) => other[1] - one[1] || one[0] - other[0]);
  /** @type {number[][]} */
  const rows = [];
  /** @type {Note[]} */
  const notes = [];
  let turn = 0, rule = 0;
  for (const line of lines) {
    const row = rowOf(line, signs), isRow = row.length === width;
    let words = line.trim();
    if (isRow) {
      rows.push(row);
      words = words.split(BESIDE).slice(1).join(" ".repeat(4));
    } else if ((row.length || rows.length && rows.length < SIDES[0]) && !isEdge(line)) {
      refuse("notRow", words);
    }
    const told = words.split(/\s{3,}/).map(toldBy);
    turn = told.find(({ side }) => side)?.side || turn;
    rule = told.find((one) => one.rule !== undefined)?.rule ?? rule;
    const isKnown = told.some((one) => one.side || one.rule !== undefined);
    if (words && !isKnown && !isRow && !isEdge(line)) {
      notes.push(["skipped", { text: excerpt(words) }]);
    }
  }
  checkSize(width, rows.length);
  const cells = (/** @type {number} */ state) => rows.flatMap((row, y) =>
    row.flatMap((one, x) => (one === state ? [pointName({ x, y })] : [])));
  const [black, white] = [cells(1), cells(2)];
  turn ||= black.length > white.length ? 2 : 1;
  const stones = /** @type {Stone[]} */ ([
    ...black.map((name) => [name, 1]), ...white.map((name) => [name, 2]),
  ]);
  return {
    game: setUp({ width, height: rows.length, rule, turn, walls: cells(3), rows: "" }, stones),
    notes,
  };
}

// SGF.

/** @typedef {{properties: Record<string, string[]>, children: SgfNode[]}} SgfNode */
/**
 * @typedef {{cell: string, colour: number, text: string, opens?: boolean}} Turn a move or a pass
 */

const SGF_TOKEN = /\s*(?:([(;)])|([\p{L}\p{N}_]+)((?:\s*\[[^\]\\]*(?:\\[^][^\]\\]*)*\])+))/uy;
const TOLD = new RegExp(`(?:^|\\n)${CHANCES}\\d+ %$`);
/** @type {import("../engine/engine.js").Line} */
const NO_LINE = {
  rank: 1, depth: 0, selective_depth: 0, score: 0, mate: 0, win_rate: 0.5, nodes: 0, ms: 0,
  line: [],
};
const KNOWN = new Set(FORMATS.sgf.split(" "));
const SET_UP = ["AB", "AW", "AE"];

/**
 * Return the games of a collection, and the text around them.
 * @param {string} text
 */
function* parsedSgf(text) {
  const starts = /\(\s*;/g, games = /** @type {SgfNode[]} */ ([]);
  const outside = /** @type {string[]} */ ([]), open = /** @type {(SgfNode | null)[]} */ ([]);
  const next = (/** @type {number} */ from) => {
    starts.lastIndex = from;
    const end = starts.exec(text)?.index ?? text.length;
    outside.push(text.slice(from, end).replace(/[\0\x1a]/g, " ").trim());
    return end;
  };
  let node = /** @type {SgfNode | null} */ (null), count = 0;
  for (let at = next(0); at < text.length; at = open.length ? SGF_TOKEN.lastIndex : at) {
    if (++count % PACE === 0) yield;
    SGF_TOKEN.lastIndex = at;
    const [, mark, name, values] = SGF_TOKEN.exec(text) ?? refuse("notSgf", text.slice(at).trim());
    if (mark === "(") open.push(node);
    else if (mark === ")") {
      node = open.pop() ?? null;
      if (open.length) continue;
      node = null;
      at = SGF_TOKEN.lastIndex;
      const [cut] = /^[\s\0\x1a]*[;)]/.exec(text.slice(at, at + 99)) ?? [];
      if (cut) refuse("notSgf", cut.slice(-1));
      at = next(at);
    } else if (mark) {
      const child = { properties: {}, children: [] };
      (node?.children ?? games).push(child);
      node = child;
    } else {
      const short = name.replace(/\p{Ll}/gu, "");
      if (!short || !node) return refuse("notSgf", name);
      const found = [...values.matchAll(/\[([^\]\\]*(?:\\[^][^\]\\]*)*)\]/g)].map(([, value]) =>
        value.replace(/\\(\r\n|\n\r|[^])/g, (_, kept) => (/[\r\n]/.test(kept) ? "" : kept)));
      const all = node.properties[short] ??= [];
      for (const value of found) all.push(value);
    }
  }
  if (open.length || !games.length) refuse("notSgf", ")");
  return { games, outside: outside.filter(Boolean).join(" ") };
}

/**
 * @param {string} text
 * @param {Usual} [usual]
 * @returns {Read}
 */
export function readSgf(text, usual) {
  const steps = sgfSteps(text, usual);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * Read SGF, with pauses.
 * @param {string} text
 * @param {Usual} [usual]
 * @returns {Generator<undefined, Read>}
 */
function* sgfSteps(text, usual) {
  const { games, outside } = yield* parsedSgf(text), { number } = usual ?? {};
  /** @type {Note[]} */
  const notes = games.length > 1 && number === undefined
    ? [["firstGame", { count: games.length }]] : [];
  if (outside) notes.push(["skipped", { text: excerpt(outside) }]);
  const game = yield* new SgfReader(games[number ?? 0]).game(notes);
  return {
    game, notes, ...(games.length > 1 ? { games: games.map(listed) } : {}),
  };
}

/**
 * @param {SgfNode} root
 * @returns {Listed}
 */
function listed(root) {
  const text = (/** @type {string} */ name) => (root.properties[name]?.[0] ?? "").trim();
  let moves = 0;
  for (let at = root; at; at = at.children[0]) {
    moves += Number(!!(at.properties.B ?? at.properties.W));
  }
  const details = ["GN", "EV", "DT", "RE"].map(text).filter(Boolean).map(excerpt);
  return { black: excerpt(text("PB")), white: excerpt(text("PW")), details, moves };
}

/** Reads a game tree: its main line first, as the last change of the board begins the game. */
class SgfReader {
  /** @param {SgfNode} root */
  constructor(root) {
    const { GM, SZ, RU = [], PB = [], PW = [] } = root.properties;
    const kind = GM?.[0].trim() ?? "4";
    if (!/^[14]$/.test(kind)) throw new NotationError("otherGame", { text: `GM[${kind}]` });
    const given = SZ?.[0].trim() ?? (kind === "1" ? "19" : "15");
    const [, width, height = width] = /^(\d{1,3})(?:\s*:\s*(\d{1,3}))?$/.exec(given)
      ?? refuse("notSgf", `SZ[${given}]`);
    checkSize(Number(width), Number(height));
    const name = RU.join(""), rule = /[\p{L}\p{N}]/u.test(name) ? ruleNamed(name) : 0;
    if (rule === undefined) refuse("notRule", name);
    this.terms = {
      width: Number(width), height: Number(height), rule: Number(rule),
      players: { 1: PB.join(""), 2: PW.join("") },
    };
    this.main = [root];
    for (let at = root; at.children.length;) this.main.push(at = at.children[0]);
  }

  /**
   * Return the game from the last change of the board on its main line.
   * @param {Note[]} notes receives notes
   */
  * game(notes) {
    /** @type {Map<string, number>} */
    let laid = new Map();
    /** @type {Turn[]} */
    let turns = [];
    let turn = 0, before = 0, start = this.main[0];
    const opening = new Map(), repeats = new Set(), unknown = new Set();
    const counted = () => {
      const all = [...laid.values()], more = 2 * all.filter((one) => one === 1).length - all.length;
      return more === 0 ? 1 : more === 1 ? 2 : 0;
    };
    for (const [index, node] of this.main.entries()) {
      if (index % PACE === 1) yield;
      const { properties } = node, lists = SET_UP.filter((name) => properties[name]);
      const side = sideOf(properties);
      if (turns.length && (lists.length || side && side !== turn)) {
        notes.push(["asSetUp", { count: turns.length }]);
        for (const { cell, colour } of turns) if (cell) laid.set(cell, colour);
        [turns, before, turn] = [[], turn, 0];
      }
      if (!turns.length && (lists.length || side)) start = node;
      for (const name of lists) this.lay(laid, name, properties[name]);
      turn = side || turn;
      for (const each of this.turnsOf(properties)) {
        const { cell, colour, text, opens } = each;
        if (cell && !opens && opening.get(cell) === colour) {
          opening.delete(cell);
          repeats.add(node);
          continue;
        }
        const due = opens ? colour : turn || (before ? 0 : counted()) || colour;
        const isTaken = cell && (laid.has(cell) || turns.some((other) => other.cell === cell));
        if (due !== colour || isTaken) refuse("notSgf", text);
        if (opens) opening.set(cell, colour);
        turns.push(each);
        turn = 3 - colour;
      }
      for (const name of Object.keys(properties)) if (!KNOWN.has(name)) unknown.add(name);
    }
    turn ||= before || counted();
    if (!turn) refuse("notSgf", "PL");
    if (unknown.size) notes.push(["skipped", { text: excerpt([...unknown].join(" ")) }]);
    const game = new Game({ ...this.terms, turn: turns[0]?.colour ?? turn, stones: [...laid] });
    const past = this.main.slice(0, this.main.indexOf(start));
    game.root.comment = linesOf(past.map(({ properties }) => linesOf(properties.C)));
    yield* this.grow(game, start, repeats, notes);
    return game;
  }

  /**
   * Add a tree to a game's root. A variation that changes the board or is not possible is cut.
   * @param {Game} game
   * @param {SgfNode} tree
   * @param {Set<SgfNode>} repeats nodes whose move repeats a stone of the opening
   * @param {Note[]} notes
   */
  * grow(game, tree, repeats, notes) {
    const main = new Set(this.main);
    /** @type {[GameNode, SgfNode][]} */
    const open = [[game.root, tree]];
    let count = 0;
    for (let next = open.pop(); next; next = open.pop()) {
      if (++count % PACE === 0) yield;
      const [parent, { properties, children }] = next, isFirst = next[1] === tree;
      let node = parent;
      try {
        const list = SET_UP.find((name) => properties[name] && !isFirst);
        if (list) refuse("notSgf", list);
        for (const { cell, colour, text } of repeats.has(next[1]) ? [] : this.turnsOf(properties)) {
          const isNext = colour !== node.colour && game.isPossible(node, cell);
          if (!isNext) refuse("notSgf", text);
          node = game.play(node, cell);
        }
      } catch (error) {
        if (!(error instanceof NotationError)) throw error;
        if (!main.has(next[1])) notes.push(["skipped", error.values]);
        continue;
      }
      this.remark(node, properties);
      for (const child of [...children].reverse()) open.push([node, child]);
    }
  }

  /**
   * Give a node its comment, Black's chances, arrows and circles.
   * @param {GameNode} node
   * @param {Record<string, string[]>} properties
   */
  remark(node, { C = [], SBKV = [], AR = [], CR = [] }) {
    node.comment = linesOf([node.comment, ...C]);
    const rate = Number(SBKV[0]) / 100;
    if (rate >= 0 && rate <= 1) {
      node.comment = node.comment.replace(TOLD, "");
      node.line = { ...NO_LINE, win_rate: node.colour === 2 ? rate : 1 - rate };
    }
    const cells = (/** @type {string} */ value) => value.split(":").map((letters) => {
      const [x, y] = [...letters.trim()].map(columnNamed);
      return x < this.terms.width && y < this.terms.height ? pointName({ x, y }) : "";
    });
    const ends = [...AR.map(cells), ...CR.map(cells).map(([at]) => [at, at])];
    const shapes = ends.filter((two) => two.length === 2 && two.every(pointNamed));
    if (shapes.length) node.shapes = /** @type {import("./game.js").Shape[]} */ (shapes);
  }

  /**
   * Set up stones, or remove them.
   * @param {Map<string, number>} laid changed in place
   * @param {string} name of the property
   * @param {string[]} values
   */
  lay(laid, name, values) {
    for (const value of values.map((one) => one.trim())) {
      const text = `${name}[${value}]`, corners = value.split(":").map((word) => word.trim());
      const [from, to = from] = corners.map((letters) => this.point(letters, text));
      if (corners.length > 2 || from.x > to.x || from.y > to.y) refuse("notSgf", text);
      for (let y = from.y; y <= to.y; y++) {
        for (let x = from.x; x <= to.x; x++) {
          const cell = pointName({ x, y });
          if (name === "AE") laid.delete(cell);
          else if (laid.has(cell)) refuse("notSgf", text);
          else laid.set(cell, name === "AB" ? 1 : 2);
        }
      }
    }
  }

  /**
   * Return the moves of a node: opening stones of Gomoku Quest, and its move or pass.
   * @param {Record<string, string[]>} properties
   * @returns {Turn[]}
   */
  turnsOf(properties) {
    const { B, W } = properties;
    if (B && W) refuse("notSgf", `B[${B[0]}]W[${W[0]}]`);
    const opening = ["QPR", "QSLW"].flatMap((name) => (properties[name] ?? []).join().split(",")
      .map((letters) => letters.trim()).filter(Boolean).map((letters, index) => {
        const text = `${name}[${letters}]`, colour = name === "QSLW" ? 2 : index % 2 + 1;
        return { cell: pointName(this.point(letters, text)), colour, text, opens: true };
      }));
    const moves = ["B", "W"].flatMap((name, index) => {
      const values = properties[name]?.map((value) => value.trim());
      if (!values) return [];
      const [letters] = values, text = `${name}[${values.join("][")}]`;
      if (values.length > 1) refuse("notSgf", text);
      const isSmall = Math.max(this.terms.width, this.terms.height) <= 19;
      const isPass = !letters || letters === "tt" && isSmall;
      const cell = isPass ? "" : pointName(this.point(letters, text));
      return [{ cell, colour: index + 1, text }];
    });
    return [...opening, ...moves];
  }

  /**
   * @param {string} letters
   * @param {string} text for a message
   */
  point(letters, text) {
    const [x, y] = [...letters].map(columnNamed);
    const { width, height } = this.terms;
    if (!/^[a-z]{2}$/.test(letters) || x >= width || y >= height) refuse("notSgf", text);
    return { x, y };
  }
}

/** Return the side to move that a node names, 0 for none. @param {Record<string, string[]>} node */
function sideOf({ PL, B, W }) {
  const [, black, white] = /^\s*(?:(b|black)|(w|white))\s*$/i.exec(PL?.[0] ?? "") ?? [];
  if (PL && !black && !white) refuse("notSgf", `PL[${PL[0]}]`);
  const side = black ? 1 : white ? 2 : 0;
  return (B && side !== 1) || (W && side !== 2) ? 0 : side;
}

/** @param {(string | undefined)[]} texts */
const linesOf = (texts = []) => texts.filter(Boolean).join("\n");

/** @type {[RegExp | ((text: string) => boolean), (text: string, usual: Usual) => Read][]} */
const READERS = [
  [/^Piskvorky/, readPsq],
  [/^\(\s*(?:;|\)|\(|$)/, readSgf],
  [CCGC, readCcgc],
  [PLAYOK, readPlayok],
  [isDrawn, readDrawn],
  [LINE, readLine],
  ...[GOMOCALC, PLAYOK_LINK].map((link) => /** @type {[RegExp, typeof readMoves]} */ ([link,
    (text, usual) => readMoves(link.exec(text)?.[1] ?? "", { ...usual, rows: "below" })])),
  [MOVES, readMoves],
  [NUMBERS, readNumbers],
  [/^[^[{<]{0,9999}\(\s*;/, readSgf],
  [/#/, (text, usual) => ({
    game: readLink(text.slice(text.indexOf("#") + 1), usual, text).game, notes: [],
  })],
];
