"""The cost of databases during play: `python -m tests.long.recall [NODES]`.

The engine does not believe a database without checks. A proof must end on the cells left, pass up
no five, and begin with a legal move; a stored move must be legal, and nobody may have a five. The
program prints the CPU time of lookups and of checks for a move, and their share of a search of
NODES: for positions that the databases have, where no search runs, and for others.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import mean, median
from typing import NamedTuple
from unittest import mock

from brain import benchmark
from brain.cell import Cell
from brain.certificates import database_lines
from brain.certificates.board_bytes import bytes_of, canonical, cells_inside
from brain.certificates.certificate import Numbering
from brain.certificates.proof_database import key_of
from brain.certificates.stones import turned
from brain.engine import Engine, Limit
from brain.lexicon import EMPTY, opponent
from brain.position import Position
from brain.position_database import PositionDatabase, PositionEntry
from brain.proving import build_database
from brain.score import Score
from brain.thinking import recall
from brain.thinking.think import Task

NODES = 100_000
TIMES = 51  # that a lookup is measured
MEMORY = 16 << 20  # bytes
WIN_PLIES = 5  # of the forged proofs


class Costs(NamedTuple):
    """CPU milliseconds of a move."""

    search_ms: float  # without databases
    recall_ms: float  # with lookups and checks
    lookup_ms: float  # without checks


def measured(nodes: int) -> dict[str, list[Costs]]:
    """Return the costs in the positions of the bench, by what the databases have."""
    engine, costs = Engine(MEMORY), dict[str, list[Costs]]()
    for position in benchmark.positions():
        search_ms = cpu_ms(partial(engine.play, position, Limit(nodes=nodes)))
        task = Task(position.turn, Limit(nodes=1), follows=True)
        for known in ("nothing", "a proof", "a stored move"):
            with tempfile.TemporaryDirectory() as folder:
                engine.set_database(*forged(Path(folder), position, known))
                engine.set_up(position)
                recalled = partial(engine._recalled, task)
                assert (recalled() is None) == (known == "nothing")
                found = Costs(search_ms, *in_turn(recalled))
                engine.set_database()
            costs.setdefault(known, []).append(found)
    return costs


def forged(folder: Path, position: Position, known: str) -> tuple[Path, Path]:
    """Write a database of proofs and one of positions. One of them has the position, or each has
    only another.
    """
    size, turn, states = (position.width, position.height), position.turn, bytes_of(position)
    other = Position(*size, position.rule, position.stones, opponent(turn))
    proved = position if known == "a proof" else other
    stored = position if known == "a stored move" else other
    move = next(cell for cell in cells_inside(*size) if states[cell] == EMPTY)
    form, symmetry = canonical(states, size)
    number = Numbering(*size).number(turned(move, symmetry, size))
    key = key_of(position.rule, size, proved.turn, form)
    proofs = {key: build_database.Entry(WIN_PLIES, number, b"")}
    (folder / "proofs").write_bytes(build_database.dumps(position.rule, *size, proofs))
    with PositionDatabase(folder / "positions", "c") as positions:
        positions.put(stored, PositionEntry(Score(9), 9, Cell(move, position.height)))
    return folder / "proofs", folder / "positions"


def in_turn(recalled: Callable[[], object]) -> tuple[float, float]:
    """Return the CPU milliseconds of lookups with checks and without."""
    times = list[tuple[float, float]]()
    for _ in range(TIMES):
        checked = cpu_ms(recalled)
        with (
            mock.patch.object(database_lines, "_is_possible", return_value=True),
            mock.patch.object(recall, "_has_five", return_value=False),
        ):
            times.append((checked, cpu_ms(recalled)))
    checked_ms, unchecked_ms = map(median, zip(*times, strict=True))
    return checked_ms, unchecked_ms


def cpu_ms(act: Callable[[], object]) -> float:
    """Return the CPU milliseconds that an act takes."""
    began = time.process_time()
    act()
    return (time.process_time() - began) * 1000


def main(arguments: Sequence[str]) -> int:
    """Print the costs."""
    nodes = int(arguments[0]) if arguments else NODES
    for known, costs in measured(nodes).items():
        search_ms, recall_ms, lookup_ms = map(mean, zip(*costs, strict=True))
        checks_ms = recall_ms - lookup_ms
        print(
            f"databases with {known}: a move takes {recall_ms:.2f} ms, of which checks"
            f" {checks_ms:.2f} ms, {checks_ms / search_ms:.2%} of a search of {nodes:,} nodes"
            f" ({search_ms:.0f} ms)"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
