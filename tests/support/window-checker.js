// @ts-check
/**
 * Checks certificates whose board is a window of a larger board, on which the defender has stones,
 * as docs/theorems.md describes them in "Every larger board". It trusts nothing but the page's
 * checker, and shares only that description with the checker in Python.
 */

import {
  Board,
  check,
  Checker,
  EMPTY,
  FREESTYLE,
  Refused,
  STEPS,
  WALL,
} from "../../protocol/page/proofs/checker.js";

const BEYOND = 4; // cells outside that five cells across the border may have
const LACKS_ONE = 4, LACKS_TWO = 3; // stones in five cells

// Two far replies.
const TOGETHER = 1; // stones of the two that five cells across the border have outside
const TWO = 2, MOST_ACROSS = 2; // stones outside, and in five cells across the border

// One far reply: the window, the attacker's first two stones, and the first and last columns and
// rows of the replies that need an answer.
const SIDE = 20;
const FIRST_STONE = 9 * SIDE + 10, SECOND_STONE = 10 * SIDE + 9;
const NEAR_FROM = 4, NEAR_TO = 15;

/** @typedef {import("../../protocol/page/proofs/checker.js").Certificate} Certificate */
/** @typedef {import("../../protocol/page/proofs/checker.js").Line} Line */
/** @typedef {import("../../protocol/page/proofs/checker.js").Cover} Cover */
/** @typedef {import("../../protocol/page/proofs/checker.js").Windows} Windows */
/** @typedef {import("../../protocol/page/proofs/checker.js").Verdict} Verdict */
/**
 * @typedef {{ cells: number[], away: number }} Crossing five cells in a row across the border:
 *   those on the board, and the number of the others
 */

/**
 * Return the verdict on the file of a certificate in a window. The plies leave out threats outside
 * and their answers.
 * @param {Uint8Array} bytes
 * @param {number} most nodes to check before giving up
 * @returns {Verdict}
 */
export function checkWindow(bytes, most = Infinity) {
  return check(bytes, most, (certificate, limit) => {
    const stones = certificate.board.filter((lies) => lies !== EMPTY);
    const black = stones.filter((colour) => colour === certificate.attacker).length;
    if (2 * black === stones.length) return new CountingChecker(certificate, limit, 0);
    return new (stones.length === 1 ? FarReplyChecker : WindowChecker)(certificate, limit);
  });
}

/**
 * Return the verdict on the file of a certificate by lemma 3.
 * @param {Uint8Array} bytes
 * @param {number} most nodes to check before giving up
 * @param {number} outside stones of the defender outside the position's board
 * @returns {Verdict}
 */
export function checkLemma3(bytes, most, outside) {
  return check(bytes, most, (certificate, limit) => {
    return new CountingChecker(certificate, limit, outside);
  });
}

/**
 * Return the fives across the border of a board by their cells on the board.
 * @param {number} width @param {number} height
 */
function crossingsOf(width, height) {
  /** @type {Crossing[][]} */
  const crossings = Array.from({ length: width * height }, () => []);
  for (const [dx, dy] of STEPS) {
    for (let x = -BEYOND; x < width + BEYOND; x++) {
      for (let y = -BEYOND; y < height + BEYOND; y++) {
        const points = [0, 1, 2, 3, 4].map((k) => [x + k * dx, y + k * dy]);
        const cells = points
          .filter(([column, row]) => column >= 0 && column < width && row >= 0 && row < height)
          .map(([column, row]) => row * width + column);
        if (cells.length === points.length) continue;
        for (const cell of cells) crossings[cell].push({ cells, away: 5 - cells.length });
      }
    }
  }
  return crossings;
}

/** The part of a larger board that is a certificate's board. */
class WindowBoard extends Board {
  /**
   * @param {Windows} windows
   * @param {number} attacker
   * @param {Uint8Array} lies
   * @param {Crossing[][]} crossings
   */
  constructor(windows, attacker, lies, crossings) {
    super(windows, attacker, lies);
    this.crossings = crossings;
    this.outside = 0; // the defender's stones there
  }

  /** Return the cells with stones of a colour. @param {number} colour */
  stones(colour) {
    return this.placed.filter((cell) => this.lies[cell] === colour);
  }

  /** How many more stones the attacker has. A reply outside adds one. */
  get surplus() {
    return this.stones(this.attacker).length - this.stones(3 - this.attacker).length;
  }

  /**
   * Return the fives across the border without a stone of the attacker in which the defender may
   * have `count` stones, `outside` of them outside at most.
   * @param {number} count @param {number} outside
   */
  across(count, outside) {
    const defender = 3 - this.attacker;
    const from = count > outside ? this.stones(defender) : [...this.lies.keys()];
    return from.flatMap((cell) => this.crossings[cell]).filter(({ cells, away }) => {
      const inside = cells.filter((cell) => this.lies[cell] === defender).length;
      return inside + Math.min(away, outside) >= count
        && !cells.some((cell) => this.lies[cell] === this.attacker);
    });
  }

