"""Yixin-Board's part of the protocol: names of cells, marks during a think, limits and rules, and
the dialogues of openings.

In a dialogue, the window places the stones itself, asks the person about colours, and continues
with BOARD. The steps of Soosyrv-8:

| step | the question | the stones on the board |
|---|---|---|
| 1 | an opening | none |
| 2 | whether we take black | three of the person's |
| 3 | the fourth stone, and the number of fifth stones to offer | three |
| 4 | whether we take white | three of ours, one of the person's |
| 5 | the offered fifth stones | four |
| 6 | the fifth stone that stays | four, and the offered stones |
"""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from brain.cell import Cell
from brain.engine import Analysis, Engine, Limit, Mark
from brain.lexicon import RENJU, cell_at, column, row
from brain.thinking.clock import TimeControl
from brain.thinking.root_events import RootEvent
from protocol.piskvork.commands import SoosyrvStep
from protocol.piskvork.grammar import Lines, pair, shortened

if TYPE_CHECKING:
    from brain.rules.symmetry import Point, Points

UNLIMITED_TURN_MS, UNLIMITED_MATCH_MS = 2_000_000, 100_000_000  # together: no limit
LARGEST_HASH = 22  # log2 of KB
RULES = {2: RENJU}  # numbers of INFO rule with a different meaning for other managers
MARK_WORDS = {
    RootEvent.SEARCHING: "POS",
    RootEvent.DONE: "DONE",
    RootEvent.BEST: "BEST",
    RootEvent.LOST: "LOST",
}
DATABASE_LINE = "MESSAGE DATABASE"  # begins the lines about a database
SWAP2_STONES = (0, 3, 5)  # on the board, step by step
SWAP2_QUESTIONS = {3: "SWAP1", 5: "SWAP2"}  # by the stones on the board


class Labels:
    """Names of cells for people.

    Yixin-Board sends row,column, so its columns are our rows; it numbers its rows from below.
    """

    def __init__(self, yixin_rows: int = 0) -> None:
        self._rows = yixin_rows  # of Yixin-Board's board; 0 for other managers

    def __call__(self, cell: int) -> str:
        if self._rows:
            cell = cell_at(row(cell), self._rows - 1 - column(cell))
        return Cell(cell).name


def is_unlimited(time: TimeControl) -> bool:
    """Return whether these are the times that Yixin-Board sends for no limit."""
    return time.turn_ms == UNLIMITED_TURN_MS and time.match_ms == UNLIMITED_MATCH_MS


def limit_lines() -> Lines:
    """Return the lines with the maximum threads and table size."""
    return (
        f"MESSAGE INFO MAX_THREAD_NUM {os.cpu_count() or 1}",
        f"MESSAGE INFO MAX_HASH_SIZE {LARGEST_HASH}",
    )


def forbidden_line(cells: tuple[int, ...]) -> str:
    """Return the line of forbidden points, each with two digits for its column and its row."""
    return f"FORBID {''.join(f'{column(cell):02}{row(cell):02}' for cell in sorted(cells))}."


# Marks while the engine thinks.


def mark_line(mark: Mark) -> str:
    """Return the line that marks a cell."""
    return f"MESSAGE REALTIME {MARK_WORDS[mark.kind]} {pair(mark.cell)}"


def iteration_lines(analysis: Analysis, labels: Labels) -> Lines:
    """Return the marks after a finished iteration: the best move, its score and its line."""
    return (
        "MESSAGE REALTIME REFRESH",
        f"MESSAGE REALTIME BEST {pair(analysis.line[0])}",
        f"MESSAGE REALTIME VAL {int(analysis.score)}",
        shortened(f"MESSAGE REALTIME PV {' '.join(map(labels, analysis.line))}"),
    )


# Swap2.


def swap2_lines(stones: int, points: "Points") -> Lines:
    """Return the answer to a step of swap2 with `stones` stones on the board.

    `points` are the stones to add; none means to swap.
    """
    if len(points) > 1:
        moves = enumerate(points, stones + 1)
        return tuple(f"MESSAGE SWAP2 MOVE{move} {x} {y}" for move, (x, y) in moves)
    return (f"MESSAGE SWAP2 {SWAP2_QUESTIONS[stones]} {'NO' if points else 'YES'}",)


# Soosyrv-8. brain.openings is imported on demand: few games need it, and managers wait for the
# start.

SoosyrvAnswer = Callable[[Engine, SoosyrvStep, Limit, int], Lines]  # the last is a variety


def has_right_stones(step: SoosyrvStep) -> bool:
    """Return whether a step has the right number of stones and offers."""
    from brain.openings import soosyrv

    stones = soosyrv.STONES[step.number]
    offered = len(step.points) - stones
    if step.number == 6:
        return offered > 0
    return offered == 0 and (step.offers > 0 or step.number not in (4, 5))


def _opening(engine: Engine, step: SoosyrvStep, limit: Limit, variety: int) -> Lines:
    from brain.openings import soosyrv

    points = soosyrv.opening(engine, limit, variety)
    return tuple(_soosyrv(f"MOVE{number} {_pair(point)}") for number, point in enumerate(points, 1))


def _first_swap(engine: Engine, step: SoosyrvStep, limit: Limit, variety: int) -> Lines:
    from brain.openings import soosyrv

    return (_soosyrv(f"SWAP1 {_yes(soosyrv.takes_black(engine, limit))}"),)


def _fourth(engine: Engine, step: SoosyrvStep, limit: Limit, variety: int) -> Lines:
    from brain.openings import soosyrv

    point, offers, _ = soosyrv.fourth(engine, limit)
    return (_soosyrv(f"MOVE4 {_pair(point)} {offers}"),)


def _second_swap(engine: Engine, step: SoosyrvStep, limit: Limit, variety: int) -> Lines:
    from brain.openings import soosyrv

    return (_soosyrv(f"SWAP2 {_yes(soosyrv.takes_white(engine, step.offers, limit))}"),)


def _fifths(engine: Engine, step: SoosyrvStep, limit: Limit, variety: int) -> Lines:
    from brain.openings import soosyrv

    points: Points = soosyrv.fifths(engine, step.offers, limit)
    return (
        _soosyrv("MOVE5 REFRESH"),
        *(_soosyrv(f"MOVE5 {_pair(point)}") for point in points),
        _soosyrv("MOVE5 DONE"),
    )


def _choice(engine: Engine, step: SoosyrvStep, limit: Limit, variety: int) -> Lines:
    from brain.openings import soosyrv

    offered = step.points[soosyrv.STONES[6] :]
    return (_soosyrv(f"MOVE5C {_pair(soosyrv.choice(engine, offered, limit))}"),)


SOOSYRV: dict[int, SoosyrvAnswer] = {
    1: _opening,
    2: _first_swap,
    3: _fourth,
    4: _second_swap,
    5: _fifths,
    6: _choice,
}


def _soosyrv(text: str) -> str:
    return f"MESSAGE SOOSORV {text}"  # spelt as Yixin-Board spells it


def _pair(point: "Point") -> str:
    return f"{point[0]} {point[1]}"


def _yes(answer: bool) -> str:
    return "YES" if answer else "NO"
