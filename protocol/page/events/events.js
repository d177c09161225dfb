// Handles events: buttons, keys and pointers, pasted and dropped texts.

import {
  askToType, change, fail, newGame, play, playBest, readTyped, review, stop, toggleAnalysis,
  toggleProof, typedCell,
} from "./actions.js";
import { keepAll } from "../state/address.js";
import { app, show } from "../state/app.js";
import { checkTime } from "../state/clock.js";
import { showFields } from "../view/display-choices.js";
import { showClock, showCourse } from "../view/display-game.js";
import { nodeOf } from "../view/display-parts.js";
import { askKept } from "./kept-list.js";
import { listenToDrawing, toggleDrawing } from "./drawing.js";
import { $, dialog, elements, input, openDialog } from "../elements.js";
import { chooseLimit } from "../state/engine-limits.js";
import { openFile, openText } from "./files.js";
import { plyAt } from "../view/graph.js";
import {
  backToLesson, beginExercises, beginLessons, endLessons, nextLesson, openLesson, showAnswer,
} from "./lesson-actions.js";
import { isMenuOpen, listenToMenu } from "./menu.js";
import { back, forward, go } from "../state/navigate.js";
import { undo } from "../state/opening.js";
import { closeOffer, continueGame, travel } from "./resume.js";
import {
  beginSetUp, chooseTurn, clearBoard, endSetUp, mirrorBoard,
} from "../state/setup.js";
import { SHARES } from "./share.js";
import { soundStone } from "../state/sound.js";
import { page, settings } from "../state/state.js";
import { askPass, askWin, hint, practise } from "../state/study.js";
import { promote, remove, writeComment } from "./tree-actions.js";

const TICK_MS = 250; // between two looks at the clock
const ACTIONS = /** @type {Record<string, () => void>} */ ({
  first: () => go(page.game.root),
  back, forward, undo,
  last: () => go(page.game.line(page.node).at(-1) ?? page.node),
  best: playBest,
  analyse: toggleAnalysis,
  proof: toggleProof,
  "lesson-best": () => (page.lessons?.isAsked(page.node) ? showAnswer() : backToLesson()),
  "lesson-next": nextLesson,
  "lessons-end": endLessons,
  review: () => (page.task === "reviewing" ? stop() : review()),
  new: () => openDialog(dialog("new-dialog")),
  bar: () => change({ bar: !settings.bar }),
  numbers: () => change({ numbers: input("numbers").checked }),
  help: () => dialog("help-dialog").showModal(),
  settings: () => dialog("settings-dialog").showModal(),
  "menu-new": () => openDialog(dialog("new-dialog")),
  clear: clearBoard, mirror: mirrorBoard, "setup-end": endSetUp,
  open: askToType,
  save: () => dialog("save-dialog").showModal(),
  setup: beginSetUp,
  share: () => dialog("share-dialog").showModal(),
  continue: continueGame,
  kept: askKept, others: askKept,
  "offer-close": closeOffer,
  promote, remove, hint,
  fours: () => askWin("fours"),
  threats: () => askWin("threats"),
  pass: askPass,
  practise,
  exercises: beginExercises,
  drawing: toggleDrawing,
  blind: () => change({ blind: !settings.blind }),
  file: () => input("file-input").click(),
  read: readTyped,
  puzzles: () => app.puzzles.toggle(),
  "puzzle-again": () => app.puzzles.again(),
  "puzzle-solution": () => app.puzzles.solve(),
  "puzzle-next": () => app.puzzles.next(),
});

// By key: the button that it presses, or an action without a button.
const KEYS = /** @type {Record<string, string | (() => void)>} */ ({
  ArrowLeft: "back", ArrowRight: "forward", Backspace: "undo", Home: "first", End: "last",
  " ": "analyse", s: stop, b: "best", u: "undo", r: "review", l: nextLesson, n: "new",
  p: "puzzles", "/": askToType, e: "bar", "#": "numbers", "?": "help",
  h: "hint", f: "fours", t: "threats", x: "pass", d: "drawing", m: "exercises",
  a: () => ($("table").querySelector("button") ?? $("analyse")).focus(),
  g: () => app.view.focus(app.view.cursor),
});

/**
 * Act on a key. The text field of a closed dialog keeps the focus until the next frame; it does not
 * take the key.
 * @param {KeyboardEvent} event
 */
function press(event) {
  const target = event.target instanceof HTMLElement ? event.target : null;
  const isTaken = event.altKey || event.ctrlKey || event.metaKey
    || document.querySelector("dialog[open]") || isMenuOpen()
    || target?.closest("input, select, textarea")?.checkVisibility()
    || (event.key === " " && target instanceof HTMLButtonElement);
  // In another alphabet, use the Latin letter of the key.
  const isForeign = /^[^ -~]$/.test(event.key);
  const key = isForeign ? event.code.replace("Key", "") : event.key;
  const act = KEYS[key.length === 1 ? key.toLowerCase() : key];
  if (isTaken || !act) return;
  event.preventDefault();
  if (typeof act === "string") $(act).click(); // does nothing if it is disabled
  else act();
}

