"""The page's engine against the native one: `python -m tests.long.page_twins [--positions N]`.

Both think about random positions of every rule, within the same nodes. Prints how many they answer
alike, with the same move, score, nodes and line, and every other one; exits with an error then.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from brain.cell_names import ABOVE
from brain.engine import Engine, Limit
from brain.lexicon import BLACK, WHITE, cell_at
from brain.position import Position
from brain.rules.laws import RULE_NAMES, RULES
from tests.support import board_page
from tests.support.board_page import BoardPage, request_position

MEMORY = 64 << 20
SEED = 32
POSITIONS = 200  # of each rule
NODES = 1500


def random_position(rule: int, rng: Random) -> Position:
    """Return a position with some stones near the centre, the colours in turn."""
    size = rng.choice((9, 15, 15, 19, 20))
    near = range(size // 2 - 4, size // 2 + 4)
    while True:
        cells = rng.sample([cell_at(x, y) for x in near for y in near], rng.randint(1, 24))
        stones = [(cell, WHITE if index % 2 else BLACK) for index, cell in enumerate(cells)]
        try:
            return Position(size, size, rule, stones, WHITE if len(cells) % 2 else BLACK)
        except ValueError:  # somebody has five
            continue


def differing(
    board: BoardPage, engine: Engine, rule: int, count: int
) -> list[tuple[dict[str, object], Any, Any]]:
    """Return the positions of a rule, of so many, that the page and the native engine answer
    differently, with both answers.
    """
    rng = Random(SEED + rule)
    positions = [random_position(rule, rng) for _ in range(count)]
    found = []
    for position, result in zip(positions, board.thinks(positions, {"nodes": NODES}), strict=True):
        engine.new_game(position.width, position.height, rule)
        engine.set_up(position)
        mine = engine.think(position.turn, Limit(nodes=NODES))
        line = [cell.name_in(ABOVE) for cell in mine.analysis.line]
        ours = mine.move.name_in(ABOVE), int(mine.score), mine.analysis.nodes, line
        best = result["lines"][0]
        theirs = result["move"], best["score"], best["nodes"], best["line"]
        if ours != theirs:
            found.append((request_position(position), ours, theirs))
    return found


def main() -> int:
    """Compare and print; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.long.page_twins", description=__doc__)
    parser.add_argument("--positions", type=int, default=POSITIONS, help="of each rule")
    options = parser.parse_args()
    failures = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        board_page.chromium() as host,
        Engine(MEMORY) as engine,
    ):
        board = BoardPage(host, board_page.make(Path(folder)))
        for rule in RULES:
            found = differing(board, engine, rule, options.positions)
            failures += len(found)
            alike = options.positions - len(found)
            print(f"{RULE_NAMES[rule]:12}{alike} of {options.positions} alike", flush=True)
            for difference in found:
                print(*difference, sep="\n  ")
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
