// @ts-check
/**
 * Checks certificates as docs/formats.md describes them. It trusts nothing else, and shares only
 * that page with the checker in Python.
 *
 * A cell is a number, row by row from 0. The states of a cell are 0 empty, 1 black, 2 white, 3 a
 * wall or outside the board.
 */

export const MAGIC = "TENGENC1";
export const FREESTYLE = 0;
const STANDARD = 1, RENJU = 4, CARO = 8, CARO_EXACT = 9;
const RULES = [FREESTYLE, STANDARD, RENJU, CARO, CARO_EXACT];
export const EMPTY = 0, BLACK = 1, WHITE = 2, WALL = 3;
const SMALLEST = 5, LARGEST = 22;
const RENJU_PLIES_LEFT = 25; // empty cells at which a renju game is a draw
export const STEPS = [[1, 0], [0, 1], [1, 1], [-1, 1]];

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
/**
 * @typedef {{ ok: boolean, reason: string, plies: number, nodes: number,
 *   attacker: number }} Verdict
 */

export class Refused extends Error {}
class GivenUp extends Error {}

/**
 * Return the verdict on a certificate's file: whether it holds or why not, the maximum plies to the
 * attacker's win, and the number of nodes checked.
 * @param {Uint8Array} bytes
 * @param {number} most nodes to check before giving up
 * @param {(certificate: Certificate, most: number) => Checker} checkerOf
 * @returns {Verdict}
 */
export function check(
  bytes, most = Infinity, checkerOf = (certificate, most) => new Checker(certificate, most),
) {
  const verdict = { ok: false, reason: "", plies: 0, nodes: 0, attacker: 0 };
  try {
    const certificate = read(bytes);
    verdict.attacker = certificate.attacker;
    const room = checkedRoom(certificate);
    const checker = checkerOf(certificate, most);
    try {
      verdict.plies = checker.plies();
    } finally {
      verdict.nodes = checker.checked;
    }
    if (verdict.plies > room) throw new Refused("the game is drawn before the five");
    if (verdict.plies !== certificate.plies) throw new Refused(`it wins in ${verdict.plies} plies`);
    return { ...verdict, ok: true };
  } catch (error) {
    if (error instanceof Refused || error instanceof GivenUp) {
      return { ...verdict, reason: error.message };
    }
    if (error instanceof RangeError) {
      return { ...verdict, reason: "the nodes are nested too deeply" };
    }
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
  const used = new Set(), empty = board.filter((lies) => lies === EMPTY).length;
  /** @type {number[]} the most stones played one after another from each node down to a line */
  const depths = [];
  /** @param {number} back @param {string[]} kinds @returns {number} */
  const before = (back, kinds) => {
    const place = nodes.length - back;
    if (back < 1 || place < 0) throw new Refused("a node refers to none before it");
    if (!kinds.includes(nodes[place].kind)) {
      throw new Refused("a node refers to one of the wrong kind");
    }
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
    let depth = 0;
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
        const below = link(["line", "move"]);
        branches.set(reply, below);
        depth = Math.max(depth, 1 + depths[below.node]);
        last = reply;
      }
      nodes.push({ kind: "cover", lines, branches });
    } else if (kind === 2 && count === 0) {
      const move = cell();
      const then = link(["cover"]);
      nodes.push({ kind: "move", cell: move, then });
      depth = 1 + depths[then.node];
    } else throw new Refused("a node is of no kind");
    if (depth > empty) {
      throw new Refused("the nodes are nested deeper than the board has empty cells");
    }
    depths.push(depth);
  }
  if (at !== end) throw new Refused("there are bytes after the last node");
  if (!nodes.length || nodes[nodes.length - 1].kind === "cover") {
    throw new Refused("the root must attack");
  }
  if (used.size !== nodes.length - 1) throw new Refused("a node is not referred to");
  return { rule, width, height, attacker, board, plies, nodes };
}

