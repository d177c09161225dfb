// The page: what is shown, and what the buttons, keys and stones do.

import { Bar, standing } from "./bar.js";
import { BoardView, pointName, pointNamed } from "./board.js";
import { Client, EngineGone, serverWire, unpacked, workerWire } from "./client.js";
import { Game } from "./game.js";
import { graphOf } from "./graph.js";
import { Lessons, lessonsOf } from "./lessons.js";
import { linkOf, movesText, NotationError, psqOf, readGame, readLink, RENJU, RULES, sgfOf } from "./notation.js";
import { Puzzles } from "./puzzles.js";
import { blackRate, chance, isKept, mistakes, provedFrom, provedWinner, worst } from "./review.js";
import { filled, LANGUAGES, usualLanguage } from "./words.js";

/** @typedef {import("./game.js").GameNode} GameNode */
/** @typedef {import("./engine.js").Line} Line */
/** @typedef {import("./board.js").Point} Point */
/** @typedef {import("./prover.js").Proved & {prover: Client}} Certificate */

const TABLE_BYTES = matchMedia("(pointer: coarse)").matches ? 32 << 20 : 128 << 20;
const REVIEW_MS = 500; // a position
const HINT_MS = 1500;
const TRY_MS = 3000; // to prove that a move keeps a proved win
const PROOF_MS = 10_000; // for a winning move; a proved win is found much sooner
const SECONDS = [0.5, 1, 2, 5, 15, 60];
const MOST_LINES = 5;
const SIZES = ["15", "19", "20", "other"];
const PROOF_HEAD = [...new TextEncoder().encode("TENGENC1")]; // of a certificate's file
const SAVED = "tengen"; // the settings in the browser's store
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

const settings = {
  language: usualLanguage(), theme: "", lines: 3, bar: true, numbers: false,
  tapTwice: matchMedia("(pointer: coarse) and (max-width: 500px)").matches,
  opponent: "tengen", side: "black", rule: "0", size: "15", width: 15, height: 15, level: 60,
  seconds: "2", opening: "free",
};
const page = {
  game: new Game({ width: 15, height: 15, rule: 0 }),
  node: /** @type {GameNode} */ ({}),
  engines: /** @type {number[]} */ ([]), // the colours that Tengen plays
  lines: /** @type {Line[]} */ ([]), // of the position shown, the best first
  preview: /** @type {string[]} */ ([]), // the moves of a line that is played out
  task: "", // what the engine does: "thinking", "analysing", "reviewing", "judging" a try, or nothing
  isAnalysing: false, // whether every position is to be analysed
  lessons: /** @type {Lessons | null} */ (null), // the mistakes that a person learns from
  reviewed: /** @type {GameNode[]} */ ([]), // the line that was reviewed
  progress: "",
  proof: 0, // the colour whose proved win is shown: it answers every reply
  certificate: /** @type {Certificate | null} */ (null), // of the game's first position
  setUp: false, // whether clicks set up a position
  swap: "", // the step of swap2 that a person is at: "three", "two" or nothing
  armed: "", // the cell that a first tap has chosen
  epoch: 0, // counts what the person did: answers to older questions are dropped
  since: performance.now(), // when the position was shown
};
/** @type {Client} */
let client;
/** @type {BoardView} */
let view;
/** @type {Bar} */
let bar;
/** @type {Puzzles} */
let puzzles;

/** @param {string} id */
const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ ($(id));
const dialog = (/** @type {string} */ id) => /** @type {HTMLDialogElement} */ ($(id));
const words = () => LANGUAGES[settings.language];
const colourName = (/** @type {number} */ colour) => (colour === 1 ? words().black : words().white);
const turn = () => 3 - page.node.colour;
// Whether the engine is not to be asked: a position is set up, swap2 is played, or a puzzle is shown.
const isClosed = () => page.setUp || !!page.swap || puzzles.isOn;

/**
 * Return an element.
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 */
function make(tag, attributes = {}, ...children) {
  const found = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
  found.append(...children);
  return found;
}

// What happens.

/**
 * Show a node; then let Tengen answer, or analyse, if that is asked for.
 * @param {GameNode} node
 * @param {boolean} [replies] whether Tengen may move
 */
