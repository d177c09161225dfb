// @ts-check
/**
 * Checks a certificate, as docs/formats.md describes it. It trusts nothing else, and shares nothing
 * with the checker in Python but that page.
 *
 * A cell is its number, row by row from 0. A stone is 1, black, or 2, white; 0 is an empty cell, and
 * 3 a wall or what lies outside.
 */

export const MAGIC = "TENGENC1";
const FREESTYLE = 0, STANDARD = 1, RENJU = 4, CARO = 8, CARO_EXACT = 9;
const RULES = [FREESTYLE, STANDARD, RENJU, CARO, CARO_EXACT];
const EMPTY = 0, BLACK = 1, WHITE = 2, WALL = 3;
const SMALLEST = 5, LARGEST = 22;
const RENJU_PLIES_LEFT = 25; // a renju game is a draw so many stones before the board is full
const STEPS = [[1, 0], [0, 1], [1, 1], [-1, 1]];

/** @typedef {{ node: number, symmetry: number }} Link */
/** @typedef {{ kind: "line", cells: number[] }} Line */
/** @typedef {{ kind: "cover", lines: number[], branches: Map<number, Link> }} Cover */
/** @typedef {{ kind: "move", cell: number, then: Link }} Move */
/** @typedef {Line | Cover | Move} Node */
/**
 * @typedef {object} Certificate
 * @property {number} rule
 * @property {number} width
 * @property {number} height
 * @property {number} attacker
 * @property {Uint8Array} board what lies on each cell
 * @property {number} plies
 * @property {Node[]} nodes
 */
/** @typedef {{ ok: boolean, reason: string, plies: number, nodes: number, attacker: number }} Verdict */

class Refused extends Error {}
class GivenUp extends Error {}

/**
 * Return whether a certificate's file holds, and why not; the plies in which the attacker wins, and
 * how many nodes were checked.
 * @param {Uint8Array} bytes
 * @param {number} most nodes to check before giving up
 * @returns {Verdict}
 */
export function check(bytes, most = Infinity) {
  const verdict = { ok: false, reason: "", plies: 0, nodes: 0, attacker: 0 };
  try {
    const certificate = read(bytes);
    verdict.attacker = certificate.attacker;
    const room = checkedRoom(certificate);
    const checker = new Checker(certificate, most);
    try {
      verdict.plies = checker.node({ node: certificate.nodes.length - 1, symmetry: 0 }, certificate.board);
    } finally {
      verdict.nodes = checker.checked;
    }
    if (verdict.plies > room) throw new Refused("the game is drawn before the five");
    if (verdict.plies !== certificate.plies) throw new Refused(`it wins in ${verdict.plies} plies`);
    return { ...verdict, ok: true };
  } catch (error) {
    if (error instanceof Refused || error instanceof GivenUp) return { ...verdict, reason: error.message };
    if (error instanceof RangeError) return { ...verdict, reason: "the nodes are nested too deeply" };
    throw error;
  }
}

// The file.

/** @param {Uint8Array} bytes @returns {number} */
export function crc32(bytes) {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ -1) >>> 0;
}

