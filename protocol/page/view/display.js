// Shows the page. Everything follows from `page` and `settings`.

import { announceChanges } from "./announcements.js";
import { app } from "../state/app.js";
import { Bar, standing } from "./bar.js";
import { showChoices } from "./display-choices.js";
import { showCourse, showLessons, showPlayers } from "./display-game.js";
import { marks, pointedMoves, showTable } from "./display-lines.js";
import { drawnStones } from "./display-parts.js";
import { findingShown, shapesShown, showStudy, withShapes } from "./display-study.js";
import { showTree } from "./display-tree.js";
import { $, elements, input, make } from "../elements.js";
import { showLimitChoices } from "../state/engine-limits.js";
import { keepSoon } from "../state/kept.js";
import { openingOf, openingTitle } from "../state/named.js";
import { answersBefore } from "../state/opening.js";
import { pointName, pointNamed, rowNumber } from "../game/names.js";
import { showOffer } from "./offer.js";
import { showPalette } from "../state/setup.js";
import {
  isClosed, isUnchecked, nameOf, nodeShown, page, phrase, ruleTitle, settings, turn, winning, words,
} from "../state/state.js";
import { filled } from "../words/words.js";

/** @typedef {import("./board.js").BoardView} BoardView */
/** @typedef {import("./board.js").Point} Point */
/** @typedef {import("../events/puzzles.js").Puzzles} Puzzles */

const EDGE_PX = 8; // between a card that is brought forward and the window's edge
const NAVIGATION = ["first", "back", "forward", "last"]; // buttons with keys: only one takes a Tab

/**
 * Return what a person must do in an opening.
 * @param {import("../game/procedures.js").Opening} opening
 */
