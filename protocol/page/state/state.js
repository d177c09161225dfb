// The state of the page: the person's settings, and the position shown.

import { Game } from "../game/game.js";
import { lettered, renamed } from "../game/names.js";
import { provedWinner } from "../game/review.js";
import { RULES } from "../game/rules.js";
import { filled, LANGUAGES, usualLanguage } from "../words/words.js";

/** @typedef {import("../engine/client.js").Client} Client */
/** @typedef {import("../engine/engine.js").Line} Line */
/** @typedef {import("../game/game.js").GameNode} GameNode */
/** @typedef {import("../game/lessons.js").Lessons} Lessons */
/** @typedef {import("../game/procedures.js").Opening} Opening */
/** @typedef {import("./session.js").Session} Session */
/**
 * @typedef {Pick<import("../proofs/prover.js").Proved, "turn" | "plies" | "nodes">
 *   & {prover: Client}} Certificate `nodes` is 0 until it is checked
 */
/** @typedef {import("./study.js").Finding} Finding */
/**
 * @typedef {"" | "thinking" | "analysing" | "reviewing" | "judging" | "checking" | "asking"} Task
 *   "judging" a move of a lesson, "checking" a proof, "asking" a question of study.js
 * @typedef {"" | "place" | "asked"} SwapStep of a procedure: a person must click a cell, or a
 *   question is open
 */

/** @typedef {"analysis" | "study" | "course"} FrontCard */

export const SAVED = "tengen"; // key of the settings in the browser's store

export const settings = {
  language: usualLanguage(), theme: "", lines: 3, bar: true, numbers: false,
  tapTwice: matchMedia("(pointer: coarse) and ((max-width: 500px) or (max-height: 500px))").matches,
  opponent: "tengen", side: "black", rule: "0", size: "15", width: 15, height: 15, level: 60,
  seconds: "2", minutes: 15, increment: 10, opening: "free", rows: "below", letters: "lower",
  sound: false, vibration: false,
  blind: false, threads: 0, memory: 0, // of the engine, in MB; 0 for the usual
};
export const page = {
  game: new Game({ width: 15, height: 15, rule: 0 }),
  node: /** @type {GameNode} */ ({}),
  seats: /** @type {number[]} */ ([]), // the colours that Tengen plays in the game
  lines: /** @type {Line[]} */ ([]), // of the position shown, best first
  pointed: /** @type {HTMLElement | null} */ (null), // the part of a line under the pointer
  task: /** @type {Task} */ (""), // of the engine
  isAnalysing: false, // whether every position shown is analysed
  lessons: /** @type {Lessons | null} */ (null), // the lessons in progress
  suspended: /** @type {Session | null} */ (null), // exercises before a reload, until a game opens
  reviewed: /** @type {GameNode[]} */ ([]), // the line that was reviewed
  progress: { ply: 0, count: 0 }, // of a review: the current ply and the number of plies
  proof: 0, // the colour whose win is shown: it answers every reply
  certificate: /** @type {Certificate | null} */ (null), // of the game's first position
  checking: /** @type {Client | null} */ (null), // the checker of a certificate to show
  setUp: false, // whether clicks set up a position
  tool: 1, // what they place: a colour, a wall (3), or nothing (4)
  isTurnChosen: false, // whether the person has chosen the side to move
  swap: /** @type {SwapStep} */ (""),
  opening: /** @type {Opening | null} */ (null), // the procedure in progress
  ended: /** @type {{opening: Opening, node: GameNode} | null} */ (null), // the one that ended here
  rivals: /** @type {number[]} */ ([]), // Tengen's colour in it before any swap
  finding: /** @type {Finding | null} */ (null), // the answer to the last question
  isPractice: false, // whether Tengen has its seat only to practise with
  isDrawing: false, // whether the board is drawn on
  sketch: /** @type {import("../game/game.js").Shape | null} */ (null), // the shape in progress
  front: /** @type {"" | FrontCard} */ (""), // the card that is first below a phone's board
  armed: "", // the cell chosen by a first tap
  epoch: 0, // counts the person's actions: answers of an older epoch are dropped
  since: performance.now(), // time at which the position was first shown

  /** The colours that Tengen plays now: in a proof the winner, in lessons none. */
  get engines() {
    return this.lessons ? [] : this.proof ? [this.proof] : this.seats;
  },
};

export const words = () => LANGUAGES[settings.language];
export const ruleTitle = (/** @type {number} */ rule) => RULES[rule].titles[settings.language];
export const colourName = (/** @type {number} */ colour) =>
  (colour === 1 ? words().black : words().white);
export const turn = () => 3 - page.node.colour;

/**
 * Return the name of a cell, as the person counts rows; the word for a pass.
 * @param {string} key "" for a pass
 */
export const nameOf = (key) => (key
  ? lettered(renamed(key, page.game.height, settings.rows), settings.letters) : words().passed);

const CELLS = ["better", "cell", "move", "other", "reply"]; // values of a text that are cells

/**
 * Return a text with its gaps filled; cells have their names.
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export function phrase(text, values) {
  return filled(text, Object.fromEntries(Object.entries(values).map(([name, value]) =>
    [name, CELLS.includes(name) ? nameOf(String(value)) : value])));
}

/** Return the node of the game that is shown; for a move being judged, the node before it. */
export function nodeShown() {
  const { node, task } = page;
  return task === "judging" && node.parent || node;
}

/**
 * Return whether the engine must stay idle: during set-up, in an opening, and at a puzzle.
 * @param {{isOn: boolean}} puzzles
 */
export const isClosed = (puzzles) => page.setUp || !!page.swap || puzzles.isOn;

/** Return whether the proof that is shown, or is to be shown, is not checked yet. */
export const isUnchecked = () =>
  page.task === "checking" || !!page.proof && page.certificate?.nodes === 0;

/** Return the colour that has a mate in the position shown, 0 for none. */
export function winning() {
  const { node, lines } = page;
  return node.proved || provedWinner(lines[0] ? { ...node, line: lines[0] } : node);
}

/**
 * Change settings and store them in the browser.
 * @param {Partial<typeof settings>} changes
 */
export function keep(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(SAVED, JSON.stringify(settings));
  } catch { /* the browser keeps nothing: so be it */ }
  showTheme();
}

function showTheme() {
  const { dataset } = document.documentElement;
  if (settings.theme) dataset.theme = settings.theme;
  else delete dataset.theme;
}
