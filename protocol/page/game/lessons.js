// Lessons from a game's mistakes: the positions before them, verdicts on a person's moves there,
// and the person's progress.

import { lossOf, mistakes, provedWinner, SLIP, worst } from "./review.js";

/**
 * @typedef {import("./game.js").GameNode} GameNode
 * @typedef {import("../engine/engine.js").Line} Line
 * @typedef {import("./game.js").Game} Game
 * @typedef {{node: GameNode, game: Game, outcome: "" | "found" | "shown" | "skipped",
 *   settled?: (isFound: boolean) => void,
 *   exercise?: import("../state/exercises.js").Exercise}} Lesson `node` is the mistake; a better
 *   move is asked for in the position before it. `settled` receives whether one was found at once;
 *   `exercise` is what the browser keeps of a mistake of another game
 * @typedef {import("../state/kept.js").Kept} Left what the page showed before other games' lessons
 * @typedef {"best" | "good" | "worse" | "lost" | "unproved"} Verdict the first two are accepted
 * @typedef {Line & {isBad?: boolean}} TriedLine
 * @typedef {{key: string, values: Record<string, string | number>, tone?: "good" | "bad"}} Message
 *   a text of words.js with its values
 */

const MOST_LESSONS = 8; // of a side, in addition to the moves that lose to a mate
const TRIES_SHOWN = 3;
/** @type {Line} */
const ENDED = {
  rank: 1, depth: 0, selective_depth: 0, score: 0, mate: 0, win_rate: 0.5, nodes: 0, ms: 0,
  line: [],
};
const SAYS = {
  best: "isBest", good: "isGood", worse: "isWorse", lost: "isLost", unproved: "isUnproved",
};

/**
 * Return a side's moves with a known better one, in the order of play: its worst mistakes, and its
 * moves that lose to a mate. A pass is not one.
 * @param {GameNode[]} nodes of a review, from the root on
 * @param {number} colour
 */
export function lessonsOf(nodes, colour) {
  const isKnown = (/** @type {GameNode} */ node) =>
    node.colour === colour && !!node.move && !["", node.move].includes(betterThan(node));
  const slips = mistakes(nodes).filter(({ node }) => isKnown(node));
  const chosen = new Set(worst(slips, MOST_LESSONS).map(({ node }) => node));
  return nodes.slice(1).filter((node) => chosen.has(node) || (isKnown(node) && isLosing(node)));
}

/**
 * Return the best known move instead of a node's, "" for none.
 * @param {GameNode} node
 */
function betterThan(node) {
  return node.parent?.line?.line[0] ?? "";
}

/**
 * Return whether a node's move loses to a mate, in a position without one.
 * @param {GameNode} node
 */
function isLosing(node) {
  const loses = (/** @type {GameNode | null} */ at) => !!at && provedWinner(at) === 3 - node.colour;
  return loses(node) && !loses(node.parent);
}

/**
 * Return the verdict on a move, by the review's thresholds of mistakes. A move must keep a mate.
 * @param {GameNode} node after the move; it and its parent must be evaluated
 * @returns {Verdict}
 */
export function verdictOf(node) {
  const { parent, colour, move } = node, winner = provedWinner(node);
  if (move === betterThan(node)) return "best";
  if (winner === colour) return "good";
  if (parent && provedWinner(parent) === colour) return "unproved";
  if (isLosing(node)) return "lost";
  return (lossOf(node) ?? 1) < SLIP ? "good" : "worse";
}

/**
 * Return a move and its known continuation, scored for the side that plays it.
 * @param {GameNode} node after the move, evaluated
 * @param {boolean} isBad
 * @returns {TriedLine}
 */
export function lineFrom({ move, colour, look, line = ENDED }, isBad) {
  const mate = look?.winner ? (look.winner === colour ? 1 : -1) : -line.mate - Math.sign(line.mate);
  return {
    ...line, score: -line.score, mate, win_rate: 1 - line.win_rate, nodes: 0,
    line: [move, ...line.line], isBad,
  };
}

