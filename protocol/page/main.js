// The page at work: what happens, and what is heard from buttons, keys and stones.

import { BoardView, pointName, pointNamed } from "./board.js";
import { Client, EngineGone, serverWire, unpacked, workerWire } from "./client.js";
import { Display, nodeOf, showClock, showLevel } from "./display.js";
import { $, dialog, input, make, openDialog, toast } from "./elements.js";
import { Game } from "./game.js";
import { Lessons, lessonsOf } from "./lessons.js";
import { NotationError, readGame, readLink, RENJU, RULES } from "./notation.js";
import { Puzzles } from "./puzzles.js";
import { isKept, provedWinner } from "./review.js";
import { SHARES } from "./share.js";
import { isClosed, keep, page, readSettings, settings, turn, winning, words } from "./state.js";
import { filled, LANGUAGES } from "./words.js";

/** @typedef {import("./board.js").Point} Point */
/** @typedef {import("./engine.js").Line} Line */
/** @typedef {import("./game.js").GameNode} GameNode */
/** @typedef {import("./state.js").Certificate} Certificate */

const TABLE_BYTES = matchMedia("(pointer: coarse)").matches ? 32 << 20 : 128 << 20;
const REVIEW_MS = 500; // a position
const HINT_MS = 1500;
const TRY_MS = 3000; // to prove that a move keeps a proved win
const PROOF_MS = 10_000; // for a winning move; a proved win is found much sooner
const MOST_LINES = 5;
const PROOF_HEAD = [...new TextEncoder().encode("TENGENC1")]; // of a certificate's file
const ICONS = /** @type {Record<string, string>} */ ({
  first: "M6 5v14h2V5zm3.5 7L18 18V6z",
  back: "M15.5 5.5 9 12l6.5 6.5z",
  forward: "M8.5 5.5 15 12l-6.5 6.5z",
  last: "M16 5v14h2V5zM6 18l8.5-6L6 6z",
  "lessons-end": "M6.4 5 5 6.4 10.6 12 5 17.6 6.4 19 12 13.4 17.6 19 19 17.6 13.4 12 19 6.4 17.6 5 12 10.6z",
  bar: "M7 2v20h10V2zm2 2h6v8H9z",
  puzzles: "M10 3a2 2 0 0 1 4 0v2h5v5h-2a2 2 0 0 0 0 4h2v5h-5v-2a2 2 0 0 0-4 0v2H5v-5h2a2 2 0 0 0 0-4H5V5h5z",
  theme: "M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z",
});

/** @type {Client} */
let client;
/** @type {BoardView} */
let view;
/** @type {Puzzles} */
let puzzles;
/** @type {Display} */
let display;
const show = () => display.show();

// What happens.

/**
 * Show a node; then let Tengen answer, or analyse, if that is asked for. Tengen answers at the end of a game, and
 * in its midst if it may.
 * @param {GameNode} node
 * @param {boolean} [replies] whether Tengen may move although moves were played here
 */
async function go(node, replies = false) {
  if (page.swap === "asked") return;
  const mine = interrupt();
  const since = node === page.node ? page.since : performance.now();
  Object.assign(page, { node, lines: [], pointed: null, armed: "", task: "", since });
  show();
  await learn(page.game, node);
  if (mine !== page.epoch) return;
  show();
  if (node.look?.is_over || page.setUp || page.swap) return;
  const isOpen = !node.children.length && !page.isAnalysing;
  if (page.engines.includes(turn()) && (replies || isOpen)) await reply(mine);
  else if (page.isAnalysing && !page.lessons?.isAsked(node)) await analyse(mine);
}

/** End what is done for an older question; return the epoch of the new one. */
function interrupt() {
  client.stop();
  page.checking?.close();
  page.checking = null;
  return ++page.epoch;
}

/**
 * Learn what the rules say of a node. That a stone was a foul, only the position before it tells.
 * @param {Game} game
 * @param {GameNode} node
 */
