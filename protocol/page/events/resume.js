// Opens the games that the browser keeps: after a reload, by Back and Forward, and when a person
// continues the most recent one.

import { toast } from "../elements.js";
import { keptCertificate, openAddress } from "./files.js";
import { entry, forgetEntry, isFromSpare } from "../state/address.js";
import { app, show } from "../state/app.js";
import { gameOf, idOf, keptGames, readKept } from "../state/kept.js";
import { go, open } from "../state/navigate.js";
import { beginOpening } from "../state/opening.js";
import { page, words } from "../state/state.js";
import { interrupt, lookAt } from "../state/think.js";
import { offer } from "../view/offer.js";

/** @typedef {import("../state/kept.js").Kept} Kept */

/**
 * Show a kept game as it was. Its certificate is checked again. Return whether it is shown, before
 * the engine answers; false if the person has done something else meanwhile.
 * @param {Kept} kept
 */
export async function openKept(kept) {
  const { game, node, seats, reviewed, setUp, opening, proof, lessons, isDamaged } = kept;
  if (opening) {
    beginOpening(game, seats, opening.procedure, opening.answers);
    return true;
  }
  const mine = interrupt();
  const certificate = kept.isCertified ? await keptCertificate(game, kept.id) : null;
  if (mine !== page.epoch) {
    certificate?.prover.close();
    return false;
  }
  const isLost = kept.isCertified && !certificate;
  open(game, node, seats, certificate);
  Object.assign(page, { reviewed, setUp, lessons, proof: isLost ? 0 : proof });
  show();
  if (isLost) toast(words().proofNotKept);
  else if (isDamaged) toast(words().resetLessons);
  const end = reviewed.at(-1);
  if (end) lookAt(game, end); // for the graph
  return true;
}

/**
 * Show the game and position of the present entry of the history; return whether they are shown, as
 * `openKept` does, or null if the game is not kept.
 */
export function resume() {
  const state = entry();
  if (!state) return null;
  const { game: id, text } = state, isHere = idOf(page.game) === id;
  const before = page.lessons?.left ?? (app.puzzles.isOn ? app.puzzles.former : null);
  const kept = isHere ? null : before?.id === id ? before : readKept(id) ?? gameOf(id, text);
  if (!isHere && !kept) return null;
  const game = kept?.game ?? page.game;
  const moves = state.moves.split(" ").filter(Boolean).map((move) => (move === "-" ? "" : move));
  let node = game.root;
  for (const move of moves) {
    if (game.isPossible(node, move)) node = game.play(node, move);
  }
  if (kept) return openKept({ ...kept, node });
  go(node);
  return Promise.resolve(true);
}

/** Show what the address names, after Back or Forward, or after a person has typed it. */
export function travel() {
  if (isFromSpare()) return history.back();
  if (resume()) return;
  forgetEntry();
  if (!openAddress()) go(page.node);
}

/** Offer to continue the most recent game. */
export function offerKept() {
  offer(keptGames().next().value ?? null);
}

export function closeOffer() {
  offer(null);
}

export function continueGame() {
  const kept = offer(null);
  if (kept) openKept(kept);
}
