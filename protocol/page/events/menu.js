// The Game menu: its place below its button, and its keys.

import { $ } from "../elements.js";
import { keptIds } from "../state/kept.js";

const GAP_PX = 4; // between the button and the menu

export function listenToMenu() {
  const menu = $("game-menu");
  const all = /** @type {HTMLElement[]} */ ([...menu.children]);
  let items = all;
  menu.addEventListener("beforetoggle", () => {
    $("kept").hidden = !keptIds().length;
    items = all.filter(({ hidden }) => !hidden);
    const { bottom, left, right } = $("menu").getBoundingClientRect();
    const { clientWidth } = document.documentElement;
    const isLeft = left < clientWidth / 2; // the menu opens towards the middle
    menu.style.inset = isLeft
      ? `${bottom + scrollY + GAP_PX}px auto auto ${left}px`
      : `${bottom + scrollY + GAP_PX}px ${clientWidth - right}px auto auto`;
  });
  menu.addEventListener("toggle", () => isMenuOpen() && items[0].focus());
  menu.addEventListener("click", () => menu.hidePopover(), true); // before an item opens a dialog
  menu.addEventListener("keydown", (event) => {
    const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const last = items.length - 1;
    const next = { ArrowDown: at < last ? at + 1 : 0, ArrowUp: at > 0 ? at - 1 : last, Home: 0,
      End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    items[next].focus();
  });
}

export const isMenuOpen = () => $("game-menu").matches(":popover-open");
