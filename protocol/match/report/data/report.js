// The list of games, and the board that replays one. Rows and boards are drawn on demand.

const AUTOPLAY_MS = 700;
const BATCH = 100; // rows added to the list at a time
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const RESULTS = new Map([[1, "1 – 0"], [0.5, "½ – ½"], [0, "0 – 1"]]); // by black's score

const $ = (id) => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const games = new Map(data.games.map(read).map((game) => [game.number, game]));
const state = { wanted: [], game: null, ply: 0, timer: null };

// The fields are in the order of `packed` in report.py.
function read(fields) {
  const [number, black, white, score, ending, width, height, opening, cells, ms, memory,
    messages] = fields;
  return { number, black, white, score, ending, width, height, opening, cells, ms, memory,
    messages, failed: data.failures.includes(ending) };
}

// Elements.

function make(tag, attributes = {}, ...children) {
  const found = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
  found.append(...children);
  return found;
}

function draw(tag, attributes, content = "") {
  const shape = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
  shape.textContent = content;
  return shape;
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
  return LETTERS[cell % game.width] + (Math.floor(cell / game.width) + 1);
}

// In the drawing, columns and rows count from 1; the coordinates stand at 0.
function drawBoard({ width, height }) {
  const wood = { x: -0.4, y: -0.4, width: width + 1.2, height: height + 1.2 };
  $("board").setAttribute("viewBox", Object.values(wood).join(" "));
  let lines = "";
  for (let x = 1; x <= width; x++) lines += `M${x} 1V${height}`;
  for (let y = 1; y <= height; y++) lines += `M1 ${y}H${width}`;
  const parts = [draw("rect", { class: "wood", rx: 0.2, ...wood }), draw("path", { d: lines })];
  for (let x = 1; x <= width; x++) parts.push(draw("text", { x, y: 0.12 }, LETTERS[x - 1]));
  for (let y = 1; y <= height; y++) parts.push(draw("text", { x: 0.1, y }, y));
  $("board").replaceChildren(...parts, draw("g", { id: "stones" }));
}

function drawStones(game, ply) {
  const parts = [];
  game.cells.slice(0, ply).forEach((cell, index) => {
    const x = cell % game.width + 1, y = Math.floor(cell / game.width) + 1;
    const colour = index % 2 ? "white" : "black";
    parts.push(draw("circle", { class: colour, cx: x, cy: y, r: 0.46 }));
    if ($("numbers").checked) {
      const opening = index < game.opening ? " opening" : "";
      parts.push(draw("text", { class: `on-${colour}${opening}`, x, y }, index + 1));
    }
    if (index === ply - 1) parts.push(draw("circle", { class: "mark", cx: x, cy: y, r: 0.46 }));
  });
  $("stones").replaceChildren(...parts);
}

// The replay.

function colourOf(index) {
  return index % 2 ? "White" : "Black";
}

function outcome(game) {
  const winner = { 1: game.black, 0: game.white }[game.score];
  return winner === undefined ? `draw, ${game.ending}` : `${winner} wins, ${game.ending}`;
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

function showPly(ply) {
  const game = state.game;
  state.ply = Math.min(Math.max(ply, 0), game.cells.length);
  drawStones(game, state.ply);
  const isOver = state.ply === game.cells.length;
  const exchange = isOver && $(`exchange-${game.number}`)?.textContent;
  $("ply").value = state.ply;
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