async function learn(game, node) {
  const look = (/** @type {GameNode} */ at) => client.ask("look", { position: game.position(at) });
  if (node.look) return;
  const found = await look(node), { parent } = node;
  if (parent && game.rule === RENJU && node.colour === 1) {
    parent.look ??= await look(parent);
    if (parent.look?.forbidden.includes(node.move)) {
      Object.assign(found, { winner: 2, is_over: true, forbidden: [], foul: true });
    }
  }
  node.look = found;
}

/**
 * Have Tengen move.
 * @param {number} mine epoch
 */
async function reply(mine) {
  const known = await proved();
  if (mine !== page.epoch) return;
  if (known) return play(known);
  const limits = page.proof
    ? { ms: PROOF_MS } : { ms: Number(settings.seconds) * 1000, strength: settings.level };
  const result = await think("thinking", limits);
  if (mine !== page.epoch) return;
  page.task = "";
  if (result.move) await play(result.move);
}

/** Return the move that a certificate has for the position shown, "" without one. */
async function proved() {
  const { certificate, node, game } = page;
  if (!certificate || page.proof !== certificate.turn) return "";
  const moves = game.path(node).slice(1).map(({ move }) => move);
  const move = /** @type {string} */ (await certificate.prover.ask("answer", { moves }));
  if (move) node.proved = game.play(node, move).proved = certificate.turn;
  return move;
}

/**
 * Analyse the position until something else is done.
 * @param {number} mine epoch
 */
async function analyse(mine) {
  await think("analysing", { lines: settings.lines });
  if (mine !== page.epoch) return;
  page.task = "";
  show();
}

/**
 * Return what a think about the position finds; its lines are shown.
 * @param {string} task
 * @param {object} limits
 */
async function think(task, limits) {
  const { node, epoch } = page;
  const take = (/** @type {Line} */ line) => {
    if (epoch !== page.epoch) return;
    page.lines = Object.assign([...page.lines], { [line.rank - 1]: line }); // so that no row comes and goes
    if (line.rank === 1 && !isKept(node.line, line)) node.line = line;
    display.showSoon();
  };
  page.task = task;
  show();
  const result = await client.ask("think", { position: page.game.position(node), limits }, take);
  const best = bestLine(result);
  if (best && !page.lines.length) take(best);
  return result;
}

/**
 * Return the best line of a think, undefined without one. The engine has no moves for a position
 * that is lost in two plies, and reports no line there: then it is the move that would be played.
 * @param {{lines: Line[], move: string}} result
 * @returns {Line | undefined}
 */
function bestLine({ lines: [best], move }) {
  return best && !best.line.length && move ? { ...best, line: [move] } : best;
}

/**
 * Play a move at the node shown.
 * @param {string} move
 */
function play(move) {
  const { node, lessons } = page;
  if (lessons?.isAsked(node)) return tryMove(move);
  const child = page.game.play(node, move, page.engines.length > 0);
  child.spent ??= performance.now() - page.since;
  return go(child, true);
}

/**
 * A cell was chosen.
 * @param {Point} point
 * @param {Event} [event]
 */
function choose(point, event) {
  const name = pointName(point), { node } = page;
  if (page.setUp) return setCell(name);
  if (page.swap === "asked" || /thinking|reviewing|judging/.test(page.task) || node.look?.is_over) return;
  if (!page.game.isEmpty(node, name)) return;
  if (node.look?.forbidden.includes(name)) return toast(filled(words().forbidden, { move: name }));
  const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
  if (isTouch && settings.tapTwice && page.armed !== name) {
    page.armed = name;
    return show();
  }
  if (page.swap) return placeOfSwap(name);
  if (puzzles.isPlayed) return puzzles.play(name);
  play(name);
}

