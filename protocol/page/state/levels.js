// The named levels of play, from the page's data: a strength, and its Elo against full strength.

import { $ } from "../elements.js";
import { settings, words } from "./state.js";

const { named: NAMED, measured: MEASURED } = /** @type {{named: [number, number][],
  measured: [number, number]}} */ (JSON.parse($("levels").textContent ?? "{}"));

/**
 * Return the index of the level that is nearest to a strength.
 * @param {number} strength
 */
function nearest(strength) {
  const far = NAMED.map(([other]) => Math.abs(other - strength));
  return far.indexOf(Math.min(...far));
}

/** Return the name of the level that Tengen plays at. */
export const levelName = () => words().levels[nearest(settings.level)];

/** Return the strength of the named level that is nearest to that of the settings. */
export const levelValue = () => String(NAMED[nearest(settings.level)][0]);

/** Return each level's strength, and its name with its Elo. */
export function levelOptions() {
  return NAMED.map(([strength, elo], index) =>
    [String(strength), `${words().levels[index]}${elo ? `, −${-elo} Elo` : ""}`]);
}

/** Return the month of the measurement, in the person's language. */
export function monthMeasured() {
  const [year, month] = MEASURED;
  const form = /** @type {const} */ ({ year: "numeric", month: "long" });
  return new Date(year, month - 1).toLocaleDateString(settings.language, form);
}
