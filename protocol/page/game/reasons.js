// Why a position is decided: the five or the full board that ended the game, the forbidden point
// that lost it, and what a proved line ends with.

import { fivePoints } from "./fives.js";
import { foulAt } from "./fouls.js";
import { RULES } from "./rules.js";
import { nameOf, page, phrase, settings, turn, words } from "../state/state.js";
import { filled } from "../words/words.js";

/** @typedef {import("../engine/engine.js").Line} Line */
/** @typedef {import("../engine/engine.js").Position} Position */

/**
 * Return why Black may not play on a point.
 * @param {Position} position
 * @param {string} move
 */
export function foulText(position, move) {
  const foul = foulAt(position, move), text = words();
  if (!foul) return phrase(text.cellForbidden, { cell: move });
  const rows = foul.lines.map((ends) => ends.map(nameOf).join("–"));
  const lines = new Intl.ListFormat(settings.language).format(rows);
  return phrase(text.forbidden, { move, kind: text[foul.kind], lines });
}

/**
 * Return why the position shown is decided, "" if it is not or the reason is not known.
 * @param {Line | undefined} best
 */
export function reasonText(best) {
  const { node } = page;
  if (node.look?.is_over) return endingText();
  if (node.look?.forbidden.length === emptyCount()) return words().onlyForbidden;
  return best?.mate && !page.lessons ? mateReason(best) : "";
}

/** Return what ended the game at the node shown. */
function endingText() {
  const { game, node } = page, text = words(), { look } = node;
  if (look?.foul && node.parent) return foulText(game.position(node.parent), node.move);
  if (look?.winner) {
    const values = { colour: look.winner, cells: look.five.map(nameOf).join(" ") };
    return filled(text.fiveIn, values);
  }
  return emptyCount() ? text.moveLimit : text.fullBoard;
}

/** Return how many cells are empty at the node shown. */
function emptyCount() {
  const { game, node } = page, { width, height, walls } = game;
  return width * height - walls.length - game.stonesAt(node).length;
}

/**
 * Return why the loser of a proved line can't block the last four, "" if the line is not complete.
 * @param {Line} best
 */
function mateReason({ mate, line }) {
  const { game, node } = page, text = words(), before = Math.abs(mate) - 2;
  if (before < 0 || line.length < before) return "";
  const winner = mate > 0 ? turn() : 3 - turn(), position = game.position(node);
  const stones = [...position.stones, ...line.slice(0, before).map((move, index) =>
    /** @type {import("../engine/engine.js").Stone} */ ([move, index % 2 ? node.colour : turn()]))];
  const last = { ...position, stones }, fives = fivePoints(last, winner);
  const isFoul = fives.length === 1 && winner === 2 && RULES[game.rule].fouls;
  if (!isFoul && (before || fives.length < 2)) return "";
  const cells = new Intl.ListFormat(settings.language, { type: "disjunction" })
    .format(fives.map(nameOf));
  const five = filled(before ? text.endsWithFive : text.makesFive, { colour: winner, cells });
  return isFoul ? `${five} ${foulText(last, fives[0])}.` : five;
}