/** Take back the last move, and Tengen's with it. */
function undo() {
  let node = page.node.parent;
  const isAnswered = (/** @type {GameNode} */ at) =>
    puzzles.isAnswered(at) || page.engines.length === 1 && page.engines.includes(3 - at.colour);
  while (node?.parent && isAnswered(node)) node = node.parent;
  if (node) go(node);
}

function back() {
  if (page.node.parent) go(page.node.parent);
}

function forward() {
  if (page.node.children.length) go(page.node.children[0]);
}

/** Play the best move for whoever is to move. */
async function playBest() {
  if (page.task === "thinking") return client.stop();
  if (page.lessons?.isAsked(page.node)) return showAnswer();
  if (page.node.look?.is_over || isClosed(puzzles)) return;
  const mine = interrupt();
  const known = page.lines[0]?.line[0];
  if (known && page.task === "analysing") return play(known);
  page.lines = [];
  const result = await think("thinking", { ms: HINT_MS });
  if (mine !== page.epoch) return;
  page.task = "";
  if (result.move) await play(result.move);
}

/** Begin or end showing a proof: the winner answers whatever the loser plays. */
function toggleProof() {
  const proof = page.proof ? 0 : winning();
  Object.assign(page, { proof, isAnalysing: false });
  go(page.node, !!proof);
}

/** Switch the analysis on or off. */
function toggleAnalysis() {
  if (page.lessons?.isAsked(page.node) || isClosed(puzzles)) return;
  page.isAnalysing = !page.isAnalysing;
  go(page.node, false);
}

/** Stop whatever the engine does. */
function stop() {
  page.isAnalysing = false;
  if (/reviewing|checking/.test(page.task)) interrupt();
  else client.stop();
  if (page.task !== "thinking") page.task = "";
  show();
}

/** Judge every position of the game, the last one first. */
async function review() {
  if (isClosed(puzzles)) return;
  if (page.lessons) endLessons();
  const nodes = page.game.line(page.node);
  if (nodes.length < 2) return toast(words().emptyGame);
  const mine = interrupt();
  Object.assign(page, { task: "reviewing", isAnalysing: false, lines: [], pointed: null });
  for (const node of [...nodes].reverse()) {
    page.progress = filled(words().reviewing, { ply: node.ply, count: nodes.length - 1 });
    display.showSoon();
    await judge(node, REVIEW_MS);
    if (mine !== page.epoch) return;
  }
  Object.assign(page, { task: "", reviewed: nodes });
  show();
}

/**
 * Learn how a position stands.
 * @param {GameNode} node
 * @param {number} ms
 */
async function judge(node, ms) {
  const { game } = page, position = game.position(node);
  await learn(game, node);
  if (node.look?.is_over) return;
  const best = bestLine(await client.ask("think", { position, limits: { ms } }));
  if (best) node.line = best;
}

// Lessons: a better move is asked for where the review has found a mistake.

/** @param {number} [colour] the side that learns, else the person's, or the one with more to learn */
function beginLessons(colour) {
  const { reviewed, seats, task } = page;
  if (task === "reviewing") return;
  if (!reviewed.length) return toast(words().overLines);
  const counts = [1, 2].map((side) => lessonsOf(reviewed, side).length);
  const usual = seats.length ? 3 - seats[0] : counts[1] > counts[0] ? 2 : 1;
  const side = colour ?? (counts[usual - 1] ? usual : 3 - usual);
  if (!counts[side - 1]) return toast(words().noMistakes);
  Object.assign(page, { lessons: new Lessons(reviewed, side), proof: 0 });
  openLesson();
}

/** Show the position that the present lesson asks about, or the end. */
function openLesson() {
  const { lessons, node } = page, question = lessons?.question;
  page.isAnalysing = false;
  go(question ?? node);
  if (question && lessons) view.focus(/** @type {Point} */ (pointNamed(lessons.list[lessons.at].node.move)));
  $("top").scrollIntoView({ block: "nearest" });
}

