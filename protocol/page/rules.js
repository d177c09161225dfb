// The rules of the game, from the table that comes with the page.

import { $ } from "./elements.js";

/**
 * @typedef {{name: string, titles: Record<string, string>, spellings: string[], fouls: boolean}} Rule
 *   its name in files; its names by language; its names in files of other programs, letters and
 *   digits alone; whether Black has forbidden points
 */

export const RULES = /** @type {Record<number, Rule>} */ (
  JSON.parse($("rules").textContent ?? "{}"));

/**
 * Return the rule of a name or number, undefined for another text.
 * @param {string} text
 */
export function ruleNamed(text) {
  const letters = text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const name = letters.replace(/(?<=.)rules$/, "").replace(/(?<=.)rule$/, "");
  const found = Object.entries(RULES)
    .find(([number, { spellings }]) => number === name || spellings.includes(name));
  return found && Number(found[0]);
}
