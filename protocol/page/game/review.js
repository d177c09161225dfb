// A game's review: the value of every position, the worst mistakes, and the move from which on the
// game was lost. The twin of brain/review/game_review.py.

/**
 * @typedef {import("./game.js").GameNode} GameNode
 * @typedef {import("../engine/engine.js").Line} Line
 * @typedef {{node: GameNode, loss: number, better: string, kind: "slip" | "blunder"}} Mistake
 * @typedef {{loser: number, node: GameNode, held: GameNode | null}} Proved
 *   the game is lost from `node` on; `held` is the loser's last move before that
 */

export const SLIP = 0.1, BLUNDER = 0.25; // win rate that a move loses its side
const WORST = 3; // mistakes listed as the worst

/**
 * Return Black's win rate at a node, 0 to 1, undefined if it was not analysed.
 * @param {GameNode} node
 */
export function blackRate(node) {
  if (node.look?.winner) return node.look.winner === 1 ? 1 : 0;
  if (node.look?.is_over) return 0.5;
  if (!node.line) return node.parent ? undefined : 0.5; // an empty board counts as even
  const rate = chance(node.line);
  return node.colour === 2 ? rate : 1 - rate;
}

/** @param {Line} line */
export function chance(line) {
  return line.mate ? Number(line.mate > 0) : line.win_rate;
}

/**
 * Return whether a position's line is better than a newer one: it has a mate, or is deeper.
 * @param {Line | undefined} line
 * @param {Line} newer
 */
export function isKept(line, newer) {
  return !!line && !newer.mate && (line.mate !== 0 || line.depth > newer.depth);
}

/**
 * Return the win rate that a move lost its side, undefined if it is unknown.
 * @param {GameNode} node after the move
 */
export function lossOf(node) {
  const before = node.parent ? blackRate(node.parent) : undefined, after = blackRate(node);
  if (before === undefined || after === undefined) return undefined;
  return node.colour === 1 ? before - after : after - before;
}

/**
 * Return the mistakes in a line of nodes, in the order of play.
 * @param {GameNode[]} nodes from the root on
 * @returns {Mistake[]}
 */
export function mistakes(nodes) {
  const found = [];
  for (const node of nodes.slice(1)) {
    const loss = lossOf(node), better = node.parent?.line?.line[0] ?? "";
    if (loss === undefined || loss < SLIP || better === node.move) continue;
    const kind = /** @type {"slip"|"blunder"} */ (loss < BLUNDER ? "slip" : "blunder");
    found.push({ node, loss, better, kind });
  }
  return found;
}

/**
 * Return the worst mistakes, worst first.
 * @param {Mistake[]} found
 * @param {number} [count] maximum number of mistakes
 */
export function worst(found, count = WORST) {
  return [...found].sort((one, other) => other.loss - one.loss).slice(0, count);
}

/**
 * Return the node from which on a finished line was lost, null if it was not lost.
 * @param {GameNode[]} nodes from the root on, with their lines
 * @returns {Proved | null}
 */
export function provedFrom(nodes) {
  const winner = provedWinner(nodes[nodes.length - 1]);
  if (!winner) return null;
  let first = nodes.length - 1;
  while (first > 0 && provedWinner(nodes[first - 1]) === winner) first--;
  const held = nodes.slice(1, first).filter(({ colour }) => colour !== winner).at(-1) ?? null;
  return { loser: 3 - winner, node: nodes[first], held };
}

/**
 * Return the colour that has won or has a mate at a node, 0 for none.
 * @param {GameNode} node
 */
export function provedWinner(node) {
  if (node.look?.winner) return node.look.winner;
  const mate = node.line?.mate ?? 0;
  if (!mate) return 0;
  return mate > 0 ? 3 - node.colour : node.colour;
}