/**
 * Judge a move that is to be better than the mistake.
 * @param {string} move
 */
async function tryMove(move) {
  const { game, node: question } = page, lessons = /** @type {Lessons} */ (page.lessons);
  const tried = lessons.tries.find((other) => other.move === move) ?? game.after(question, move);
  const mine = interrupt();
  Object.assign(page, { node: tried, task: "judging", lines: [], pointed: null, armed: "" });
  show();
  const isBest = move === question.line?.line[0];
  if (!isBest && !tried.line) await judge(tried, provedWinner(question) ? TRY_MS : REVIEW_MS);
  if (mine !== page.epoch) return;
  if (isBest || tried.line || tried.look?.is_over) lessons.take(tried);
  return backToLesson();
}

function showAnswer() {
  page.lessons?.reveal();
  return backToLesson();
}

/** Show the present lesson's position again. */
function backToLesson() {
  const { lessons } = page;
  if (!lessons?.question) return;
  if (!lessons.isOpen && $("board").contains(document.activeElement)) $("lesson-next").focus();
  return go(lessons.question);
}

/** Go to the next lesson; from the end, back to the game. */
function nextLesson() {
  const { lessons } = page;
  if (!lessons) return beginLessons();
  if (!lessons.question) return endLessons();
  lessons.next();
  openLesson();
}

function endLessons() {
  const { lessons, node } = page;
  page.lessons = null;
  go(lessons?.question ?? node);
}

// Games.

/**
 * Show a game from a node on.
 * @param {Game} game
 * @param {GameNode} [node]
 * @param {number[]} [seats] the colours that Tengen plays
 * @param {Certificate | null} [certificate] whose proof is shown
 */
function open(game, node = game.root, seats = [], certificate = null) {
  page.certificate?.prover.close();
  endQuestion();
  const proof = certificate ? certificate.turn : 0;
  Object.assign(page, { game, seats, certificate, proof, reviewed: [], lessons: null, setUp: false, swap: "" });
  view.resize(game.width, game.height);
  client.ask("forget");
  return go(node);
}

/** Begin the game that the settings describe. */
function newGame() {
  const [width, height] = settings.size === "other"
    ? [settings.width, settings.height] : [Number(settings.size), Number(settings.size)];
  const seats = settings.opponent === "tengen" ? [settings.side === "black" ? 2 : 1] : [];
  const game = new Game({
    width, height, rule: Number(settings.rule), turn: settings.opening === "whiteFirst" ? 2 : 1,
  });
  page.isAnalysing = false;
  if (settings.opening === "swap2") return beginSwap(game, seats);
  return open(game, game.root, seats);
}

// Swap2: three stones are placed; the other side takes a colour, or places two more.

/**
 * @param {Game} game
 * @param {number[]} seats
 */
async function beginSwap(game, seats) {
  open(game);
  if (seats[0] !== 1) { // who would have had Black places the stones
    page.swap = "three";
    return show();
  }
  const mine = page.epoch;
  const { moves } = await client.ask("swap2", { position: game.position(game.root) });
  if (mine === page.epoch) await placeAndAsk(moves);
}

/**
 * @param {string} name of the cell
 */
async function placeOfSwap(name) {
  const node = page.game.play(page.node, name), isLast = node.ply === (page.swap === "three" ? 3 : 5);
  if (!isLast) return go(node);
  await stay(node);
  if (page.node === node) await swapAnswer();
}

/**
 * Show the last stone of a step. Nothing else of the game is shown until the other side has chosen.
 * @param {GameNode} node
 */
function stay(node) {
  page.swap = "";
  const shown = go(node);
  page.swap = "asked";
  return shown;
}

