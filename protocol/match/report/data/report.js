// The list of games, and a board that replays a game. Rows and boards are drawn on demand. board.js
// of the board page draws the board; report.py puts it before this script.

const AUTOPLAY_MS = 700;
const BATCH = 100; // rows added to the list at a time
const LEAST_SCORE = 100, MOST_SCORE = 1000; // a graph's range is within these; scores are clipped
const RESULTS = new Map([[1, "1 – 0"], [0.5, "½ – ½"], [0, "0 – 1"]]); // by black's score

const $ = (id) => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const games = new Map(data.games.map(read).map((game) => [game.number, game]));
const state = { wanted: [], game: null, ply: 0, timer: null };

// The fields are in the order of `packed` in report.py.
function read(fields) {
  const [number, black, white, score, ending, width, height, opening, cells, ms, memory,
    messages, scores, reason] = fields;
  return { number, black, white, score, ending, width, height, opening, cells, ms, memory,
    messages, scores, reason, failed: data.failures.includes(ending) };
}

// Elements.

function make(tag, attributes = {}, ...children) {
  const found = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
  found.append(...children);
  return found;
}

function show(current, rows) {
  for (const row of rows.querySelectorAll("[aria-current]")) row.removeAttribute("aria-current");
  const box = rows.closest(".rows");
  if (!current) return void (box.scrollTop = 0);
  current.setAttribute("aria-current", "true");
  const head = box.querySelector("thead").offsetHeight;
  if (current.offsetTop - head < box.scrollTop) box.scrollTop = current.offsetTop - head;
  const below = current.offsetTop + current.offsetHeight - box.clientHeight;
  if (below > box.scrollTop) box.scrollTop = below;
}

// The list.

function fillFilters() {
  const endings = new Set([...games.values()].map((game) => game.ending));
  $("engine").append(...data.names.map((name) => make("option", { value: name }, name)));
  $("ending").append(...[...endings].sort().map((name) => make("option", { value: name }, name)));
}

function isWanted(game) {
  const engine = $("engine").value, ending = $("ending").value;
  return (!engine || [game.black, game.white].includes(engine))
    && (!ending || game.ending === ending);
}

function fillList() {
  state.wanted = [...games.values()].filter(isWanted);
  $("rows").replaceChildren();
  $("shown").textContent = `${state.wanted.length} of ${games.size}`;
  markGame();
}

function extendList(length) {
  const listed = $("rows").rows.length;
  $("rows").append(...state.wanted.slice(listed, length).map(listRow));
}

function extendAtEnd({ currentTarget: box }) {
  const below = box.scrollHeight - box.scrollTop - box.clientHeight;
  if (below < box.clientHeight) extendList($("rows").rows.length + BATCH);
}

function listRow(game) {
  const name = (player, won) => make("td", { class: won ? "name won" : "name", title: player }, player);
  return make("tr", {},
    make("th", { scope: "row" }, make("a", { href: `#game-${game.number}` }, game.number)),
    name(game.black, game.score === 1),
    name(game.white, game.score === 0),
    make("td", {}, RESULTS.get(game.score)),
    make("td", { class: game.failed ? "failure-ending" : "" }, game.ending),
    make("td", {}, game.cells.length));
}

function markGame() {
  const index = state.wanted.indexOf(state.game);
  extendList(index + BATCH);
  show($("rows").rows[index], $("rows"));
}

// The board.

function label(game, cell) {
  const key = pointName({ x: cell % game.width, y: Math.floor(cell / game.width) });
  return renamed(key, game.height, data.rows);
}

function drawBoard({ width, height }) {
  $("board").setAttribute("viewBox", boxOf(width, height).join(" "));
  $("board").replaceChildren(...emptyBoard(width, height, data.rows), shape("g", { id: "stones" }));
}

function drawStones(game, ply) {
  const stones = game.cells.slice(0, ply).map((cell, index) => ({
    x: cell % game.width, y: Math.floor(cell / game.width), colour: index % 2 + 1,
    number: index + 1, pale: index < game.opening,
  }));
  const numbers = $("numbers").checked, last = stones.at(-1);
  const foul = game.ending === "forbidden" && ply === game.cells.length;
  $("stones").replaceChildren(...shapesOf({ stones, numbers, last, foul }));
}

// The replay.

function colourOf(index) {
  return index % 2 ? "White" : "Black";
}

function outcome(game) {
  const winner = { 1: game.black, 0: game.white }[game.score];
  const ending = game.reason ? `${game.ending} (${game.reason})` : game.ending;
  return winner === undefined ? `draw, ${ending}` : `${winner} wins, ${ending}`;
}

function moveLine(game, index) {
  if (index < 0) return "Empty board";
  const line = `${index + 1}. ${colourOf(index)} ${label(game, game.cells[index])}`;
  const move = index - game.opening;
  if (move < 0) return `${line} · opening`;
  const memory = game.memory[move] ? ` · ${game.memory[move]} MB` : "";
  return `${line} · ${game.ms[move]} ms${memory}`;
}

function moveRow(game, index) {
  const move = index - game.opening;
  const text = (value) => make("td", {}, value ?? "");
  return make("tr", { "data-ply": index + 1 },
    make("th", { scope: "row" }, `${index + 1}. ${colourOf(index)}`),
    text(label(game, game.cells[index])),
    text(game.ms[move]),
    text(game.memory[move] || ""));
}

// The graph of the scores from black's side, one curve per engine.

function scoresOf(game, colour) {
  return game.scores
    .map((score, move) => [game.opening + move, colour === "White" ? -score : score, score])
    .filter(([index, , score]) => score !== null && colourOf(index) === colour);
}

