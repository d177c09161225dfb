// The choices: the dialog of a new game, the languages, the number of lines.

import { CLOCKS } from "../state/clock.js";
import { $, dialog, input, make } from "../elements.js";
import { levelOptions, levelValue, monthMeasured } from "../state/levels.js";
import { OPENINGS, openingTitle } from "../state/named.js";
import { PROCEDURES } from "../game/procedures.js";
import { RULES } from "../game/rules.js";
import { ruleTitle, settings, words } from "../state/state.js";
import { filled, LANGUAGES } from "../words/words.js";

const SECONDS = [0.5, 1, 2, 5, 15, 60];
const SIZES = ["15", "19", "20", "other"];
const MOST_LINES = 5;
const CROSS = "M6.4 5 5 6.4 10.6 12 5 17.6 6.4 19 12 13.4 17.6 19 19 17.6 13.4 12 19 6.4 17.6 5 12"
  + " 10.6z";
const ICONS = /** @type {Record<string, string>} */ ({
  first: "M6 5v14h2V5zm3.5 7L18 18V6z",
  back: "M15.5 5.5 9 12l6.5 6.5z",
  forward: "M8.5 5.5 15 12l-6.5 6.5z",
  last: "M16 5v14h2V5zM6 18l8.5-6L6 6z",
  "lessons-end": CROSS, "offer-close": CROSS,
  bar: "M7 2v20h10V2zm2 2h6v8H9z",
  puzzles: "M10 3a2 2 0 0 1 4 0v2h5v5h-2a2 2 0 0 0 0 4h2v5h-5v-2a2 2 0 0 0-4 0v2H5v-5h2a2 2 0 0 0"
    + " 0-4H5V5h5z",
  settings: "M3 6h8.2a3 3 0 0 0 5.6 0H21v2h-4.2a3 3 0 0 1-5.6 0H3zm0 10h2.2a3 3 0 0 1 5.6 0H21v2"
    + "H10.8a3 3 0 0 1-5.6 0H3z",
  promote: "M12 4l7 8h-4.5v8h-5v-8H5z",
  remove: "M9 3h6v2h5v2H4V5h5zM6 9h12l-1 12H7z",
});

/** Show what is the same in all languages: icons, names of languages, numbers of lines. */
export function showIconsAndSelects() {
  for (const [name, path] of Object.entries(ICONS)) {
    $(name).innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
  }
  input("language").append(...Object.entries(LANGUAGES).map(([value, { name }]) =>
    make("option", { value, lang: value }, name)));
  input("language").value = settings.language;
  input("lines").append(...Array.from({ length: MOST_LINES }, (_, index) =>
    make("option", {}, String(index + 1))));
  input("lines").value = String(settings.lines);
  input("tap-twice").checked = settings.tapTwice;
  input("sound").checked = settings.sound;
  input("vibration").checked = settings.vibration;
}

/** Fill the dialogs of a new game and of the settings. */
export function showChoices() {
  const text = words();
  const options = {
    opponent: {
      title: text.opponent, values: { tengen: text.againstComputer, people: text.twoPeople },
    },
    side: { title: text.side, values: { black: text.black, white: text.white } },
    rule: { title: text.rule, values: Object.fromEntries(Object.keys(RULES).map((rule) =>
      [rule, ruleTitle(Number(rule))])) },
    size: { title: text.size, values: Object.fromEntries(SIZES.map((size) =>
      [size, size === "other" ? text.other : size])) },
    theme: { title: text.theme, values: {
      "": text.asSystem, light: text.light, dark: text.dark,
    } },
    rows: {
      title: filled(text.row, { number: 1 }), values: { below: text.atBottom, above: text.atTop },
    },
    letters: { title: text.letters, values: { lower: "a b c", upper: "A B C" } },
    tool: { title: text.tool, values: {
      1: text.black, 2: text.white, 3: text.wall, 4: text.erase,
    } },
    turn: { title: text.toMove, values: { 1: text.black, 2: text.white } },
  };
  for (const [name, { title, values }] of Object.entries(options)) {
    const chosen = String(settings[/** @type {"rule"} */ (name)]);
    const field = /** @type {HTMLElement} */ (document.querySelector(`[data-choice="${name}"]`));
    field.replaceChildren(make("legend", {}, title), make("div", { class: "options" },
      ...Object.entries(values).map(([value, label]) => {
        const radio = make("input", { type: "radio", name, value, id: `${name}-${value}` });
        radio.toggleAttribute("checked", value === chosen);
        return make("label", {}, radio, make("span", {}, label));
      })));
  }
  const unit = (/** @type {number} */ count, /** @type {"second" | "minute"} */ name) =>
    count.toLocaleString(settings.language, { style: "unit", unit: name });
  const perMove = SECONDS.map((seconds) => [String(seconds), unit(seconds, "second")]);
  const perGame = CLOCKS.map((clock) => {
    const [minutes, seconds] = clock.split("+").map(Number);
    return [clock, `${unit(minutes, "minute")} + ${unit(seconds, "second")}`];
  });
  const entries = (/** @type {string[][]} */ values) =>
    values.map(([value, label]) => make("option", { value }, label));
  $("seconds").replaceChildren(
    make("optgroup", { label: text.seconds }, ...entries(perMove)),
    make("optgroup", { label: text.clock }, ...entries([...perGame, ["other", text.other]])));
  input("seconds").value = settings.seconds;
  $("level").replaceChildren(...entries(levelOptions()));
  input("level").value = levelValue();
  $("level-note").textContent = filled(text.levelNote, { month: monthMeasured() });
  input("minutes").value = String(settings.minutes);
  input("increment").value = String(settings.increment);
  const openings = [
    ["free", text.free], ["whiteFirst", text.whiteFirst],
    ...Object.entries(PROCEDURES).map(([value, { title }]) => [value, title]),
    ...OPENINGS.map((opening) => [opening.code, openingTitle(opening)]),
  ];
  $("opening").replaceChildren(...openings.map(([value, label]) =>
    make("option", { value }, label)));
  input("opening").value = settings.opening;
  input("width").value = String(settings.width);
  input("height").value = String(settings.height);
  showFields();
}

/** Show the fields that the choices ask for. */
export function showFields() {
  const box = dialog("new-dialog");
  const form = new FormData(/** @type {HTMLFormElement} */ (box.querySelector("form")));
  const isUsual = form.get("size") !== "other";
  $("custom-size").hidden = isUsual;
  for (const id of ["width", "height"]) input(id).disabled = isUsual; // hidden, so not validated
  const isClock = form.get("seconds") === "other";
  $("custom-clock").hidden = !isClock;
  for (const id of ["minutes", "increment"]) input(id).disabled = !isClock;
  const isTengen = form.get("opponent") === "tengen";
  $("level-row").hidden = !isTengen;
  const side = /** @type {HTMLElement} */ (document.querySelector(`[data-choice="side"]`));
  side.hidden = !isTengen;
}