/** The other side chooses: Tengen by the score, a person is asked. */
async function swapAnswer() {
  const { game, node, epoch: mine } = page;
  if (settings.opponent !== "tengen") return askSwap();
  page.task = "thinking";
  show();
  const { moves } = await client.ask("swap2", { position: game.position(node) });
  if (mine !== page.epoch) return;
  page.task = "";
  if (moves.length < 2) {
    const takes = moves.length ? 2 : 1; // to swap is to place nothing
    toast(filled(words().swapTook, { colour: takes }));
    return endSwap([takes]);
  }
  toast(words().swapTwo);
  await placeAndAsk(moves);
}

/**
 * Place Tengen's stones, and ask the person.
 * @param {string[]} moves
 */
async function placeAndAsk(moves) {
  let { node } = page;
  for (const move of moves) node = page.game.play(node, move);
  await stay(node);
  if (page.node === node) askSwap();
}

/** Ask a person to choose: after three stones also to place two more. */
function askSwap() {
  const box = dialog("ask-dialog"), isFirst = page.node.ply === 3;
  const answers = ["takeBlack", "takeWhite", ...(isFirst ? ["placeTwo"] : [])];
  $("ask-text").textContent = isFirst ? words().swapAsk : words().swapAsk5;
  $("ask-answers").replaceChildren(...answers.map((value) =>
    make("button", { value }, String(words()[/** @type {"takeBlack"} */ (value)]))));
  box.onclose = () => {
    if (!box.returnValue) return openDialog(box); // Esc is no answer
    const colour = { takeBlack: 1, takeWhite: 2 }[box.returnValue];
    if (box.returnValue === "placeTwo") {
      page.swap = "two";
      return show();
    }
    endSwap(settings.opponent === "tengen" && colour ? [3 - colour] : []);
  };
  openDialog(box);
}

/** Close the question, unanswered. */
function endQuestion() {
  const box = dialog("ask-dialog");
  box.onclose = null;
  box.close();
}

/** @param {number[]} seats */
function endSwap(seats) {
  Object.assign(page, { swap: "", seats });
  go(page.node, true);
}

// Set-up.

/** Begin or end setting up a position. */
function toggleSetUp() {
  dialog("share-dialog").close();
  const { game } = page;
  if (!page.setUp) {
    const stones = game.stonesAt(page.node);
    const { width, height, rule, walls } = game;
    const copy = new Game({ width, height, rule, walls: [...walls], stones, turn: turn() });
    open(copy);
    page.setUp = true;
    return show();
  }
  const counts = [1, 2].map((colour) => game.stones.filter((stone) => stone[1] === colour).length);
  const { width, height, rule, walls, stones } = game;
  return open(new Game({ width, height, rule, walls, stones, turn: counts[0] > counts[1] ? 2 : 1 }));
}

/** @param {string} name */
function setCell(name) {
  const { game } = page;
  const colour = game.stones.find(([cell]) => cell === name)?.[1] ?? 0;
  const isWall = game.walls.includes(name);
  game.stones = game.stones.filter(([cell]) => cell !== name);
  game.walls = game.walls.filter((cell) => cell !== name);
  if (!isWall && colour < 2) game.stones.push([name, colour + 1]);
  else if (colour === 2) game.walls.push(name);
  show();
}

// What is opened.

/**
 * Open a certificate or a game from a file.
 * @param {File} file
 */
async function openFile(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isProof = PROOF_HEAD.every((sign, index) => bytes[index] === sign);
  return isProof ? openProof(bytes) : openText(new TextDecoder().decode(bytes));
}

/**
 * Check a certificate, and show its proof: its attacker answers every reply.
 * @param {Uint8Array | string} content of its file, or its twin in JSON
 * @param {(game: Game) => void} [claim] who is given the game before it is shown
 */
