// The engine of the page: a position in the kernels' record, and thinking about it.
//
// It thinks in slices, so that messages are heard between them. The table keeps what a slice found.

import { Kernels } from "./kernels.js";

/**
 * @typedef {[string, number]} Stone a cell's name and a colour: 1 black, 2 white
 * @typedef {{width: number, height: number, rule: number, stones: Stone[], walls: string[],
 *   turn: number}} Position
 * @typedef {{lines?: number, ms?: number, soft_ms?: number, nodes?: number, depth?: number,
 *   barred?: string[], strength?: number}} Limits 0 or nothing for no limit
 * @typedef {{rank: number, depth: number, selective_depth: number, score: number, mate: number,
 *   win_rate: number, nodes: number, ms: number, line: string[]}} Line
 * @typedef {{move: string, lines: Line[], stopped: boolean}} Result
 * @typedef {{winner: number, is_over: boolean, five: string[], forbidden: string[],
 *   foul?: boolean}} Look `foul` says that the last stone has lost, on a forbidden point
 * @typedef {{strength: number, nodes: number, oversight: number}} Level
 * @typedef {{exact: boolean, caps: boolean, fouls: boolean}} Law what wins for a colour: exactly
 *   five, no five between two stones of the opponent; and whether it has forbidden points
 * @typedef {{layout: import("./kernels.js").Layout, lexicon: Record<string, number>,
 *   laws: Record<number, Record<number, Law>>, levels: Level[], tables: Record<string, Uint8Array>,
 *   networks: Record<string, Uint8Array | undefined>,
 *   openings: Record<string, Uint8Array>}} Data
 */

