// A game's review: what every position is worth, which moves gave most away, and from where on the
// game was proved.

/**
 * @typedef {import("./game.js").GameNode} GameNode
 * @typedef {import("./engine.js").Line} Line
 * @typedef {{node: GameNode, loss: number, better: string, kind: "slip" | "blunder"}} Mistake
 * @typedef {{loser: number, node: GameNode, held: GameNode | null}} Proved
 *   lost from `node` on; `held` is the loser's last move that was not proved lost
 */

export const SLIP = 0.1, BLUNDER = 0.25; // of the mover's chance to win, given away by one move
const WORST = 3; // mistakes that are told

/**
 * Return Black's chance to win at a node, 0 to 1, undefined before it was analysed.
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
 * Return whether a position's line is worth more than a newer one: it is proved, or deeper.
 * @param {Line | undefined} line
 * @param {Line} newer
 */
export function isKept(line, newer) {
  return !!line && !newer.mate && (line.mate !== 0 || line.depth > newer.depth);
}

/**
 * Return what a move gave away of its side's chance to win, undefined where that isn't known.
 * @param {GameNode} node after the move
 */
export function lossOf(node) {
  const before = node.parent ? blackRate(node.parent) : undefined, after = blackRate(node);
  if (before === undefined || after === undefined) return undefined;
  return node.colour === 1 ? before - after : after - before;
}

/**
 * Return the mistakes of a line of nodes, in their order.
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
 * Return the worst mistakes, the worst first.
 * @param {Mistake[]} found
 * @param {number} [count] of them at most
 */
export function worst(found, count = WORST) {
  return [...found].sort((one, other) => other.loss - one.loss).slice(0, count);
}

/**
 * Return from where on a finished line was proved lost, null where it wasn't.
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
 * Return the colour that has won or is proved to win at a node, 0 for none.
 * @param {GameNode} node
 */
export function provedWinner(node) {
  if (node.look?.winner) return node.look.winner;
  const mate = node.line?.mate ?? 0;
  if (!mate) return 0;
  return mate > 0 ? 3 - node.colour : node.colour;
}