async function openProof(content, claim) {
  const mine = interrupt();
  dialog("share-dialog").close();
  const prover = new Client(workerWire($("prover").textContent ?? ""));
  Object.assign(page, { task: "checking", isAnalysing: false, checking: prover });
  show();
  try {
    const found = await prover.ask("check", { content });
    page.checking = null;
    const { width, height, rule, stones, walls, turn } = found;
    const game = new Game({ width, height, rule, stones, walls, turn });
    claim?.(game);
    return await open(game, game.root, [], { ...found, prover });
  } catch (error) {
    if (mine !== page.epoch) return; // it was ended
    prover.close();
    Object.assign(page, { task: "", checking: null });
    show();
    toast(filled(words().proofFails, { reason: error instanceof Error ? error.message : String(error) }));
  }
}

/**
 * Open a game from text, or a certificate; return whether it could be read.
 * @param {string} text
 */
function openText(text) {
  if (/^\s*\{/.test(text)) return !!openProof(text);
  try {
    const { width, height, rule } = page.game;
    const game = readGame(text, { width, height, rule });
    open(game, game.line(game.root).at(-1));
    $("text-error").textContent = "";
    return true;
  } catch (error) {
    $("text-error").textContent = unreadText(error);
    if (!dialog("share-dialog").open) toast($("text-error").textContent ?? "");
    return false;
  }
}

/** Play the move that is typed, or open the game. */
function readTyped() {
  const { value } = input("text"), move = value.trim().toLowerCase(), point = pointNamed(move);
  if (point && !page.game.isEmpty(page.node, move)) {
    $("text-error").textContent = filled(words().notPossible, { ply: page.node.ply + 1, move });
    return;
  }
  if (point) choose(point);
  else if (!openText(value)) return;
  $("text-error").textContent = "";
  dialog("share-dialog").close();
}

/** Ask for a move or a game, to be typed. */
function askToType() {
  dialog("share-dialog").showModal();
  input("text").focus();
  input("text").select();
}

/**
 * Return why a text can't be read.
 * @param {unknown} error
 */
function unreadText(error) {
  const reason = error instanceof NotationError ? filled(words()[error.reason], error.values) : String(error);
  return filled(words().unread, { reason });
}

/** Open the game that came with the page, with its review; return whether there is one. */
function openReview() {
  const given = JSON.parse($("game").textContent || "null");
  if (!given) return false;
  const game = readGame(given.sgf, { width: 15, height: 15, rule: 0 }), nodes = game.line(game.root);
  nodes.forEach((node, ply) => Object.assign(node, given.nodes[ply]));
  open(game, nodes[nodes.length - 1]);
  page.reviewed = nodes;
  show();
  return true;
}

/** Open the game of the page's address; return whether there is one. */
function openAddress() {
  if (location.hash.length < 2) return false;
  try {
    const { game, node } = readLink(location.hash.slice(1), { width: 15, height: 15, rule: 0 });
    open(game, node);
    return true;
  } catch (error) {
    toast(unreadText(error));
    return false;
  }
}

// What is heard.

const ACTIONS = /** @type {Record<string, () => void>} */ ({
  first: () => go(page.game.root),
  back, forward, undo,
  last: () => go(/** @type {GameNode} */ (page.game.line(page.node).at(-1))),
  best: playBest,
  analyse: toggleAnalysis,
  proof: toggleProof,
  "lesson-best": () => (page.lessons?.isAsked(page.node) ? showAnswer() : backToLesson()),
  "lesson-next": nextLesson,
  "lessons-end": endLessons,
  review: () => (page.task === "reviewing" ? stop() : review()),
  new: () => (page.setUp ? toggleSetUp() : openDialog(dialog("new-dialog"))),
  bar: () => change({ bar: !settings.bar }),
  numbers: () => change({ numbers: !settings.numbers }),
  share: () => dialog("share-dialog").showModal(),
  help: () => dialog("help-dialog").showModal(),
  theme: () => change({ theme: isDark() ? "light" : "dark" }),
  setup: toggleSetUp,
  file: () => input("file-input").click(),
  read: readTyped,
  puzzles: () => puzzles.toggle(),
  "puzzle-again": () => puzzles.again(),
  "puzzle-solution": () => puzzles.solve(),
  "puzzle-next": () => puzzles.next(),
});
// The buttons that keys press, and what has no button.
const KEYS = /** @type {Record<string, string | (() => void)>} */ ({
  ArrowLeft: "back", ArrowRight: "forward", Backspace: "undo", Home: "first", End: "last", " ": "analyse", s: stop,
  b: "best", u: "undo", r: "review", l: nextLesson, n: "new", p: "puzzles", "/": askToType, e: "bar", "#": "numbers",
  "?": "help",
});

/** @param {Partial<typeof settings>} changes */
function change(changes) {
  keep(changes);
  show();
}

const isDark = () => (settings.theme
  ? settings.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);

/**
 * Do what a key asks for. The box of a closed dialog keeps the focus until the page is drawn: it takes no keys.
 * @param {KeyboardEvent} event
 */
function press(event) {
  const isTaken = event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")
    || (event.target instanceof HTMLElement && event.target.closest("input, select, textarea")?.checkVisibility())
    || (event.key === " " && event.target instanceof HTMLButtonElement);
  const isForeign = /^[^ -~]$/.test(event.key); // a letter of another alphabet: the one beside it on the key counts
  const key = isForeign ? event.code.replace("Key", "") : event.key;
  const act = KEYS[key.length === 1 ? key.toLowerCase() : key];
  if (isTaken || !act) return;
  event.preventDefault();
  if (typeof act === "string") $(act).click(); // not where it is disabled
  else act();
}

function listen() {
  for (const [id, act] of Object.entries(ACTIONS)) $(id).addEventListener("click", act);
  document.addEventListener("keydown", press);
  for (const [name, path] of Object.entries(ICONS)) {
    $(name).innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
  }
  const languages = input("language");
  languages.append(...Object.entries(LANGUAGES).map(([value, { name }]) => make("option", { value, lang: value }, name)));
  languages.value = settings.language;
  languages.addEventListener("change", () => {
    change({ language: languages.value });
    display.showWords();
  });
  const lines = input("lines");
  lines.append(...Array.from({ length: MOST_LINES }, (_, index) => make("option", {}, String(index + 1))));
  lines.value = String(settings.lines);
  lines.addEventListener("change", () => {
    change({ lines: Number(lines.value) });
    if (page.isAnalysing) go(page.node);
  });
  listenToTable();
  listenToDialogs();
  for (const id of ["moves", "comment", "verdict", "sides", "lesson-list"]) $(id).addEventListener("click", follow);
  input("tap-twice").checked = settings.tapTwice;
  input("tap-twice").addEventListener("change", () => change({ tapTwice: input("tap-twice").checked }));
  $("graph").addEventListener("click", (event) => {
    const box = $("graph").getBoundingClientRect(), nodes = page.game.line(page.node);
    const ply = Math.round((event.clientX - box.left) / box.width * (nodes.length - 1));
    if (nodes.length > 1) go(nodes[Math.min(Math.max(ply, 0), nodes.length - 1)]);
  });
  document.addEventListener("paste", (event) => {
    if (event.target instanceof HTMLElement && event.target.closest("input, textarea")) return;
    const text = event.clipboardData?.getData("text") ?? "";
    if (text.trim()) openText(text);
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) openFile(file);
    else openText(event.dataTransfer?.getData("text") ?? "");
  });
  window.addEventListener("hashchange", openAddress);
  window.addEventListener("unhandledrejection", ({ reason }) => fail(reason));
  setInterval(() => page.node.look?.is_over || showClock(), 1000);
}

