"""Brains with faults, for tests of the programs that must detect them.

Each plays at random before its move `at`; from then on its name describes its fault.
"""

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from brain.lexicon import BLACK, EMPTY, RENJU, WHITE, cell_at
from tests.opponents.brain import Answer
from tests.opponents.position import FREE, OWN, THEIRS, Position
from tests.support.naive import forbidden

HANG_S = 600.0  # longer than anybody waits; then it exits, so that none is left for ever
CRASH_CODE = 3


@dataclass(frozen=True)
class Options:
    """The fault and its move."""

    at: int = 1  # our move that is the first bad one
    seed: int = 0
    late_ms: int = 2000  # beyond the turn's limit


Fault = Callable[[Position, Options], Answer]


def anywhere(position: Position, options: Options) -> int:
    """Return an empty cell, the same for the same position and seed."""
    return Random(f"{options.seed} {position.board}").choice(position.empty())


def late(position: Position, options: Options) -> int:
    """Return a legal move after the turn's limit."""
    time.sleep((position.turn_ms + options.late_ms) / 1000)
    return anywhere(position, options)


def crash(_: Position, __: Options) -> Answer:
    """Exit with an error instead of answering."""
    os._exit(CRASH_CODE)


def hang(_: Position, __: Options) -> Answer:
    """Never answer again, nor heed END, the end of stdin or SIGTERM."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(HANG_S)
    os._exit(CRASH_CODE)


def illegal(position: Position, options: Options) -> int:
    """Return an occupied cell, on an empty board one outside."""
    return next(iter(position.stones()), outside(position, options))


def outside(position: Position, _: Options) -> int:
    """Return the cell to the right of the upper right corner."""
    return cell_at(position.width, 0)


def foul(position: Position, options: Options) -> int:
    """Return black's first forbidden point in renju, a legal move when there is none."""
    board = position.board
    if position.rule == RENJU and board.count(OWN) == board.count(THEIRS):
        colours = {OWN: BLACK, THEIRS: WHITE, FREE: EMPTY}
        coloured = {cell: colours[sign] for cell, sign in enumerate(board) if sign in colours}
        points = (cell for cell in position.empty() if forbidden(coloured, cell))
        return next(points, anywhere(position, options))
    return anywhere(position, options)


def garbage(_: Position, __: Options) -> str:
    """Return a line that is not a move."""
    return "7;7"


FAULTS: dict[str, Fault] = {
    "random": anywhere,
    "late": late,
    "crash": crash,
    "hang": hang,
    "illegal": illegal,
    "outside": outside,
    "foul": foul,
    "garbage": garbage,
}


def reply(name: str, options: Options, position: Position) -> Answer:
    """Return the answer of a brain that has its fault from its move `at` on."""
    behave = FAULTS[name] if position.board.count(OWN) + 1 >= options.at else anywhere
    return behave(position, options)