/** @param {Uint8Array} bytes @returns {Certificate} */
export function read(bytes) {
  const end = bytes.length - 4;
  if (end < MAGIC.length || [...MAGIC].some((sign, i) => bytes[i] !== sign.charCodeAt(0))) {
    throw new Refused("not a certificate");
  }
  const seal = new DataView(bytes.buffer, bytes.byteOffset).getUint32(end, true);
  if (crc32(bytes.subarray(0, end)) !== seal) throw new Refused("the checksum is wrong");
  let at = MAGIC.length;
  const byte = () => {
    if (at >= end) throw new Refused("the file ends too soon");
    return bytes[at++];
  };
  const number = () => {
    let value = 0;
    for (let digit = 0, unit = 1; digit < 5; digit++, unit *= 128) {
      const next = byte();
      value += (next % 128) * unit;
      if (next < 128) {
        if (next === 0 && digit > 0) break;
        return value;
      }
    }
    throw new Refused("a number is not written as it must be");
  };
  const rule = byte(), width = byte(), height = byte(), attacker = byte();
  if (!RULES.includes(rule)) throw new Refused("there is no such rule");
  for (const side of [width, height]) {
    if (side < SMALLEST || side > LARGEST) throw new Refused("there is no such board");
  }
  if (attacker !== BLACK && attacker !== WHITE) throw new Refused("there is no such colour");
  const cell = () => {
    const value = width * height > 256 ? byte() + 256 * byte() : byte();
    if (value >= width * height) throw new Refused("a cell is off the board");
    return value;
  };
  const board = new Uint8Array(width * height);
  for (const stone of [BLACK, WHITE, WALL]) {
    for (let left = number(), last = -1; left > 0; left--) {
      const place = cell();
      if (place <= last || board[place] !== EMPTY) throw new Refused("stones are out of order");
      board[place] = stone;
      last = place;
    }
  }
  const plies = number();
  /** @type {Node[]} */
  const nodes = [];
  const used = new Set();
  /** @param {number} back @param {string[]} kinds @returns {number} */
  const before = (back, kinds) => {
    const place = nodes.length - back;
    if (back < 1 || place < 0) throw new Refused("a node refers to none before it");
    if (!kinds.includes(nodes[place].kind)) throw new Refused("a node refers to one of the wrong kind");
    used.add(place);
    return place;
  };
  /** @param {string[]} kinds @returns {Link} */
  const link = (kinds) => {
    const value = number(), symmetry = value % 8;
    if (symmetry >= 4 && width !== height) throw new Refused("the board has no such symmetry");
    return { node: before(Math.floor(value / 8), kinds), symmetry };
  };
  for (let left = number(); left > 0; left--) {
    const head = number(), kind = head % 4, count = Math.floor(head / 4);
    if (kind === 0 && count > 0) {
      /** @type {number[]} */
      const cells = [];
      for (let i = 0; i < count; i++) cells.push(cell());
      nodes.push({ kind: "line", cells });
    } else if (kind === 1) {
      const most = number();
      /** @type {number[]} */
      const lines = [];
      for (let i = 0; i < count; i++) lines.push(before(number(), ["line"]));
      /** @type {Map<number, Link>} */
      const branches = new Map();
      for (let i = 0, last = -1; i < most; i++) {
        const reply = cell();
        if (reply <= last) throw new Refused("branches are out of order");
        branches.set(reply, link(["line", "move"]));
        last = reply;
      }
      nodes.push({ kind: "cover", lines, branches });
    } else if (kind === 2 && count === 0) {
      const move = cell();
      nodes.push({ kind: "move", cell: move, then: link(["cover"]) });
    } else throw new Refused("a node is of no kind");
  }
  if (at !== end) throw new Refused("there are bytes after the last node");
  if (!nodes.length || nodes[nodes.length - 1].kind === "cover") throw new Refused("the root must attack");
  if (used.size !== nodes.length - 1) throw new Refused("a node is not referred to");
  return { rule, width, height, attacker, board, plies, nodes };
}

/**
 * Return how many plies there are before the draw, in a position in which the game goes on.
 * @param {Certificate} certificate
 */
function checkedRoom({ rule, width, height, board }) {
  const law = new Law(rule, width, height);
  const cells = width * height;
  const walls = board.filter((lies) => lies === WALL).length;
  const stones = board.filter((lies) => lies === BLACK || lies === WHITE).length;
  for (let cell = 0; cell < cells; cell++) {
    if (board[cell] === BLACK || board[cell] === WHITE) {
      if (law.isFive(board, cell, board[cell])) throw new Refused("the game is over");
    }
  }
  const most = rule === RENJU && cells > RENJU_PLIES_LEFT ? cells - RENJU_PLIES_LEFT : cells;
  const room = Math.min(most - stones, cells - stones - walls);
  if (room <= 0) throw new Refused("the game is drawn");
  return room;
}