/**
 * Return the plies left before the draw; refuse a position in which the game is over.
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
  const empty = cells - stones - walls; // a game may have gone on after the limit of moves
  const room = stones > most ? empty : Math.min(most - stones, empty);
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

  /** Whether six in a row do not win. @param {number} colour */
  isExact(colour) {
    return this.rule === STANDARD || this.rule === CARO_EXACT
      || (this.rule === RENJU && colour === BLACK);
  }

  /**
   * Return the cell `count` steps away, -1 outside.
   * @param {number} cell
   * @param {number[]} step
   * @param {number} count
   */
  along(cell, [dx, dy], count) {
    const x = (cell % this.width) + dx * count, y = Math.floor(cell / this.width) + dy * count;
    return x >= 0 && x < this.width && y >= 0 && y < this.height ? y * this.width + x : -1;
  }

  /** @param {Uint8Array} board @param {number} cell */
  lies(board, cell) {
    return cell < 0 ? WALL : board[cell];
  }

  /**
   * Return the numbers of a colour's stones in a row on each side of a cell.
   * @param {Uint8Array} board @param {number} cell @param {number[]} step @param {number} colour
   */
  sides(board, cell, step, colour) {
    let left = 0, right = 0;
    while (this.lies(board, this.along(cell, step, -left - 1)) === colour) left++;
    while (this.lies(board, this.along(cell, step, right + 1)) === colour) right++;
    return { left, right };
  }

  /**
   * Whether a stone on a cell wins.
   * @param {Uint8Array} board
   * @param {number} cell
   * @param {number} colour
   */
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
   * Return the numbers of overlines, fours, and threes in different directions that a black stone
   * on an empty cell makes. `isReal` decides whether black may play on the cell that turns a three
   * into a straight four.
   * @param {Uint8Array} board @param {number} cell @param {(after: Uint8Array, point: number) =>
   *   boolean} isReal
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

  /**
   * Whether black's stone on an empty cell makes exactly five.
   * @param {Uint8Array} board
   * @param {number} cell
   * @param {number[]} step
   */
  fills(board, cell, step) {
    if (this.lies(board, cell) !== EMPTY) return false;
    const { left, right } = this.sides(board, cell, step, BLACK);
    return left + 1 + right === 5;
  }

  /**
   * The number of fours along a line that include the stone on a cell.
   * @param {Uint8Array} board
   * @param {number} cell
   * @param {number[]} step
   */
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

  /**
   * The cells where black makes a straight four with the stone on a cell.
   * @param {Uint8Array} board
   * @param {number} cell
   * @param {number[]} step
   */
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

  /**
   * Whether an empty cell is forbidden for a colour.
   * @param {Uint8Array} board
   * @param {number} cell
   * @param {number} colour
   * @returns {boolean}
   */
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

// The windows.

const FIVE = [0, 1, 2, 3, 4];
const OTHERS = 8; // more than the cells of a window

/** The windows of a board, walls included. A window is a number, from 0. */
export class Windows {
  /** @param {Law} law */
  constructor(law) {
    /** @type {number[][]} the cells of each */
    this.cells = [];
    /** @type {number[][]} the cells before and after each, -1 outside */
    this.ends = [];
    /** @type {number[][]} the windows of each cell */
    this.of = Array.from({ length: law.width * law.height }, () => []);
    for (const step of STEPS) {
      for (let first = 0; first < this.of.length; first++) {
        const cells = FIVE.map((k) => law.along(first, step, k));
        if (cells.includes(-1)) continue;
        for (const cell of cells) this.of[cell].push(this.cells.length);
        this.cells.push(cells);
        this.ends.push([law.along(first, step, -1), law.along(first, step, 5)]);
      }
    }
  }
}

/**
 * A board with the sum of stones in each of its windows. A stone of the attacker counts 1, one of
 * the defender OTHERS, so the sum determines both numbers. A wall counts as a stone of both sides:
 * neither can make a five in its windows.
 *
 * Windows of the same sum form a ring, a doubly linked list. Its head has the index `count` plus
 * the sum. So a window changes rings in constant time, and all windows with four stones of one side
 * are found at once. A window in no ring is linked to itself, as is the head of an empty ring.
 */
