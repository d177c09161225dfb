// The moves of a game with its variations and comments: the main line in pairs, each variation
// indented below the move that it replaces.

import { app } from "../state/app.js";
import { buttonTo, fill, nodeOf, slipSigns } from "./display-parts.js";
import { $, input, make } from "../elements.js";
import { mistakes } from "../game/review.js";
import { isClosed, nameOf, nodeShown, page, settings, words } from "../state/state.js";
import { filled } from "../words/words.js";

/** @typedef {import("../game/game.js").GameNode} GameNode */
/**
 * @typedef {{nodes: GameNode[], deep: number, isWhole: boolean}} Item of the list: a move of the
 *   main line if `deep` is 0, else a variation up to its next branching; `isWhole` is false if it
 *   has been cut
 */

const MOST_LISTED = 600; // moves of variations; others are cut, except those of the node shown

const nodeNumbers = /** @type {WeakMap<GameNode, number>} */ (new WeakMap());
let numbered = 0; // nodes that have a number
let listedKey = ""; // of the list that is in the page

/** Show the moves, and the comment on the node shown. */
export function showTree() {
  const { game } = page, node = nodeShown(), text = words();
  showList();
  $("no-moves").hidden = game.root.children.length > 0;
  $("no-moves").textContent = text.noMoves;
  scrollToCurrent($("moves"));
  const box = input("comment");
  if (box.value !== node.comment) box.value = node.comment;
  const enabled = { promote: !!game.varied(node), remove: !!node.parent };
  const isOpen = !page.lessons && !isClosed(app.puzzles);
  for (const [id, isEnabled] of Object.entries(enabled)) {
    /** @type {HTMLButtonElement} */ ($(id)).disabled = !isEnabled || !isOpen;
  }
}

/** Show the list; a large one takes too long to be made at each line of an analysis. */
function showList() {
  const { root, height } = page.game, items = listedItems();
  const key = JSON.stringify([
    settings.language, settings.rows, settings.letters, height, root.comment,
    items.map(({ nodes, deep, isWhole }) => [deep, isWhole, nodes.map((node) =>
      [numberOf(node), slipOf(node), node.comment])]),
  ]);
  if (key !== listedKey) fillList(items);
  listedKey = key;
  for (const button of $("moves").querySelectorAll("button")) {
    if (nodeOf.get(button) === page.node) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  }
}

/** @param {Item[]} items */
function fillList(items) {
  const { root } = page.game;
  fill($("moves"), ...noteOn(root), ...items.flatMap(({ nodes, deep, isWhole }) => {
    const [node] = nodes, side = node.ply % 2 ? "" : "second";
    if (deep) return [branchItem(deep, nodes, isWhole)];
    return [make("li", { class: side }, moveButton(node)), ...noteOn(node)];
  }));
}

/**
 * Return a number that no other node has.
 * @param {GameNode} node
 */
function numberOf(node) {
  const number = nodeNumbers.get(node) ?? ++numbered;
  nodeNumbers.set(node, number);
  return number;
}

/**
 * Return how grave a mistake a move is, "" if it is none.
 * @param {GameNode} node
 */
const slipOf = (node) => mistakes([node, node])[0]?.kind ?? "";

/**
 * Return the items of the list.
 * @returns {Item[]}
 */
function listedItems() {
  const { game } = page, path = new Set(game.path(nodeShown()));
  /** @type {Item[]} */
  const found = [];
  let left = MOST_LISTED;
  for (const node of game.line(game.root).slice(1)) {
    found.push({ nodes: [node], deep: 0, isWhole: true });
    const others = node.parent?.children.slice(1) ?? [];
    const open = others.map((first) => ({ first, deep: 1 })).reverse();
    for (let branch = open.pop(); branch; branch = open.pop()) {
      const { first, deep } = branch, isWhole = left > 0 || path.has(first);
      const nodes = isWhole ? lineOf(first) : [first];
      left -= nodes.length;
      found.push({ nodes, deep, isWhole });
      if (!isWhole) continue;
      const next = nodes[nodes.length - 1].children;
      open.push(...next.map((child) => ({ first: child, deep: deep + 1 })).reverse());
    }
  }
  return found;
}

/**
 * Return the nodes from a node on until the next branching.
 * @param {GameNode} node
 */
function lineOf(node) {
  const found = [node];
  while (node.children.length === 1) found.push(node = node.children[0]);
  return found;
}

/**
 * @param {number} deep
 * @param {GameNode[]} line
 * @param {boolean} isWhole
 */
function branchItem(deep, line, isWhole) {
  const label = make("span", { class: "unseen" }, filled(words().variation, { deep }));
  const moves = line.flatMap((node) => [
    moveButton(node), " ",
    ...(node.comment ? [make("q", {}, node.comment), " "] : []),
  ]);
  return make("li", { class: "branch", style: `--deep: ${deep}` },
    label, ...moves, ...(isWhole ? [] : ["…"]));
}

/** @param {GameNode} node */
function noteOn({ comment }) {
  return comment ? [make("li", { class: "note" }, make("q", {}, comment))] : [];
}

/** @param {GameNode} node */
function moveButton(node) {
  const slip = slipOf(node);
  return buttonTo(node, { class: slip },
    make("small", {}, String(node.ply)), " ", nameOf(node.move), ...slipSigns(slip));
}

/** @param {HTMLElement} box */
function scrollToCurrent(box) {
  const current = box.querySelector("[aria-current]");
  if (!(current instanceof HTMLElement)) return;
  const top = current.getBoundingClientRect().top - box.getBoundingClientRect().top
    + box.scrollTop;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + current.offsetHeight > box.scrollTop + box.clientHeight) {
    box.scrollTop = top + current.offsetHeight - box.clientHeight;
  }
}