// The rules.

/** A rule on a board of some size. */
class Law {
  /** @param {number} rule @param {number} width @param {number} height */
  constructor(rule, width, height) {
    this.rule = rule;
    this.width = width;
    this.height = height;
    this.caps = rule === CARO || rule === CARO_EXACT;
  }

  /** Whether six in a row don't win. @param {number} colour */
  isExact(colour) {
    return this.rule === STANDARD || this.rule === CARO_EXACT || (this.rule === RENJU && colour === BLACK);
  }

  /** Return the cell some steps away, -1 outside. @param {number} cell @param {number[]} step @param {number} count */
  along(cell, [dx, dy], count) {
    const x = (cell % this.width) + dx * count, y = Math.floor(cell / this.width) + dy * count;
    return x >= 0 && x < this.width && y >= 0 && y < this.height ? y * this.width + x : -1;
  }

  /** @param {Uint8Array} board @param {number} cell */
  lies(board, cell) {
    return cell < 0 ? WALL : board[cell];
  }

  /**
   * Return how many stones of a colour lie next to a cell, to each side.
   * @param {Uint8Array} board @param {number} cell @param {number[]} step @param {number} colour
   */
  sides(board, cell, step, colour) {
    let left = 0, right = 0;
    while (this.lies(board, this.along(cell, step, -left - 1)) === colour) left++;
    while (this.lies(board, this.along(cell, step, right + 1)) === colour) right++;
    return { left, right };
  }

  /** Whether a stone on a cell wins. @param {Uint8Array} board @param {number} cell @param {number} colour */
  isFive(board, cell, colour) {
    return STEPS.some((step) => {
      const { left, right } = this.sides(board, cell, step, colour);
      const length = left + 1 + right;
      if (length !== 5) return length > 5 && !this.isExact(colour);
      const ends = [this.along(cell, step, -left - 1), this.along(cell, step, right + 1)];
      return !(this.caps && ends.every((end) => this.lies(board, end) === 3 - colour));
    });
  }

  /**
   * Return the numbers of black's overlines, fours, and threes in different directions that a black
   * stone on an empty cell is part of. `isReal` tells of the cell that makes a three a straight four
   * whether it counts.
   * @param {Uint8Array} board @param {number} cell @param {(after: Uint8Array, point: number) => boolean} isReal
   */
  shapes(board, cell, isReal) {
    const after = board.slice();
    after[cell] = BLACK;
    let fives = 0, overlines = 0, fours = 0, threes = 0;
    for (const step of STEPS) {
      const { left, right } = this.sides(after, cell, step, BLACK);
      if (left + 1 + right === 5) fives++;
      if (left + 1 + right > 5) overlines++;
      fours += this.fours(after, cell, step);
      if (this.straightPoints(after, cell, step).some((point) => isReal(after, point))) threes++;
    }
    return { fives, overlines, fours, threes };
  }

  /** Whether black's stone on an empty cell makes exactly five. @param {Uint8Array} board @param {number} cell @param {number[]} step */
  fills(board, cell, step) {
    if (this.lies(board, cell) !== EMPTY) return false;
    const { left, right } = this.sides(board, cell, step, BLACK);
    return left + 1 + right === 5;
  }

  /** How many fours the stone on a cell is part of along a line. @param {Uint8Array} board @param {number} cell @param {number[]} step */
  fours(board, cell, step) {
    const found = new Set();
    for (let k = -4; k <= 4; k++) {
      const gap = this.along(cell, step, k);
      if (k === 0 || !this.fills(board, gap, step)) continue;
      const { left, right } = this.sides(board, gap, step, BLACK);
      // The run goes from k - left to k + right; the stone must be in it.
      if (k - left > 0 || k + right < 0) continue;
      const stones = [];
      for (let i = k - left; i <= k + right; i++) if (i !== k) stones.push(i);
      found.add(stones.join());
    }
    return found.size;
  }

