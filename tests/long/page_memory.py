"""The memory of the board page, game after game: `python -m tests.long.page_memory [--games N]`.

Prints megabytes after every few games, garbage collected, of its script and of the process that the
tab is, with its engine, and how many elements the page has. Exits with an error when they grow.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.support import board_page
from tests.support.board_page import PHONE, BoardPage, renderers

GAMES = 50
FEW = 5
MOVES = 6  # of one side in a game
MOST_GROWTH_MB = 1.0  # of the script
MOST_PROCESS_GROWTH_MB = 16.0  # a browser gives memory back late
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
            session.send("HeapProfiler.collectGarbage")
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
    with tempfile.TemporaryDirectory() as folder, board_page.chromium() as host:
        # A phone's engine has a small table, which is soon full and then grows no more.
        board = BoardPage(host, board_page.make(Path(folder)), PHONE)
        found = sizes(board, options.games)
    for index, (own, process, elements) in enumerate(found, 1):
        print(f"{index * FEW:4d} games  {own:6.2f} MB  {process:6.1f} MB  {elements} elements")
    first, last = found[0], found[-1]
    grows = last[0] - first[0] > MOST_GROWTH_MB or last[1] - first[1] > MOST_PROCESS_GROWTH_MB
    return int(grows)


if __name__ == "__main__":
    sys.exit(main())
