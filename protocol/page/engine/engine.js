// The engine of the page: a position in the kernels' record, and its state by the rules.

import { Kernels } from "./kernels.js";
import { pointName, pointNamed } from "../game/names.js";

/**
 * @typedef {[string, number]} Stone the key of a cell (names.js) and a colour: 1 black, 2 white
 * @typedef {{width: number, height: number, rule: number, stones: Stone[], walls: string[],
 *   turn: number}} Position
 * @typedef {{lines?: number, ms?: number, soft_ms?: number, nodes?: number, depth?: number,
 *   barred?: string[], strength?: number, plays?: boolean, fresh?: boolean}} Limits 0 or
 *   undefined for no limit; `fresh` searches with one thread and without the results of earlier
 *   searches; `plays` lets a position database of the native engine choose the move
 * @typedef {{rank: number, depth: number, selective_depth: number, score: number, mate: number,
 *   win_rate: number, nodes: number, ms: number, line: string[]}} Line
 * @typedef {{move: string, lines: Line[], stopped: boolean}} Result
 * @typedef {{mate: number, win_rate: number | null, label: string, comment: string}} StoredEntry of
 *   a position database; the value is for the side to move, or for the side that makes the move
 * @typedef {StoredEntry & {move: string}} StoredMove
 * @typedef {{winner: number, is_over: boolean, five: string[], forbidden: string[], foul?: boolean,
 *   stored?: StoredMove & {moves: StoredMove[]}}} RulesState `foul`: the last stone lost, on a
 *   forbidden point; `stored`: what the server's position databases have, the move to play first
 * @typedef {{strength: number, nodes: number, oversight: number}} Level
 * @typedef {{exact: boolean, caps: boolean, fouls: boolean}} Law of a colour. `exact`: six in a
 *   row do not win; `caps`: nor does a five between two stones of the opponent; `fouls`: it has
 *   forbidden points
 * @typedef {{layout: import("./kernels.js").Layout, lexicon: Record<string, number>,
 *   laws: Record<number, Record<number, Law>>, packedLaws: Record<number, number>, levels: Level[],
 *   constants: Record<string, number>, tables: Record<string, Uint8Array>,
 *   networks: Record<string, Uint8Array | undefined>,
 *   openings: Record<string, Uint8Array>}} Data
 */

const BLACK = 1;

/** @type {Position} */
const NOWHERE = { width: 0, height: 0, rule: 0, stones: [], walls: [], turn: BLACK };

export class Engine {
  /**
   * @param {WebAssembly.Module} module
   * @param {Data} data
   * @param {number} tableBytes
   */
  constructor(module, data, tableBytes) {
    this.kernels = new Kernels(module, data, tableBytes);
    this.data = data;
    this.position = NOWHERE;
  }

  /** Start a new game with the next position, and drop all results of earlier ones. */
  forget() {
    this.position = NOWHERE;
  }

  // Cells.

  /** @param {string} name */
  cell(name) {
    const { STRIDE, BORDER } = this.data.lexicon;
    const { x, y } = /** @type {import("../view/board.js").Point} */ (pointNamed(name));
    return (y + BORDER) * STRIDE + x + BORDER;
  }

  /** @param {number} cell */
  name(cell) {
    const { STRIDE, BORDER } = this.data.lexicon;
    return pointName({ x: cell % STRIDE - BORDER, y: Math.floor(cell / STRIDE) - BORDER });
  }

  // The position.

  /** @param {Position} position */
  setUp(position) {
    const { width, height, rule, walls } = this.position;
    const isSame = width === position.width && height === position.height
      && rule === position.rule && walls.join() === position.walls.join();
    if (isSame) while (this.kernels.get("stones")) this.kernels.call("lift");
    else this.newGame(position);
    for (const [name, colour] of position.stones) {
      this.kernels.call("place", this.cell(name), colour);
    }
    // A game that went on after the limit of moves is not drawn by it.
    const cells = position.width * position.height;
    const left = this.data.packedLaws[position.rule] >> this.data.lexicon.LAW_PLIES_LEFT;
    const most = cells > left ? cells - left : cells;
    this.kernels.set("max_stones", position.stones.length > most ? cells : most);
    this.position = position;
  }

