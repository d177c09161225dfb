// What the page knows: the person's settings, and what is shown.

import { Game } from "./game.js";
import { provedWinner } from "./review.js";
import { RULES } from "./rules.js";
import { LANGUAGES, usualLanguage } from "./words.js";

/** @typedef {import("./client.js").Client} Client */
/** @typedef {import("./engine.js").Line} Line */
/** @typedef {import("./game.js").GameNode} GameNode */
/** @typedef {import("./lessons.js").Lessons} Lessons */
/** @typedef {import("./prover.js").Proved & {prover: Client}} Certificate */
/**
 * @typedef {"" | "thinking" | "analysing" | "reviewing" | "judging" | "checking"} Task a try of a
 *   lesson is judged, a proof is checked
 * @typedef {"" | "three" | "two" | "asked"} SwapStep of swap2: a person is to place three or two
 *   stones, or a side is asked to choose
 */

const SAVED = "tengen"; // the settings in the browser's store

export const settings = {
  language: usualLanguage(), theme: "", lines: 3, bar: true, numbers: false,
  tapTwice: matchMedia("(pointer: coarse) and (max-width: 500px)").matches,
  opponent: "tengen", side: "black", rule: "0", size: "15", width: 15, height: 15, level: 60,
  seconds: "2", opening: "free",
};
export const page = {
  game: new Game({ width: 15, height: 15, rule: 0 }),
  node: /** @type {GameNode} */ ({}),
  seats: /** @type {number[]} */ ([]), // the colours that Tengen plays in the game
  lines: /** @type {Line[]} */ ([]), // of the position shown, the best first
  pointed: /** @type {HTMLElement | null} */ (null), // the part of a line that is to be played out
  task: /** @type {Task} */ (""), // of the engine
  isAnalysing: false, // whether every position is to be analysed
  lessons: /** @type {Lessons | null} */ (null), // the mistakes that a person learns from
  reviewed: /** @type {GameNode[]} */ ([]), // the line that was reviewed
  progress: { ply: 0, count: 0 }, // of a review: the ply that is judged, of how many
  proof: 0, // the colour whose proved win is shown: it answers every reply
  certificate: /** @type {Certificate | null} */ (null), // of the game's first position
  checking: /** @type {Client | null} */ (null), // who checks a certificate that is to be shown
  setUp: false, // whether clicks set up a position
  swap: /** @type {SwapStep} */ (""),
  armed: "", // the cell that a first tap has chosen
  epoch: 0, // counts what the person did: answers to older questions are dropped
  since: performance.now(), // when the position was shown

  /** The colours that Tengen plays now: in a proof the winner's, none in lessons. */
  get engines() {
    return this.lessons ? [] : this.proof ? [this.proof] : this.seats;
  },
};

export const words = () => LANGUAGES[settings.language];
export const ruleTitle = (/** @type {number} */ rule) => RULES[rule].titles[settings.language];
export const colourName = (/** @type {number} */ colour) =>
  (colour === 1 ? words().black : words().white);
export const turn = () => 3 - page.node.colour;

/** Return the node of the game that is shown; a move that is being judged is none of its moves. */
export function nodeShown() {
  const { node, task } = page;
  return task === "judging" && node.parent || node;
}

/**
 * Return whether the engine must not be asked: during set-up, in swap2, and at a puzzle.
 * @param {{isOn: boolean}} puzzles
 */
export const isClosed = (puzzles) => page.setUp || !!page.swap || puzzles.isOn;

/** Return the colour that is proved to win in the position shown, 0 for none. */
export function winning() {
  const { node, lines } = page;
  return node.proved || provedWinner(lines[0] ? { ...node, line: lines[0] } : node);
}

/**
 * Change settings; keep them in the browser.
 * @param {Partial<typeof settings>} changes
 */
export function keep(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(SAVED, JSON.stringify(settings));
  } catch { /* the browser keeps nothing: so be it */ }
  showTheme();
}

/** Read the settings that the browser has kept. */
export function readSettings() {
  try {
    const saved = JSON.parse(localStorage.getItem(SAVED) ?? "{}");
    for (const [name, value] of Object.entries(saved)) {
      if (typeof value === typeof settings[/** @type {"theme"} */ (name)]) {
        Object.assign(settings, { [name]: value });
      }
    }
  } catch { /* nothing was saved that can be read */ }
  if (!(settings.language in LANGUAGES)) settings.language = usualLanguage();
  showTheme();
}

function showTheme() {
  if (settings.theme) document.documentElement.dataset.theme = settings.theme;
}