export function listen() {
  for (const [id, act] of Object.entries(ACTIONS)) $(id).addEventListener("click", act);
  document.addEventListener("keydown", press);
  listenToMenu();
  listenToSelects();
  listenToTable();
  listenToPalette();
  listenToGame();
  listenToDialogs();
  listenToDocument();
  listenToDrawing();
  setInterval(() => {
    showClock();
    checkTime();
  }, TICK_MS);
}

function listenToSelects() {
  const languages = input("language"), lines = input("lines"), tapTwice = input("tap-twice");
  languages.addEventListener("change", () => {
    change({ language: languages.value });
    app.display.showWords();
  });
  lines.addEventListener("change", () => {
    change({ lines: Number(lines.value) });
    if (page.isAnalysing) go(page.node);
  });
  tapTwice.addEventListener("change", () => change({ tapTwice: tapTwice.checked }));
  $("settings-dialog").addEventListener("change", ({ target }) => {
    const { type, id, name, value, checked } = /** @type {HTMLInputElement} */ (target);
    if (type === "radio") change({ [name]: value });
    if (id === "sound" || id === "vibration") change({ [id]: checked });
    if (id === "sound" || id === "vibration") soundStone(true);
    if (name === "memory" || name === "threads") chooseLimit(name);
  });
}

function listenToPalette() {
  $("palette").addEventListener("change", ({ target }) => {
    const { name, value } = /** @type {HTMLInputElement} */ (target);
    if (name === "turn") chooseTurn(Number(value));
    else page.tool = Number(value);
    show();
  });
}

function listenToGame() {
  $("rates").addEventListener("toggle", showCourse);
  for (const id of ["moves", "verdict", "sides", "lesson-list"]) {
    $(id).addEventListener("click", follow);
  }
  input("comment").addEventListener("input", writeComment);
  $("graph").addEventListener("click", (event) => {
    const box = $("graph").querySelector("svg")?.getBoundingClientRect();
    const nodes = page.game.line(page.node);
    if (!box) return;
    go(nodes[plyAt((event.clientX - box.left) / box.width, nodes.length - 1)]);
  });
}

/** Listen to pasted and dropped texts, new addresses, and errors. */
function listenToDocument() {
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
  window.addEventListener("popstate", travel);
  window.addEventListener("pagehide", keepAll);
  document.addEventListener("visibilitychange", keepAll);
  window.addEventListener("unhandledrejection", ({ reason }) => fail(reason));
}

/**
 * Follow a button: to a node of the game, to a side's lessons, or to one lesson.
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

function listenToTable() {
  const table = $("table");
  const point = (/** @type {HTMLElement | null} */ target) => {
    page.pointed = target;
    app.display.showBoard();
  };
  const end = () => point(null);
  for (const kind of ["pointerover", "focusin"]) {
    table.addEventListener(kind, ({ target }) => point(/** @type {HTMLElement} */ (target)));
  }
  table.addEventListener("focusout", end);
  table.addEventListener("pointerleave", ({ pointerType }) => pointerType === "touch" || end());
  document.addEventListener("pointerdown", ({ target }) => {
    // A tapped line stays until another tap.
    if (page.pointed && !table.contains(/** @type {Node} */ (target))) end();
  });
  table.addEventListener("click", (event) => {
    const move = /** @type {HTMLElement} */ (event.target).dataset.play;
    if (move) play(move);
  });
}

function listenToDialogs() {
  const box = dialog("new-dialog");
  const form = /** @type {HTMLFormElement} */ (box.querySelector("form"));
  form.addEventListener("input", showFields);
  box.addEventListener("close", () => {
    if (box.returnValue !== "start") return;
    const data = new FormData(form);
    const chosen = ["opponent", "side", "rule", "size", "opening"]
      .map((name) => [name, String(data.get(name))]);
    change({
      ...Object.fromEntries(chosen),
      level: Number(input("level").value), seconds: input("seconds").value,
      width: Number(input("width").value), height: Number(input("height").value),
      minutes: Number(input("minutes").value), increment: Number(input("increment").value),
    });
    newGame();
  });
  for (const button of elements("[data-share]")) {
    button.addEventListener("click", () => SHARES[button.dataset.share ?? ""](app.view.svg));
  }
  input("text").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !typedCell()) return;
    event.preventDefault(); // the field is for a move only
    readTyped();
  });
  input("file-input").addEventListener("change", async () => {
    const file = input("file-input").files?.[0];
    input("file-input").value = ""; // so that the same file can be chosen again
    if (file && await openFile(file)) dialog("open-dialog").close();
  });
}
