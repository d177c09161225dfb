// The study card: its buttons, and the answer to the last question about the position shown.

import { app } from "../state/app.js";
import { $ } from "../elements.js";
import { exerciseCount } from "../state/exercises.js";
import { pointNamed } from "../game/names.js";
import { isClosed, page, phrase, settings, words } from "../state/state.js";
import { isAsked } from "../state/study.js";

/** @typedef {import("./board.js").Point} Point */
/** @typedef {import("../game/game.js").Shape} Shape */

/** Return the answer about the position shown, null without one. */
export function findingShown() {
  return page.finding?.node === page.node ? page.finding : null;
}

export function showStudy() {
  const text = words(), { node, engines, isPractice, isDrawing } = page;
  const isOpen = isAsked(), finding = findingShown(), count = exerciseCount();
  $("exercises").textContent = phrase(text.exercises, { count });
  const enabled = /** @type {Record<string, boolean>} */ ({
    hint: isOpen, fours: isOpen, threats: isOpen,
    pass: isOpen && page.game.stonesAt(node).length > 0,
    practise: isPractice || isOpen && !engines.length,
    exercises: !isClosed(app.puzzles) && count > 0,
    drawing: !page.setUp,
  });
  for (const [id, isEnabled] of Object.entries(enabled)) {
    /** @type {HTMLButtonElement} */ ($(id)).disabled = !isEnabled;
  }
  const pressed = { practise: isPractice, drawing: isDrawing, blind: settings.blind };
  for (const [id, isPressed] of Object.entries(pressed)) {
    $(id).setAttribute("aria-pressed", String(isPressed));
  }
  $("board").classList.toggle("drawn-on", isDrawing);
  const answer = finding
    ? [phrase(text[/** @type {"hintArea"} */ (finding.key)], finding.values), finding.line]
      .filter(Boolean).join(": ") : "";
  const help = page.sketch ? phrase(text.drawTo, { cell: page.sketch[0] }) : text.drawHelp;
  const shown = isDrawing ? help : answer;
  if ($("finding").textContent !== shown) $("finding").textContent = shown;
}

/** Return the shapes to draw on the board: a person's, and a hint's circle. */
export function shapesShown() {
  const { node, sketch } = page, area = findingShown()?.area;
  const shapes = (node.shapes ?? []).concat(sketch ? [sketch] : []);
  const point = (/** @type {string} */ name) => /** @type {Point} */ (pointNamed(name));
  const drawn = shapes.map(([from, to]) => ({ from: point(from), to: point(to), wide: false }));
  if (!area) return drawn;
  const centre = point(area);
  return [...drawn, { from: centre, to: centre, wide: true }];
}

/**
 * Return a cell's label with the shapes drawn there.
 * @param {string} label
 * @param {string} cell
 */
export function withShapes(label, cell) {
  const text = words(), shapes = page.node.shapes ?? [];
  return shapes.filter(([from]) => from === cell).reduce((said, [, to]) => (to === cell
    ? phrase(text.circled, { label: said })
    : phrase(text.arrowTo, { label: said, cell: to })), label);
}
