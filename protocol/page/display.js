// The page as it is shown. Everything follows from `page` and `settings`.

import { Bar, standing } from "./bar.js";
import { pointName, pointNamed } from "./board.js";
import { $, dialog, input, make } from "./elements.js";
import { graphOf } from "./graph.js";
import { lessonsOf } from "./lessons.js";
import { RULES } from "./notation.js";
import { blackRate, chance, mistakes, provedFrom, worst } from "./review.js";
import { colourName, isClosed, page, settings, turn, winning, words } from "./state.js";
import { filled } from "./words.js";

/** @typedef {import("./board.js").BoardView} BoardView */
/** @typedef {import("./board.js").Point} Point */
/** @typedef {import("./engine.js").Line} Line */
/** @typedef {import("./game.js").GameNode} GameNode */
/** @typedef {import("./puzzles.js").Puzzles} Puzzles */

const SECONDS = [0.5, 1, 2, 5, 15, 60];
const SIZES = ["15", "19", "20", "other"];
// The nodes that buttons lead to.
export const nodeOf = /** @type {WeakMap<Element, GameNode>} */ (new WeakMap());

export class Display {
  /**
   * @param {BoardView} view
   * @param {Puzzles} puzzles
   */
  constructor(view, puzzles) {
    this.view = view;
    this.puzzles = puzzles;
    this.bar = new Bar($("board"));
    this.isWaiting = false;
  }

  show() {
    this.showStatus();
    showTable();
    this.showBoard();
    this.showBar();
    showPlayers();
    showCourse();
    showMoves();
    this.showControls();
    showLessons();
    this.puzzles.show();
  }