function openingText({ step, title, turn: colour, offers, wanted: count }) {
  const text = words();
  if (step?.act === "place") return filled(text.openingPlace, { title, colour });
  const values = { title, number: offers.length + 1, count };
  return filled(step?.act === "offer" ? text.openingOffer : text.openingPick, values);
}

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
    showTree();
    showStudy();
    this.showControls();
    showLessons();
    this.puzzles.show();
    showOffer();
    keepSoon();
    announceChanges();
  }

  /**
   * Show a card first below the board on a phone, and scroll until it is seen, with the board.
   * @param {import("../state/state.js").FrontCard} id
   */
  bringForward(id) {
    page.front = id;
    this.show();
    if (!matchMedia("(max-width: 900px)").matches) return;
    const card = $(id).getBoundingClientRect(), board = $("board");
    const isFixed = getComputedStyle(board).position === "fixed";
    const most = (isFixed ? card : board.getBoundingClientRect()).top - EDGE_PX;
    const top = Math.min(Math.max(card.bottom + EDGE_PX - innerHeight, 0), most);
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
    scrollBy({ top, behavior });
  }

  /** Show the page once before the next frame, even after several calls. */
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
    if (page.opening && page.swap === "place" && !page.armed) return openingText(page.opening);
    if (page.task && app.client.delayed) return text.waiting;
    if (page.task === "reviewing") return filled(text.reviewing, page.progress);
    if (isUnchecked()) return text.proofChecking;
    if (this.puzzles.isPlayed && !page.armed) return this.puzzles.status();
    if (node.late) return filled(text.timeUp, { colour: 3 - node.late });
    if (look?.foul) return phrase(text.foul, { move: node.move });
    if (look?.winner) return filled(text.wins, { colour: look.winner });
    if (look?.is_over) return text.draw;
    const colour = page.opening?.step?.colour ?? turn();
    const mate = (page.lines[0] ?? node.line)?.mate ?? 0;
    if (page.armed) return phrase(text.tapAgain, { move: page.armed });
    if (page.task === "judging") return phrase(text.judging, { move: node.move });
    const message = page.lessons?.message(node);
    if (message) return phrase(text[/** @type {"isBest"} */ (message.key)], message.values);
    if (page.proof && page.proof !== colour) return filled(text.proofHelp, { colour: page.proof });
    if (page.task === "thinking") return filled(text.thinking, { colour });
    if (!mate) return this.isYourMove() ? text.yourMove : filled(text.turn, { colour });
    return filled(mate > 0 ? text.provedWin : text.provedLoss, { colour, count: Math.abs(mate) });
  }

  /** Return whether the person plays one side against Tengen and has the move. */
  isYourMove() {
    const { engines, swap, proof } = page;
    return engines.length === 1 && !engines.includes(turn()) && !swap && !proof
      && !this.puzzles.isOn;
  }

  showStatus() {
    const status = $("status"), { look } = page.node;
    const text = this.statusText();
    if (status.textContent !== text) status.textContent = text;
    document.title = `${text} – Tengen`;
    const isOfNone = page.setUp || page.task === "reviewing" || isUnchecked();
    const colour = look?.winner || (page.opening?.step?.colour ?? 3 - nodeShown().colour);
    status.dataset.colour = isOfNone ? "" : String(colour);
    const tone = page.lessons?.message(page.node)?.tone ?? this.puzzles.tone;
    status.dataset.tone = page.armed ? "" : tone;
    status.classList.toggle("busy", page.task === "thinking" || page.task === "judging");
    const { width, height, rule } = page.game;
    const opening = openingOf(page.game.stonesAt(page.node), width, height);
    $("terms").textContent = [
      ruleTitle(rule), `${width} × ${height}`, ...(opening ? [openingTitle(opening)] : []),
    ].join(" · ");
    const isBusy = !!page.lessons || /thinking|reviewing|checking/.test(page.task);
    const isOffered = !isBusy && winning() > 0 && !look?.is_over;
    $("proof").hidden = this.puzzles.isOn || !page.proof && !isOffered;
    $("proof").setAttribute("aria-pressed", String(page.proof > 0));
    $("proof").textContent = page.proof ? words().close : words().showProof;
  }

  showBoard() {
    const { game, node } = page, text = words();
    const look = page.setUp ? undefined : node.look; // set-up changes the stones
    const point = (/** @type {string} */ name) => /** @type {Point} */ (pointNamed(name));
    const stones = drawnStones(game, node);
    const names = new Map(stones.map((stone) => [pointName(stone), stone]));
    const pointed = pointedMoves(), finding = pointed.length ? null : findingShown();
    const moves = finding?.moves ?? pointed, first = finding?.colour ?? turn();
    const ghosts = moves.map((name, index) =>
      ({ ...point(name), colour: index % 2 ? 3 - first : first, number: index + 1, ghost: true }));
    const armed = page.armed ? [{ ...point(page.armed), colour: turn(), ghost: true }] : [];
    const offers = (page.opening?.offers ?? []).map((name, index) =>
      ({ ...point(name), colour: 1, number: index + 1, ghost: true }));
    const isBlind = settings.blind && !look?.is_over && !isClosed(this.puzzles) && !page.lessons;
    const forbidden = new Set(isBlind ? [] : look?.forbidden);
    const labelOf = (/** @type {string} */ cell) => {
      const stone = names.get(cell);
      if (isBlind) return nameOf(cell);
      if (stone) {
        const { colour, number: ply = "" } = stone;
        return phrase(text.cellStone, { cell, colour, ply }).trim();
      }
      if (game.walls.includes(cell)) return phrase(text.cellWall, { cell });
      return phrase(forbidden.has(cell) ? text.cellForbidden : text.cell, { cell });
    };
    const home = $("board");
    home.classList.toggle("playable", !look?.is_over && page.task !== "thinking");
    home.dataset.turn = String(page.setUp ? page.tool : turn());
    const { width, height } = game;
    this.view.grid.setAttribute("aria-label", filled(text.boardLabel, { width, height }));
    this.view.show({
      stones: [...(isBlind ? [] : stones), ...ghosts, ...offers, ...armed],
      walls: game.walls.map(point),
      last: node.move && !isBlind ? point(node.move) : undefined,
      foul: look?.foul,
      five: (look?.five ?? []).map(point),
      forbidden: [...forbidden].map(point),
      marks: moves.length ? [] : marks(),
      shapes: shapesShown(),
      numbers: settings.numbers,
      label: (at) => withShapes(labelOf(pointName(at)), pointName(at)),
      rowLabel: (y) => filled(text.row, { number: rowNumber(y, height, settings.rows) }),
    });
    for (const cell of elements("#board [data-cell]")) {
      const name = cell.dataset.cell ?? "";
      const isFree = isBlind || game.isEmpty(node, name) && !forbidden.has(name);
      cell.classList.toggle("free", isFree);
    }
  }

  /** Show the bar, except in a game against Tengen, where it would be a hint. */
  showBar() {
    const { game, node, engines, proof, isAnalysing, reviewed, task } = page, text = words();
    const isOpen = !engines.length || proof || isAnalysing || reviewed.includes(node);
    const isThinking = /thinking|analysing|judging/.test(task);
    const found = settings.bar && isOpen ? standing(game.path(node), isThinking) : null;
    const value = found?.winner
      ? filled(text.wins, { colour: found.winner }) : `${Math.round(100 * (found?.rate ?? 0))} %`;
    this.bar.show(found, isThinking, text.course, value);
  }

  showControls() {
    const node = nodeShown(), { task } = page, text = words();
    const isBusy = task === "thinking" || task === "reviewing", isOpen = !isClosed(this.puzzles);
    const isFree = !page.swap, hasBack = isFree && !!node.parent;
    const hasUndo = page.swap === "place" ? !!answersBefore() : hasBack;
    const hasForward = isFree && node.children.length > 0;
    const enabled = /** @type {Record<string, boolean>} */ ({
      first: hasBack, back: hasBack, undo: hasUndo, forward: hasForward, last: hasForward,
      best: isOpen && task !== "reviewing" && !node.look?.is_over,
      analyse: isOpen && task !== "reviewing" && !node.look?.is_over,
      review: isOpen && task !== "thinking",
      puzzles: !page.setUp && !page.swap,
    });
    for (const [id, isEnabled] of Object.entries(enabled)) {
      /** @type {HTMLButtonElement} */ ($(id)).disabled = !isEnabled;
    }
    const first = NAVIGATION.find((id) => enabled[id]);
    for (const id of NAVIGATION) $(id).tabIndex = id === first ? 0 : -1;
    document.body.dataset.front = page.front;
    $("best").textContent = task === "thinking" ? text.stop : text.best;
    $("review").textContent = task === "reviewing" ? text.stop : text.review;
    showPalette();
    $("analyse").setAttribute("aria-pressed", String(page.isAnalysing));
    $("bar").setAttribute("aria-pressed", String(settings.bar));
    input("numbers").checked = settings.numbers;
    document.body.toggleAttribute("data-busy", isBusy);
  }

  /** Show every text in the language. */
  showWords() {
    const text = /** @type {Record<string, any>} */ (words());
    document.documentElement.lang = settings.language;
    for (const element of elements("[data-text]")) {
      element.textContent = text[element.dataset.text ?? ""];
    }
    for (const element of elements("[data-label]")) {
      element.title = text[element.dataset.label ?? ""];
      element.setAttribute("aria-label", element.title);
      if ("placeholder" in element) element.placeholder = element.title;
    }
    $("keys").replaceChildren(...words().keyList.flatMap(([key, meaning]) =>
      [make("dt", {}, key), make("dd", {}, meaning)]));
    showChoices();
    showLimitChoices();
    this.puzzles.showChoices();
    this.show();
  }
}
