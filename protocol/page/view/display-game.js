// The game beside the board: its players and clocks, its graph, lessons and moves.

import { leftOf, spentBy } from "../state/clock.js";
import { buttonTo, fill, signOf } from "./display-parts.js";
import { $, make } from "../elements.js";
import { graphOf } from "./graph.js";
import { levelName } from "../state/levels.js";
import { lessonsOf } from "../game/lessons.js";
import { showRates } from "./rates.js";
import { blackRate, mistakes, provedFrom, worst } from "../game/review.js";
import {
  colourName, nameOf, nodeShown, page, phrase, turn, words,
} from "../state/state.js";
import { filled } from "../words/words.js";

const LOW_MS = 20_000; // of a clock

// The players and their clocks.

export function showPlayers() {
  const text = words();
  fill($("players"), ...[1, 2].map((colour) => {
    const isOn = !page.node.look?.is_over && turn() === colour;
    const isTengen = page.engines.includes(colour);
    const level = isTengen && !page.proof ? [make("small", {}, levelName())] : [];
    const person = page.engines.length ? text.you : colourName(colour);
    const name = isTengen ? "Tengen" : page.game.players[colour] || person;
    const told = isOn ? filled(text.turn, { colour }) : colourName(colour);
    const isTold = name === colourName(colour); // the name would be read twice
    return make("div", { class: `player ${colour === 1 ? "black" : "white"}${isOn ? " on" : ""}` },
      make("i", { "aria-hidden": "true" }),
      make("b", isTold ? { "aria-hidden": "true" } : {}, name, ...level),
      make("span", { class: "unseen" }, told), make("time"));
  }));
  showClock();
}

/** Show the clocks; that of the side to move runs. */
export function showClock() {
  for (const [index, time] of $("players").querySelectorAll("time").entries()) {
    const left = leftOf(index + 1);
    time.textContent = clockText(left === undefined ? spentBy(index + 1)
      : Math.ceil(left / 1000) * 1000);
    time.classList.toggle("low", left !== undefined && left < LOW_MS);
  }
}

/** @param {number} ms */
function clockText(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// The graph of the game, its review, and its lessons.

export function showCourse() {
  const nodes = page.game.line(nodeShown()), text = words();
  const slips = new Map(mistakes(nodes).map((mistake) => [mistake.node, mistake.kind]));
  const points = nodes.map((node) =>
    ({ ply: node.ply, move: node.move, rate: blackRate(node), mistake: slips.get(node) }));
  const known = points.filter(({ rate }) => rate !== undefined);
  $("graph").replaceChildren(known.length > 1
    ? graphOf(points, page.node.ply, text.course) : make("p", { class: "empty" }, text.noCourse));
  showRates(points);
  const isTold = page.reviewed.length && page.task !== "reviewing" && !page.lessons;
  fill($("verdict"), ...(isTold ? verdicts() : []));
  fill($("sides"), ...(isTold ? lessonSides() : []));
}

/** Return the sentences of the review. */
function verdicts() {
  const text = words(), nodes = page.reviewed, proved = provedFrom(nodes);
  const found = [];
  if (proved) {
    const { loser: colour, node, held } = proved, ply = plyText(node);
    const sentence = held ? filled(text.provedFrom, { colour, ply, last: plyText(held) })
      : filled(text.provedFromStart, { colour, ply });
    found.push(buttonTo(node, {}, sentence));
  }
  const listed = worst(mistakes(nodes));
  for (const { node, loss, better } of listed) {
    const values = { ply: node.ply, move: node.move, loss: Math.round(loss * 100), better };
    found.push(buttonTo(node, {}, phrase(text.worst, values)));
  }
  if (!listed.length && !proved) found.push(make("p", { class: "empty" }, text.noMistakes));
  return found;
}

/**
 * Return the number of a move; a pass is named, as it has no stone with the number.
 * @param {import("../game/game.js").GameNode} node
 */
const plyText = ({ parent, ply, move }) =>
  (parent && !move ? `${ply} (${words().passed})` : String(ply));

/** Return the buttons that start lessons. */
function lessonSides() {
  const counts = [1, 2]
    .map((colour) => ({ colour, count: lessonsOf(page.reviewed, colour).length }))
    .filter(({ count }) => count);
  const buttons = counts.map(({ colour, count }) => make("button", {
    type: "button", class: colour === 1 ? "black" : "white", "data-learns": String(colour),
  }, make("i", { "aria-hidden": "true" }), `${colourName(colour)} ${count}`));
  return counts.length ? [make("h3", {}, words().learn), ...buttons] : [];
}

/** Show the lessons instead of the analysis, with their buttons. */
export function showLessons() {
  const { lessons, node, task } = page, text = words();
  document.body.toggleAttribute("data-lessons", !!lessons);
  for (const id of ["lessons", "lesson-controls"]) $(id).hidden = !lessons;
  for (const id of ["analysis-title", "analysis-tools", "game-controls"]) $(id).hidden = !!lessons;
  if (!lessons) return;
  const signs = {
    found: [signOf("✓", text.wasFound)], shown: [signOf("◦", text.wasShown)],
    skipped: [signOf("–", text.wasSkipped)], "": [],
  };
  fill($("lesson-list"), ...lessons.list.map(({ node: { ply, move }, outcome }, at) =>
    make("li", {}, make("button", {
      type: "button", class: outcome, "data-lesson": String(at),
      ...(at === lessons.at ? { "aria-current": "step" } : {}),
    }, make("small", {}, String(ply)), ` ${nameOf(move)} `, ...signs[outcome]))));
  const { key, values } = lessons.mistake();
  $("lesson-text").textContent = phrase(text[/** @type {"learnAgain"} */ (key)], values);
  const isAway = !!lessons.question && node !== lessons.question && task !== "judging";
  const best = /** @type {HTMLButtonElement} */ ($("lesson-best"));
  best.textContent = isAway ? text.backToLesson : text.showMove;
  best.disabled = !isAway && !lessons.isOpen;
  const onward = lessons.question ? text.next : text.close;
  $("lesson-next").textContent = lessons.isOpen ? text.skip : onward;
  $("lesson-next").classList.toggle("main", !lessons.isOpen);
}