  /** @param {Position} position */
  newGame({ width, height, rule, walls }) {
    const { kernels } = this, { WALL } = this.data.lexicon;
    if (kernels.get("tables_rule") !== rule + 1) {
      kernels.writeTables(this.data.tables[rule]);
      kernels.useNetwork(this.data.networks[rule]);
    }
    kernels.forget();
    kernels.call("new_game", width, height, rule, this.data.packedLaws[rule]);
    kernels.copyGame();
    for (const name of walls) kernels.set("board", WALL, this.cell(name));
    if (walls.length) kernels.call("rebuild");
    kernels.set("table_generation", 0);
    for (const name of this.data.layout.learned) kernels.views[name].fill(/** @type {never} */ (0));
  }

  /**
   * Return the state of a position by the rules.
   * @param {Position} position
   * @returns {RulesState}
   */
  look(position) {
    this.setUp(position);
    const { stones, rule, turn } = position, { kernels } = this;
    // A position that was set up may have a five without its last stone.
    const last = stones.findLast(([name]) => kernels.call("has_five", this.cell(name)));
    const isWon = last !== undefined;
    const isFull = stones.length >= kernels.get("max_stones") || this.emptyCells().length === 0;
    const hasFouls = this.data.laws[rule][turn].fouls && !isWon;
    const forbidden = hasFouls
      ? this.emptyCells().filter((cell) => kernels.call("is_forbidden", cell) !== 0) : [];
    return {
      winner: isWon ? last[1] : 0,
      is_over: isWon || isFull,
      five: isWon ? this.five(this.cell(last[0]), last[1]) : [],
      forbidden: forbidden.map((cell) => this.name(cell)),
    };
  }

  /** The empty cells, nearest to the centre first. */
  emptyCells() {
    const { width, height } = this.position, { STRIDE, BORDER, EMPTY } = this.data.lexicon;
    const board = this.kernels.views.board;
    const found = [];
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const cell = (y + BORDER) * STRIDE + x + BORDER;
        const fromCentre = (2 * x - width + 1) ** 2 + (2 * y - height + 1) ** 2;
        if (board[cell] === EMPTY) found.push({ cell, fromCentre });
      }
    }
    return found.sort((one, other) => one.fromCentre - other.fromCentre).map(({ cell }) => cell);
  }

  /**
   * Return the names of the stones in the winning runs through a stone.
   * @param {number} cell
   * @param {number} colour
   */
  five(cell, colour) {
    const { STRIDE } = this.data.lexicon, board = this.kernels.views.board;
    const law = this.data.laws[this.position.rule][colour];
    const found = new Set();
    for (const step of [1, STRIDE, STRIDE + 1, STRIDE - 1]) {
      let first = cell, last = cell;
      while (board[first - step] === colour) first -= step;
      while (board[last + step] === colour) last += step;
      const length = (last - first) / step + 1;
      const isCapped = law.caps
        && [first - step, last + step].every((end) => board[end] === 3 - colour);
      if (length < 5 || (length > 5 ? law.exact : isCapped)) continue;
      for (let at = first; at <= last; at += step) found.add(at);
    }
    return [...found].map((at) => this.name(at));
  }

  /** @param {string[]} names */
  bar(names) {
    const { STRIDE } = this.data.lexicon, rows = this.kernels.views.root_barred;
    rows.fill(/** @type {never} */ (0n));
    for (const cell of names.map((name) => this.cell(name))) {
      const row = Math.floor(cell / STRIDE);
      const cells = this.kernels.get("root_barred", row) + 2 ** (cell % STRIDE);
      this.kernels.set("root_barred", cells, row);
    }
    this.kernels.set("root_has_bars", Number(names.length > 0));
  }

  /**
   * Return a move without a search: the first in move order near the stones, or else the allowed
   * cell nearest to the centre; "" if no cell is allowed.
   * @param {number} turn
   * @param {string[]} barred
   */
  anyMove(turn, barred) {
    const guess = this.kernels.get("stones") ? this.kernels.call("guess", turn) : 0;
    if (guess) return this.name(guess);
    const forbidden = turn === BLACK ? this.look(this.position).forbidden : [];
    const names = this.emptyCells().map((cell) => this.name(cell));
    const allowed = names.filter((name) => !barred.includes(name));
    return allowed.find((name) => !forbidden.includes(name)) ?? allowed[0] ?? "";
  }
}