function drawGraph(game) {
  const lines = { black: scoresOf(game, "Black"), white: scoresOf(game, "White") };
  const all = Object.values(lines).flat();
  $("graph").hidden = !all.length;
  const sizes = all.map(([, score]) => Math.abs(score)).filter((size) => size <= MOST_SCORE);
  const top = Math.max(LEAST_SCORE, Math.ceil(Math.max(0, ...sizes) / 100) * 100);
  const across = (index) => 100 * (index + 1) / game.cells.length;
  const down = (score) => 50 - 50 * Math.min(Math.max(score / top, -1), 1);
  const parts = [top, 0, -top].flatMap((tick) => [
    shape("line", { class: "grid", x1: 0, x2: "100%", y1: `${down(tick)}%`, y2: `${down(tick)}%` }),
    shape("text", { x: 0, y: `${down(tick)}%`, dx: -8, dy: 4, "text-anchor": "end" },
      String(tick).replace("-", "\u2212"))]);
  const stretched = shape("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none" });
  for (const [colour, scores] of Object.entries(lines)) {
    const points = scores.map(([index, score]) => `${across(index)},${down(score)}`).join(" ");
    stretched.append(shape("polyline",
      { class: `of-${colour}`, points, "vector-effect": "non-scaling-stroke" }));
    $(`of-${colour}`).textContent = `${game[colour]} (${colour})`;
  }
  $("scores").replaceChildren(...parts, stretched, shape("line", { id: "now", y1: 0, y2: "100%" }));
}

function markGraph(game, ply) {
  const place = `${100 * ply / Math.max(game.cells.length, 1)}%`;
  $("now").setAttribute("x1", place);
  $("now").setAttribute("x2", place);
}

function stepTo({ clientX }) {
  const box = $("scores").getBoundingClientRect();
  step(Math.round((clientX - box.left) / box.width * state.game.cells.length));
}

function showPly(ply) {
  const game = state.game;
  state.ply = Math.min(Math.max(ply, 0), game.cells.length);
  drawStones(game, state.ply);
  const isOver = state.ply === game.cells.length;
  const exchange = isOver && $(`exchange-${game.number}`)?.textContent;
  $("ply").value = state.ply;
  markGraph(game, state.ply);
  $("move").textContent = moveLine(game, state.ply - 1) + (isOver ? ` · ${outcome(game)}` : "");
  $("message").textContent = game.messages[state.ply - 1 - game.opening] ?? "";
  $("exchange").textContent = exchange || "";
  $("exchange").hidden = !exchange;
  show($("moves").rows[state.ply - 1], $("moves"));
}

function openGame(game) {
  halt();
  state.game = game;
  $("players").textContent
    = `Game ${game.number}: ${game.black} (black) – ${game.white} (white), ${RESULTS.get(game.score)}`;
  $("board").setAttribute("aria-label", `Board of game ${game.number}`);
  $("ply").max = game.cells.length;
  $("moves").replaceChildren(...game.cells.map((_, index) => moveRow(game, index)));
  drawBoard(game);
  drawGraph(game);
  showPly(game.cells.length);
  markGame();
}

function openAddressed() {
  const game = games.get(Number(/^#game-(\d+)$/.exec(location.hash)?.[1]));
  if (!game) return;
  openGame(game);
  $("replay").scrollIntoView({ block: "nearest" });
}

function halt() {
  clearInterval(state.timer);
  state.timer = null;
  $("play").setAttribute("aria-pressed", "false");
}

function step(ply) {
  halt();
  showPly(ply);
}

function play() {
  if (state.timer) return halt();
  if (state.ply === state.game.cells.length) showPly(0);
  $("play").setAttribute("aria-pressed", "true");
  state.timer = setInterval(() => {
    showPly(state.ply + 1);
    if (state.ply === state.game.cells.length) halt();
  }, AUTOPLAY_MS);
}

const JUMPS = {
  first: () => step(0),
  previous: () => step(state.ply - 1),
  next: () => step(state.ply + 1),
  last: () => step(state.game.cells.length),
};
const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };

function press(event) {
  const isTaken = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
    || event.target.closest("input, select, pre");
  const jump = JUMPS[KEYS[event.key]];
  // Home and End scroll the page unless the focus is in the replay.
  if (isTaken || !jump || (!event.key.startsWith("Arrow") && !event.target.closest("#replay"))) return;
  event.preventDefault();
  jump();
}

function start() {
  if (!games.size) return;
  $("browser").hidden = false;
  fillFilters();
  for (const [id, jump] of Object.entries(JUMPS)) $(id).addEventListener("click", jump);
  $("play").addEventListener("click", play);
  $("scores").addEventListener("click", stepTo);
  $("ply").addEventListener("input", () => step(Number($("ply").value)));
  $("numbers").addEventListener("change", () => showPly(state.ply));
  $("rows").closest(".rows").addEventListener("scroll", extendAtEnd);
  $("filters").addEventListener("change", fillList);
  $("filters").addEventListener("submit", (event) => event.preventDefault());
  $("moves").addEventListener("click", (event) => {
    const row = event.target.closest("tr");
    if (row) step(Number(row.dataset.ply));
  });
  document.addEventListener("keydown", press);
  document.addEventListener("click", (event) => {
    // A link to the current address fires no hashchange.
    if (event.target.closest("a")?.getAttribute("href") === location.hash) openAddressed();
  });
  window.addEventListener("hashchange", openAddressed);
  fillList();
  openGame(games.values().next().value);
  openAddressed();
}

start();