export class Board {
  /**
   * @param {Windows} windows
   * @param {number} attacker
   * @param {Uint8Array} lies what lies on each cell
   */
  constructor(windows, attacker, lies) {
    this.windows = windows;
    this.attacker = attacker;
    this.lies = new Uint8Array(lies.length);
    /** @type {number[]} the cells with stones, in the order in which they were placed */
    this.placed = [];
    /** @type {number[]} what a stone counts, by its colour */
    this.weights = [];
    this.weights[attacker] = 1;
    this.weights[3 - attacker] = OTHERS;
    this.weights[WALL] = 1 + OTHERS;
    this.count = windows.cells.length;
    this.holds = new Uint8Array(this.count);
    this.next = Uint16Array.from({ length: this.count + 6 * OTHERS }, (_, number) => number);
    this.previous = this.next.slice();
    lies.forEach((stone, cell) => {
      if (stone !== EMPTY) this.place(cell, stone);
    });
  }

  /** Put a stone on an empty cell. @param {number} cell @param {number} stone */
  place(cell, stone) {
    this.lies[cell] = stone;
    this.placed.push(cell);
    this.weigh(cell, this.weights[stone]);
  }

  /** Take away the stone that was placed last. */
  lift() {
    const cell = /** @type {number} */ (this.placed.pop());
    this.weigh(cell, -this.weights[this.lies[cell]]);
    this.lies[cell] = EMPTY;
  }

  /** Change the sums of a cell's windows. @param {number} cell @param {number} weight */
  weigh(cell, weight) {
    const { next, previous } = this;
    for (const window of this.windows.of[cell]) {
      next[previous[window]] = next[window];
      previous[next[window]] = previous[window];
      this.holds[window] += weight;
      const head = this.count + this.holds[window];
      next[window] = next[head];
      previous[window] = head;
      previous[next[head]] = window;
      next[head] = window;
    }
  }

  /**
   * Return the windows without walls that have `own` stones of the attacker and `others` of the
   * defender. One of the numbers must be 0.
   * @param {number} own @param {number} others
   */
  holding(own, others) {
    const found = [], head = this.count + own + OTHERS * others;
    for (let window = this.next[head]; window !== head; window = this.next[window]) {
      found.push(window);
    }
    return found;
  }

  /** Return a window's empty cells. @param {number} window */
  gaps(window) {
    return this.windows.cells[window].filter((cell) => this.lies[cell] === EMPTY);
  }

  /** Return the states of the cells before and after a window. @param {number} window */
  around(window) {
    return this.windows.ends[window].map((cell) => (cell < 0 ? WALL : this.lies[cell]));
  }

  /** Whether the defender has four in a window without the attacker, or five. */
  get isDangerous() {
    return this.holding(0, 4).length > 0 || this.holding(0, 5).length > 0;
  }

  /** The cells where a stone of the defender makes four in a window without the attacker. */
  get dangers() {
    return this.holding(0, 3).flatMap((window) => this.gaps(window));
  }

  /** The board as a text, four cells per character. */
  get text() {
    const packed = new Uint8Array(Math.ceil(this.lies.length / 4));
    this.lies.forEach((stone, cell) => {
      packed[cell >> 2] |= stone << 2 * (cell & 3);
    });
    return String.fromCharCode(...packed);
  }
}

/** @typedef {{ how: "" | "way" | "double", windows: number[], cell: number }} Decision */

export class Checker {
  /** @param {Certificate} certificate @param {number} most */
  constructor({ rule, width, height, attacker, board, nodes }, most) {
    this.law = new Law(rule, width, height);
    this.windows = new Windows(this.law);
    this.attacker = attacker;
    this.defender = 3 - attacker;
    this.isExact = this.law.isExact(attacker);
    this.lies = board;
    this.nodes = nodes;
    this.most = most;
    this.checked = 0;
    /** @type {Map<string, number>} plies of covers on boards */
    this.known = new Map();
  }

  /** The position's board. */
  get start() {
    return this.boardOf(this.lies);
  }

  /** Return the maximum plies in which the root wins. */
  plies() {
    return this.node({ node: this.nodes.length - 1, symmetry: 0 }, this.start);
  }

  /** Return a board. @param {Uint8Array} lies what lies on each cell */
  boardOf(lies) {
    return new Board(this.windows, this.attacker, lies);
  }

