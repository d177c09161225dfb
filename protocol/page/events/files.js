// Opens games and certificates from files, from text, and from the page's address.

import { app, show } from "../state/app.js";
import { Client, workerWire } from "../engine/client.js";
import { askWhich } from "../view/collection.js";
import { $, dialog, toast } from "../elements.js";
import { Game } from "../game/game.js";
import { inflated } from "../inflate.js";
import { isLibrary, readLibrary } from "../game/library.js";
import { idOf, keptIds } from "../state/kept.js";
import { keepProof, keptProof } from "../state/kept-proofs.js";
import { go, open } from "../state/navigate.js";
import {
  decoded, LONGEST_GAME, NotationError, readGame, readLink, readSlowly,
} from "../game/reading.js";
import { page, settings, words } from "../state/state.js";
import { interrupt } from "../state/think.js";
import { filled } from "../words/words.js";

const USUAL = { width: 15, height: 15, rule: 0 };
const PROOF_HEAD = [...new TextEncoder().encode("TENGENC1")]; // first bytes of a certificate

/**
 * Open a certificate or a game from a file.
 * @param {File} file
 */
export async function openFile(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isProof = PROOF_HEAD.every((sign, index) => bytes[index] === sign);
  if (isProof) return openProof(bytes);
  try {
    const isAlone = !!$("data").textContent; // a server reads more of a library
    if (isAlone && isLibrary(bytes)) return openBook(readLibrary(bytes));
    return openText(await textOf(bytes), file.name);
  } catch (error) {
    return refuseText(error, file.name);
  }
}

/**
 * Return the text of a file; the page's server writes a book as SGF.
 * @param {Uint8Array<ArrayBuffer>} body
 */
async function textOf(body) {
  try {
    return decoded(body);
  } catch (error) {
    if ($("data").textContent) throw error; // this page has no server
    const answer = await fetch("book", { method: "POST", body }), text = await answer.text();
    if (answer.ok) return text;
    throw answer.status === 422 ? new Error(text) : error;
  }
}

/**
 * Open a book at its first position; return true.
 * @param {import("../game/reading.js").Read} read
 */
function openBook({ game, notes }) {
  open(game, game.root);
  showNotes(notes);
  return true;
}

/**
 * Check a certificate and show its proof, in which the attacker answers every reply.
 * @param {Uint8Array | string} content of its file, or its JSON
 * @param {(game: Game) => void} [claim] receives the game before it is shown
 */
export async function openProof(content, claim) {
  const mine = interrupt(), prover = newProver();
  dialog("open-dialog").close();
  Object.assign(page, { task: "checking", isAnalysing: false, checking: prover });
  show();
  try {
    const found = await prover.ask("check", { content });
    page.checking = null;
    const { width, height, rule, stones, walls, turn } = found;
    const game = new Game({ width, height, rule, stones, walls, turn });
    claim?.(game);
    const shown = open(game, game.root, [], { ...found, prover });
    const isKept = app.puzzles.isOn || await keepProof(idOf(game), content, keptIds());
    if (!isKept) toast(words().proofNotKept);
    return await shown;
  } catch (error) {
    if (mine !== page.epoch) return; // interrupted
    prover.close();
    Object.assign(page, { task: "", checking: null });
    show();
    toastFailure(error);
  }
}

const newProver = () => new Client(workerWire(inflated($("prover").textContent ?? "")));

/** @param {unknown} error of a check */
function toastFailure(error) {
  const reason = error instanceof Error ? error.message : String(error);
  toast(filled(words().proofFails, { reason }));
}

/**
 * Return the certificate that the browser keeps of a game, null if it keeps none. Its check begins;
 * the prover's answers wait for the verdict. If it fails, the game is shown without it.
 * @param {Game} game
 * @param {string} id of the game
 */
export async function keptCertificate(game, id) {
  const content = await keptProof(id);
  if (!content) return null;
  const prover = newProver(), certificate = { turn: game.turn, plies: 0, nodes: 0, prover };
  prover.ask("check", { content }).then((found) => {
    if (!isProofOf(found, game)) throw new Error("it proves another position");
    Object.assign(certificate, found);
    app.display.showSoon();
  }).catch((error) => {
    if (page.certificate !== certificate) return; // closed
    prover.close();
    Object.assign(page, { certificate: null, proof: 0 });
    go(page.node);
    toastFailure(error);
  });
  return certificate;
}

