// The rules of the game, from the page's data.

import { $ } from "../elements.js";

/**
 * @typedef {object} Rule
 * @property {string} name its name in files
 * @property {Record<string, string>} titles its names by language
 * @property {string[]} spellings its names in other programs' files, letters and digits only
 * @property {boolean} fouls whether Black has forbidden points
 * @property {[boolean, boolean][]} laws for Black and for White: whether six in a row do not win,
 *   and whether a five between two stones of the opponent does not
 */

export const RULES = /** @type {Record<number, Rule>} */ (
  JSON.parse($("rules").textContent ?? "{}"));

/**
 * Return the rule with a name or number, undefined for any other text.
 * @param {string} text
 */
export function ruleNamed(text) {
  const name = lettersOf(text).replace(/(?<=.)rules$/, "").replace(/(?<=.)rule$/, "");
  const found = Object.entries(RULES)
    .find(([number, { spellings, titles }]) => number === name || spellings.includes(name)
      || Object.values(titles).some((title) => lettersOf(title) === name));
  return found && Number(found[0]);
}

/** @param {string} text */
const lettersOf = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
