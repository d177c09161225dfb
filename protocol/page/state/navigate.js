// Navigation in a game: shows a node, then lets Tengen answer or analyse.

import { showAddress } from "./address.js";
import { app, show } from "./app.js";
import { limitsOfMove } from "./clock.js";
import { closeUnanswered, dialog } from "../elements.js";
import { keepGame } from "./kept.js";
import { soundStone } from "./sound.js";
import { page, settings, turn } from "./state.js";
import { certifiedMove, interrupt, lookAt, think } from "./think.js";

/** @typedef {import("../game/game.js").Game} Game */
/** @typedef {import("../game/game.js").GameNode} GameNode */
/** @typedef {import("./state.js").Certificate} Certificate */

const PROOF_MS = 10_000; // maximum time for the winning move; a mate is found much sooner

/**
 * Show a game from a node on.
 * @param {Game} game
 * @param {GameNode} [node]
 * @param {number[]} [seats] the colours that Tengen plays
 * @param {Certificate | null} [certificate] the certificate that is shown
 */
export function open(game, node = game.root, seats = [], certificate = null) {
  page.certificate?.prover.close();
  closeUnanswered(dialog("ask-dialog"));
  const proof = certificate ? certificate.turn : 0;
  const none = {
    reviewed: [], lessons: null, suspended: null, setUp: false, tool: 1, isTurnChosen: false,
    swap: "", opening: null, ended: null, finding: null, isPractice: false, isDrawing: false,
    sketch: null, front: "",
  };
  Object.assign(page, { game, seats, certificate, proof, ...none });
  app.view.resize(game.width, game.height, settings.rows, settings.letters);
  app.client.ask("forget");
  return go(node);
}

/**
 * Show a node, then let Tengen answer or analyse if it should. At a node that has a next move,
 * Tengen answers only if `replies` is true.
 * @param {GameNode} node
 * @param {boolean} [replies] whether Tengen may answer at a node that has a next move
 */
export async function go(node, replies = false) {
  if (page.swap) return;
  const mine = interrupt();
  const isMove = replies && node.parent === page.node;
  const since = node === page.node ? page.since : performance.now();
  Object.assign(page, { node, lines: [], pointed: null, armed: "", task: "", since });
  keepGame();
  showAddress(isMove);
  show();
  await lookAt(page.game, node);
  if (mine !== page.epoch) return;
  show();
  if (node.look?.is_over || page.setUp || page.swap) return;
  const isOpen = !node.children.length && !page.isAnalysing;
  if (page.engines.includes(turn()) && (replies || isOpen)) await reply(mine);
  else if (page.isAnalysing && !page.lessons?.isAsked(node)) await analyse(mine);
}

/**
 * Make Tengen move.
 * @param {number} mine epoch
 */
async function reply(mine) {
  const known = await certifiedMove();
  if (mine !== page.epoch) return;
  if (known) return place(known);
  const limits = page.proof
    ? { ms: PROOF_MS }
    : { ...limitsOfMove(), strength: settings.level, plays: true };
  const result = await think("thinking", limits);
  if (mine !== page.epoch) return;
  page.task = "";
  if (result.move) await place(result.move);
}

/**
 * Analyse the position until the person does something else.
 * @param {number} mine epoch
 */
async function analyse(mine) {
  await think("analysing", { lines: settings.lines });
  if (mine !== page.epoch) return;
  page.task = "";
  show();
}

/**
 * Play a move at the node shown.
 * @param {string} move
 */
export function place(move) {
  soundStone(page.engines.includes(turn()));
  const child = page.game.play(page.node, move, page.engines.length > 0 && !page.isPractice);
  child.spent ??= performance.now() - page.since;
  return go(child, true);
}

/** Return the node before the person's last move and Tengen's answer; null at the root. */
export function nodeBefore() {
  let node = page.node.parent;
  const isAnswered = (/** @type {GameNode} */ at) =>
    app.puzzles.isAnswered(at) || page.engines.length === 1 && page.engines.includes(3 - at.colour);
  while (node?.parent && isAnswered(node)) node = node.parent;
  return node;
}

export function back() {
  if (page.node.parent) go(page.node.parent);
}

export function forward() {
  if (page.node.children.length) go(page.node.children[0]);
}
