// A game tree as plain data, which JSON can hold, and back.

import { Game } from "./game.js";

/** @typedef {import("./game.js").GameNode} GameNode */
/**
 * @typedef {Partial<Pick<GameNode, "comment" | "shapes" | "spent" | "line" | "proved"
 *   | "late">>
 *   & {move: string, parent: number}} PlainNode `parent` is the index of the node before, -1 for
 *   the root
 * @typedef {Pick<Game, "width" | "height" | "rule" | "stones" | "walls" | "turn" | "players"
 *   | "clock">
 *   & {nodes: PlainNode[], shown: number}} PlainGame `nodes` has the root first, each node after
 *   its parent, and the children of a node in their order; `shown` is the index of the node shown
 */

const CONTENT = /** @type {const} */ (["comment", "shapes", "spent", "line", "proved", "late"]);

/**
 * Return a game as plain data. The states by the rules are left out: they are derived.
 * @param {Game} game
 * @param {GameNode} shown
 * @returns {PlainGame}
 */
export function plainGame(game, shown) {
  const { width, height, rule, stones, walls, turn, players, clock } = game;
  const all = game.nodes();
  const places = new Map(all.map((node, index) => [node, index]));
  const nodes = all.map((node) => {
    const parent = node.parent ? places.get(node.parent) ?? -1 : -1;
    return { move: node.move, parent, ...contentOf(node) };
  });
  const at = game.path(shown).findLast((node) => places.has(node)) ?? game.root;
  return {
    width, height, rule, stones, walls, turn, players, clock, nodes,
    shown: places.get(at) ?? 0,
  };
}

/**
 * Return the game of plain data, and the node shown. A RangeError names a move that is not
 * possible.
 * @param {PlainGame} plain
 */
export function gameFrom({ nodes: [first, ...rest], shown, ...start }) {
  const game = new Game(start), nodes = [Object.assign(game.root, contentOf(first))];
  for (const plain of rest) {
    const parent = nodes[plain.parent];
    if (!parent || !game.isPossible(parent, plain.move)) {
      throw new RangeError(`move ${plain.move} is not possible`);
    }
    nodes.push(Object.assign(game.play(parent, plain.move), contentOf(plain)));
  }
  return { game, node: nodes[shown] ?? game.root };
}

/**
 * Return what a node has besides its move.
 * @param {Partial<Pick<GameNode, typeof CONTENT[number]>>} node
 */
function contentOf(node) {
  return Object.fromEntries(CONTENT.filter((name) => node[name]).map((name) => [name, node[name]]));
}