/**
 * Go where a button leads: to a node of the game, to a side's lessons, or to one of them.
 * @param {Event} event
 */
function follow({ target }) {
  const button = /** @type {HTMLElement} */ (target).closest("button");
  if (!button) return;
  const node = nodeOf.get(button), { learns, lesson } = button.dataset;
  if (node) go(node);
  if (learns) beginLessons(Number(learns));
  if (lesson) {
    page.lessons?.open(Number(lesson));
    openLesson();
  }
}

/**
 * Tell why the engine doesn't answer.
 * @param {Error} error
 */
function fail(error) {
  Object.assign(page, { task: "", isAnalysing: false });
  show();
  toast(error instanceof EngineGone ? words().gone : error.message);
}

function listenToTable() {
  const table = $("table");
  const point = (/** @type {HTMLElement | null} */ target) => {
    page.pointed = target;
    display.showBoard();
  };
  const end = () => point(null);
  for (const kind of ["pointerover", "focusin"]) {
    table.addEventListener(kind, ({ target }) => point(/** @type {HTMLElement} */ (target)));
  }
  table.addEventListener("focusout", end);
  table.addEventListener("pointerleave", ({ pointerType }) => pointerType === "touch" || end());
  document.addEventListener("pointerdown", ({ target }) => { // a line that was tapped stays until another tap
    if (page.pointed && !table.contains(/** @type {Node} */ (target))) end();
  });
  table.addEventListener("click", (event) => {
    const move = /** @type {HTMLElement} */ (event.target).dataset.play;
    if (move) play(move);
  });
}

