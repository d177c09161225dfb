"""The board page in Chromium: opened from a file, with its engine asked and its buttons pressed.

`window.tengen` is the page's own state and its way to the engine. What the browser's console says
is an error of the page.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from brain.position import Position
from protocol.page import assembled, engine_bundle, script
from tests.support import browser

WIDE, TABLET, PHONE = (1440, 900), (1024, 768), (390, 844)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
NOTED = ("error", "warning")
PATIENCE_MS = 20_000
# Puts the settings that are the window's name, which lasts until they are taken, into the store.
FROM_NAME = """if (window.name) {
    localStorage.clear();
    localStorage.tengen = window.name;
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
# Quick answers, so that a test needn't wait.
QUICK = {"language": "en", "seconds": "0.5", "level": 100, "tapTwice": False}


def make(folder: Path) -> Path:
    """Return the page's file, made in a folder."""
    file = folder / "tengen.html"
    file.write_text(assembled(engine_bundle.load()), encoding="utf-8")
    return file


@contextmanager
def chromium(*flags: str) -> Iterator[Browser]:
    """Yield a browser."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=browser.find(), args=[*FLAGS, *flags])
        yield found
        found.close()


def renderers() -> list[psutil.Process]:
    """Return the processes of this process's browsers that have a page."""
    children = psutil.Process().children(recursive=True)
    return [process for process in children if "--type=renderer" in process.cmdline()]


class BoardPage:
    """The page in a window of its own."""

    def __init__(
        self,
        host: Browser,
        file: Path,
        size: tuple[int, int] = WIDE,
        address: str = "",
        *,
        dark: bool = False,
        **settings: object,
    ) -> None:
        self._context = host.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            has_touch=size == PHONE,
            is_mobile=size == PHONE,
        )
        self.page: Page = self._context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.add_init_script(FROM_NAME)
        self.begin(file, address, **settings)

    def begin(self, file: Path, address: str = "", **settings: object) -> None:
        """Show the page as if it had never been there, with settings."""
        self.errors: list[str] = []
        self.page.goto("about:blank")  # else another hash would load nothing
        given = json.dumps({**QUICK, **settings})
        self.page.evaluate("(given) => { window.name = given; }", given)
        self.page.goto(file.as_uri() + address)
        self.page.wait_for_selector("html[data-ready]")
        self.page.wait_for_function("tengen.page.node.look")

    def close(self) -> None:
        """Close the window."""
        self._context.close()

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in NOTED:
            self.errors.append(message.text)

    # The engine.

    def ask(self, method: str, **parameters: object) -> Any:
        """Return what the engine answers."""
        script = "([method, parameters]) => tengen.ask(method, parameters)"
        return self.page.evaluate(script, [method, parameters])

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
            script, [[told(position) for position in positions], limits]
        )
        return found

    # The person.

    def state(self, script: str) -> Any:
        """Return a part of the page's state."""
        return self.page.evaluate(f"tengen.page.{script}")

    def wait(self, script: str) -> None:
        """Return when something is true of the page's state."""
        self.page.wait_for_function(f"tengen.page.{script}")

    def ply(self) -> int:
        """Return how many moves have been played up to the position shown."""
        found: int = self.state("node.ply")
        return found

    def moves(self) -> list[str]:
        """Return the moves up to the position shown."""
        found: list[str] = self.state("game.path(tengen.page.node).slice(1).map(n => n.move)")
        return found

    def play(self, *cells: str) -> None:
        """Click cells, each when the one before it is on the board."""
        for cell in cells:
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
            self.page.check(f"input[name={name}][value='{value}']", force=True)
        self.page.evaluate("window.gameBefore = tengen.page.game")
        self.page.click("#new-dialog button[value=start]")
        self.wait("game !== window.gameBefore")  # a dialog hides before its close event

    def open(self, text: str) -> None:
        """Open a game by the dialog."""
        self.page.click("#share")
        self.page.fill("#text", text)
        self.page.click("#read")
        self.page.wait_for_selector("#share-dialog", state="hidden")

    def review_as(self, rates: Sequence[float], best: Sequence[str] = ()) -> None:
        """Have the game reviewed, with Black's chances at every ply, proved if 0 or 1, and the best
        moves there; then show its last position.
        """
        self.page.evaluate(REVIEWED, [rates, best])
        for key in ("Home", "End"):
            self.page.keyboard.press(key)

    def settle(self) -> None:
        """Return when the engine does nothing."""
        self.wait("task === ''")


Opened = Callable[..., BoardPage]


def told(position: Position) -> dict[str, object]:
    """Return a position as the page's engine receives it."""
    return {
        "width": position.width,
        "height": position.height,
        "rule": position.rule,
        "stones": [[str(cell), colour] for cell, colour in position.stones],
        "walls": [str(cell) for cell in position.walls],
        "turn": position.turn,
    }


def function(module: str, body: str) -> str:
    """Return a script's function of `given`, which knows all names of a module of the page."""
    return f"(given) => {{ {script(module)}\n{body} }}"
