// Why a position is decided: the five or the full board that ended the game, the forbidden point
// that lost it, the fours or threats of a proved line, its decisive move, and what it ends with.

import { fivePoints } from "../game/fives.js";
import { foulAt } from "../game/fouls.js";
import { RULES } from "../game/rules.js";
import { threatsOf } from "../game/threats.js";
import { nameOf, page, phrase, settings, turn, words } from "./state.js";
import { filled, sentence } from "../words/words.js";

/** @typedef {import("../engine/engine.js").Line} Line */
/** @typedef {import("../engine/engine.js").Position} Position */
/** @typedef {import("../game/threats.js").Threats & {move: string}} Threat */

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
    return [filled(text.fiveIn, values), forkText(lastThreats())].filter(Boolean).join(" ");
  }
  return emptyCount() ? text.moveLimit : text.fullBoard;
}

/** Return the winner's threats that the game ended with, in the order of play. */
function lastThreats() {
  const { game, node } = page, found = /** @type {Threat[]} */ ([]);
  for (let at = node.parent?.parent; at?.parent && at.move; at = at.parent.parent) {
    const threats = threatsOf(game.position(at.parent), at.move, at.colour);
    if (at.colour !== node.colour || !threats.fours && !threats.threes) break;
    found.unshift({ ...threats, move: at.move });
  }
  return found;
}

/**
 * Return which move was decisive, "" if none was more than one threat.
 * @param {Threat[]} threats
 */
function forkText(threats) {
  const found = threats.find(({ fork }) => fork);
  if (!found?.fork) return "";
  return phrase(words().decisive, { move: found.move, kind: words()[found.fork] });
}

/** Return how many cells are empty at the node shown. */
function emptyCount() {
  const { game, node } = page, { width, height, walls } = game;
  return width * height - walls.length - game.stonesAt(node).length;
}

/**
 * Return how a proved line wins, and why its last four can't be blocked; "" if it is not complete.
 * @param {Line} best
 */
function mateReason({ mate, line }) {
  const { game, node } = page, before = Math.abs(mate) - 2, position = game.position(node);
  if (before < 0 || line.length < before) return "";
  const winner = mate > 0 ? turn() : 3 - turn(), threats = /** @type {Threat[]} */ ([]);
  let last = position;
  for (const [index, move] of line.slice(0, before).entries()) {
    const colour = index % 2 ? node.colour : turn();
    if (colour === winner) threats.push({ ...threatsOf(last, move, winner), move });
    last = { ...last, stones: [...last.stones, [move, colour]] };
  }
  const kind = threats.every(({ fours }) => fours) ? words().foursWin
    : threats.every(({ fours, threes }) => fours || threes) ? words().threatsWin : "";
  const how = kind && before ? filled(kind, { colour: winner, count: Math.abs(mate) }) : "";
  const parts = [how && sentence(how), forkText(threats), lastText(last, winner, before)];
  return parts.filter(Boolean).join(" ");
}

/**
 * Return why the last four of a proved line can't be blocked, "" for no special reason.
 * @param {Position} last before the five
 * @param {number} winner
 * @param {number} before moves up to there
 */
function lastText(last, winner, before) {
  const { game } = page, text = words(), fives = fivePoints(last, winner);
  const isFoul = fives.length === 1 && winner === 2 && RULES[game.rule].fouls;
  if (!isFoul && (before || fives.length < 2)) return "";
  const cells = new Intl.ListFormat(settings.language, { type: "disjunction" })
    .format(fives.map(nameOf));
  const five = filled(before ? text.endsWithFive : text.makesFive, { colour: winner, cells });
  return isFoul ? `${five} ${foulText(last, fives[0])}.` : five;
}