function listenToDialogs() {
  const box = dialog("new-dialog"), form = /** @type {HTMLFormElement} */ (box.querySelector("form"));
  form.addEventListener("input", showLevel);
  box.addEventListener("close", () => {
    if (box.returnValue !== "start") return;
    const data = new FormData(form);
    const chosen = ["opponent", "side", "rule", "size", "opening"].map((name) => [name, String(data.get(name))]);
    change({
      ...Object.fromEntries(chosen), level: Number(input("level").value), seconds: input("seconds").value,
      width: Number(input("width").value), height: Number(input("height").value),
    });
    newGame();
  });
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-share]"))) {
    button.addEventListener("click", () => SHARES[button.dataset.share ?? ""](view.svg));
  }
  input("text").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !pointNamed(input("text").value.trim().toLowerCase())) return;
    event.preventDefault(); // a move is all that is to be typed
    readTyped();
  });
  input("file-input").addEventListener("change", async () => {
    const file = input("file-input").files?.[0];
    input("file-input").value = ""; // the same file may be chosen again
    if (file && await openFile(file)) dialog("share-dialog").close();
  });
}

/**
 * Start the engine that came with the page; return what it says.
 * @param {string} packed
 */
async function startEngine(packed) {
  const { parts, ...data } = await unpacked(packed);
  const module = await WebAssembly.compile(parts.kernels);
  const named = (/** @type {string} */ kind) => Object.fromEntries(Object.keys(RULES).map((rule) =>
    [rule, parts[`${kind}-${rule}`]]));
  return client.ask("start", {
    module,
    data: { ...data, tables: named("tables"), networks: named("network"), openings: named("swap2") },
    tableBytes: TABLE_BYTES,
  });
}

async function begin() {
  readSettings();
  page.node = page.game.root;
  view = new BoardView($("board"), { choose, hover: () => {} });
  view.resize(page.game.width, page.game.height);
  const packed = $("data").textContent;
  client = new Client(packed ? workerWire($("worker").textContent ?? "") : serverWire());
  puzzles = new Puzzles({ go, open, show, prove: openProof, ask: (...all) => client.ask(...all) });
  display = new Display(view, puzzles);
  listen();
  display.showWords();
  const { game = "" } = await (packed ? startEngine(packed) : client.ask("start"));
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
  if (!openAddress() && !openReview() && !(game && openText(game))) newGame();
}

/** For tests: what the page asks, they can ask too. */
Object.assign(window, { tengen: { page, settings, ask: (/** @type {any[]} */ ...all) => client.ask(.../** @type {[string]} */ (all)) } });

begin();