  /**
   * Return the maximum plies in which a node wins on a board. The board is restored; after a
   * refusal only if the node is a line, as the refusal of a move or a cover ends the check.
   * @param {Link} link @param {Board} seen @returns {number}
   */
  node(link, seen) {
    const board = link.symmetry ? this.turned(seen, link.symmetry) : seen;
    const node = this.nodes[link.node];
    // Nearly all nodes are lines. Checking one again is faster than caching it.
    const key = node.kind === "cover" ? `${link.node} ${board.text}` : "";
    const known = this.known.get(key);
    if (known !== undefined) return known;
    if (++this.checked > this.most) throw new GivenUp(`not checked within ${this.most} nodes`);
    if (node.kind === "line") return this.line(node, board);
    if (node.kind === "move") return this.move(node, board);
    const plies = this.cover(node, board);
    this.known.set(key, plies);
    return plies;
  }

  /** Return a board under a symmetry. @param {Board} board @param {number} symmetry */
  turned({ lies }, symmetry) {
    const turned = new Uint8Array(lies.length);
    lies.forEach((stone, cell) => {
      turned[turnedCell(cell, symmetry, this.law.width, this.law.height)] = stone;
    });
    return this.boardOf(turned);
  }

  /** @param {Move} node @param {Board} board */
  move({ cell, then }, board) {
    if (board.lies[cell] !== EMPTY) throw new Refused("a move is on no empty cell");
    if (this.law.isFive(board.lies, cell, this.attacker)) {
      throw new Refused("a five must be a line");
    }
    if (this.law.isFoul(board.lies, cell, this.attacker)) throw new Refused("a move is forbidden");
    board.place(cell, this.attacker);
    const plies = 1 + this.node(then, board);
    board.lift();
    return plies;
  }

  /** @param {Cover} node @param {Board} board */
  cover(node, board) {
    for (const reply of node.branches.keys()) {
      if (board.lies[reply] !== EMPTY) throw new Refused("a branch is on no empty cell");
    }
    let plies = 1;
    for (let reply = 0; reply < board.lies.length; reply++) {
      if (board.lies[reply] !== EMPTY) continue;
      if (this.law.isFive(board.lies, reply, this.defender)) {
        throw new Refused("a reply makes five");
      }
      const branch = node.branches.get(reply);
      board.place(reply, this.defender);
      const found = branch ? this.node(branch, board) : this.first(node.lines, board).plies;
      board.lift();
      if (!found && !this.law.isFoul(board.lies, reply, this.defender)) {
        throw new Refused("a reply has no answer");
      }
      plies = Math.max(plies, 1 + found);
    }
    return plies;
  }

  /**
   * Return the first winning line, -1 for none, and its plies.
   * @param {number[]} lines @param {Board} board
   */
  first(lines, board) {
    for (const node of lines) {
      try {
        return { node, plies: this.node({ node, symmetry: 0 }, board) };
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
      }
    }
    return { node: -1, plies: 0 };
  }

  /** @param {Line} node @param {Board} board */
  line({ cells }, board) {
    const stones = board.placed.length;
    try {
      return this.played(cells, board);
    } finally {
      while (board.placed.length > stones) board.lift();
    }
  }

  /**
   * Return the plies in which a line wins; its stones stay on the board.
   * @param {number[]} cells
   * @param {Board} board
   */
  played(cells, board) {
    const certain = board.lies.slice(); // the board with certain defences only
    let plies = 0, isCertain = true;
    for (const [n, cell] of cells.entries()) {
      if (board.lies[cell] !== EMPTY) throw new Refused("a line's move is on no empty cell");
      if (this.ways(board).some((way) => way.cell === cell)) return Math.max(plies, 2 * n + 1);
      const isFoul = isCertain
        ? this.law.isFoul(board.lies, cell, this.attacker)
        : this.mayBeFoul(certain, cell);
      if (isFoul) throw new Refused("a line's move may be forbidden");
      board.place(cell, this.attacker);
      certain[cell] = this.attacker;
      if (board.isDangerous) throw new Refused("the defender may make five");
      const passed = this.passed(board, certain);
      let isSlow = passed.how === "double";
      /** @type {number[]} */
      const defences = [];
      for (const reply of this.matter(board, passed)) {
        board.place(reply, this.defender);
        const { how } = this.decision(board, certain);
        board.lift();
        if (how === "double") isSlow = true;
        if (!how && !(isCertain && this.law.isFoul(board.lies, reply, this.defender))) {
          defences.push(reply);
        }
      }
      plies = Math.max(plies, 2 * n + (isSlow ? 5 : 3));
      if (!defences.length) return plies;
      for (const reply of defences) board.place(reply, this.defender);
      if (defences.length === 1) certain[defences[0]] = this.defender;
      else isCertain = false;
    }
    throw new Refused("a line doesn't win");
  }

