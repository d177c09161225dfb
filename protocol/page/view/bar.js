// The evaluation bar beside the board: Black's win rate from below, on a phone from the left.

import { blackRate, provedWinner } from "../game/review.js";

/**
 * @typedef {import("../game/game.js").GameNode} GameNode
 * @typedef {{rate: number, winner: number, isHere: boolean}} Standing `rate` is Black's win rate,
 *   0 to 1; `winner` is the colour that has won or has a mate, 0 for none; `isHere` is false if
 *   this is the standing of an earlier position
 */

const SETTLED_MS = 300; // of a think: earlier lines swing
const UNPROVED = [0.03, 0.97]; // ends of the bar without a mate

/**
 * Return the latest known standing of a path's end, null if none is known. A think of less than
 * SETTLED_MS does not count, so that the bar does not swing.
 * @param {GameNode[]} path
 * @param {boolean} isThinking
 * @returns {Standing | null}
 */
export function standing(path, isThinking) {
  const here = path[path.length - 1];
  const isTold = (/** @type {GameNode} */ node) => {
    const { line, look, proved } = node;
    const isFresh = isThinking && node === here && line && !line.mate && line.ms < SETTLED_MS;
    return !isFresh && (line || look?.is_over || proved);
  };
  const node = path.findLast(isTold);
  if (!node) return null;
  const winner = node.proved || provedWinner(node);
  const rate = winner ? Number(winner === 1) : blackRate(node) ?? 0.5;
  return { rate, winner, isHere: node === here };
}

export class Bar {
  /** @param {HTMLElement} home the board's */
  constructor(home) {
    this.element = document.createElement("div");
    this.element.className = "bar";
    this.element.append(document.createElement("i"));
    const fixed = { role: "meter", "aria-valuemin": "0", "aria-valuemax": "100" };
    for (const [name, value] of Object.entries(fixed)) {
      this.element.setAttribute(name, value);
    }
    home.append(this.element);
  }

  /**
   * @param {Standing | null} found
   * @param {boolean} isThinking
   * @param {string} label
   * @param {string} text of the value
   */
  show(found, isThinking, label, text) {
    this.element.hidden = !found;
    if (!found) return;
    const { rate, winner, isHere } = found;
    const filled = winner ? rate : Math.min(Math.max(rate, UNPROVED[0]), UNPROVED[1]);
    this.element.style.setProperty("--rest", `${100 - 100 * filled}%`);
    this.element.classList.toggle("faded", !isHere && !isThinking);
    this.element.setAttribute("aria-label", label);
    this.element.setAttribute("aria-valuenow", String(Math.round(100 * rate)));
    this.element.setAttribute("aria-valuetext", text);
    this.element.title = `${label}: ${text}`;
  }
}