async function go(node, replies = false) {
  const mine = ++page.epoch;
  client.stop();
  Object.assign(page, { node, lines: [], preview: [], armed: "", task: "", since: performance.now() });
  show();
  await learn(page.game, node);
  if (mine !== page.epoch) return;
  show();
  if (node.look?.is_over || page.setUp || page.swap) return;
  if (replies && page.engines.includes(turn())) await reply(mine);
  else if (page.isAnalysing && !page.lessons?.isAsked(node)) await analyse(mine);
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
function think(task, limits) {
  const { node, epoch } = page;
  page.task = task;
  show();
  return client.ask("think", { position: page.game.position(node), limits }, (line) => {
    if (epoch !== page.epoch) return;
    page.lines = Object.assign([...page.lines], { [line.rank - 1]: line }); // so that no row comes and goes
    if (line.rank === 1 && !isKept(node.line, line)) node.line = line;
    showSoon();
  });
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
  if (/thinking|reviewing|judging/.test(page.task) || node.look?.is_over) return;
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
  while (node?.parent && page.engines.length === 1 && page.engines.includes(3 - node.colour)) {
    node = node.parent;
  }
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
  if (page.node.look?.is_over || isClosed()) return;
  const mine = ++page.epoch;
  client.stop();
  const known = page.lines[0]?.line[0];
  if (known && page.task === "analysing") return play(known);
  page.lines = [];
  const result = await think("thinking", { ms: HINT_MS });
  if (mine !== page.epoch) return;
  page.task = "";
  if (result.move) await play(result.move);
}

/** Return the colour that is proved to win in the position shown, 0 for none. */
function winning() {
  if (page.node.proved) return page.node.proved;
  const mate = (page.lines[0] ?? page.node.line)?.mate ?? 0;
  return mate > 0 ? turn() : mate < 0 ? 3 - turn() : 0;
}

/** Begin or end showing a proof: the winner answers whatever the loser plays. */
function toggleProof() {
  const proof = page.proof ? 0 : winning();
  Object.assign(page, { proof, engines: proof ? [proof] : [], isAnalysing: false });
  go(page.node, true);
}

/** Switch the analysis on or off. */
function toggleAnalysis() {
  if (page.lessons?.isAsked(page.node) || isClosed()) return;
  page.isAnalysing = !page.isAnalysing;
  go(page.node, false);
}

/** Stop whatever the engine does. */
function stop() {
  page.isAnalysing = false;
  if (page.task === "reviewing" || page.task === "checking") page.epoch++;
  client.stop();
  if (page.task !== "thinking") page.task = "";
  show();
}

/** Judge every position of the game, the last one first. */
async function review() {
  if (isClosed()) return;
  if (page.lessons) endLessons();
  const nodes = page.game.line(page.node);
  if (nodes.length < 2) return toast(words().emptyGame);
  const mine = ++page.epoch;
  client.stop();
  Object.assign(page, { task: "reviewing", isAnalysing: false, reviewed: nodes, lines: [], preview: [] });
  for (const node of [...nodes].reverse()) {
    page.progress = filled(words().reviewing, { ply: node.ply, count: nodes.length - 1 });
    showSoon();
    await judge(node, REVIEW_MS);
    if (mine !== page.epoch) return;
  }
  page.task = "";
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
  const { lines } = await client.ask("think", { position, limits: { ms } });
  if (lines[0]) node.line = lines[0];
}

// Lessons: a better move is asked for where the review has found a mistake.

/** @param {number} [colour] the side that learns, else the person's, or the one with more to learn */
function beginLessons(colour) {
  const { reviewed, proof, task } = page, engines = proof ? [] : page.engines;
  if (task === "reviewing") return;
  if (!reviewed.length) return toast(words().overLines);
  const counts = [1, 2].map((side) => lessonsOf(reviewed, side).length);
  const usual = engines.length ? 3 - engines[0] : counts[1] > counts[0] ? 2 : 1;
  const side = colour ?? (counts[usual - 1] ? usual : 3 - usual);
  if (!counts[side - 1]) return toast(words().noMistakes);
  Object.assign(page, { lessons: new Lessons(reviewed, side, engines), engines: [], proof: 0 });
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
  const mine = ++page.epoch;
  client.stop();
  Object.assign(page, { node: tried, task: "judging", lines: [], preview: [], armed: "" });
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
  Object.assign(page, { lessons: null, engines: lessons?.engines ?? [] });
  go(lessons?.question ?? node);
}

// Games.

/**
 * Show a game from a node on.
 * @param {Game} game
 * @param {GameNode} [node]
 * @param {number[]} [engines] the colours that Tengen plays
 * @param {Certificate | null} [certificate] whose proof is shown
 */
function open(game, node = game.root, engines = [], certificate = null) {
  page.certificate?.prover.wire.close?.();
  const proof = certificate ? certificate.turn : 0;
  Object.assign(page, { game, engines, certificate, proof, reviewed: [], lessons: null, setUp: false, swap: "" });
  view.resize(game.width, game.height);
  client.ask("forget");
  return go(node, true);
}

/** Begin the game that the settings describe. */
function newGame() {
  const [width, height] = settings.size === "other"
    ? [settings.width, settings.height] : [Number(settings.size), Number(settings.size)];
  const engine = settings.opponent === "tengen" ? [settings.side === "black" ? 2 : 1] : [];
  const game = new Game({
    width, height, rule: Number(settings.rule), turn: settings.opening === "whiteFirst" ? 2 : 1,
  });
  page.isAnalysing = false;
  if (settings.opening === "swap2") return beginSwap(game, engine);
  return open(game, game.root, engine);
}

// Swap2: three stones are placed; the other side takes a colour, or places two more.

/**
 * @param {Game} game
 * @param {number[]} engine
 */
async function beginSwap(game, engine) {
  open(game);
  const isOurs = engine[0] === 1; // who would have had Black places the stones
  if (!isOurs) {
    page.swap = "three";
    return show();
  }
  const { moves } = await client.ask("swap2", { position: game.position(game.root) });
  let node = game.root;
  for (const move of moves) node = game.play(node, move);
  page.swap = "asked";
  await go(node);
  askSwap(words().swapAsk, ["takeBlack", "takeWhite", "placeTwo"]);
}

/**
 * @param {string} name of the cell
 */
async function placeOfSwap(name) {
  const { game } = page, node = game.play(page.node, name);
  const step = page.swap;
  await go(node);
  if (node.ply === 3 && step === "three") await swapAnswer();
  if (node.ply === 5 && step === "two") await swapAnswer();
}

/** The other side chooses: Tengen by the score, a person is asked. */
async function swapAnswer() {
  if (settings.opponent !== "tengen") {
    const answers = page.node.ply === 3 ? ["takeBlack", "takeWhite", "placeTwo"] : ["takeBlack", "takeWhite"];
    return askSwap(page.node.ply === 3 ? words().swapAsk : words().swapAsk5, answers);
  }
  Object.assign(page, { swap: "asked", task: "thinking" });
  show();
  const { moves } = await client.ask("swap2", { position: page.game.position(page.node) });
  page.task = "";
  if (moves.length < 2) {
    const takes = moves.length ? 2 : 1; // to swap is to place nothing
    toast(filled(words().swapTook, { colour: takes }));
    return endSwap([takes]);
  }
  let { node } = page;
  for (const move of moves) node = page.game.play(node, move);
  await go(node);
  toast(words().swapTwo);
  askSwap(words().swapAsk5, ["takeBlack", "takeWhite"]);
}

/**
 * @param {string} question
 * @param {string[]} answers
 */
function askSwap(question, answers) {
  const box = dialog("ask-dialog");
  $("ask-text").textContent = question;
  $("ask-answers").replaceChildren(...answers.map((value) =>
    make("button", { value }, String(words()[/** @type {"takeBlack"} */ (value)]))));
  box.onclose = () => {
    const colour = { takeBlack: 1, takeWhite: 2 }[box.returnValue];
    if (box.returnValue === "placeTwo") {
      page.swap = "two";
      return show();
    }
    endSwap(settings.opponent === "tengen" && colour ? [3 - colour] : []);
  };
  box.showModal();
}

/** @param {number[]} engines */
function endSwap(engines) {
  Object.assign(page, { swap: "", engines });
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

// Sharing.

const SHARES = /** @type {Record<string, () => void>} */ ({
  link: copyLink,
  moves: () => copy(movesText(page.game, page.node)),
  sgf: () => save("tengen.sgf", sgfOf(page.game), "application/x-go-sgf"),
  psq: () => save("tengen.psq", psqOf(page.game, page.node), "text/plain"),
  svg: () => save("tengen.svg", pictureText(), "image/svg+xml"),
  png: () => savePng(),
});

/**
 * Copy a link to a page that others can reach. The address of a file, or of a server for this machine,
 * with its secret, is of no use to them: where the page has such a one, copy the game alone.
 */
function copyLink() {
  const game = linkOf(page.game, page.node);
  const isPublic = $("data").textContent && location.protocol.startsWith("http");
  return isPublic ? copy(location.href.split("#")[0] + game) : copy(game, words().copiedGame);
}

/**
 * @param {string} text
 * @param {string} said when it is done
 */
async function copy(text, said = words().copied) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const box = input("text"); // where the browser keeps the clipboard to itself
    box.value = text;
    box.select();
    if (!document.execCommand("copy")) return; // it stays selected, to be copied by hand
  }
  toast(said);
}

