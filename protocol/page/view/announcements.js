// What a screen reader announces: each move with the status after it, why a game is decided, each
// quarter and the result of a review, the best move of an analysis, and every toast.

import { $, say } from "../elements.js";
import { keptTitle } from "./offer.js";
import { nameOf, nodeShown, page, words } from "../state/state.js";
import { filled, sentence } from "../words/words.js";

/** @typedef {import("../game/game.js").GameNode} GameNode */

const CALM_MS = 150; // for one announcement of a move and of what follows it at once
const ANALYSED_MS = 1000; // of a think: earlier best moves change

let shown = /** @type {GameNode | null} */ (null);
let game = /** @type {import("../game/game.js").Game | null} */ (null);
let moves = /** @type {string[]} */ ([]); // to announce
let told = ""; // the last status
let reason = ""; // the last reason
let best = ""; // the last best move, with its position
let quarter = 0; // of the review, the last announced; 0 without one
let calm = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);

/** Announce soon what has changed on the page. */
export function announceChanges() {
  const node = nodeShown();
  if (game !== page.game) {
    moves = [`${keptTitle({ game: page.game, node })}.`];
  } else if (node !== shown && node.parent) {
    moves.push(filled(words().played, { colour: node.colour, cells: nameOf(node.move) }));
  }
  [game, shown] = [page.game, node];
  clearTimeout(calm);
  calm = setTimeout(announce, CALM_MS);
}

function announce() {
  const { task, lines } = page, status = sentence($("status").textContent ?? "");
  const parts = moves.slice(-2), wasReviewing = quarter > 0, { ply, count } = page.progress;
  const next = task === "reviewing" ? Math.floor(5 - 4 * ply / (count || 1)) : 0;
  const isNews = status !== told && !(next && next === quarter);
  if (parts.length || isNews) parts.push(status);
  const lesson = page.lessons ? $("lesson-text").textContent ?? "" : "";
  if (lesson && isNews) parts.push(sentence(lesson));
  if (!$("offer").hidden && isNews) {
    parts.push(`${words().continueGame}: ${$("offer-text").textContent}.`);
  }
  const why = $("reason").textContent ?? "";
  if (why && why !== reason) parts.push(sentence(why));
  if (wasReviewing && !task && page.reviewed.length) {
    parts.push(...[...$("verdict").children].map((one) => sentence(one.textContent ?? "")));
  }
  const first = lines[0]?.line[0], present = `${page.node.ply} ${first}`;
  if (task === "analysing" && first && lines[0].ms >= ANALYSED_MS && present !== best) {
    const rate = $("table").querySelector(".rate")?.textContent ?? "";
    parts.push(`${words().analysis}: ${nameOf(first)}, ${rate}.`);
    best = present;
  }
  [told, reason, moves] = [status, why, []];
  quarter = next;
  if (parts.length) say(parts.join(" "));
}
