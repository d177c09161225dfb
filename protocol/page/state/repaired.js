// Reads the settings that the browser keeps. A damaged one gets its usual value.

import { CLOCKS } from "./clock.js";
import { OPENINGS } from "./named.js";
import { PROCEDURES } from "../game/procedures.js";
import { RULES } from "../game/rules.js";
import { keep, SAVED, settings } from "./state.js";
import { LANGUAGES } from "../words/words.js";

const among = (/** @type {unknown[]} */ ...values) =>
  (/** @type {unknown} */ value) => values.includes(value);
const within = (/** @type {number} */ least, /** @type {number} */ most) =>
  (/** @type {unknown} */ value) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

// By setting: whether a value is possible. The other settings are of any value of their type.
const CHECKS = /** @type {Record<string, (value: any) => boolean>} */ ({
  language: (value) => Object.hasOwn(LANGUAGES, value),
  theme: among("", "light", "dark"),
  lines: within(1, 5),
  opponent: among("tengen", "people"),
  side: among("black", "white"),
  rule: (value) => Object.hasOwn(RULES, value),
  size: among("15", "19", "20", "other"),
  width: within(5, 22),
  height: within(5, 22),
  level: within(0, 100),
  seconds: (value) => among("other", ...CLOCKS)(value)
    || Number(value) > 0 && Number(value) <= 3600,
  minutes: within(1, 180),
  increment: within(0, 60),
  opening: (value) => among("free", "whiteFirst", ...OPENINGS.map(({ code }) => code))(value)
    || Object.hasOwn(PROCEDURES, value),
  rows: among("below", "above"),
  letters: among("lower", "upper"),
  threads: within(0, 1024),
  memory: within(0, 1 << 20),
});

/** Read the settings that the browser keeps; return whether one of them was damaged. */
export function readSettings() {
  const saved = savedSettings();
  let isDamaged = !saved;
  for (const [name, usual] of Object.entries(settings)) {
    if (!saved || !Object.hasOwn(saved, name)) continue;
    const value = saved[name];
    const isSound = typeof value === typeof usual && (CHECKS[name]?.(value) ?? true);
    if (isSound) Object.assign(settings, { [name]: value });
    isDamaged ||= !isSound;
  }
  keep({});
  return isDamaged;
}

/** Return the object that the browser keeps, null if it is damaged. */
function savedSettings() {
  let text = "{}";
  try {
    text = localStorage.getItem(SAVED) ?? text;
  } catch { /* the browser has no store */ }
  try {
    const saved = JSON.parse(text);
    return saved !== null && typeof saved === "object" ? saved : null;
  } catch {
    return null;
  }
}
