"""The board page in Chromium: opened from a file, with its engine asked and its buttons pressed.

`window.tengen` is the page's own state and its way to the engine. What the browser's console says
is an error of the page.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import psutil

from brain.cell import Cell
from brain.cell_names import ABOVE
from brain.lexicon import BLACK, WHITE
from brain.openings.named_openings import OPENINGS
from brain.openings.procedures import OpeningStep
from brain.position import Position
from protocol.page import assembled, engine_bundle, wire
from protocol.page import script as page_script
from tests.support import browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page

WIDE, TABLET, PHONE = (1440, 900), (1024, 768), (390, 844)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
# Where the page is; Playwright answers with its file. Not on the disk, where Chromium empties the
# store at some reloads.
PLACE = "http://localhost/tengen.html"
NOTED = ("error", "warning")
KEPT = "tengen"  # the key of the settings in the browser's store
NOTHING: Mapping[str, str] = MappingProxyType({})
PATIENCE_MS = 20_000  # 0: no limit
# Puts the texts that are the window's name, which lasts until they are taken, into the store.
FROM_NAME = """if (window.name) {
    localStorage.clear();
    Object.assign(localStorage, JSON.parse(window.name));
    window.name = '';
}"""
# Gives every node of the game shown Black's chances and the best move, and has them reviewed.
REVIEWED = """([rates, best]) => {
    const { page } = tengen;
    page.reviewed = page.game.line(page.game.root);
    for (const [ply, node] of page.reviewed.entries()) {
        const own = node.colour === 2 ? rates[ply] : 1 - rates[ply];
        const mate = { 0: -4, 1: 5 }[own] ?? 0;
        node.line = { rank: 1, depth: 19, selective_depth: 29, score: 0, mate, win_rate: own,
            nodes: 987654321, ms: 99999, line: [best[ply] ?? "a1", "o15"] };
    }
}"""
# What a person or a test can see of the page, as text: elements, controls, state, store, globals.
SEEN = """() => {
    const { page, settings } = tengen, { game, node, epoch, since, reviewed, ...rest } = page;
    const { root, ...terms } = game, { parent, children, ...shown } = node;
    const controls = [...document.querySelectorAll("input, select, textarea, dialog")];
    const scrolled = [...document.querySelectorAll("*")].filter((element) =>
        element.scrollTop || element.scrollLeft);
    const focused = document.activeElement;
    const html = document.documentElement.cloneNode();
    delete html.dataset.ready; // the time that it took
    return [
        html.outerHTML, document.body.cloneNode().outerHTML,
        ...[...document.body.children]
            .filter(({ tagName, id }) => tagName !== "SCRIPT" && id !== "live")
            .map((element) => element.outerHTML.replace(/ class=""/g, "")
                .replace(/<time>[^<]*/g, "<time>").replace(/ hidden=""/g, "")),
        ...controls.map(({ id, name, value, checked, disabled, open, returnValue }) =>
            JSON.stringify([id, name, value, checked, disabled, open, returnValue])),
        `hidden ${[...document.querySelectorAll("*")].map(({ hidden }) => Number(hidden))}`,
        `focus ${focused.tagName} ${focused.id}`, `scrolled ${scrolled.map(({ id }) => id)}`,
        `toast ${document.getElementById("toast").matches(":popover-open")}`,
        JSON.stringify([rest, terms, shown, parent && 1, children.length, root === node,
            reviewed.length]),
        JSON.stringify(settings), JSON.stringify(Object.entries(localStorage)), location.hash,
        `names ${Object.keys(window)} ${Object.getOwnPropertyNames(navigator)}`,
    ];
}"""
# Ends all that the page does, and begins a new game with settings, by the page's own listeners.
RENEWED = """async ([settings, kept, names]) => {
    const { page } = tengen, $ = (id) => document.getElementById(id), toast = $("toast");
    for (const name of Object.keys(window)) if (!names.includes(name)) delete window[name];
    for (const name of Object.getOwnPropertyNames(navigator)) delete navigator[name];
    for (const box of document.querySelectorAll("dialog")) {
        box.onclose = null; // else the question of swap2 is asked again
        box.close();
    }
    for (const form of document.forms) form.reset();
    for (const box of document.querySelectorAll(":popover-open")) box.hidePopover();
    toast.className = "";
    for (const id of ["toast", "text-error", "ask-text", "ask-answers", "games-list", "offer-text",
        "offer-picture", "rates-table"]) $(id).replaceChildren();
    Object.assign(tengen.settings, settings);
    page.progress = { ply: 0, count: 0 };
    page.rivals = [];
    delete document.documentElement.dataset.theme;
    $("lines").value = String(settings.lines);
    $("tap-twice").checked = settings.tapTwice;
    for (const id of ["sound", "vibration"]) $(id).checked = settings[id];
    $("rates").open = false;
    document.body.append($("live")); // where it begins
    $("language").value = settings.language;
    $("language").dispatchEvent(new Event("change"));
    $("new-dialog").returnValue = "start";
    $("new-dialog").dispatchEvent(new Event("close"));
    for (const box of document.querySelectorAll("dialog")) box.returnValue = "";
    for (const part of ["list", "text", "best", "next"]) $(`lesson-${part}`).replaceChildren();
    $("lesson-best").disabled = false;
    $("lesson-next").removeAttribute("class");
    document.activeElement.blur();
    for (const cell of document.querySelectorAll("[data-cell][tabindex='0']")) cell.tabIndex = -1;
    const { width, height } = page.game;
    const middle = document.querySelector(".cells").children[(height - 1) >> 1]
        .children[(width - 1) >> 1];
    middle.tabIndex = 0;
    middle.dispatchEvent(new FocusEvent("focusin", { bubbles: true })); // where the arrows begin
    const bar = document.querySelector(".bar");
    for (const name of ["style", "title", "aria-label", "aria-valuenow", "aria-valuetext"]) {
        bar.removeAttribute(name);
    }
    bar.className = "bar";
    scrollTo(0, 0);
    localStorage.clear();
    Object.assign(localStorage, kept);
    while (!page.node.look) await new Promise((found) => setTimeout(found));
    await tengen.ask("look", { position: page.game.position(page.node) }); // the engine is idle
    await new Promise(requestAnimationFrame);
    for (const menu of document.querySelectorAll("[role=menu]")) menu.removeAttribute("style");
    for (const id of ["kept", "others"]) $(id).hidden = false; // as before the first menu and offer
    delete $("puzzle").dataset.number;
    $("puzzle-again").disabled = false;
    for (const id of ["puzzle-kind", "puzzle-count"]) $(id).replaceChildren();
}"""
# Opens what the page's address would.
ADDRESSED = """async (address) => {
    const { page } = tengen, { epoch } = page;
    location.hash = address;
    while (page.epoch === epoch || !page.node.look) await new Promise((found) => setTimeout(found));
}"""
# Quick answers, so that a test needn't wait. Names are keys: their rows count from above.
QUICK = {"language": "en", "seconds": "0.5", "level": 60, "tapTwice": False, "rows": ABOVE}


def make(folder: Path) -> Path:
    """Return the page's file, made in a folder."""
    file = folder / "tengen.html"
    file.write_text(assembled(engine_bundle.load()), encoding="utf-8")
    return file


