// Starts the page: makes its objects, and shows the first game.

import { change, choose, newGame } from "./events/actions.js";
import { entry, forgetEntry } from "./state/address.js";
import { app, show } from "./state/app.js";
import { BoardView } from "./view/board.js";
import { Client, serverWire, unpacked, workerWire } from "./engine/client.js";
import { Display } from "./view/display.js";
import { showIconsAndSelects } from "./view/display-choices.js";
import { $, dialog, toast } from "./elements.js";
import { showLimits, tableBytes } from "./state/engine-limits.js";
import { listen } from "./events/events.js";
import { openAddress, openProof, openReview, openText } from "./events/files.js";
import { inflated } from "./inflate.js";
import { resumeExercises } from "./events/lesson-actions.js";
import { go, open } from "./state/navigate.js";
import { Puzzles } from "./events/puzzles.js";
import { readSettings } from "./state/repaired.js";
import { offerKept, resume } from "./events/resume.js";
import { RULES } from "./game/rules.js";
import { readSession } from "./state/session.js";
import { page, settings, words } from "./state/state.js";

/**
 * Start the engine in the page; return its answer.
 * @param {string} packed
 */
async function startEngine(packed) {
  const { parts, ...data } = await unpacked(packed);
  const module = await WebAssembly.compile(parts.kernels);
  const named = (/** @type {string} */ kind) =>
    Object.fromEntries(Object.keys(RULES).map((rule) => [rule, parts[`${kind}-${rule}`]]));
  return app.client.start({
    module,
    data: {
      ...data, tables: named("tables"), networks: named("network"), openings: named("swap2"),
    },
    tableBytes: tableBytes(),
  });
}

async function begin() {
  const isDamaged = readSettings();
  Object.assign(page, { node: page.game.root, suspended: readSession() });
  const packed = $("data").textContent;
  app.view = new BoardView($("board"), { choose: chooseOnceOpen, hover: () => {} });
  app.view.resize(page.game.width, page.game.height, settings.rows, settings.letters);
  const script = $("worker").textContent ?? "";
  app.client = new Client(packed ? workerWire(inflated(script)) : serverWire(), !!packed);
  app.client.ondelay = () => app.display.showSoon();
  app.puzzles = new Puzzles({ go, open, show, prove: openProof, ask });
  app.display = new Display(app.view, app.puzzles);
  showIconsAndSelects();
  listen();
  app.display.showWords();
  if (packed) openFirst();
  const { game = "", rows = "", threads = 0 } =
    await (packed ? startEngine(packed) : app.client.start());
  showLimits(threads);
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
  if (rows) change({ rows });
  if (!packed) openFirst(game);
  if (isDamaged) toast(words().resetSettings);
}

/**
 * Act on a chosen cell. Without a game yet, say that the server is starting.
 * @type {typeof choose}
 */
function chooseOnceOpen(point, event) {
  return page.epoch ? choose(point, event) : toast(words().starting);
}

/**
 * Show the first game: that of the page before a reload, of the address, or in the page.
 * @param {string} [given] by the server
 */
function openFirst(given) {
  const { suspended } = page;
  const resumed = resume();
  if (resumed) {
    resumed.then((isShown) => isShown && resumeExercises(suspended));
    return offerKept();
  }
  const openGiven = () => openReview() || (!!given && openText(given));
  const wasHere = !!entry(); // the address may name less than the game in the page
  forgetEntry();
  const isOpen = wasHere ? openGiven() || openAddress() : openAddress() || openGiven();
  if (isOpen && !dialog("games-dialog").open) return;
  newGame(); // if a collection is given, until a game is chosen
  offerKept();
}

/** @type {Client["ask"]} */
function ask(...question) {
  return app.client.ask(...question);
}

/** For tests: they can send requests as the page does. */
Object.assign(window, { tengen: { page, settings, ask } });

begin();
