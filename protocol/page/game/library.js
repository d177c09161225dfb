// RenLib's libraries (.lib) as games: the twin of `loads` of brain/books/renlib.py, which describes
// the format. The label of a move is the first line of its comment. Labels of empty cells and moves
// to cells with a stone are left out, which a note says.

import { Game } from "./game.js";
import { pointName } from "./names.js";
import { guessed, LONGEST, NotationError } from "./reading.js";

/** @typedef {import("./game.js").GameNode} GameNode */

const MAGIC = "\xffRenLib\xff", HEADER = 20, BOOK_SIDE = 15, RENJU = 4;
const SIBLING = 0x80, LEAF = 0x40, OLD_COMMENT = 0x20, COMMENT = 0x08, NO_MOVE = 0x02;
const EXTENSION = 0x01, BOARD_TEXT = 0x01; // the second in the second byte of an extension
const SWEDISH = /** @type {Record<string, string>} */ ({
  "}": "å", "{": "ä", "|": "ö", "]": "Å", "[": "Ä", "\\": "Ö",
});

/** Return whether a file is a library. @param {Uint8Array} bytes */
export const isLibrary = (bytes) =>
  [...MAGIC].every((sign, index) => bytes[index] === sign.charCodeAt(0));

/**
 * Return the game of a library. A NotationError names the byte where it is damaged.
 * @param {Uint8Array} bytes
 * @returns {import("./reading.js").Read}
 */
export function readLibrary(bytes) {
  if (bytes.length > LONGEST) throw new NotationError("tooLong", { count: LONGEST });
  const game = new Game({ width: BOOK_SIDE, height: BOOK_SIDE, rule: RENJU });
  const path = /** @type {(GameNode | null)[]} */ ([game.root]); // null: left out
  const open = /** @type {number[]} */ ([]); // for each announced sibling, the path before it
  const texts = /** @type {[GameNode | null, Uint8Array | string, boolean][]} */ ([]);
  const taken = /** @type {string[]} */ ([]); // moves that are left out, each with its byte
  let at = HEADER, labels = 0;
  const upTo = (/** @type {(byte: number) => boolean} */ isEnd) => {
    const length = bytes.subarray(at).findIndex(isEnd);
    if (length < 0) throw new NotationError("notMove", { text: `byte ${at}` });
    return bytes.subarray(at, at + length);
  };
  const readText = () => {
    const raw = upTo((byte) => byte === 0);
    at += raw.length + 2 - raw.length % 2;
    return raw;
  };
  const readOld = () => {
    const length = upTo((byte) => byte > 127).length + 1, raw = bytes.subarray(at, at + length);
    at += length + length % 2;
    return String.fromCharCode(...raw.map((byte) => byte & 127))
      .replace(/[{}|[\]\\]/g, (sign) => SWEDISH[sign]);
  };
  while (at + 1 < bytes.length) {
    const start = at, [cell, flags, , more] = bytes.subarray(at, at + 4);
    const isRoot = at === HEADER && !cell, parent = path.at(-1);
    const key = pointName({ x: cell % 16 - 1, y: cell >> 4 });
    if (parent === undefined || cell && !game.isInside(key)) {
      throw new NotationError("notMove", { text: `byte ${start}` });
    }
    at += flags & EXTENSION ? 4 : 2;
    const isPlayed = !isRoot && !(flags & NO_MOVE), move = cell ? key : "";
    const isTaken = isPlayed && !!parent && !game.isPossible(parent, move);
    const node = isTaken ? null : isPlayed && parent ? game.play(parent, move) : parent;
    if (!isRoot) path.push(node);
    if (isTaken) taken.push(`${key}, byte ${start}`);
    if (flags & COMMENT) texts.push([node, readText(), false]);
    else if (flags & OLD_COMMENT) texts.push([node, readOld(), false]);
    if (flags & EXTENSION && more & BOARD_TEXT) {
      const isBare = !!cell && !!(flags & NO_MOVE);
      texts.push([isBare ? null : node, readText(), !!cell]);
      labels += Number(isBare);
    }
    if (flags & SIBLING && !isRoot) open.push(path.length - 1);
    if (flags & LEAF) path.length = open.pop() ?? 0;
  }
  write(texts);
  /** @type {import("./reading.js").Note[]} */
  const notes = taken.length
    ? [["skipped", { text: `${taken[0]}${taken.length > 1 ? ` (× ${taken.length})` : ""}` }]] : [];
  if (labels) notes.push(["bareLabels", { count: labels }]);
  return { game, notes };
}

/**
 * Write texts into the comments of their nodes. Those in bytes have one encoding.
 * @param {[GameNode | null, Uint8Array | string, boolean][]} texts each with its node, and whether
 *   it is a label
 */
function write(texts) {
  const raws = texts.flatMap(([, raw]) => (typeof raw === "string" ? [] : [...raw, 0]));
  const plain = guessed(Uint8Array.from(raws)).split("\0");
  for (const [node, raw, isLabel] of texts) {
    const text = typeof raw === "string" ? raw : plain.shift() ?? "";
    const lines = [text.replace("\b", "\n").replace(/\r\n?/g, "\n").replace(/^\n/, "")];
    if (!node) continue;
    if (node.comment) lines[isLabel ? "push" : "unshift"](node.comment);
    node.comment = lines.filter(Boolean).join("\n");
  }
}