  /** The cells that make a straight four of the stone on a cell. @param {Uint8Array} board @param {number} cell @param {number[]} step */
  straightPoints(board, cell, step) {
    const points = [];
    for (let k = -3; k <= 3; k++) {
      const point = this.along(cell, step, k);
      if (k === 0 || this.lies(board, point) !== EMPTY) continue;
      const { left, right } = this.sides(board, point, step, BLACK);
      if (left + 1 + right !== 4 || k - left > 0 || k + right < 0) continue;
      const after = board.slice();
      after[point] = BLACK;
      const ends = [this.along(point, step, -left - 1), this.along(point, step, right + 1)];
      if (ends.every((end) => this.fills(after, end, step))) points.push(point);
    }
    return points;
  }

  /** Whether a colour may not play on an empty cell. @param {Uint8Array} board @param {number} cell @param {number} colour @returns {boolean} */
  isFoul(board, cell, colour) {
    if (this.rule !== RENJU || colour !== BLACK) return false;
    const { fives, overlines, fours, threes } = this.shapes(board, cell, (after, point) => {
      const then = after.slice();
      then[point] = BLACK;
      const makesFive = STEPS.some((step) => {
        const { left, right } = this.sides(then, point, step, BLACK);
        return left + 1 + right === 5;
      });
      return !makesFive && !this.isFoul(after, point, BLACK);
    });
    return fives === 0 && (overlines > 0 || fours >= 2 || threes >= 2);
  }
}

// The nodes.

/**
 * Return a cell under a symmetry.
 * @param {number} cell
 * @param {number} symmetry
 * @param {number} width
 * @param {number} height
 */
export function turnedCell(cell, symmetry, width, height) {
  let x = cell % width, y = Math.floor(cell / width);
  if (symmetry & 4) [x, y] = [y, x];
  if (symmetry & 1) x = width - 1 - x;
  if (symmetry & 2) y = height - 1 - y;
  return y * width + x;
}

/** @typedef {{ cells: number[], before: number, after: number }} Window */

export class Checker {
  /** @param {Certificate} certificate @param {number} most */
  constructor({ rule, width, height, attacker, board, nodes }, most) {
    this.law = new Law(rule, width, height);
    this.width = width;
    this.height = height;
    this.attacker = attacker;
    this.defender = 3 - attacker;
    this.nodes = nodes;
    this.most = most;
    this.checked = 0;
    /** @type {Map<string, number>} */
    this.known = new Map();
    /** @type {Window[]} */
    this.windows = [];
    for (const step of STEPS) {
      for (let cell = 0; cell < board.length; cell++) {
        const cells = [0, 1, 2, 3, 4].map((k) => this.law.along(cell, step, k));
        if (cells.includes(-1)) continue;
        const window = { cells, before: this.law.along(cell, step, -1), after: this.law.along(cell, step, 5) };
        this.windows.push(window);
      }
    }
  }