/**
 * @param {string} file
 * @param {string | Blob} content
 * @param {string} [type]
 */
function save(file, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  make("a", { href: url, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  toast(filled(words().saved, { file }));
}

/** Return the board as an SVG file, with its styles in it. */
function pictureText() {
  const picture = /** @type {SVGElement} */ (view.svg.cloneNode(true));
  const shown = view.svg.querySelectorAll("*"), copied = picture.querySelectorAll("*");
  const kept = ["fill", "stroke", "stroke-width", "stroke-linecap", "opacity", "font-size", "font-weight", "text-anchor"];
  shown.forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const name of kept) copied[index].setAttribute(name, style.getPropertyValue(name));
  });
  picture.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  picture.setAttribute("font-family", "system-ui, sans-serif");
  picture.setAttribute("width", String(Math.round(32 * Number(picture.getAttribute("viewBox")?.split(" ")[2]))));
  return new XMLSerializer().serializeToString(picture);
}

async function savePng() {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(pictureText())}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * image.width;
  canvas.height = 2 * image.height;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((content) => content && save("tengen.png", content));
}

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
  const mine = ++page.epoch;
  client.stop();
  dialog("share-dialog").close();
  Object.assign(page, { task: "checking", isAnalysing: false });
  show();
  const prover = new Client(workerWire($("prover").textContent ?? ""));
  try {
    const found = await prover.ask("check", { content });
    if (mine !== page.epoch) return prover.wire.close?.();
    const { width, height, rule, stones, walls, turn } = found;
    const game = new Game({ width, height, rule, stones, walls, turn });
    claim?.(game);
    return await open(game, game.root, [turn], { ...found, prover });
  } catch (error) {
    prover.wire.close?.();
    if (mine !== page.epoch) return;
    page.task = "";
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
  if (point && page.game.isEmpty(page.node, move)) choose(point);
  else if (!openText(value)) return;
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

/** @param {string} text */
function toast(text) {
  const box = $("toast");
  if (box.matches(":popover-open")) box.hidePopover();
  box.showPopover(); // above a dialog that is open
  box.textContent = text;
  box.classList.add("on");
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => box.classList.remove("on"), 3500);
}
toast.timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);