  /** Whether one more stone of the defender makes five. @param {number} outside his stones there */
  isDangerousWith(outside) {
    return super.isDangerous || outside >= LACKS_ONE || this.across(LACKS_ONE, outside).length > 0;
  }

  get isDangerous() {
    return this.isDangerousWith(this.outside);
  }

  get dangers() {
    const across = this.across(LACKS_TWO, this.outside);
    return [...super.dangers, ...across.flatMap(({ cells }) => cells)];
  }
}

/** Checks a certificate for two stones outside, of which fives across the border have one. */
class WindowChecker extends Checker {
  /** @param {Certificate} certificate @param {number} most */
  constructor(certificate, most) {
    super(certificate, most);
    const { rule, width, height, board } = certificate;
    if (rule !== FREESTYLE || board.includes(WALL)) {
      throw new Refused("only freestyle without walls is checked in a window");
    }
    this.crossings = crossingsOf(width, height);
    // The surplus without stones outside, if the attacker has the move. Each of his moves is one
    // for a reply of the defender. So the stones that the window lacks are outside.
    this.surplus = this.boardOf(board).surplus - TOGETHER;
  }

  /** @param {Uint8Array} lies */
  boardOf(lies) {
    return new WindowBoard(this.windows, this.attacker, lies, this.crossings);
  }

  /** @param {Line} node @param {WindowBoard} board */
  line(node, board) {
    board.outside = board.surplus - this.surplus;
    return super.line(node, board);
  }

  /** @param {WindowBoard} board @param {Uint8Array} certain */
  passed(board, certain) {
    const decision = super.passed(board, certain);
    if (decision.how === "double" && board.isDangerousWith(board.outside + 1)) {
      throw new Refused("after a reply outside the defender may make five");
    }
    return decision;
  }

  /** @param {Cover} node @param {WindowBoard} board */
  cover(node, board) {
    this.refuseThreats(board);
    const passed = this.first(node.lines, board).plies;
    if (!passed) throw new Refused("a reply outside has no answer");
    return Math.max(1 + passed, this.inside(node, board));
  }

  /** Return the plies of the answers on the board. @param {Cover} node @param {Board} board */
  inside(node, board) {
    return super.cover(node, board);
  }

  /** Refuse a board with threats of the defender, to move. @param {WindowBoard} board */
  refuseThreats(board) {
    if (board.across(MOST_ACROSS + 1, TWO).length > 0) {
      throw new Refused("five cells across the border may get three stones");
    }
  }
}

/** Checks a certificate by lemma 3, which counts all stones outside. */
class CountingChecker extends WindowChecker {
  /** @param {Certificate} certificate @param {number} most @param {number} outside */
  constructor(certificate, most, outside) {
    super(certificate, most);
    this.surplus = this.boardOf(certificate.board).surplus - outside;
  }

  /**
   * A branch on a stone of the attacker answers a reply outside.
   * @param {Cover} node @param {WindowBoard} board
   */
  cover(node, board) {
    const branches = new Map(node.branches);
    const pass = [...branches.keys()].find((cell) => board.lies[cell] === this.attacker);
    const branch = pass === undefined ? undefined : branches.get(pass);
    if (pass === undefined || !branch) return super.cover(node, board);
    this.refuseThreats(board);
    branches.delete(pass);
    const passed = this.node(branch, board);
    return Math.max(1 + passed, this.inside({ ...node, branches }, board));
  }

  /** @param {WindowBoard} board */
  refuseThreats(board) {
    const outside = board.surplus - this.surplus - 1; // the attacker has moved
    if (board.isDangerousWith(outside)) throw new Refused("the defender may make five");
  }
}

/** Checks a certificate for one far reply and a near one. */
class FarReplyChecker extends CountingChecker {
  /** @param {Certificate} certificate @param {number} most */
  constructor(certificate, most) {
    super(certificate, most, 1);
    const { width, height, board } = certificate;
    if (width !== SIDE || height !== SIDE || board[FIRST_STONE] !== this.attacker) {
      throw new Refused("the position is not the first stone in its window");
    }
  }

  plies() {
    const root = this.nodes[this.nodes.length - 1];
    if (root.kind !== "move" || root.cell !== SECOND_STONE) {
      throw new Refused("the second stone is not beside the first");
    }
    const cover = /** @type {Cover} */ (this.nodes[root.then.node]);
    const start = this.start;
    start.place(root.cell, this.attacker);
    const board = this.turned(start, root.then.symmetry);
    let plies = 0;
    for (let column = NEAR_FROM; column <= NEAR_TO; column++) {
      for (let row = NEAR_FROM; row <= NEAR_TO; row++) {
        const reply = row * SIDE + column; // their area looks the same under all symmetries
        if (board.lies[reply] !== EMPTY) continue;
        const branch = cover.branches.get(reply);
        if (!branch) throw new Refused("a near reply has no answer");
        board.place(reply, this.defender);
        plies = Math.max(plies, 2 + this.node(branch, board));
        board.lift();
      }
    }
    return plies;
  }
}