  /** Show once before the next frame, however often it is asked for. */
  showSoon() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      this.show();
    });
  }

  statusText() {
    const text = words(), { node } = page, { look } = node;
    if (page.setUp) return text.setUpHelp;
    if (page.swap === "three") return text.swapPlace;
    if (page.swap === "two") return text.swapPlaceTwo;
    if (page.task === "reviewing") return page.progress;
    if (page.task === "checking") return text.proofChecking;
    if (this.puzzles.isPlayed && !page.armed) return this.puzzles.status();
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

  showStatus() {
    const status = $("status"), { look } = page.node;
    const text = this.statusText();
    if (status.textContent !== text) status.textContent = text;
    const isOfNone = page.setUp || /reviewing|checking/.test(page.task);
    status.dataset.colour = isOfNone ? "" : String(look?.winner || 3 - nodeShown().colour);
    status.dataset.tone = page.armed ? "" : page.lessons?.said(page.node)?.tone ?? this.puzzles.tone;
    status.classList.toggle("busy", page.task === "thinking" || page.task === "judging");
    const { width, height, rule } = page.game;
    const rules = words()[/** @type {"rule0"} */ (`rule${rule}`)];
    $("terms").textContent = `${rules} · ${width} × ${height}`;
    const isBusy = !!page.lessons || /thinking|reviewing|checking/.test(page.task);
    $("proof").hidden = this.puzzles.isOn || !page.proof && (isBusy || !winning() || !!look?.is_over);
    $("proof").setAttribute("aria-pressed", String(page.proof > 0));
    $("proof").textContent = page.proof ? words().close : words().showProof;
  }

  showBoard() {
    const { game, node } = page, text = words();
    const look = page.setUp ? undefined : node.look; // while stones come and go, nothing is known of them
    const point = (/** @type {string} */ name) => /** @type {Point} */ (pointNamed(name));
    const setBefore = game.stones.length;
    const stones = game.stonesAt(node).map(([name, colour], index) =>
      ({ ...point(name), colour, number: index < setBefore ? undefined : index - setBefore + 1 }));
    const names = new Map(stones.map((stone) => [pointName(stone), stone]));
    const moves = pointedMoves();
    const ghosts = moves.map((name, index) =>
      ({ ...point(name), colour: index % 2 ? node.colour : turn(), number: index + 1, ghost: true }));
    const armed = page.armed ? [{ ...point(page.armed), colour: turn(), ghost: true }] : [];
    const forbidden = new Set(look?.forbidden ?? []);
    const home = $("board");
    home.classList.toggle("playable", !look?.is_over && page.task !== "thinking");
    home.dataset.turn = String(turn());
    this.view.grid.setAttribute("aria-label", filled(text.boardLabel, { width: game.width, height: game.height }));
    this.view.show({
      stones: [...stones, ...ghosts, ...armed],
      walls: game.walls.map(point),
      last: node.move ? point(node.move) : undefined,
      foul: look?.foul,
      five: (look?.five ?? []).map(point),
      forbidden: [...forbidden].map(point),
      marks: moves.length ? [] : marks(),
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
    for (const cell of /** @type {NodeListOf<HTMLElement>} */ (this.view.grid.querySelectorAll("[data-cell]"))) {
      const name = cell.dataset.cell ?? "";
      cell.classList.toggle("free", game.isEmpty(node, name) && !forbidden.has(name));
    }
  }

  /** Show the bar, but not in a game against Tengen: there it would be a hint that nobody has asked for. */
  showBar() {
    const { game, node, engines, proof, isAnalysing, reviewed, task } = page, text = words();
    const isAsked = settings.bar && (!engines.length || proof || isAnalysing || reviewed.includes(node));
    const isThinking = /thinking|analysing|judging/.test(task);
    const found = isAsked ? standing(game.path(node), isThinking) : null;
    const told = found?.winner
      ? filled(text.wins, { colour: found.winner }) : `${Math.round(100 * (found?.rate ?? 0))} %`;
    this.bar.show(found, isThinking, text.course, told);
  }

  showControls() {
    const node = nodeShown(), { task } = page, text = words();
    const isBusy = task === "thinking" || task === "reviewing", isOpen = !isClosed(this.puzzles);
    const isFree = page.swap !== "asked", hasBack = isFree && !!node.parent;
    const hasForward = isFree && node.children.length > 0;
    const enabled = /** @type {Record<string, boolean>} */ ({
      first: hasBack, back: hasBack, undo: hasBack, forward: hasForward, last: hasForward,
      best: isOpen && !node.look?.is_over && task !== "reviewing",
      analyse: isOpen && task !== "reviewing" && !node.look?.is_over, review: isOpen && task !== "thinking",
      puzzles: !page.setUp && !page.swap,
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
  showWords() {
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
    this.puzzles.showChoices();
    this.show();
  }
}

/** Return the node of the game that is shown; a move that is being judged is none of its moves. */
export function nodeShown() {
  const { node, task } = page;
  return task === "judging" && node.parent || node;
}

/**
 * Return a button that leads to a node.
 * @param {GameNode} node
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 */
function buttonTo(node, attributes, ...children) {
  const button = make("button", { type: "button", ...attributes }, ...children);
  nodeOf.set(button, node);
  return button;
}

/**
 * Give an element these children. Those that are there already stay: they keep the focus, and a press that
 * has begun.
 * @param {Element} home
 * @param {(Node | string)[]} children
 */
function fill(home, ...children) {
  const present = [...home.childNodes];
  children.forEach((child, at) => {
    const fresh = typeof child === "string" ? document.createTextNode(child) : child;
    if (present[at]) renew(present[at], fresh);
    else home.append(fresh);
  });
  for (const surplus of present.slice(children.length)) surplus.remove();
}

/**
 * Make a node of the page equal to another, or put that in its place where it leads elsewhere.
 * @param {ChildNode} present
 * @param {Node} fresh
 */
function renew(present, fresh) {
  if (present.isEqualNode(fresh) && !(fresh instanceof Element)) return;
  const isSame = present instanceof HTMLElement && fresh instanceof HTMLElement && present.tagName === fresh.tagName
    && nodeOf.get(present) === nodeOf.get(fresh) && present.dataset.play === fresh.dataset.play;
  if (!isSame) return present.replaceWith(fresh);
  for (const { name } of [...present.attributes]) if (!fresh.hasAttribute(name)) present.removeAttribute(name);
  for (const { name, value } of fresh.attributes) present.setAttribute(name, value);
  fill(present, ...fresh.childNodes);
}

// The players and their clocks.

function showPlayers() {
  $("players").replaceChildren(...[1, 2].map((colour) => {
    const isOn = !page.node.look?.is_over && turn() === colour;
    const name = page.engines.includes(colour)
      ? (page.proof ? "Tengen" : filled(words().computer, { level: settings.level }))
      : page.game.players[colour] || (page.engines.length ? words().you : colourName(colour));
    return make("div", { class: `player ${colour === 1 ? "black" : "white"}${isOn ? " on" : ""}` },
      make("i", { "aria-hidden": "true" }), make("b", {}, name),
      make("time", {}, clockText(spentBy(colour))));
  }));
  showClock();
}

/** Count the time of the side to move. */
export function showClock() {
  const time = $("players").querySelectorAll("time")[turn() - 1];
  const isLive = page.engines.length > 0 && !page.node.children.length && page.node.ply > 0;
  if (time && isLive) time.textContent = clockText(spentBy(turn()) + performance.now() - page.since);
}

/**
 * Return the milliseconds that a side has thought.
 * @param {number} colour
 */
function spentBy(colour) {
  return page.game.path(page.node).filter((node) => node.colour === colour)
    .reduce((sum, node) => sum + (node.spent ?? 0), 0);
}

/** @param {number} ms */
function clockText(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// The lines of the analysis.

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

/** Return the moves of the line that is pointed at, up to the one that is. */
function pointedMoves() {
  const at = page.pointed?.isConnected ? page.pointed : null;
  const part = (/** @type {string} */ kind) => /** @type {HTMLElement | null} */ (at?.closest(`[data-${kind}]`) ?? null);
  const moves = part("line")?.dataset.line?.split(" ") ?? [];
  return moves.slice(0, Number(part("upto")?.dataset.upto ?? moves.length));
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
  return line.mate ? mateText(line.mate) : String(Math.round(chance(line) * 100));
}

/** @param {number} plies to a proved win, or below 0 to a loss */
function mateText(plies) {
  return `${plies > 0 ? "+" : "−"}${Math.abs(plies)}`;
}

function showTable() {
  const lines = linesShown(), text = words();
  const isShown = lines.length > 0 && !/thinking|judging/.test(page.task);
  $("table").style.setProperty("--rows", String(settings.lines)); // so that nothing moves when they come
  fill($("table"), isShown
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
  const rate = line.mate ? mateText(line.mate) : `${(chance(line) * 100).toFixed(1)} %`;
  const moves = line.line.slice(1).flatMap((move, index) =>
    [make("span", { class: "move", "data-upto": String(index + 2) }, move), " "]);
  return make("tr", { "data-line": line.line.join(" ") },
    make("td", {}, button), make("td", {}, make("span", {
      class: `rate${line.isBad ? " bad" : line.mate < 0 ? " lost" : ""}`,
      title: line.mate ? "" : `${line.score > 0 ? "+" : ""}${line.score}`,
    }, rate)),
    make("td", {}, ...moves));
}

// The course of the game, its review, and lessons from it.

function showCourse() {
  const nodes = page.game.line(nodeShown()), text = words();
  const slips = new Map(mistakes(nodes).map((mistake) => [mistake.node, mistake.kind]));
  const points = nodes.map((node) => ({ ply: node.ply, rate: blackRate(node), mistake: slips.get(node) }));
  const known = points.filter(({ rate }) => rate !== undefined);
  $("graph").replaceChildren(known.length > 1
    ? graphOf(points, page.node.ply, text.course) : make("p", { class: "empty" }, text.noCourse));
  const isTold = page.reviewed.length && page.task !== "reviewing" && !page.lessons;
  fill($("verdict"), ...(isTold ? verdicts() : []));
  fill($("sides"), ...(isTold ? lessonSides() : []));
}

/** Return what the review says. */
function verdicts() {
  const text = words(), nodes = page.reviewed, proved = provedFrom(nodes);
  const found = [];
  if (proved) {
    const values = { colour: proved.loser, ply: proved.node.ply, last: proved.held?.ply ?? 0 };
    found.push(buttonTo(proved.node, {}, filled(proved.held ? text.provedFrom : text.provedFromStart, values)));
  }
  const listed = worst(mistakes(nodes));
  for (const { node, loss, better } of listed) {
    const values = { ply: node.ply, move: node.move, loss: Math.round(loss * 100), better };
    found.push(buttonTo(node, {}, filled(text.worst, values)));
  }
  if (!listed.length && !proved) found.push(make("p", { class: "empty" }, text.noMistakes));
  return found;
}

/** Return the buttons that begin lessons. */
function lessonSides() {
  const counts = [1, 2].map((colour) => ({ colour, count: lessonsOf(page.reviewed, colour).length }))
    .filter(({ count }) => count);
  const buttons = counts.map(({ colour, count }) => make("button", {
    type: "button", class: colour === 1 ? "black" : "white", "data-learns": String(colour),
  }, make("i", { "aria-hidden": "true" }), `${colourName(colour)} ${count}`));
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
  fill($("lesson-list"), ...lessons.list.map(({ node: { ply, move }, outcome }, at) =>
    make("li", {}, make("button", {
      type: "button", class: outcome, "data-lesson": String(at),
      ...(at === lessons.at ? { "aria-current": "step" } : {}),
    }, make("small", {}, String(ply)), `${move} ${signs[outcome]}`))));
  const { key, values } = lessons.mistake();
  $("lesson-text").textContent = filled(text[/** @type {"learnAgain"} */ (key)], values);
  const isAway = !!lessons.question && node !== lessons.question && task !== "judging";
  const best = /** @type {HTMLButtonElement} */ ($("lesson-best"));
  best.textContent = isAway ? text.backToLesson : text.showMove;
  best.disabled = !isAway && !lessons.isOpen;
  $("lesson-next").textContent = lessons.isOpen ? text.skip : lessons.question ? text.next : text.close;
  $("lesson-next").classList.toggle("main", !lessons.isOpen);
}

// The moves.

function showMoves() {
  const nodes = page.game.line(nodeShown()).slice(1), text = words();
  const slips = new Map(mistakes([page.game.root, ...nodes]).map(({ node, kind }) => [node, kind]));
  fill($("moves"), ...nodes.map((node) => {
    const isVaried = (node.parent?.children.length ?? 1) > 1;
    return make("li", {}, buttonTo(node, {
      class: `${slips.get(node) ?? ""}${isVaried ? " variation" : ""}`,
      ...(node === page.node ? { "aria-current": "step" } : {}),
    }, make("small", {}, String(node.ply)), node.move));
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
  fill($("comment"),
    ...(nodes.length ? [] : [make("span", { class: "empty" }, text.noMoves)]),
    page.node.comment,
    ...others.map((node) => buttonTo(node, {}, `${node.ply} ${node.move}`)));
}

// The dialog of a new game.

/** Fill it. */
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

export function showLevel() {
  $("level-text").textContent = `${input("level").value} / 100`;
  const form = new FormData(/** @type {HTMLFormElement} */ (dialog("new-dialog").querySelector("form")));
  const isUsual = form.get("size") !== "other";
  $("custom-size").hidden = isUsual;
  for (const id of ["width", "height"]) input(id).disabled = isUsual; // what isn't seen isn't checked
  const side = /** @type {HTMLElement} */ (document.querySelector(`[data-choice="side"]`));
  side.hidden = form.get("opponent") !== "tengen";
}
