"""Random clicks and keys on the board page: `python -m tests.long.page_monkey [--minutes N]`.

Prints what was done last when the page's console has an error or the page no longer answers, and
exits with an error then.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from tests.support import board_page
from tests.support.board_page import PHONE, WIDE, BoardPage

MINUTES = 60.0
REMEMBERED = 30  # deeds
KEYS = (
    *("Enter", " ", "s", "b", "u", "r", "n", "/", "#", "?", "Escape", "Tab", "Home", "End"),
    *("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Backspace", "l", "e", "p"),
    *("h", "f", "t", "x", "d", "m"),
)
TEXTS = (
    "h8 i9 g7",
    "h9",
    "h8h8",
    "(;SZ[19]RU[renju];B[jj](;W[kk])(;W[ii]))",
    "Piskvorky 20x20, 11:11, 0\n8,8,0\n9,9,0\n-1\n",
    "#rule=caro&size=9&black=e5e6&white=d4&walls=a1&moves=c3",
    "#size=5",
    '{"width":15,"height":15,"rule":0,"black":["h8","h9","h10"],"white":["a1","a3","a5"],"walls":[],'
    '"attacker":"black","plies":3,"nodes":[{"line":["h7"]}]}',
    "{",
    "",
)
# Clicks one of the things on the page that can be clicked; returns what it was.
CLICK = """([share, cell]) => {
    const top = document.querySelector("dialog[open]") ?? document;
    const found = [...top.querySelectorAll("button, input, select, summary, #graph, td, .move")]
        .filter((element) => element.checkVisibility() && !element.disabled
            && element.type !== "file" && element.id !== "file" && !element.dataset.share);
    const cells = top === document ? [...document.querySelectorAll("[data-cell]")] : [];
    const chosen = cells.length && cell < 0.6 ? cells[Math.floor(share * cells.length)]
        : found[Math.floor(share * found.length)];
    if (!chosen) return "nothing";
    if (chosen.tagName === "SELECT") {
        chosen.selectedIndex = Math.floor(share * 997) % chosen.options.length;
        chosen.dispatchEvent(new Event("change", { bubbles: true }));
    } else if (chosen.type === "range" || chosen.type === "number") {
        chosen.value = Math.floor(share * 30);
        chosen.dispatchEvent(new Event("input", { bubbles: true }));
    } else {
        const where = { bubbles: true, cancelable: true, clientX: 400 * share };
        chosen.dispatchEvent(new MouseEvent("click", where));
    }
    const name = chosen.id || chosen.dataset.cell || chosen.textContent.slice(0, 20);
    return `${chosen.tagName} ${name}`;
}"""


def deed(board: BoardPage, rng: Random) -> str:
    """Do something at random; return what."""
    kind = rng.random()
    if kind < 0.7:
        return str(board.page.evaluate(CLICK, [rng.random(), rng.random()]))
    if kind < 0.95:
        key = rng.choice(KEYS)
        board.page.keyboard.press(key)
        return f"key {key}"
    text = rng.choice(TEXTS)
    board.page.evaluate(
        """(text) => {
            document.querySelector("dialog[open]")?.close("cancel");
            document.getElementById("text").value = text;
            document.getElementById("read").click();
        }""",
        text,
    )
    return f"text {text!r}"


def rampage(board: BoardPage, seconds: float, rng: Random) -> list[str]:
    """Do things for some seconds; return the last ones if the page fails, else nothing."""
    done: list[str] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end and not board.errors:
        done = [*done[1 - REMEMBERED :], deed(board, rng)]
        if rng.random() < 0.2:
            board.page.wait_for_timeout(rng.choice((0, 20, 200)))
    if board.errors:
        return done
    board.page.evaluate("document.querySelector('dialog[open]')?.close('cancel')")
    board.page.evaluate("document.getElementById('game-menu').hidePopover()")
    board.open("c3 d4 b2")  # on the smallest board too
    board.wait("node.ply === 3 && tengen.page.node.look")
    return []


def main() -> int:
    """Do things; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.long.page_monkey", description=__doc__)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = Random(options.seed)
    with tempfile.TemporaryDirectory() as folder, board_page.chromium() as host:
        file = board_page.make(Path(folder))
        for size in (WIDE, PHONE):
            board = BoardPage(host, file, size)
            done = rampage(board, 30 * options.minutes, rng)
            print(f"{size[0]} px wide: {'; '.join(board.errors) or 'no error'}")
            if done:
                print("\n".join(done))
                return 1
            board.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