  /**
   * Return what decides a board after a pass; refuse one that nothing decides.
   * @param {Board} board @param {Uint8Array} certain @returns {Decision}
   */
  passed(board, certain) {
    const decision = this.decision(board, certain);
    if (!decision.how) throw new Refused("nothing is threatened");
    return decision;
  }

  /**
   * Return the replies that may undo a board's decision. After any other reply the same way or
   * double decides: its windows lose no cell and get no new cap, a board with a double is not
   * dangerous, and whether a move may be a foul depends on certain stones only.
   * @param {Board} board @param {Decision} passed
   */
  matter(board, { how, windows }) {
    const { cells, ends } = board.windows;
    const near = windows.flatMap((window) => [...cells[window], ...ends[window]]);
    const dangers = how === "way" ? [] : board.dangers;
    return [...new Set([...near, ...dangers])].filter((cell) => board.lies[cell] === EMPTY);
  }

  /** Whether five in a window would win. @param {Board} board @param {number} window */
  wouldWin(board, window) {
    const [before, after] = board.around(window);
    if (this.isExact && (before === this.attacker || after === this.attacker)) return false;
    return !(this.law.caps && before === this.defender && after === this.defender);
  }

  /** Return the ways to five. @param {Board} board */
  ways(board) {
    const windows = board.holding(4, 0).filter((window) => this.wouldWin(board, window));
    return windows.map((window) => ({ cell: board.gaps(window)[0], window }));
  }

  /**
   * Return the way or double that decides a board, with its windows and its cell; `how` is "" if
   * there is none.
   * @param {Board} board @param {Uint8Array} certain @returns {Decision}
   */
  decision(board, certain) {
    const [way] = this.ways(board);
    if (way) return { how: "way", windows: [way.window], cell: way.cell };
    if (!board.isDangerous) {
      // A stone makes a way in a window in which it is the fourth stone, but not at its ends.
      /** @type {Map<number, number[]>} such windows by the stone's cell */
      const by = new Map();
      for (const window of board.holding(3, 0)) {
        if (!this.wouldWin(board, window)) continue;
        for (const cell of board.gaps(window)) {
          const windows = by.get(cell);
          if (windows) windows.push(window);
          else by.set(cell, [window]);
        }
      }
      for (const [cell, windows] of by) {
        const isDouble = windows.length > 1 && this.isDouble(board, cell, windows);
        if (isDouble && !this.mayBeFoul(certain, cell)) {
          return { how: "double", windows, cell };
        }
      }
    }
    return { how: "", windows: [], cell: -1 };
  }

  /**
   * Whether no reply stops all ways that a stone on a cell makes in these windows.
   * @param {Board} board @param {number} cell @param {number[]} windows
   */
  isDouble(board, cell, windows) {
    const stops = windows.map((window) => this.stops(board, cell, window));
    return !stops[0].some((reply) => stops.every((replies) => replies.includes(reply)));
  }

  /**
   * Return the replies that stop the way that a stone on a cell makes in a window: on the other
   * cell and, in rules with caps, on the uncapped end if the other end is capped.
   * @param {Board} board @param {number} cell @param {number} window
   */
  stops(board, cell, window) {
    const stops = board.gaps(window).filter((gap) => gap !== cell);
    if (this.law.caps) {
      const [before, after] = board.windows.ends[window];
      const [atFirst, atLast] = board.around(window);
      if (atFirst === this.defender && atLast === EMPTY) stops.push(after);
      if (atLast === this.defender && atFirst === EMPTY) stops.push(before);
    }
    return stops;
  }

  /** Whether the attacker's move may be a foul. @param {Uint8Array} certain @param {number} cell */
  mayBeFoul(certain, cell) {
    if (this.law.rule !== RENJU || this.attacker !== BLACK) return false;
    const { overlines, fours, threes } = this.law.shapes(certain, cell, () => true);
    return overlines > 0 || fours >= 2 || threes >= 2;
  }
}
