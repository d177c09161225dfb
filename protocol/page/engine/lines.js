// Winning threat lines, and the longest defences against them, found by the kernels: the twin of
// line_answers.py.

/**
 * @typedef {import("./engine.js").Engine} Engine
 * @typedef {import("./engine.js").Position} Position
 */

const LINE_TRIES = 2000; // moves tried in a search for a line
const OWN = 1, OTHER = 2; // stones on the board of the search for lines

/**
 * Return the moves of a line that wins for the side to move, empty if none is found, and the plies
 * to the five.
 * @param {Engine} engine
 * @param {Position} position
 */
export function line(engine, position) {
  engine.setUp(position);
  const { kernels } = engine, { turn } = position;
  bytes(kernels.lineViews.board).set(boardFor(engine, turn));
  const length = findLine(engine, turn);
  const cells = [...kernels.lineViews.moves.subarray(0, length)];
  const moves = cells.map((cell) => engine.name(Number(cell)));
  return { moves, plies: length ? kernels.call("line_plies", turn, length) : 0 };
}

/**
 * Return the move after which the other side's winning lines are longest, and their plies; no move
 * and 0 if a move may hold. Among equal moves, one that the line after a pass does not answer is
 * preferred.
 * @param {Engine} engine
 * @param {Position} position
 */
export function defence(engine, position) {
  const { forbidden } = engine.look(position), { kernels } = engine;
  const winner = 3 - position.turn, board = boardFor(engine, winner);
  const { covered, board: lineBoard } = kernels.lineViews, seen = bytes(lineBoard);
  const plies = (/** @type {number} */ cell) => Number(covered[cell]);
  const fouls = new Set(forbidden.map((name) => engine.cell(name)));
  const { EMPTY } = engine.data.lexicon;
  const legal = [...board.keys()].filter((cell) => board[cell] === EMPTY && !fouls.has(cell));
  // Find a line after a move, and all replies that it answers.
  const cover = (/** @type {number} */ cell) => {
    seen.set(board);
    if (cell) seen[cell] = OTHER;
    const length = findLine(engine, winner);
    seen.set(board);
    if (length) kernels.call("replies_covered", winner, length);
    return length > 0;
  };
  covered.fill(/** @type {never} */ (0));
  const isThreat = cover(0), answers = new Set(legal.filter((cell) => !plies(cell)));
  const isLost = isThreat && [...answers].every((cell) => plies(cell) || cover(cell));
  const most = isLost ? kernels.call("cover_plies", winner) : 0;
  if (!most) return { move: "", plies: 0 };
  const worth = (/** @type {number} */ cell) => 2 * plies(cell) + Number(answers.has(cell));
  const best = legal.reduce((one, other) => (worth(other) > worth(one) ? other : one));
  return { move: engine.name(best), plies: most };
}

/**
 * Return the length of a winning line that the kernels find on their board for lines.
 * @param {Engine} engine
 * @param {number} winner
 */
function findLine({ kernels, data }, winner) {
  return kernels.call("find_line", winner, data.lexicon.LONGEST_LINE, LINE_TRIES);
}

/**
 * Return a field of a record with one byte for each cell.
 * @param {import("./kernels.js").View} view
 */
function bytes(view) {
  return /** @type {Uint8Array} */ (view);
}

/**
 * Return the engine's board for the search for a colour's lines, whose stones are OWN.
 * @param {Engine} engine
 * @param {number} colour
 */
function boardFor(engine, colour) {
  const { BLACK, WHITE } = engine.data.lexicon;
  return bytes(engine.kernels.views.board).map((lies) => {
    if (lies !== BLACK && lies !== WHITE) return lies;
    return lies === colour ? OWN : OTHER;
  });
}
