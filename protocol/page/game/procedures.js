// Opening procedures: who places which stones where, who chooses a colour, who offers fifth stones.
// The page's data has their steps; brain/openings/procedures.py has the table and the other twin.

import { $ } from "../elements.js";
import { distanceOf, distinctCells, isSameCell } from "./symmetric.js";

/** @typedef {import("../engine/engine.js").Stone} Stone */
/** @typedef {string | number} Answer a cell, a choice, or a number of fifth stones */
/**
 * @typedef {object} Step
 * @property {"place" | "choose" | "count" | "offer" | "pick"} act
 * @property {number} colour whose player acts
 * @property {[number, number][]} areas the least and the greatest distance of each stone from the
 *   centre
 * @property {{name: string, then: Step[]}[]} choices with the steps that follow each
 * @property {number} count the maximum to name, or the number to offer, 0 for the number named
 */
/** @typedef {{title: string, steps: Step[]}} Procedure */
/**
 * @typedef {"stoneCentre" | "stoneWithin" | "stoneOutside" | "sameOffer" | "openingPick"} Refusal
 */

const DATA = /** @type {Record<string, any[]>} */ (
  JSON.parse($("openings").textContent || "{}").procedures ?? {});
export const PROCEDURES = /** @type {Record<string, Procedure>} */ (
  Object.fromEntries(Object.entries(DATA).map(([key, [title, , steps]]) =>
    [key, { title, steps: steps.map(stepOf) }])));

/**
 * @param {any[]} fields as in Python
 * @returns {Step}
 */
function stepOf([act, colour, areas, choices, count]) {
  const options = choices.map((/** @type {[string, any[]]} */ [name, then]) =>
    ({ name, then: then.map(stepOf) }));
  return { act, colour, areas, choices: options, count };
}

/** The state of a procedure. `answer` returns the next one. */
export class Opening {
  /**
   * @param {string} procedure its key
   * @param {number} width
   * @param {number} height
   */
  constructor(procedure, width, height) {
    this.procedure = procedure;
    this.width = width;
    this.height = height;
    this.title = PROCEDURES[procedure].title;
    this.steps = PROCEDURES[procedure].steps; // from the current one on
    this.answers = /** @type {Answer[]} */ ([]);
    this.stones = /** @type {Stone[]} */ ([]);
    this.count = 0; // number of fifth stones that was named
    this.offers = /** @type {string[]} */ ([]);
    this.isSwapped = false; // whether the second player has Black
  }

  /** The current step, undefined at the end. */
  get step() {
    return /** @type {Step | undefined} */ (this.steps[0]);
  }

  /** Whether the second player acts. */
  get isSecond() {
    return (this.step?.colour === 2) !== this.isSwapped;
  }

  /** The colour of the next stone. */
  get turn() {
    return this.stones.length % 2 + 1;
  }

  /** The number of fifth stones that Black must offer. */
  get wanted() {
    const cells = distinctCells(this.stones, this.width, this.height).length;
    return Math.min(this.step?.count || this.count, cells);
  }

  /**
   * Return why an empty cell can't be placed, offered or picked; undefined if it can.
   * @param {string} name
   * @returns {{key: Refusal, values: Record<string, string | number>} | undefined}
   */
  refusal(name) {
    const { step, stones, width, height, offers } = this;
    if (step?.act === "pick") {
      return offers.includes(name)
        ? undefined : { key: "openingPick", values: { title: this.title } };
    }
    if (step?.act === "offer") {
      const other = offers.find((offer) => isSameCell(name, offer, stones, width, height));
      return other ? { key: "sameOffer", values: { move: name, other } } : undefined;
    }
    const [least, most] = step?.areas[0] ?? [0, Infinity];
    const distance = distanceOf(name, width, height);
    if (distance < least) return { key: "stoneOutside", values: { side: 2 * least - 1 } };
    if (distance <= most) return undefined;
    return { key: most ? "stoneWithin" : "stoneCentre", values: { side: 2 * most + 1 } };
  }

  /**
   * Go on after a possible answer to the current step.
   * @param {Answer} answer
   */
  answer(answer) {
    const [step, ...rest] = this.steps;
    this.answers.push(answer);
    if (step.act === "choose") {
      const { then = [] } = step.choices.find(({ name }) => name === answer) ?? {};
      if (answer === "swap") this.isSwapped = !this.isSwapped;
      this.steps = [...then, ...rest];
    } else if (step.act === "count") {
      this.count = Number(answer);
      this.steps = rest;
    } else if (step.act === "offer") {
      const isLast = this.offers.length + 1 >= this.wanted;
      this.offers.push(String(answer));
      if (isLast) this.steps = rest;
    } else {
      this.stones.push([String(answer), this.turn]);
      const areas = step.areas.slice(1);
      this.steps = areas.length ? [{ ...step, areas }, ...rest] : rest;
      this.offers = [];
    }
  }
}
