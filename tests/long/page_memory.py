"""The memory of the board page, game after game: `python -m tests.long.page_memory [--games N]`.

Prints megabytes after every few games, garbage collected, of its script and of the processes that
the tab is, with its engine, and how many elements the page has: on a desktop, then on a phone.
Exits with an error when they grow.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.support import board_page
from tests.support.board_page import PHONE, WIDE, BoardPage, renderers

GAMES = 50
FEW = 5
MOVES = 6  # of one side in a game
MOST_GROWTH_MB = 1.0  # of the script
MOST_PROCESS_GROWTH_MB = 8.0  # a browser gives memory back late
SETTLING_S = 2.0  # until the browser's threads have unmapped what was collected
COLLECTABLE = "--js-flags=--expose-gc"
MEGABYTE = 1 << 20
# Has the best move played, after a short search; it may be proved sooner.
HURRY = """async () => {
    const best = document.getElementById("best");
    best.click();
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (tengen.page.task === "thinking") best.click();
}"""


def sizes(board: BoardPage, games: int, every: int = FEW) -> list[tuple[float, float, int]]:
    """Return script's and process's memory in megabytes and the elements after every few games."""
    session = board.page.context.new_cdp_session(board.page)
    found = []
    for game in range(games):
        board.new_game(opponent="tengen", side="black" if game % 2 else "white")
        for _ in range(MOVES):
            board.wait("task === '' && tengen.page.node.look")
            if board.state("node.look.is_over"):
                break
            ply = board.ply()
            board.page.evaluate(HURRY)
            board.wait(f"node.ply > {ply}")
        if (game + 1) % every == 0:
            board.page.workers[0].evaluate("gc()")
            board.page.evaluate("gc()")
            time.sleep(SETTLING_S)
            used = session.send("Runtime.getHeapUsage")["usedSize"]
            elements = board.page.evaluate("document.querySelectorAll('*').length")
            process = sum(renderer.memory_full_info().uss for renderer in renderers())
            found.append((used / MEGABYTE, process / MEGABYTE, elements))
    return found


def main() -> int:
    """Play and print; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.long.page_memory", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    options = parser.parse_args()
    grows = False
    for size in (WIDE, PHONE):
        with tempfile.TemporaryDirectory() as folder, board_page.chromium(COLLECTABLE) as host:
            found = sizes(BoardPage(host, board_page.make(Path(folder)), size), options.games)
        print(f"{size[0]} x {size[1]}", flush=True)
        for index, (own, process, elements) in enumerate(found, 1):
            print(f"{index * FEW:4d} games  {own:6.2f} MB  {process:6.1f} MB  {elements} elements")
        first, last = found[0], found[-1]
        grows |= last[0] - first[0] > MOST_GROWTH_MB or last[1] - first[1] > MOST_PROCESS_GROWTH_MB
    return int(grows)


if __name__ == "__main__":
    sys.exit(main())