const SLICE_MS = [40, 200]; // the shortest and the longest
const SLICE_SHARE = 0.25; // of the time that the iteration has taken
const NODES_A_MS = 300; // what a slow machine searches
const STABLE_STEP = 0.1; // of the soft limit, saved by every iteration that kept the best move
const STABLE_SHARE = 0.5; // of the soft limit, used at least
const SWAP2_MS = 1500; // for the choice of a colour
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const BLACK = 1;
const KEYS = 2 ** 63; // how many keys a position can have
const MOST_OVERLOOKED = 8; // moves of one position

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
    this.isStopped = () => false;
    this.position = NOWHERE;
  }

  /** Begin the next position as a new game, with nothing left of an earlier one. */
  forget() {
    this.position = NOWHERE;
  }

  // Cells.

  /** @param {string} name */
  cell(name) {
    const { STRIDE, BORDER } = this.data.lexicon;
    const x = LETTERS.indexOf(name[0]), y = Number(name.slice(1)) - 1;
    return (y + BORDER) * STRIDE + x + BORDER;
  }

  /** @param {number} cell */
  name(cell) {
    const { STRIDE, BORDER } = this.data.lexicon;
    return LETTERS[cell % STRIDE - BORDER] + (Math.floor(cell / STRIDE) - BORDER + 1);
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
    this.position = position;
  }

  /** @param {Position} position */
  newGame({ width, height, rule, walls }) {
    const { kernels } = this, { WALL, GAMES } = this.data.lexicon;
    if (kernels.get("tables_rule") !== rule + 1) {
      kernels.writeTables(this.data.tables[rule]);
      kernels.useNetwork(this.data.networks[rule]);
    }
    kernels.call("new_game", width, height, rule);
    for (const name of walls) kernels.set("board", WALL, this.cell(name));
    if (walls.length) kernels.call("rebuild");
    kernels.set("generation", 0);
    if (kernels.get("game") < GAMES) kernels.set("game", kernels.get("game") + 1);
    else kernels.forget();
    for (const name of this.data.layout.learned) kernels.views[name].fill(/** @type {never} */ (0));
  }

  /**
   * Return what the rules say of a position.
   * @param {Position} position
   * @returns {Look}
   */
  look(position) {
    this.setUp(position);
    const { stones, rule, turn } = position, { kernels } = this;
    const last = stones.at(-1);
    const isWon = last !== undefined && kernels.call("has_five", this.cell(last[0])) !== 0;
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

  /** The empty cells, those nearest the centre first. */
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

  /**
   * Return the moves that we place after none, three or five stones; none to take black. They are an
   * opening of our list, under any symmetry; or white's best move, where white is better.
   * @param {Position} position
   * @returns {Promise<{moves: string[]}>}
   */
  async swap2(position) {
    if (!position.stones.length) return this.opening(position);
    this.isStopped = () => false;
    const { move, lines } = await this.search(position, { ms: SWAP2_MS }, () => {});
    return { moves: (lines[0]?.score ?? 0) < 0 ? [] : [move] };
  }

  /** @param {Position} position */
  opening({ width, height, rule }) {
    const steps = new Int8Array(this.data.openings[rule]), reach = Math.min(width, height) - 1 >> 1;
    const fitting = Array.from({ length: steps.length / 6 }, (_, index) => steps.subarray(6 * index, 6 * index + 6))
      .filter((opening) => opening.every((step) => Math.abs(step) <= reach));
    const opening = fitting[Math.floor(Math.random() * fitting.length)];
    const [isSwapped, flipX, flipY] = [0, 1, 2].map(() => Math.random() < 0.5);
    const moves = [0, 2, 4].map((at) => {
      let [dx, dy] = opening.subarray(at, at + 2);
      if (isSwapped) [dx, dy] = [dy, dx];
      const x = (width >> 1) + (flipX ? -dx : dx), y = (height >> 1) + (flipY ? -dy : dy);
      return LETTERS[x] + (y + 1);
    });
    return { moves };
  }

  // Thinking.

  /**
   * Return the best move and lines of a position, at a strength of 0 to 100.
   * @param {Position} position
   * @param {Limits} limits
   * @param {(line: Line) => void} report
   * @param {() => boolean} isStopped whether to end it now; asked between slices
   * @returns {Promise<Result>}
   */
  async think(position, limits, report, isStopped) {
    this.isStopped = isStopped;
    const { strength = 100, lines = 1, nodes = 0, barred = [] } = limits;
    if (strength >= 100 || lines > 1) return this.search(position, limits, report);
    const level = levelOf(this.data.levels, strength);
    const weak = { ...limits, nodes: Math.min(nodes || level.nodes, level.nodes) };
    let result = await this.search(position, weak, report);
    const taken = new Set([...barred, ...this.look(position).forbidden]);
    for (let left = this.overlooked(level); left > 0 && !result.stopped; left--) {
      taken.add(result.move);
      const other = await this.search(position, { ...weak, barred: [...taken] }, () => {});
      const isPlain = result.lines[0]?.mate !== 1 && other.lines[0]?.mate !== -2;
      if (!other.move || !isPlain) break;
      result = other;
    }
    return result;
  }

  /**
   * Return how many moves a level overlooks in this position.
   * @param {Level} level
   */
  overlooked({ oversight }) {
    if (!this.position.stones.length) return 0;
    const draw = 1 - Number(this.kernels.views.key[0]) / KEYS;
    let count = 0;
    for (let moves = 1; moves <= MOST_OVERLOOKED; moves++) count += Number(draw < oversight ** moves);
    return count;
  }

  /**
   * Return what a search at full strength finds.
   * @param {Position} position
   * @param {Limits} limits
   * @param {(line: Line) => void} report
   * @returns {Promise<Result>}
   */
  async search(position, { lines = 1, ms = 0, soft_ms = 0, nodes = 0, depth = 0, barred = [] }, report) {
    this.setUp(position);
    const { kernels } = this, { turn } = position;
    const began = performance.now();
    kernels.set("stop", 0);
    kernels.set("node_limit", nodes);
    kernels.set("deadline", 0);
    this.bar(barred);
    /** @type {Line[]} */
    let found = [];
    if (position.stones.length) {
      kernels.call("begin");
      const share = nodes || (ms ? Math.max(1, Math.floor(ms * NODES_A_MS)) : 0);
      this.setDeadline(began, ms, Infinity);
      if (kernels.call("prove", turn, share)) found = this.tell(began, report);
      if (lines > found.length) {
        found = await this.deepen(turn, { lines, ms, soft_ms, nodes, depth }, began, found, report);
      }
    }
    const move = found[0]?.line[0] ?? this.anyMove(turn, barred);
    return { move, lines: found, stopped: this.isStopped() };
  }

  /**
   * Search one ply deeper each time, until a limit is reached or every line is final.
   * @param {number} turn
   * @param {Required<Omit<Limits, "barred" | "strength">>} limits
   * @param {number} began
   * @param {Line[]} found
   * @param {(line: Line) => void} report
   */
  async deepen(turn, { lines, ms, soft_ms, nodes, depth }, began, found, report) {
    const { kernels } = this;
    const last = Math.min(depth || this.data.lexicon.MAX_DEPTH, this.data.lexicon.MAX_DEPTH);
    const isSliced = !nodes && !depth;
    let stable = 0;
    for (let plies = 1; plies <= last; plies++) {
      const started = performance.now();
      for (;;) {
        const taken = (performance.now() - started) * SLICE_SHARE;
        const slice = Math.min(Math.max(taken, SLICE_MS[0]), SLICE_MS[1]);
        this.setDeadline(began, ms, isSliced ? slice : Infinity);
        kernels.makeRoom();
        kernels.call("deepen", turn, plies, lines);
        if (!kernels.get("stop")) break;
        await breath();
        const isOver = ms > 0 && performance.now() - began >= ms;
        if (this.isStopped() || isOver || !isSliced) return this.lines(began);
        kernels.set("stop", 0);
      }
      const before = found[0]?.line[0];
      found = this.tell(began, report);
      if (found.every(isFinal)) break;
      stable = found[0].line[0] === before ? stable + 1 : 0;
      const enough = soft_ms * Math.max(STABLE_SHARE, 1 - STABLE_STEP * stable);
      if (soft_ms && performance.now() - began >= enough) break;
      if (isSliced) await breath();
      if (this.isStopped()) break;
    }
    return found;
  }

  /**
   * Have the kernels stop at the limit, or after a slice.
   * @param {number} began
   * @param {number} ms
   * @param {number} slice
   */
  setDeadline(began, ms, slice) {
    const now = performance.now();
    const end = Math.min(ms ? began + ms : Infinity, now + slice);
    this.kernels.set("deadline", end === Infinity ? 0 : Math.max(1, Math.round(end * 1000)));
  }

  /** @param {string[]} names */
  bar(names) {
    const { STRIDE } = this.data.lexicon, rows = this.kernels.views.barred;
    rows.fill(/** @type {never} */ (0n));
    for (const cell of names.map((name) => this.cell(name))) {
      const row = Math.floor(cell / STRIDE);
      this.kernels.set("barred", this.kernels.get("barred", row) + 2 ** (cell % STRIDE), row);
    }
    this.kernels.set("has_bars", Number(names.length > 0));
  }

  /**
   * Return the best guess near the stones, else the allowed cell nearest the centre, "" for none.
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

  // The lines.

  /**
   * @param {number} began
   * @param {(line: Line) => void} report
   */
  tell(began, report) {
    const found = this.lines(began);
    found.filter(({ line }) => line.length).forEach(report);
    return found;
  }

  /**
   * Return the lines in the record.
   * @param {number} began
   * @returns {Line[]}
   */
  lines(began) {
    const { kernels } = this, { FINISHED, MOVES, MAX_PLY } = this.data.lexicon;
    const ms = Math.round((performance.now() - began) * 10) / 10;
    return Array.from({ length: kernels.get("root_lines") }, (_, rank) => {
      const at = FINISHED * MOVES + rank;
      const length = kernels.get("root_length", at), score = kernels.get("root_score", at);
      const moves = [...kernels.views.root_pv.subarray(at * MAX_PLY, at * MAX_PLY + length)];
      return {
        rank: rank + 1,
        depth: kernels.get("root_depth", at),
        selective_depth: kernels.get("root_selective", at),
        score,
        mate: this.mate(score),
        win_rate: 1 / (1 + Math.exp(-score / this.data.lexicon.WIN_RATE_SCALE)),
        nodes: kernels.get("root_nodes", at),
        ms,
        line: moves.map((cell) => this.name(Number(cell))),
      };
    });
  }

  /** @param {number} score */
  mate(score) {
    const { MATE, WON } = this.data.lexicon;
    if (score > WON) return MATE - score;
    return score < -WON ? -MATE - score : 0;
  }
}

/**
 * Return what a strength means, between the two levels around it.
 * @param {Level[]} levels
 * @param {number} strength
 */
export function levelOf(levels, strength) {
  const above = levels.findIndex((level) => strength <= level.strength);
  const high = levels[Math.max(above, 1)], low = levels[Math.max(above, 1) - 1];
  const share = (strength - low.strength) / (high.strength - low.strength);
  return {
    strength,
    nodes: Math.round(low.nodes * (high.nodes / low.nodes) ** share),
    oversight: low.oversight + share * (high.oversight - low.oversight),
  };
}

/** @param {Line} line */
function isFinal({ mate, depth }) {
  return mate > 0 || (mate < 0 && depth >= -mate);
}

const channel = new MessageChannel();

/** Wait until the messages that have arrived are heard. */
function breath() {
  return new Promise((resolve) => {
    channel.port1.onmessage = resolve;
    channel.port2.postMessage(0);
  });
}