// What is shown. Everything follows from `page` and `settings`.

let isWaiting = false;

/** Show once before the next frame, however often it is asked for. */
function showSoon() {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => {
    isWaiting = false;
    show();
  });
}

function show() {
  showStatus();
  showBoard();
  showBar();
  showPlayers();
  showTable();
  showCourse();
  showMoves();
  showControls();
  showLessons();
  puzzles.show();
}

function statusText() {
  const text = words(), { node } = page, { look } = node;
  if (page.setUp) return text.setUpHelp;
  if (page.swap === "three") return text.swapPlace;
  if (page.swap === "two") return text.swapPlaceTwo;
  if (page.task === "reviewing") return page.progress;
  if (page.task === "checking") return text.proofChecking;
  if (puzzles.isPlayed && !page.armed) return puzzles.status();
  if (look?.foul) return filled(text.foul, { move: node.move });
  if (look?.winner) return filled(text.wins, { colour: look.winner });
  if (look?.is_over) return text.draw;
  const colour = turn(), mate = (page.lines[0] ?? node.line)?.mate ?? 0;
  if (page.armed) return filled(text.tapAgain, { move: page.armed });
  if (page.task === "judging") return filled(text.judging, { move: node.move });
  const said = page.lessons?.said(node);
  if (said) return filled(text[/** @type {"isBest"} */ (said.key)], said.values);
  if (page.proof && page.proof !== colour) return filled(text.proofHelp, { colour: page.proof });
  if (page.task === "thinking") return filled(text.thinking, { colour });
  if (mate) return filled(mate > 0 ? text.provedWin : text.provedLoss, { colour, count: Math.abs(mate) });
  return filled(text.turn, { colour });
}

function showStatus() {
  const status = $("status"), { look } = page.node;
  const text = statusText();
  if (status.textContent !== text) status.textContent = text;
  const isOfNone = page.setUp || /reviewing|checking/.test(page.task);
  status.dataset.colour = isOfNone ? "" : String(look?.winner || 3 - nodeShown().colour);
  status.dataset.tone = page.armed ? "" : page.lessons?.said(page.node)?.tone ?? puzzles.tone;
  status.classList.toggle("busy", page.task === "thinking" || page.task === "judging");
  const { width, height, rule } = page.game;
  const rules = words()[/** @type {"rule0"} */ (`rule${rule}`)];
  $("terms").textContent = `${rules} · ${width} × ${height}`;
  const isBusy = !!page.lessons || /thinking|reviewing|checking/.test(page.task);
  $("proof").hidden = puzzles.isOn || !page.proof && (isBusy || !winning() || !!look?.is_over);
  $("proof").setAttribute("aria-pressed", String(page.proof > 0));
  $("proof").textContent = page.proof ? words().close : words().showProof;
}

function showBoard() {
  const { game, node } = page, text = words();
  const point = (/** @type {string} */ name) => /** @type {Point} */ (pointNamed(name));
  const setBefore = game.stones.length;
  const stones = game.stonesAt(node).map(([name, colour], index) =>
    ({ ...point(name), colour, number: index < setBefore ? undefined : index - setBefore + 1 }));
  const names = new Map(stones.map((stone) => [pointName(stone), stone]));
  const ghosts = page.preview.map((name, index) =>
    ({ ...point(name), colour: index % 2 ? node.colour : turn(), number: index + 1, ghost: true }));
  const armed = page.armed ? [{ ...point(page.armed), colour: turn(), ghost: true }] : [];
  const forbidden = new Set(node.look?.forbidden ?? []);
  const home = $("board");
  home.classList.toggle("playable", !node.look?.is_over && page.task !== "thinking");
  home.dataset.turn = String(turn());
  view.grid.setAttribute("aria-label", filled(text.boardLabel, { width: game.width, height: game.height }));
  view.show({
    stones: [...stones, ...ghosts, ...armed],
    walls: game.walls.map(point),
    last: node.move ? point(node.move) : undefined,
    foul: node.look?.foul,
    five: (node.look?.five ?? []).map(point),
    forbidden: [...forbidden].map(point),
    marks: page.preview.length ? [] : marks(),
    numbers: settings.numbers,
    label: (at) => {
      const cell = pointName(at), stone = names.get(cell);
      if (stone) {
        return filled(text.cellStone, { cell, colour: stone.colour, ply: stone.number ?? "" }).trim();
      }
      if (game.walls.includes(cell)) return filled(text.cellWall, { cell });
      return filled(forbidden.has(cell) ? text.cellForbidden : text.cell, { cell });
    },
  });
  for (const cell of /** @type {NodeListOf<HTMLElement>} */ (view.grid.querySelectorAll("[data-cell]"))) {
    const name = cell.dataset.cell ?? "";
    cell.classList.toggle("free", game.isEmpty(node, name) && !forbidden.has(name));
  }
}