@contextmanager
def chromium(*flags: str) -> Iterator["Browser"]:
    """Yield a browser."""
    from playwright.sync_api import sync_playwright  # which only the extra `test` has

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=browser.find(), args=[*FLAGS, *flags])
        yield found
        found.close()


def renderers() -> list[psutil.Process]:
    """Return the processes of this process's browsers that have a page."""
    children = psutil.Process().children(recursive=True)
    return [process for process in children if "--type=renderer" in process.cmdline()]


class Fresh(NamedTuple):
    """A page right after loading: what is seen of it, its settings, its store, and the window's
    names.
    """

    seen: list[str]
    settings: dict[str, Any]
    kept: dict[str, str]
    names: list[str]


class BoardPage:
    """The page in a window of its own."""

    def __init__(
        self,
        host: "Browser",
        file: Path,
        size: tuple[int, int] = WIDE,
        address: str = "",
        *,
        dark: bool = False,
        stored: Mapping[str, str] = NOTHING,
        patience_ms: int = PATIENCE_MS,
        place: str = PLACE,
        **settings: object,
    ) -> None:
        self._context = host.new_context(has_touch=size == PHONE, is_mobile=size == PHONE)
        self._context.route(PLACE, lambda route: route.fulfill(path=file))
        self.page: Page = self._context.new_page()
        self.page.set_default_timeout(patience_ms)
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.add_init_script(FROM_NAME)
        self.errors: list[str] = []
        self.loads = 0
        self._place = place
        self._fresh: dict[str, Fresh] = {}
        self._look: tuple[tuple[int, int], bool] | None = None
        self.look(size, dark)
        self._load(address, text_of(settings), stored)

    def look(self, size: tuple[int, int], dark: bool) -> None:
        """Give the window another size and colours; a phone's stays one."""
        if self._look != (size, dark):
            self._look = size, dark
            self.page.set_viewport_size({"width": size[0], "height": size[1]})
            self.page.emulate_media(color_scheme="dark" if dark else "light")

    def begin(
        self, address: str = "", *, stored: Mapping[str, str] = NOTHING, **settings: object
    ) -> None:
        """Show the page as if it had never been there, with settings and texts in its store.

        It is loaded only if it can't be put back so that all that is seen of it is as after
        loading.
        """
        given = text_of(settings)
        if stored:
            self._load(address, given, stored)
            return
        if not self._is_renewed(given):
            self._load("", given)
        self.errors = []
        if address:
            self.page.evaluate(ADDRESSED, address)

    def _load(self, address: str, given: str, stored: Mapping[str, str] = NOTHING) -> None:
        """Load the page with settings and texts in its store."""
        self.errors = []
        self.loads += 1
        self._is_patched = False
        self.page.goto("about:blank")  # else another hash would load nothing
        self.page.evaluate(
            "(given) => { window.name = given; }", json.dumps({KEPT: given, **stored})
        )
        self.page.goto(self._place + address)
        self.page.wait_for_selector("html[data-ready]")
        self.page.wait_for_function("tengen.page.node.look")
        if not address and not stored and given not in self._fresh:
            found = self.page.evaluate(
                "[tengen.settings, { ...localStorage }, Object.keys(window)]"
            )
            self._fresh[given] = Fresh(self.page.evaluate(SEEN), *found)

    def _is_renewed(self, given: str) -> bool:
        """Return whether the page, put back to a new game with settings, is as after loading."""
        fresh = self._fresh.get(given)
        if self._is_patched or fresh is None:
            return False
        self.page.mouse.move(0, 0)  # over nothing
        self.page.evaluate(RENEWED, [fresh.settings, fresh.kept, fresh.names])
        return bool(self.page.evaluate(SEEN) == fresh.seen)

    def close(self) -> None:
        """Close the window."""
        self._context.close()

    def _hear(self, message: "ConsoleMessage") -> None:
        if message.type in NOTED:
            self.errors.append(message.text)

    # The engine.

    def patch(self, script: str, given: object = None) -> Any:
        """Return a script's value in the engine's thread; the page is loaded again afterwards."""
        self._is_patched = True
        return self.page.workers[0].evaluate(script, given)

    def ask(self, method: str, **parameters: object) -> Any:
        """Return what the engine answers."""
        script = "([method, parameters]) => tengen.ask(method, parameters)"
        return self.page.evaluate(script, [method, parameters])

    def computed(self, module: str, body: str, given: object = None) -> Any:
        """Return the result of a function of `given`, which knows all names of a module.

        Both are passed as JSON: large ones take a fraction of the time.
        """
        text = "JSON.stringify(await (async (given) => { %s\n%s })(JSON.parse(text)))"
        script = f"async (text) => {text % (page_script(module), body)}"
        found = self.page.evaluate(script, json.dumps(given))
        return None if found is None else json.loads(found)

    def thinks(self, positions: list[Position], limits: dict[str, int]) -> list[dict[str, Any]]:
        """Return what the engine finds in positions, each in a new game."""
        script = """async ([positions, limits]) => {
            const found = [];
            for (const position of positions) {
                await tengen.ask("forget");
                found.push(await tengen.ask("think", { position, limits }));
            }
            return found;
        }"""
        found: list[dict[str, Any]] = self.page.evaluate(
            script, [[request_position(position) for position in positions], limits]
        )
        return found

    # The person.

    def state(self, script: str) -> Any:
        """Return a part of the page's state."""
        return self.page.evaluate(f"tengen.page.{script}")

    def wait(self, script: str) -> None:
        """Return when something is true of the page's state."""
        self.page.wait_for_function(f"tengen.page.{script}")

    def analyse(self) -> None:
        """Start an analysis, and return when the page shows three lines of it."""
        self.page.click("#analyse")
        self.page.wait_for_selector("#table tr >> nth=2")

    def ply(self) -> int:
        """Return how many moves have been played up to the position shown."""
        found: int = self.state("node.ply")
        return found

    def moves(self) -> list[str]:
        """Return the moves up to the position shown."""
        found: list[str] = self.state("game.path(tengen.page.node).slice(1).map(n => n.move)")
        return found

    def play(self, *cells: str) -> None:
        """Click cells, each when the one before it is on the board; in an opening, when a person is
        to place a stone.
        """
        for cell in cells:
            self.wait("swap !== 'asked'")
            ply = self.ply()
            self.page.click(f"[data-cell={cell}]")
            self.wait(f"node.ply > {ply}")

    def status(self) -> str:
        """Return the line that says whose move it is."""
        return self.page.inner_text("#status").strip()

    def new_game(self, **choices: str) -> None:
        """Begin a game by the dialog."""
        self.page.click("#new")
        for name, value in choices.items():
            if name == "opening":
                self.page.select_option("#opening", value)
                continue
            self.page.check(f"input[name={name}][value='{value}']", force=True)
        self.page.evaluate("window.gameBefore = tengen.page.game")
        self.page.click("#new-dialog button[value=start]")
        # A dialog hides before its close event.
        self.wait("game !== window.gameBefore && delete window.gameBefore")

    def choose(self, item: str) -> None:
        """Choose an item of the Game menu by its id."""
        self.page.click("#menu")
        self.page.click(f"#{item}")

    def open(self, text: str) -> None:
        """Open a game by the dialog."""
        self.choose("open")
        self.page.fill("#text", text)
        self.page.click("#read")
        self.page.wait_for_selector("#open-dialog", state="hidden")

    def speak(self, language: str) -> None:
        """Show the page in a language."""
        self.page.evaluate(
            """(language) => {
                const select = document.getElementById("language");
                select.value = language;
                select.dispatchEvent(new Event("change"));
            }""",
            language,
        )

    def review_as(self, rates: Sequence[float], best: Sequence[str] = ()) -> None:
        """Have the game reviewed, with Black's chances at every ply, proved if 0 or 1, and the best
        moves there; then show its last position.
        """
        self.page.evaluate(REVIEWED, [rates, best])
        for button in ("first", "last"):
            self.page.evaluate("(id) => document.getElementById(id).click()", button)

    def settle(self) -> None:
        """Return when the engine does nothing."""
        self.wait("task === ''")


