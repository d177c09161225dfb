"""The page's engine against the native one: `python -m tests.long.page_twins [--positions N]`.

Both have one thread and a table of TABLE bytes. They think about random positions of every rule,
within the same nodes; then about the bench's positions and DEEP of the random ones to the bench's
depth and to those of DEPTHS. Prints how many they answer alike, with the same move, score, nodes
and line, and every other one; exits with an error then.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from brain import benchmark
from brain.cell_names import ABOVE
from brain.engine import Engine, Limit
from brain.lexicon import BLACK, WHITE, cell_at
from brain.position import Position
from brain.rules.laws import RULE_NAMES, RULES
from tests.support import board_page
from tests.support.board_page import BoardPage, request_position

TABLE = 128 << 20  # bytes of the transposition table, as the page has on a desktop
SEED = 32
POSITIONS = 200  # of each rule
NODES = 1500
DEEP = 10  # random positions of each rule that are searched to a depth
DEPTHS = (14, 17)  # plies


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


def random_positions(rule: int, count: int) -> list[Position]:
    """Return positions of a rule, the same each time."""
    rng = Random(SEED + rule)
    return [random_position(rule, rng) for _ in range(count)]


def bench_positions(rule: int) -> list[Position]:
    """Return the bench's positions of a rule."""
    return [position for position in benchmark.positions() if position.rule == rule]


@contextmanager
def native_engine() -> Iterator[Engine]:
    """Yield a native engine with the page's table."""
    with Engine() as engine:
        engine.set_table(TABLE)
        yield engine


def differing(
    board: BoardPage, engine: Engine, positions: list[Position], limits: dict[str, int]
) -> list[tuple[dict[str, object], Any, Any]]:
    """Return the positions that the page and the native engine answer differently within `limits`
    of nodes or depth, with both answers.
    """
    found = []
    for position, result in zip(positions, board.thinks(positions, limits), strict=True):
        engine.new_game(position.width, position.height, position.rule)
        engine.set_up(position)
        mine = engine.think(position.turn, Limit(**limits))
        line = [cell.name_in(ABOVE) for cell in mine.analysis.line]
        ours = mine.move.name_in(ABOVE), int(mine.score), mine.analysis.nodes, line
        best = result["lines"][0]
        theirs = result["move"], best["score"], best["nodes"], best["line"]
        if ours != theirs:
            found.append((request_position(position), ours, theirs))
    return found


def searches(rule: int, count: int) -> Iterator[tuple[str, list[Position], dict[str, int]]]:
    """Yield what is searched of a rule: a name, positions and limits."""
    positions = random_positions(rule, count)
    yield f"{NODES} nodes", positions, {"nodes": NODES}
    for depth in (benchmark.DEPTH, *DEPTHS):
        yield f"depth {depth}", bench_positions(rule) + positions[:DEEP], {"depth": depth}


def main() -> int:
    """Compare and print; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.long.page_twins", description=__doc__)
    parser.add_argument("--positions", type=int, default=POSITIONS, help="of each rule")
    options = parser.parse_args()
    failures = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        board_page.chromium() as host,
        native_engine() as engine,
    ):
        board = BoardPage(host, board_page.make(Path(folder)))
        for rule in RULES:
            print(RULE_NAMES[rule])
            for name, positions, limits in searches(rule, options.positions):
                found = differing(board, engine, positions, limits)
                failures += len(found)
                alike = len(positions) - len(found)
                print(f"  {name:12}{alike} of {len(positions)} alike", flush=True)
                for difference in found:
                    print(*difference, sep="\n    ")
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