/** Show the bar, but not in a game against Tengen: there it would be a hint that nobody has asked for. */
function showBar() {
  const { game, node, engines, proof, isAnalysing, reviewed, task } = page, text = words();
  const isAsked = settings.bar && (!engines.length || proof || isAnalysing || reviewed.includes(node));
  const isThinking = /thinking|analysing|judging/.test(task);
  const found = isAsked ? standing(game.path(node), isThinking) : null;
  const told = found?.winner
    ? filled(text.wins, { colour: found.winner }) : `${Math.round(100 * (found?.rate ?? 0))} %`;
  bar.show(found, isThinking, text.course, told);
}

/**
 * Return the lines to show: those found, or else what an earlier analysis or a review has found.
 * @returns {import("./lessons.js").TriedLine[]}
 */
function linesShown() {
  const { node, lines, engines, reviewed, lessons } = page;
  if (lessons) return !lines.length && node === lessons.question ? lessons.lines() : lines;
  const isKept = !lines.length && node.line && (!engines.length || reviewed.includes(node));
  return isKept ? [/** @type {Line} */ (node.line)] : lines;
}

/** Return the marks of the analysis: the best moves with their chances. */
function marks() {
  if (page.task === "thinking" || page.task === "judging") return [];
  return linesShown().filter(({ line }) => line.length).map((line, index) => {
    const kind = line.isBad || line.mate < 0 ? "lost" : line.mate > 0 ? "won" : index ? "other" : "first";
    return { .../** @type {Point} */ (pointNamed(line.line[0])), text: rateText(line), kind };
  });
}

/** @param {Line} line */
function rateText(line) {
  if (line.mate) return `${line.mate > 0 ? "+" : "−"}${Math.abs(line.mate)}`;
  return String(Math.round(chance(line) * 100));
}

function showPlayers() {
  const path = page.game.path(page.node);
  $("players").replaceChildren(...[1, 2].map((colour) => {
    const isOn = !page.node.look?.is_over && turn() === colour;
    const spent = path.filter((node) => node.colour === colour)
      .reduce((sum, node) => sum + (node.spent ?? 0), 0);
    const name = page.engines.includes(colour)
      ? (page.proof ? "Tengen" : filled(words().computer, { level: settings.level }))
      : page.game.players[colour] || (page.engines.length ? words().you : colourName(colour));
    return make("div", { class: `player ${colour === 1 ? "black" : "white"}${isOn ? " on" : ""}` },
      make("i", { "aria-hidden": "true" }), make("b", {}, name),
      make("time", {}, clockText(spent)));
  }));
}