Opened = Callable[..., BoardPage]


def request_position(position: Position) -> dict[str, object]:
    """Return a position as the page's engine receives it."""
    return {
        "width": position.width,
        "height": position.height,
        "rule": position.rule,
        "stones": [[cell.name_in(ABOVE), colour] for cell, colour in position.stones],
        "walls": [cell.name_in(ABOVE) for cell in position.walls],
        "turn": position.turn,
    }


def opening_request(
    procedure: str, answers: Sequence[str | int] = (), rule: int = 0, size: int = 15
) -> dict[str, Any]:
    """Return a request for the engine's answers in an opening procedure, after the names of cells,
    the choices and the numbers so far.
    """
    fields = {
        "position": {"width": size, "height": size, "rule": rule, "walls": []},
        "procedure": procedure,
        "answers": [*answers],
    }
    state = wire.opening_state(fields)
    stones = [
        [Cell.at(*point).name_in(ABOVE), WHITE if ply % 2 else BLACK]
        for ply, point in enumerate(state.stones)
    ]
    position = fields["position"] | {"stones": stones, "turn": len(stones) % 2 + 1}  # type: ignore[operator]  # a dict
    return {
        **fields,
        "position": position,
        "steps": [*map(step_fields, state.steps)],
        "count": state.count,
        "offers": [Cell.at(*point).name_in(ABOVE) for point in state.offers],
        "wanted": state.wanted,
        "patterns": [
            [Cell.at(*point).name_in(ABOVE) for point in opening.points(size, size)]
            for opening in OPENINGS
        ],
    }


def step_fields(step: OpeningStep) -> dict[str, Any]:
    """Return a step of a procedure as the page's engine receives it."""
    choices = [{"name": name, "then": [*map(step_fields, then)]} for name, then in step.choices]
    return step._asdict() | {"choices": choices, "count": step.number}


def text_of(settings: Mapping[str, object]) -> str:
    """Return settings as the page stores them."""
    return json.dumps({**QUICK, **settings})


def function(module: str, body: str) -> str:
    """Return a script's function of `given`, which knows all names of a module of the page."""
    return f"(given) => {{ {page_script(module)}\n{body} }}"