  /**
   * Return the most plies in which a node wins on a board.
   * @param {Link} link @param {Uint8Array} seen @returns {number}
   */
  node(link, seen) {
    const board = link.symmetry ? this.turned(seen, link.symmetry) : seen;
    const key = `${link.node} ${board.join("")}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    if (++this.checked > this.most) throw new GivenUp(`not checked within ${this.most} nodes`);
    const node = this.nodes[link.node];
    let plies = 0;
    if (node.kind === "line") plies = this.line(node, board);
    else if (node.kind === "move") plies = this.move(node, board);
    else plies = this.cover(node, board);
    this.known.set(key, plies);
    return plies;
  }

  /** @param {Uint8Array} board @param {number} symmetry */
  turned(board, symmetry) {
    const turned = new Uint8Array(board.length);
    board.forEach((lies, cell) => {
      turned[turnedCell(cell, symmetry, this.width, this.height)] = lies;
    });
    return turned;
  }

  /** @param {Uint8Array} board @param {number} cell @param {number} colour */
  placed(board, cell, colour) {
    const after = board.slice();
    after[cell] = colour;
    return after;
  }

  /** @param {Move} node @param {Uint8Array} board */
  move(node, board) {
    if (board[node.cell] !== EMPTY) throw new Refused("a move is on no empty cell");
    if (this.law.isFive(board, node.cell, this.attacker)) throw new Refused("a five must be a line");
    if (this.law.isFoul(board, node.cell, this.attacker)) throw new Refused("a move is forbidden");
    return 1 + this.node(node.then, this.placed(board, node.cell, this.attacker));
  }

  /** @param {Cover} node @param {Uint8Array} board */
  cover(node, board) {
    for (const reply of node.branches.keys()) {
      if (board[reply] !== EMPTY) throw new Refused("a branch is on no empty cell");
    }
    let plies = 1;
    for (let reply = 0; reply < board.length; reply++) {
      if (board[reply] !== EMPTY) continue;
      if (this.law.isFive(board, reply, this.defender)) throw new Refused("a reply makes five");
      const after = this.placed(board, reply, this.defender);
      const branch = node.branches.get(reply);
      const found = branch ? this.node(branch, after) : this.first(node.lines, after);
      if (!found && !this.law.isFoul(board, reply, this.defender)) throw new Refused("a reply has no answer");
      plies = Math.max(plies, 1 + found);
    }
    return plies;
  }

  /** @param {number[]} lines @param {Uint8Array} board */
  first(lines, board) {
    const node = this.chosen(lines, board);
    return node < 0 ? 0 : this.node({ node, symmetry: 0 }, board);
  }

  /** Return the first line that wins, -1 for none. @param {number[]} lines @param {Uint8Array} board */
  chosen(lines, board) {
    for (const node of lines) {
      try {
        this.node({ node, symmetry: 0 }, board);
        return node;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
      }
    }
    return -1;
  }

  /** @param {Line} node @param {Uint8Array} start */
  line(node, start) {
    let plies = 0;
    const board = start.slice(); // with all defences
    const certain = start.slice(); // with those that are certain
    let isCertain = true;
    for (const [n, cell] of node.cells.entries()) {
      if (board[cell] !== EMPTY) throw new Refused("a line's move is on no empty cell");
      if (this.ways(board).some((way) => way.cell === cell)) return Math.max(plies, 2 * n + 1);
      const isFoul = isCertain
        ? this.law.isFoul(board, cell, this.attacker)
        : this.mayBeFoul(certain, cell);
      if (isFoul) throw new Refused("a line's move may be forbidden");
      board[cell] = certain[cell] = this.attacker;
      if (this.isDangerous(board)) throw new Refused("the defender may make five");
      const passed = this.decision(board, certain);
      if (!passed.how) throw new Refused("nothing is threatened");
      let isSlow = passed.how === "double";
      /** @type {number[]} */
      const defences = [];
      for (let reply = 0; reply < board.length; reply++) {
        // A reply changes only windows that it lies in, or caps.
        if (board[reply] !== EMPTY || !this.mayMatter(board, reply, passed)) continue;
        board[reply] = this.defender;
        const { how } = this.decision(board, certain);
        board[reply] = EMPTY;
        if (how === "double") isSlow = true;
        if (!how && !(isCertain && this.law.isFoul(board, reply, this.defender))) defences.push(reply);
      }
      plies = Math.max(plies, 2 * n + (isSlow ? 5 : 3));
      if (!defences.length) return plies;
      for (const reply of defences) board[reply] = this.defender;
      if (defences.length === 1) certain[defences[0]] = this.defender;
      else isCertain = false;
    }
    throw new Refused("a line doesn't win");
  }

  /** @typedef {{ how: "" | "way" | "double", windows: Window[], cell: number }} Decision */

  /**
   * Whether a reply may undo what decides a board: the first way, or the first double.
   * @param {Uint8Array} board @param {number} reply @param {Decision} passed
   */
  mayMatter(board, reply, passed) {
    if (reply === passed.cell) return true;
    const touches = passed.windows.some(
      ({ cells, before, after }) => cells.includes(reply) || before === reply || after === reply,
    );
    if (touches || passed.how === "way") return touches;
    board[reply] = this.defender;
    const isDangerous = this.isDangerous(board);
    board[reply] = EMPTY;
    return isDangerous;
  }

  /** @param {Uint8Array} board @param {Window} window @param {number} colour */
  count(board, window, colour) {
    const { cells } = window;
    let count = 0;
    // An iterator would be most of the checker's work.
    for (let k = 0; k < cells.length; k++) if (board[cells[k]] === colour) count++;
    return count;
  }

  /** Whether five in a window would win. @param {Uint8Array} board @param {Window} window */
  wouldWin(board, { before, after }) {
    const ends = [this.law.lies(board, before), this.law.lies(board, after)];
    if (this.law.isExact(this.attacker) && ends.includes(this.attacker)) return false;
    return !(this.law.caps && ends[0] === this.defender && ends[1] === this.defender);
  }

  /**
   * Return the ways to five, of those windows.
   * @param {Uint8Array} board @param {Window[]} windows
   */
  ways(board, windows = this.windows) {
    const found = [];
    for (const window of windows) {
      if (this.count(board, window, this.attacker) !== 4) continue;
      const cell = window.cells.find((place) => board[place] === EMPTY);
      if (cell !== undefined && this.wouldWin(board, window)) found.push({ cell, window });
    }
    return found;
  }

  /** @param {Uint8Array} board */
  isDangerous(board) {
    return this.windows.some((window) => {
      const others = this.count(board, window, this.defender);
      return others >= 4 && window.cells.every((cell) => board[cell] === EMPTY || board[cell] === this.defender);
    });
  }

  /**
   * Return whether a board is decided, by a way or a double, with the windows and the cell that do it.
   * @param {Uint8Array} board @param {Uint8Array} certain @returns {Decision}
   */
  decision(board, certain) {
    const [way] = this.ways(board);
    if (way) return { how: "way", windows: [way.window], cell: way.cell };
    if (!this.isDangerous(board)) {
      /** @type {Map<number, Window[]>} */
      const by = new Map();
      for (const window of this.windows) {
        if (this.count(board, window, this.attacker) !== 3) continue;
        const empty = window.cells.filter((cell) => board[cell] === EMPTY);
        if (empty.length === 2) for (const cell of empty) by.set(cell, [...(by.get(cell) ?? []), window]);
      }
      for (const [cell, windows] of by) {
        if (windows.length > 1 && this.isDouble(board, cell, windows) && !this.mayBeFoul(certain, cell)) {
          return { how: "double", windows, cell };
        }
      }
    }
    return { how: "", windows: [], cell: -1 };
  }

  /** @param {Uint8Array} board @param {number} cell @param {Window[]} windows */
  isDouble(board, cell, windows) {
    const after = this.placed(board, cell, this.attacker);
    if (!this.ways(after, windows).length) return false;
    const replies = new Set(windows.flatMap(({ cells, before, after: end }) => [...cells, before, end]));
    for (const reply of replies) {
      if (reply < 0 || after[reply] !== EMPTY) continue;
      after[reply] = this.defender;
      const isStopped = !this.ways(after, windows).length;
      after[reply] = EMPTY;
      if (isStopped) return false;
    }
    return true;
  }

  /** Whether the attacker's move may be a foul. @param {Uint8Array} certain @param {number} cell */
  mayBeFoul(certain, cell) {
    if (this.law.rule !== RENJU || this.attacker !== BLACK) return false;
    const { overlines, fours, threes } = this.law.shapes(certain, cell, () => true);
    return overlines > 0 || fours >= 2 || threes >= 2;
  }
}
