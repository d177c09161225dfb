// The moves of a game with its variations and comments: the main line in pairs, each variation
// indented below the move that it replaces.

import { app } from "./app.js";
import { buttonTo, fill } from "./display-parts.js";
import { $, input, make } from "./elements.js";
import { mistakes } from "./review.js";
import { isClosed, nameOf, nodeShown, page, words } from "./state.js";
import { filled } from "./words.js";

/** @typedef {import("./game.js").GameNode} GameNode */
/**
 * @typedef {{node: GameNode, deep: number}} Branch a variation from its first move on; `deep` is 1
 *   for one of the main line
 */

const MOST_LISTED = 600; // moves of variations; others are cut, except those of the node shown

/** Show the moves, and the comment on the node shown. */
export function showTree() {
  const { game } = page, node = nodeShown(), text = words();
  fill($("moves"), ...rows());
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

/** Return the list's items. */
function rows() {
  const { game } = page, all = game.nodes();
  const slips = new Map(mistakes(all).map(({ node, kind }) => [node, kind]));
  const path = new Set(game.path(nodeShown()));
  const found = noteOn(game.root);
  let left = MOST_LISTED;
  for (const node of game.line(game.root).slice(1)) {
    const side = node.ply % 2 ? "" : "second";
    found.push(make("li", { class: side }, moveButton(node, slips.get(node))), ...noteOn(node));
    const others = node.parent?.children.slice(1) ?? [];
    /** @type {Branch[]} */
    const open = others.map((other) => ({ node: other, deep: 1 })).reverse();
    for (let branch = open.pop(); branch; branch = open.pop()) {
      const line = lineOf(branch.node), isWhole = left > 0 || path.has(branch.node);
      const shown = isWhole ? line : line.slice(0, 1);
      left -= shown.length;
      found.push(branchItem(branch.deep, shown, slips, isWhole));
      const last = line[line.length - 1];
      const next = last.children.map((child) => ({ node: child, deep: branch.deep + 1 }));
      if (isWhole) open.push(...next.reverse());
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
 * @param {Map<GameNode, string>} slips
 * @param {boolean} isWhole
 */
function branchItem(deep, line, slips, isWhole) {
  const label = make("span", { class: "unseen" }, filled(words().variation, { deep }));
  const moves = line.flatMap((node) => [
    moveButton(node, slips.get(node)), " ",
    ...(node.comment ? [make("q", {}, node.comment), " "] : []),
  ]);
  return make("li", { class: "branch", style: `--deep: ${deep}` },
    label, ...moves, ...(isWhole ? [] : ["…"]));
}

/** @param {GameNode} node */
function noteOn({ comment }) {
  return comment ? [make("li", { class: "note" }, make("q", {}, comment))] : [];
}

/**
 * @param {GameNode} node
 * @param {string} [slip]
 */
function moveButton(node, slip = "") {
  const isShown = node === page.node;
  return buttonTo(node, { class: slip, ...(isShown ? { "aria-current": "step" } : {}) },
    make("small", {}, String(node.ply)), nameOf(node.move));
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
