// A certificate in its own thread: checker.js checks it, then requests follow its moves. A request
// is {id, method, ...}; its answer is {id, result} or {id, error}.

import { Checker, check, crc32, MAGIC, read, turnedCell } from "./checker.js";
import { pointName, pointNamed } from "../game/names.js";

/**
 * @typedef {import("./checker.js").Board} Board
 * @typedef {import("./checker.js").Link} Link
 * @typedef {import("../view/board.js").Point} Point
 * @typedef {import("../game/game.js").Stone} Stone
 * @typedef {{width: number, height: number, rule: number, stones: Stone[], walls: string[],
 *   turn: number, plies: number, nodes: number}} Proved a checked claim: the side to move wins in
 *   at most `plies` plies; `nodes` nodes were checked
 */

const LIE = ["black", "white", "walls"]; // in the order of the file
const BYTE_CELLS = 256; // on a larger board, a cell takes two bytes
const KINDS = { line: 0, cover: 1, move: 2 };
const NO_CELL = -1;

/** @type {Proof} */
let proof;

const METHODS = /** @type {Record<string, (request: any) => any>} */ ({
  check: ({ content }) => {
    const bytes = typeof content === "string" ? bytesOf(content) : content;
    const verdict = check(bytes);
    if (!verdict.ok) throw new Error(verdict.reason);
    proof = new Proof(bytes);
    return { ...proof.position(), nodes: verdict.nodes };
  },
  answer: ({ moves }) => proof.answer(moves),
});

onmessage = ({ data: { id, method, ...parameters } }) => {
  try {
    postMessage({ id, result: METHODS[method](parameters) });
  } catch (error) {
    postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
};

/** A valid certificate, and its attacker's moves. */
class Proof {
  /** @param {Uint8Array} bytes of its file */
  constructor(bytes) {
    this.certificate = read(bytes);
    this.checker = new Checker(this.certificate, Infinity);
  }

  /** @param {number} cell */
  name(cell) {
    const { width } = this.certificate;
    return pointName({ x: cell % width, y: Math.floor(cell / width) });
  }

  /** Return the position and the maximum plies to the win. */
  position() {
    const { width, height, rule, board, attacker, plies } = this.certificate;
    const lie = [...board.keys()]
      .map((cell) => /** @type {Stone} */ ([this.name(cell), board[cell]]));
    return {
      width, height, rule, turn: attacker, plies,
      stones: lie.filter(([, lies]) => lies === 1 || lies === 2),
      walls: lie.filter(([, lies]) => lies === 3).map(([name]) => name),
    };
  }

  /**
   * Return the attacker's move after these moves, "" if they leave the certificate.
   * @param {string[]} names of moves from its position on, the attacker's first
   */
  answer(names) {
    const { width, nodes } = this.certificate;
    const cells = names.map((name) => {
      const { x, y } = /** @type {Point} */ (pointNamed(name));
      return x + width * y;
    });
    const found = this.follow({ node: nodes.length - 1, symmetry: 0 }, this.checker.start, cells);
    return found === NO_CELL ? "" : this.name(found);
  }

  /**
   * Return the attacker's cell after these moves from a node, NO_CELL if they leave the node.
   * @param {Link} link
   * @param {Board} seen
   * @param {number[]} moves
   * @returns {number}
   */
  follow({ node: at, symmetry }, seen, moves) {
    const { width, height, nodes } = this.certificate;
    const turned = (/** @type {number} */ cell) => turnedCell(cell, symmetry, width, height);
    const board = this.checker.turned(seen, symmetry), node = nodes[at];
    const [first, ...rest] = moves.map(turned);
    let found = NO_CELL;
    if (node.kind === "line") found = this.ofLine(node.cells, board, moves.map(turned));
    else if (node.kind === "move") {
      if (first === undefined) found = node.cell;
      else if (first === node.cell) {
        board.place(first, this.checker.attacker);
        found = this.follow(node.then, board, rest);
      }
    } else if (first !== undefined) {
      board.place(first, this.checker.defender);
      const branch = node.branches.get(first)
        ?? { ...this.checker.first(node.lines, board), symmetry: 0 };
      if (branch.node !== NO_CELL) found = this.follow(branch, board, rest);
    }
    return [...board.lies.keys()].find((cell) => turned(cell) === found) ?? NO_CELL;
  }

  /**
   * Return the attacker's cell in a line: a five, or else a double on a board that is not
   * dangerous, or else the line's next move, if the reply was one of the expected defences.
   * @param {number[]} cells of the line
   * @param {Board} board receives the line's stones
   * @param {number[]} moves
   */
  ofLine(cells, board, moves) {
    const { checker } = this;
    for (let n = 0; ; n++) {
      const { how, cell } = n ? checker.decision(board, board.lies) : { how: "", cell: NO_CELL };
      const own = how ? cell : cells[n] ?? NO_CELL;
      if (2 * n === moves.length) return own;
      if (moves[2 * n] !== own || 2 * n + 1 === moves.length) return NO_CELL;
      board.place(own, checker.attacker);
      board.place(moves[2 * n + 1], checker.defender);
    }
  }
}

// JSON.

/**
 * Return the bytes of a certificate's file from its JSON.
 * @param {string} text
 */
function bytesOf(text) {
  try {
    return encoded(JSON.parse(text));
  } catch {
    throw new Error("not a certificate");
  }
}

/** @param {any} fields */
function encoded({ width, height, rule, attacker, plies, nodes, ...stones }) {
  /** @type {number[]} */
  const bytes = [...MAGIC].map((sign) => sign.charCodeAt(0));
  const number = (/** @type {number} */ value) => {
    for (; value > 127; value = Math.floor(value / 128)) bytes.push(value % 128 + 128);
    bytes.push(value);
  };
  const cellOf = (/** @type {string} */ name) => {
    const point = pointNamed(name);
    if (!point || point.x >= width || point.y >= height) throw new RangeError(name);
    return point.y * width + point.x;
  };
  const cell = (/** @type {number} */ value) =>
    bytes.push(value % 256, ...(width * height > BYTE_CELLS ? [value >> 8] : []));
  const ordered = (/** @type {string[]} */ names) =>
    names.map(cellOf).sort((one, other) => one - other);
  bytes.push(rule, width, height, ["black", "white"].indexOf(attacker) + 1);
  for (const kind of LIE) {
    number(stones[kind].length);
    ordered(stones[kind]).forEach(cell);
  }
  number(plies);
  number(nodes.length);
  for (const [place, { line, cover, branches, move, then }] of nodes.entries()) {
    const link = (/** @type {[number, number]} */ [node, symmetry]) =>
      number(8 * (place - node) + symmetry);
    if (line) {
      number(4 * line.length + KINDS.line);
      line.map(cellOf).forEach(cell);
    } else if (cover) {
      number(4 * cover.length + KINDS.cover);
      number(Object.keys(branches).length);
      cover.forEach((/** @type {number} */ node) => number(place - node));
      const replies = Object.entries(branches)
        .sort(([one], [other]) => cellOf(one) - cellOf(other));
      for (const [reply, to] of replies) {
        cell(cellOf(reply));
        link(to);
      }
    } else {
      number(KINDS.move);
      cell(cellOf(move));
      link(then);
    }
  }
  const content = Uint8Array.from(bytes), seal = new DataView(new ArrayBuffer(4));
  seal.setUint32(0, crc32(content), true);
  return Uint8Array.from([...bytes, ...new Uint8Array(seal.buffer)]);
}