/** @param {number} ms */
function clockText(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function showTable() {
  const lines = linesShown(), text = words();
  const isShown = lines.length > 0 && !/thinking|judging/.test(page.task);
  $("table").style.setProperty("--rows", String(settings.lines)); // so that nothing moves when they come
  $("table").replaceChildren(isShown
    ? make("table", {}, make("tbody", {}, ...lines.filter(({ line }) => line.length).map(lineRow)))
    : make("p", { class: "empty" }, noLinesText()));
  const best = lines[0];
  const short = (/** @type {number} */ count) =>
    count.toLocaleString(settings.language, { notation: "compact", maximumSignificantDigits: 3 });
  $("speed").textContent = best?.nodes && isShown ? filled(text.depth, {
    depth: [best.depth, ...(best.selective_depth > best.depth ? [best.selective_depth] : [])].join("–"),
    nodes: short(best.nodes), speed: short(best.nodes / Math.max(best.ms, 1) * 1000),
  }) : "";
}

/** Return what stands where lines would. */
function noLinesText() {
  const text = words(), { certificate, proof, node, reviewed } = page;
  if (page.lessons || page.task === "reviewing") return "";
  if (proof && certificate) {
    const { turn: colour, plies: count, nodes } = certificate;
    return filled(text.proofHolds, { colour, count, nodes: nodes.toLocaleString(settings.language) });
  }
  if (node.look?.is_over) return reviewed.length ? text.overReviewed : text.overLines;
  return proof ? filled(text.proofHelp, { colour: proof }) : text.noLines;
}

/** @param {import("./lessons.js").TriedLine} line */
function lineRow(line) {
  const button = make("button", { type: "button", "data-play": line.line[0] }, line.line[0]);
  const rate = line.mate ? `${line.mate > 0 ? "+" : "−"}${Math.abs(line.mate)}` : `${(chance(line) * 100).toFixed(1)} %`;
  const moves = line.line.slice(1).flatMap((move, index) =>
    [make("span", { class: "move", "data-upto": String(index + 2) }, move), " "]);
  return make("tr", { "data-line": line.line.join(" ") },
    make("td", {}, button), make("td", {}, make("span", {
      class: `rate${line.isBad ? " bad" : line.mate < 0 ? " lost" : ""}`,
      title: line.mate ? "" : `${line.score > 0 ? "+" : ""}${line.score}`,
    }, rate)),
    make("td", {}, ...moves));
}

/** Return the node of the game that is shown; a move that is being judged is none of its moves. */
function nodeShown() {
  const { node, task } = page;
  return task === "judging" && node.parent || node;
}

function showCourse() {
  const nodes = page.game.line(nodeShown()), text = words();
  const slips = new Map(mistakes(nodes).map((mistake) => [mistake.node, mistake.kind]));
  const points = nodes.map((node) => ({ ply: node.ply, rate: blackRate(node), mistake: slips.get(node) }));
  const known = points.filter(({ rate }) => rate !== undefined);
  $("graph").replaceChildren(known.length > 1
    ? graphOf(points, page.node.ply, text.course) : make("p", { class: "empty" }, text.noCourse));
  const isTold = page.reviewed.length && page.task !== "reviewing" && !page.lessons;
  $("verdict").replaceChildren(...(isTold ? verdicts() : []));
  $("sides").replaceChildren(...(isTold ? lessonSides() : []));
}

/** Return what the review says. */
function verdicts() {
  const text = words(), nodes = page.reviewed, proved = provedFrom(nodes);
  const found = [];
  if (proved) {
    const values = { colour: proved.loser, ply: proved.node.ply, last: proved.held?.ply ?? 0 };
    found.push(verdict(filled(proved.held ? text.provedFrom : text.provedFromStart, values), proved.node));
  }
  const listed = worst(mistakes(nodes));
  for (const { node, loss, better } of listed) {
    const values = { ply: node.ply, move: node.move, loss: Math.round(loss * 100), better };
    found.push(verdict(filled(text.worst, values), node));
  }
  if (!listed.length && !proved) found.push(make("p", { class: "empty" }, text.noMistakes));
  return found;
}

/** Return the buttons that begin lessons. */
function lessonSides() {
  const counts = [1, 2].map((colour) => ({ colour, count: lessonsOf(page.reviewed, colour).length }))
    .filter(({ count }) => count);
  const buttons = counts.map(({ colour, count }) => {
    const button = make("button", { type: "button", class: colour === 1 ? "black" : "white" },
      make("i", { "aria-hidden": "true" }), `${colourName(colour)} ${count}`);
    button.addEventListener("click", () => beginLessons(colour));
    return button;
  });
  return counts.length ? [make("h3", {}, words().learn), ...buttons] : [];
}

/** Show the lessons in place of the analysis, and their buttons in place of others. */
function showLessons() {
  const { lessons, node, task } = page, text = words();
  document.body.toggleAttribute("data-lessons", !!lessons);
  for (const id of ["lessons", "lesson-controls"]) $(id).hidden = !lessons;
  for (const id of ["analysis-head", "game-controls"]) $(id).hidden = !!lessons;
  if (!lessons) return;
  const signs = { found: "✓", shown: "◦", skipped: "–", "": "" };
  $("lesson-list").replaceChildren(...lessons.list.map(({ node: { ply, move }, outcome }, at) => {
    const button = make("button", {
      type: "button", class: outcome, ...(at === lessons.at ? { "aria-current": "step" } : {}),
    }, make("small", {}, String(ply)), `${move} ${signs[outcome]}`);
    button.addEventListener("click", () => {
      lessons.open(at);
      openLesson();
    });
    return make("li", {}, button);
  }));
  const { key, values } = lessons.mistake();
  $("lesson-text").textContent = filled(text[/** @type {"learnAgain"} */ (key)], values);
  const isAway = !!lessons.question && node !== lessons.question && task !== "judging";
  const best = /** @type {HTMLButtonElement} */ ($("lesson-best"));
  best.textContent = isAway ? text.backToLesson : text.showMove;
  best.disabled = !isAway && !lessons.isOpen;
  $("lesson-next").textContent = lessons.isOpen ? text.skip : lessons.question ? text.next : text.close;
  $("lesson-next").classList.toggle("main", !lessons.isOpen);
}

/**
 * @param {string} text
 * @param {GameNode} node
 */
function verdict(text, node) {
  const button = make("button", { type: "button" }, text);
  button.addEventListener("click", () => go(node));
  return button;
}

function showMoves() {
  const nodes = page.game.line(nodeShown()).slice(1), text = words();
  const slips = new Map(mistakes([page.game.root, ...nodes]).map(({ node, kind }) => [node, kind]));
  $("moves").replaceChildren(...nodes.map((node) => {
    const isVaried = (node.parent?.children.length ?? 1) > 1;
    const button = make("button", {
      type: "button", class: `${slips.get(node) ?? ""}${isVaried ? " variation" : ""}`,
      ...(node === page.node ? { "aria-current": "step" } : {}),
    }, make("small", {}, String(node.ply)), node.move);
    button.addEventListener("click", () => go(node));
    return make("li", {}, button);
  }));
  const current = $("moves").querySelector("[aria-current]");
  if (current instanceof HTMLElement) {
    const box = $("moves"), top = current.offsetTop - box.offsetTop;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + current.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = top + current.offsetHeight - box.clientHeight;
    }
  }
  const others = page.node.parent?.children.filter((node) => node !== page.node) ?? [];
  $("comment").replaceChildren(
    ...(nodes.length ? [] : [make("span", { class: "empty" }, text.noMoves)]),
    page.node.comment,
    ...others.map((node) => {
      const button = make("button", { type: "button" }, `${node.ply} ${node.move}`);
      button.addEventListener("click", () => go(node));
      return button;
    }));
}

