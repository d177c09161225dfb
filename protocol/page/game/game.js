// A game as a tree. A node is a position after a move; its children are the moves played there, the
// main line first. tree.js converts a game to plain data and back.

import { pointNamed } from "./names.js";

/**
 * @typedef {import("../engine/engine.js").Position} Position
 * @typedef {import("../engine/engine.js").Stone} Stone
 * @typedef {import("../engine/engine.js").Line} Line
 * @typedef {import("../engine/engine.js").RulesState} RulesState
 * @typedef {[string, string]} Shape an arrow from a cell to another, a circle if they are equal
 * @typedef {{move: string, colour: number, parent: GameNode | null, children: GameNode[],
 *   ply: number, comment: string, shapes?: Shape[], spent?: number, look?: RulesState, line?: Line,
 *   proved?: number, late?: number}} GameNode
 *   `move` is "" for a pass, and at the root; `shapes` are drawn by a person; `line` is the best
 *   line of an analysis; `spent` is the move's time in ms; `proved` is the colour that wins by a
 *   certificate; `late` is the colour that has lost on time
 */

export class Game {
  /**
   * @param {{width: number, height: number, rule: number, stones?: Stone[], walls?: string[],
   *   turn?: number, players?: Record<number, string>,
   *   clock?: import("../state/clock.js").Clock | null}} start
   */
  constructor(start) {
    const { width, height, rule, stones = [], walls = [], turn = 1 } = start;
    const { players = {}, clock = null } = start;
    this.width = width;
    this.height = height;
    this.rule = rule;
    this.stones = stones; // set up before the first move
    this.walls = walls;
    this.turn = turn; // the side that moves first
    this.players = players;
    this.clock = clock; // of both sides, null if each move is limited instead
    this.size = 1; // nodes; counted here, as a book has too many to count at each step
    this.isExercise = false; // an exercise is neither kept nor named by the address
    /** @type {GameNode} */
    this.root = { move: "", colour: 3 - turn, parent: null, children: [], ply: 0, comment: "" };
  }

  /**
   * Return the node after a move; it belongs to the game only if the move was played before.
   * @param {GameNode} node
   * @param {string} move
   * @returns {GameNode}
   */
  after(node, move) {
    return node.children.find((other) => other.move === move) ?? {
      move, colour: 3 - node.colour, parent: node, children: [], ply: node.ply + 1, comment: "",
    };
  }

  /**
   * Return the node after a move; add it to the game if it is new.
   * @param {GameNode} node
   * @param {string} move
   * @param {boolean} [isMain] whether it becomes the first child, where the game continues
   */
  play(node, move, isMain = false) {
    const child = this.after(node, move);
    const isNew = !node.children.includes(child);
    this.size += Number(isNew);
    if (isMain) node.children = [child, ...node.children.filter((other) => other !== child)];
    else if (isNew) node.children.push(child);
    return child;
  }

  /**
   * Return the last move up to a node that is in a variation, undefined on the main line.
   * @param {GameNode} node
   */
  varied(node) {
    return this.path(node).findLast((at) => at.parent && at.parent.children[0] !== at);
  }

  /**
   * Make the variation that a node is in the main line at the place where it begins.
   * @param {GameNode} node
   */
  promote(node) {
    const first = this.varied(node);
    if (first?.parent) this.play(first.parent, first.move, true);
  }

  /**
   * Remove a move with all that follows it; return the node before it.
   * @param {GameNode} node not the root
   */
  remove(node) {
    const parent = /** @type {GameNode} */ (node.parent);
    parent.children = parent.children.filter((other) => other !== node);
    this.size -= this.nodes(node).length;
    return parent;
  }

  /**
   * Return a node and all that follow, each after its parent, the main line first.
   * @param {GameNode} [from]
   */
  nodes(from = this.root) {
    const found = [], open = [from];
    for (let node = open.pop(); node; node = open.pop()) {
      found.push(node);
      open.push(...[...node.children].reverse());
    }
    return found;
  }

  /**
   * Return the nodes from the root to a node, both included.
   * @param {GameNode} node
   */
  path(node) {
    const found = [];
    for (let at = /** @type {GameNode | null} */ (node); at; at = at.parent) found.push(at);
    return found.reverse();
  }

  /**
   * Return the nodes of the line through a node, from the root to its end by first children.
   * @param {GameNode} node
   */
  line(node) {
    const found = this.path(node);
    for (let at = node; at.children.length;) found.push(at = at.children[0]);
    return found;
  }

  /**
   * Return the stones at a node with their colours, those set up first.
   * @param {GameNode} node
   * @returns {Stone[]}
   */
  stonesAt(node) {
    const played = this.path(node).filter(({ move }) => move);
    const stones = played.map(({ move, colour }) => /** @type {Stone} */ ([move, colour]));
    return [...this.stones, ...stones];
  }

  /**
   * Return a node's position for a request to the engine.
   * @param {GameNode} node
   * @returns {Position}
   */
  position(node) {
    const { width, height, rule, walls } = this;
    return { width, height, rule, walls, stones: this.stonesAt(node), turn: 3 - node.colour };
  }

  /**
   * Return whether a cell is on the board.
   * @param {string} key
   */
  isInside(key) {
    const point = pointNamed(key);
    return !!point && point.x < this.width && point.y < this.height;
  }

  /**
   * Return whether a move is a pass, or on an empty cell of the board.
   * @param {GameNode} node
   * @param {string} move
   */
  isPossible(node, move) {
    return !move || this.isEmpty(node, move);
  }

  /**
   * Return whether a cell is on the board and empty.
   * @param {GameNode} node
   * @param {string} move
   */
  isEmpty(node, move) {
    if (!this.isInside(move) || this.walls.includes(move)) return false;
    for (let at = /** @type {GameNode | null} */ (node); at; at = at.parent) {
      if (at.move === move) return false;
    }
    return !this.stones.some(([key]) => key === move);
  }
}
