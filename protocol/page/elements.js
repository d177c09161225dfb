// The page's elements: finds and makes them, opens dialogs, shows a toast.

/** @param {string} id */
export const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
export const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ ($(id));
export const dialog = (/** @type {string} */ id) => /** @type {HTMLDialogElement} */ ($(id));

export const elements = (/** @type {string} */ selector) =>
  /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector));

/**
 * Open a dialog without an answer: after Esc, Firefox would keep the last one.
 * @param {HTMLDialogElement} box
 */
export function openDialog(box) {
  box.returnValue = "";
  box.showModal();
}

/**
 * Close a dialog without an answer.
 * @param {HTMLDialogElement} box
 */
export function closeUnanswered(box) {
  box.onclose = null;
  box.close();
}

/**
 * Return an element.
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 */
export function make(tag, attributes = {}, ...children) {
  const found = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
  found.append(...children);
  return found;
}

/**
 * Announce a text to a screen reader, also while a dialog is open.
 * @param {string} text
 */
export function say(text) {
  const live = $("live"), home = document.querySelector("dialog[open]") ?? document.body;
  if (live.parentElement !== home) home.append(live);
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** @param {string} text */
export function toast(text) {
  const box = $("toast");
  if (box.matches(":popover-open")) box.hidePopover();
  box.showPopover(); // above an open dialog
  box.textContent = text;
  say(text);
  box.classList.add("on");
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => box.classList.remove("on"), 3500);
}
toast.timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