function showControls() {
  const node = nodeShown(), { task } = page, text = words();
  const isBusy = task === "thinking" || task === "reviewing", isOpen = !isClosed();
  const enabled = /** @type {Record<string, boolean>} */ ({
    first: !!node.parent, back: !!node.parent, forward: node.children.length > 0,
    last: node.children.length > 0, undo: !!node.parent, best: isOpen && !node.look?.is_over && task !== "reviewing",
    analyse: isOpen && task !== "reviewing" && !node.look?.is_over, review: isOpen && task !== "thinking",
  });
  for (const [id, isEnabled] of Object.entries(enabled)) {
    /** @type {HTMLButtonElement} */ ($(id)).disabled = !isEnabled;
  }
  $("best").textContent = task === "thinking" ? text.stop : text.best;
  $("review").textContent = task === "reviewing" ? text.stop : text.review;
  $("new").textContent = page.setUp ? text.done : text.new;
  $("new").classList.toggle("main", page.setUp);
  $("analyse").setAttribute("aria-pressed", String(page.isAnalysing));
  $("bar").setAttribute("aria-pressed", String(settings.bar));
  $("numbers").setAttribute("aria-pressed", String(settings.numbers));
  document.body.toggleAttribute("data-busy", isBusy);
}

/** Write every text of the language. */
function showWords() {
  const text = /** @type {Record<string, any>} */ (words());
  document.documentElement.lang = settings.language;
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-text]"))) {
    element.textContent = text[element.dataset.text ?? ""];
  }
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-label]"))) {
    element.title = text[element.dataset.label ?? ""];
    element.setAttribute("aria-label", element.title);
  }
  $("keys").replaceChildren(...words().keyList.flatMap(([key, meaning]) =>
    [make("dt", {}, key), make("dd", {}, meaning)]));
  showChoices();
  puzzles.showChoices();
  show();
}

/** Fill the dialog of a new game. */
function showChoices() {
  const text = words();
  const options = {
    opponent: { title: text.opponent, values: { tengen: text.againstComputer, people: text.twoPeople } },
    side: { title: text.side, values: { black: text.black, white: text.white } },
    rule: { title: text.rule, values: Object.fromEntries(Object.keys(RULES).map((rule) =>
      [rule, text[/** @type {"rule0"} */ (`rule${rule}`)]])) },
    size: { title: text.size, values: Object.fromEntries(SIZES.map((size) =>
      [size, size === "other" ? text.other : size])) },
    opening: { title: text.opening, values: { free: text.free, whiteFirst: text.whiteFirst, swap2: text.swap2 } },
  };
  for (const [name, { title, values }] of Object.entries(options)) {
    const chosen = String(settings[/** @type {"rule"} */ (name)]);
    const field = /** @type {HTMLElement} */ (document.querySelector(`[data-choice="${name}"]`));
    field.replaceChildren(make("legend", {}, title), make("div", { class: "options" },
      ...Object.entries(values).map(([value, label]) => {
        const radio = make("input", { type: "radio", name, value, ...(value === chosen ? { checked: "" } : {}) });
        return make("label", {}, radio, make("span", {}, label));
      })));
  }
  $("seconds").replaceChildren(...SECONDS.map((seconds) =>
    make("option", { value: String(seconds) }, seconds.toLocaleString(settings.language, { style: "unit", unit: "second" }))));
  input("seconds").value = settings.seconds;
  input("level").value = String(settings.level);
  input("width").value = String(settings.width);
  input("height").value = String(settings.height);
  showLevel();
}

