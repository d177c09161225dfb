// Updates parts of the page in place, makes buttons that lead to nodes of the game, gives signs
// their meanings, and lists the stones to draw.

import { make } from "../elements.js";
import { pointNamed } from "../game/names.js";
import { words } from "../state/state.js";

/** @typedef {import("./board.js").Point} Point */
/** @typedef {import("../game/game.js").Game} Game */
/** @typedef {import("../game/game.js").GameNode} GameNode */

// The node of each button.
export const nodeOf = /** @type {WeakMap<Element, GameNode>} */ (new WeakMap());

/**
 * Return a button that leads to a node.
 * @param {GameNode} node
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 */
export function buttonTo(node, attributes, ...children) {
  const button = make("button", { type: "button", ...attributes }, ...children);
  nodeOf.set(button, node);
  return button;
}

/**
 * Return a sign with its meaning, for a pointer and for a screen reader.
 * @param {string} sign
 * @param {string} title
 */
export const signOf = (sign, title) => make("span", { class: "sign", role: "img", title }, sign);

/**
 * Return the signs of a move: that of a mistake, or none.
 * @param {"slip" | "blunder" | ""} kind
 */
export function slipSigns(kind) {
  const text = words();
  return { slip: [signOf("?", text.slip)], blunder: [signOf("??", text.blunder)], "": [] }[kind];
}

/**
 * Set an element's children. Equal ones stay in place, so that they keep the focus and a started
 * press.
 * @param {Element} home
 * @param {(Node | string)[]} children
 */
export function fill(home, ...children) {
  const present = [...home.childNodes];
  children.forEach((child, at) => {
    const fresh = typeof child === "string" ? document.createTextNode(child) : child;
    if (present[at]) renew(present[at], fresh);
    else home.append(fresh);
  });
  for (const surplus of present.slice(children.length)) surplus.remove();
}

/**
 * Make a node of the page equal to another; replace it if it leads to another node of the game.
 * @param {ChildNode} present
 * @param {Node} fresh
 */
function renew(present, fresh) {
  if (present.isEqualNode(fresh) && !(fresh instanceof Element)) return;
  const isSame = present instanceof HTMLElement && fresh instanceof HTMLElement
    && present.tagName === fresh.tagName
    && nodeOf.get(present) === nodeOf.get(fresh) && present.dataset.play === fresh.dataset.play;
  if (!isSame) return present.replaceWith(fresh);
  for (const { name } of [...present.attributes]) {
    if (!fresh.hasAttribute(name)) present.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) present.setAttribute(name, value);
  fill(present, ...fresh.childNodes);
}

/**
 * Return the stones of a node as the board draws them; those played have numbers.
 * @param {Game} game
 * @param {GameNode} node
 */
export function drawnStones(game, node) {
  const point = (/** @type {string} */ name) => /** @type {Point} */ (pointNamed(name));
  const played = game.path(node).filter(({ move }) => move);
  return [
    ...game.stones.map(([name, colour]) => ({ ...point(name), colour, number: undefined })),
    ...played.map(({ move, colour, ply }) => ({ ...point(move), colour, number: ply })),
  ];
}