export class Lessons {
  /**
   * @param {Lesson[]} list
   * @param {Left | null} [left] null for lessons of the game shown
   */
  constructor(list, left = null) {
    this.list = list;
    this.left = left;
    this.at = 0; // index in the list; its length at the end
    this.isOpen = true; // whether the current lesson still needs a move
    /** @type {GameNode[]} */
    this.tries = []; // rejected moves of the current lesson
    /** @type {GameNode | null} */
    this.last = null; // the last move tried
  }

  /** The position of the current lesson, null at the end. */
  get question() {
    return this.list[this.at]?.node.parent ?? null;
  }

  /**
   * Return whether a position waits for a move.
   * @param {GameNode} node
   */
  isAsked(node) {
    return this.isOpen && node === this.question;
  }

  /**
   * Go to a lesson; an open lesson that is left counts as skipped.
   * @param {number} at
   */
  open(at) {
    this.leave();
    Object.assign(this, { at, isOpen: at < this.list.length, tries: [], last: null });
  }

  /** Go to the next unopened lesson, or to the end. */
  next() {
    this.leave();
    const isNew = (/** @type {Lesson} */ { outcome }) => !outcome;
    const after = this.list.findIndex((lesson, index) => index > this.at && isNew(lesson));
    const found = after < 0 ? this.list.findIndex(isNew) : after;
    this.open(found < 0 ? this.list.length : found);
  }

  leave() {
    const left = this.list[this.at];
    if (left && this.isOpen) left.outcome ||= "skipped";
  }

  /**
   * Record a move that was tried and evaluated.
   * @param {GameNode} node
   */
  take(node) {
    this.last = node;
    const isAccepted = ["best", "good"].includes(verdictOf(node));
    if (isAccepted) this.settle("found");
    else if (!this.tries.includes(node)) this.tries.push(node);
  }

  /** Show the current lesson's best move. */
  reveal() {
    this.last = null;
    this.settle("shown");
  }

  /** @param {"found" | "shown"} outcome */
  settle(outcome) {
    this.isOpen = false;
    const lesson = this.list[this.at];
    lesson.outcome = outcome;
    lesson.settled?.(outcome === "found" && !this.tries.length);
  }

  /**
   * Return the moves to show in the current position: those that were played and, once the lesson
   * is settled, their continuations.
   * @returns {TriedLine[]}
   */
  lines() {
    const { node } = this.list[this.at], best = node.parent?.line ?? ENDED;
    const shown = new Set([node, ...this.tries.slice(-TRIES_SHOWN)]);
    const bad = [...shown].map((tried) => lineFrom(tried, true));
    if (this.isOpen) return bad.map((line) => ({ ...line, line: line.line.slice(0, 1) }));
    const good = this.last && verdictOf(this.last) === "good" ? [lineFrom(this.last, false)] : [];
    return [{ ...best, nodes: 0 }, ...good, ...bad];
  }

  /**
   * Return the message on the position shown, null if it is not the current lesson's.
   * @param {GameNode} node
   * @returns {Message | null}
   */
  message(node) {
    const { last, question } = this;
    if (!question) return { key: "learnt", values: this.counts() };
    if (node !== question) return null;
    const { colour } = this.list[this.at].node;
    const better = betterThan(this.list[this.at].node);
    if (last) {
      const loss = Math.round(100 * (lossOf(last) ?? 0));
      const tone = this.isOpen ? "bad" : "good";
      return { key: SAYS[verdictOf(last)], values: { move: last.move, better, loss }, tone };
    }
    return this.isOpen
      ? { key: "findBetter", values: { colour } } : { key: "bestWas", values: { better } };
  }

  /**
   * Return the message on the current lesson's mistake.
   * @returns {Message}
   */
  mistake() {
    const lesson = this.list[this.at];
    if (!lesson) return { key: "learnAgain", values: {} };
    const { node } = lesson, loss = Math.round(100 * (lossOf(node) ?? 0));
    const hadWin = node.parent && provedWinner(node.parent) === node.colour;
    const key = isLosing(node) ? "gaveGame" : hadWin ? "gaveWin" : "gaveAway";
    return { key, values: { ply: node.ply, move: node.move, loss } };
  }

  /** Return the number of lessons with each outcome. */
  counts() {
    const count = (/** @type {string} */ wanted) =>
      this.list.filter(({ outcome }) => outcome === wanted).length;
    return { found: count("found"), shown: count("shown"), skipped: count("skipped") };
  }
}
