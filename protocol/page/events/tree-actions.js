// Edits of a game's tree: comments, the order of variations, and their removal.

import { app, show } from "../state/app.js";
import { $, dialog, input, make, openDialog } from "../elements.js";
import { go } from "../state/navigate.js";
import { page, words } from "../state/state.js";
import { filled } from "../words/words.js";

/** Make the variation shown the main line where it begins. */
export function promote() {
  page.game.promote(page.node);
  show();
}

/** Remove the move shown with all that follows; ask first if that is more than a move. */
export function remove() {
  const { game, node } = page, text = words(), box = dialog("ask-dialog");
  if (!node.parent) return;
  const count = game.nodes(node).length;
  const act = () => {
    if (page.reviewed.includes(node)) page.reviewed = [];
    return go(game.remove(node));
  };
  if (count === 1) return act();
  $("ask-text").textContent = filled(text.removeAsk, { count });
  $("ask-answers").replaceChildren(
    make("button", { value: "cancel" }, text.cancel),
    make("button", { value: "remove", class: "main" }, text.remove));
  box.onclose = () => {
    box.onclose = null;
    if (box.returnValue === "remove" && page.node === node) act();
  };
  openDialog(box);
}

/** Store the typed comment with the node shown. */
export function writeComment() {
  page.node.comment = input("comment").value;
  app.display.showSoon();
}