function showLevel() {
  $("level-text").textContent = `${input("level").value} / 100`;
  const form = new FormData(/** @type {HTMLFormElement} */ (dialog("new-dialog").querySelector("form")));
  $("custom-size").hidden = form.get("size") !== "other";
  for (const id of ["side"]) {
    const field = /** @type {HTMLElement} */ (document.querySelector(`[data-choice="${id}"]`));
    field.hidden = form.get("opponent") !== "tengen";
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
  new: () => (page.setUp ? toggleSetUp() : dialog("new-dialog").showModal()),
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
const KEYS = /** @type {Record<string, () => void>} */ ({
  ArrowLeft: back, ArrowRight: forward, Backspace: undo, Home: ACTIONS.first, End: ACTIONS.last,
  " ": toggleAnalysis, s: stop, b: playBest, u: undo, r: ACTIONS.review, l: nextLesson, n: ACTIONS.new,
  p: ACTIONS.puzzles, "/": askToType, e: ACTIONS.bar, "#": ACTIONS.numbers, "?": ACTIONS.help,
});

const isDark = () => (settings.theme
  ? settings.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);

/**
 * Change settings; keep them in the browser.
 * @param {Partial<typeof settings>} changes
 */
function change(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(SAVED, JSON.stringify(settings));
  } catch { /* the browser keeps nothing: so be it */ }
  if (settings.theme) document.documentElement.dataset.theme = settings.theme;
  show();
}

function readSettings() {
  try {
    const saved = JSON.parse(localStorage.getItem(SAVED) ?? "{}");
    for (const [name, value] of Object.entries(saved)) {
      if (typeof value === typeof settings[/** @type {"theme"} */ (name)]) {
        Object.assign(settings, { [name]: value });
      }
    }
  } catch { /* nothing was saved that can be read */ }
  if (!(settings.language in LANGUAGES)) settings.language = usualLanguage();
}

/**
 * Do what a key asks for. The box of a closed dialog keeps the focus until the page is drawn: it takes no keys.
 * @param {KeyboardEvent} event
 */
function press(event) {
  const isTaken = event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")
    || (event.target instanceof HTMLElement && event.target.closest("input, select, textarea")?.checkVisibility())
    || (event.key === " " && event.target instanceof HTMLButtonElement);
  const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (isTaken || !act) return;
  event.preventDefault();
  act();
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
    showWords();
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
 * Tell why the engine doesn't answer.
 * @param {Error} error
 */
function fail(error) {
  Object.assign(page, { task: "", isAnalysing: false });
  show();
  toast(error instanceof EngineGone ? words().gone : error.message);
}

/** Count the time of the side to move. */
function showClock() {
  const time = $("players").querySelectorAll("time")[turn() - 1];
  const spent = page.game.path(page.node).filter((node) => node.colour === turn())
    .reduce((sum, node) => sum + (node.spent ?? 0), 0);
  const isLive = page.engines.length > 0 && !page.node.children.length && page.node.ply > 0;
  if (time && isLive) time.textContent = clockText(spent + performance.now() - page.since);
}

function listenToTable() {
  const table = $("table");
  /** @param {Event} event */
  const preview = (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const row = /** @type {HTMLElement | null} */ (target.closest("[data-line]"));
    const moves = row?.dataset.line?.split(" ") ?? [];
    const upTo = Number(/** @type {HTMLElement | null} */ (target.closest("[data-upto]"))?.dataset.upto ?? moves.length);
    page.preview = moves.slice(0, upTo);
    showBoard();
  };
  table.addEventListener("pointerover", preview);
  table.addEventListener("focusin", preview);
  const end = () => {
    page.preview = [];
    showBoard();
  };
  table.addEventListener("focusout", end);
  table.addEventListener("pointerleave", ({ pointerType }) => pointerType === "touch" || end());
  document.addEventListener("pointerdown", ({ target }) => { // a line that was tapped stays until another tap
    if (page.preview.length && !table.contains(/** @type {Node} */ (target))) end();
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
    button.addEventListener("click", () => SHARES[button.dataset.share ?? ""]());
  }
  input("text").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !pointNamed(input("text").value.trim().toLowerCase())) return;
    event.preventDefault(); // a move is all that is to be typed
    readTyped();
  });
  input("file-input").addEventListener("change", async () => {
    const file = input("file-input").files?.[0];
    if (file && await openFile(file)) dialog("share-dialog").close();
    input("file-input").value = "";
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
  if (settings.theme) document.documentElement.dataset.theme = settings.theme;
  page.node = page.game.root;
  view = new BoardView($("board"), { choose, hover: () => {} });
  view.resize(page.game.width, page.game.height);
  bar = new Bar($("board"));
  const packed = $("data").textContent;
  client = new Client(packed ? workerWire($("worker").textContent ?? "") : serverWire());
  puzzles = new Puzzles({
    page, words, go, open, show, prove: openProof, ask: (...all) => client.ask(...all),
  });
  listen();
  showWords();
  const { game = "" } = await (packed ? startEngine(packed) : client.ask("start"));
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
  if (!openAddress() && !openReview() && !(game && openText(game))) newGame();
}

/** For tests: what the page asks, they can ask too. */
Object.assign(window, { tengen: { page, settings, ask: (/** @type {any[]} */ ...all) => client.ask(.../** @type {[string]} */ (all)) } });

begin();