/**
 * Return whether a checked claim is of a game's first position.
 * @param {import("../proofs/prover.js").Proved} found
 * @param {Game} game
 */
function isProofOf(found, game) {
  const told = (/** @type {Game | typeof found} */ { width, height, rule, turn, stones, walls }) =>
    JSON.stringify([width, height, rule, turn, stones, walls]);
  return told(found) === told(game);
}

/**
 * Open a game or a certificate from text; return whether it could be read. If it has several games,
 * ask which.
 * @param {string} text
 * @param {string} [name] of its file
 * @param {number} [number] of a collection's game, from 0
 * @returns {boolean}
 */
export function openText(text, name = "", number) {
  if (/^\s*\{(?!\s*\[)/.test(text)) return !!openProof(text);
  const { width, height, rule } = page.game, { rows } = settings;
  const usual = { width, height, rule, rows, number };
  const again = (/** @type {number} */ wanted) => openText(text, name, wanted);
  try {
    if (text.length > LONGEST_GAME) openSlowly(text, name, usual, again);
    else openRead(readGame(text, usual), number, again);
    return true;
  } catch (error) {
    return refuseText(error, name);
  }
}

/**
 * Open the game of a long text, unless the person does something else meanwhile.
 * @param {string} text
 * @param {string} name of its file
 * @param {import("../game/reading.js").Usual} usual
 * @param {(wanted: number) => void} again
 */
async function openSlowly(text, name, usual, again) {
  const { epoch } = page;
  toast(words().readingText);
  try {
    const read = await readSlowly(text, usual);
    if (epoch === page.epoch) openRead(read, usual.number, again);
  } catch (error) {
    refuseText(error, name);
  }
}

/**
 * Open a game that was read; of a collection, ask which.
 * @param {import("../game/reading.js").Read} read
 * @param {number | undefined} number of the collection's game that is wanted
 * @param {(wanted: number) => void} again opens the collection's game of a number
 */
function openRead({ game, notes, games }, number, again) {
  if (games && number === undefined) return askWhich(games, again);
  open(game, game.line(game.root).at(-1));
  showNotes(notes);
}

/** @param {import("../game/reading.js").Read["notes"]} notes */
function showNotes(notes) {
  $("text-error").textContent = "";
  if (notes.length) toast(notes.map(([key, values]) => filled(words()[key], values)).join(" "));
}

/**
 * Show the reason why a text can't be read; return false.
 * @param {unknown} error
 * @param {string} name of its file
 */
function refuseText(error, name) {
  $("text-error").textContent = `${name && `${name}: `}${unreadText(error)}`;
  if (!dialog("open-dialog").open) toast($("text-error").textContent ?? "");
  return false;
}

/**
 * Return the reason why a text can't be read.
 * @param {unknown} error
 */
function unreadText(error) {
  const reason = error instanceof NotationError
    ? filled(words()[error.reason], error.values)
    : error instanceof Error ? error.message : String(error);
  return filled(words().unread, { reason });
}

/** Open the game in the page with its review; return whether there is one. */
export function openReview() {
  const given = JSON.parse($("game").textContent || "null");
  if (!given) return false;
  const { game } = readGame(given.sgf, { ...USUAL, rows: settings.rows });
  const nodes = game.line(game.root);
  nodes.forEach((node, ply) => Object.assign(node, given.nodes[ply]));
  open(game, nodes[nodes.length - 1]);
  page.reviewed = nodes;
  show();
  return true;
}

/** Open the game of the page's address; return whether there is one. */
export function openAddress() {
  if (location.hash.length < 2) return false;
  try {
    const { game, node } = readLink(location.hash.slice(1), { ...USUAL, rows: settings.rows });
    open(game, node);
    return true;
  } catch (error) {
    toast(unreadText(error));
    return false;
  }
}
