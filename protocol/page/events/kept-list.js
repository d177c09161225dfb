// The list of the games that the browser keeps: opens or deletes one.

import { askRow } from "../view/collection.js";
import { $, elements, make } from "../elements.js";
import { forgetKept, keptGames } from "../state/kept.js";
import { openKept } from "./resume.js";
import { keptTitle, pictureOf } from "../view/offer.js";
import { nameOf, settings, words } from "../state/state.js";

/** Ask which kept game to continue. Games marked for deletion go when the list closes. */
export function askKept() {
  const kept = new Map([...keptGames()].map((one) => [one.id, one]));
  const style = /** @type {const} */ ({ dateStyle: "medium", timeStyle: "short" });
  const when = new Intl.DateTimeFormat(settings.language, style);
  const rows = [...kept.values()].map((one) => {
    const title = keptTitle(one), date = when.format(one.time), last = one.node.move;
    const label = `${words().discard}: ${title}, ${date}`;
    const discard = make("button", {
      type: "button", class: "icon", "data-discard": one.id, "aria-pressed": "false",
      "aria-label": label, title: words().discard,
    });
    discard.innerHTML = $("remove").innerHTML;
    discard.addEventListener("click", () => discard.setAttribute("aria-pressed",
      String(discard.getAttribute("aria-pressed") !== "true")));
    return make("div", { class: "kept" }, make("button", { value: one.id }, pictureOf(one),
      make("span", {}, title, last && ` (${nameOf(last)})`, make("small", {}, date))), discard);
  });
  askRow(rows, (id) => {
    const chosen = kept.get(id);
    for (const { dataset } of elements("[data-discard][aria-pressed=true]")) {
      if (dataset.discard !== id) forgetKept(dataset.discard ?? "");
    }
    if (chosen) openKept(chosen);
  });
}
