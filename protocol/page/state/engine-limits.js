// The engine's memory and threads: the page's own engine has one thread, and a table of the size
// that a person chooses; the server's has limits of the whole program.

import { app } from "./app.js";
import { $, input, make } from "../elements.js";
import { go } from "./navigate.js";
import { keep, page, settings, words } from "./state.js";
import { interrupt } from "./think.js";

const MEGABYTE = 1 << 20, GIGABYTE = 1024; // bytes, MB
const TABLES = [16, 32, 64, 128, 256, 512, 1024]; // MB, of the page's own engine
const PROGRAMS = [256, 512, 1024, 2048, 4096, 8192]; // MB, of the server's
const USUAL_TABLE = matchMedia("(pointer: coarse)").matches ? 32 : 128;

let mostThreads = 0; // of the server's engine; 0 for the page's own

/** Return the size of the table of the page's own engine. */
export const tableBytes = () => (settings.memory || USUAL_TABLE) * MEGABYTE;

/**
 * Show the choices, and give a server's engine what was chosen before.
 * @param {number} threads the server's processors, 0 for the page's own engine
 */
export function showLimits(threads) {
  mostThreads = threads;
  showLimitChoices();
  if (threads && (settings.memory || settings.threads)) askLimits();
}

/** Fill the choices in the language. */
export function showLimitChoices() {
  const usual = ["0", words().asSystem];
  const named = (/** @type {number} */ count) => (count < GIGABYTE
    ? count.toLocaleString(settings.language, { style: "unit", unit: "megabyte" })
    : (count / GIGABYTE).toLocaleString(settings.language, { style: "unit", unit: "gigabyte" }));
  const memory = (mostThreads ? PROGRAMS : TABLES).map((count) => [String(count), named(count)]);
  const threads = Array.from({ length: mostThreads }, (_, index) => String(index + 1));
  fillSelect("memory", [usual, ...memory], settings.memory);
  fillSelect("threads", [usual, ...threads.map((count) => [count, count])], settings.threads);
  $("threads-row").hidden = mostThreads < 2;
}

/**
 * Change a limit of the engine.
 * @param {"memory" | "threads"} name
 */
export async function chooseLimit(name) {
  keep({ [name]: Number(input(name).value) });
  interrupt();
  await askLimits();
  go(page.node);
}

function askLimits() {
  const { memory, threads } = settings;
  return mostThreads
    ? app.client.ask("limit", { threads, memory: memory * MEGABYTE })
    : app.client.ask("limit", { memory: tableBytes() });
}

/**
 * @param {string} id
 * @param {string[][]} options values and labels
 * @param {number} chosen
 */
function fillSelect(id, options, chosen) {
  $(id).replaceChildren(...options.map(([value, label]) => make("option", { value }, label)));
  input(id).value = String(chosen);
  if (!input(id).value) input(id).value = "0"; // chosen on another machine
}
