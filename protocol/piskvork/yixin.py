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
from typing import TYPE_CHECKING, Any

from brain.cell_names import ABOVE, BELOW, name_of
from brain.engine import Analysis, Engine, Limit, Mark
from brain.lexicon import RENJU, cell_at, column, row
from brain.thinking.clock import TimeControl
from brain.thinking.root_events import RootEvent
from protocol.piskvork.commands import SoosyrvStep
from protocol.piskvork.grammar import Lines, pair, shortened

if TYPE_CHECKING:
    from brain.openings.procedures import OpeningState
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

    Yixin-Board sends row,column, so its columns are our rows; it numbers its rows from below. Other
    managers read names whose rows are counted from above.
    """

    def __init__(self, yixin_rows: int = 0) -> None:
        self._rows = yixin_rows  # of Yixin-Board's board; 0 for other managers

    def __call__(self, cell: int) -> str:
        if self._rows:
            return name_of(row(cell), column(cell), self._rows, BELOW)
        return name_of(column(cell), row(cell), 0, ABOVE)


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

SOOSYRV_STEPS = (0, 1, 2, 4, 5, 6)  # by the number of a step from 1: where it begins in the table


def soosyrv_state(step: SoosyrvStep, width: int, height: int) -> "OpeningState | None":
    """Return the state of the opening at a step; None for a wrong number of stones or offers."""
    from brain.openings.procedures import PICK, PROCEDURES, OpeningState

    steps = PROCEDURES["soosyrv-8"].steps
    begun = SOOSYRV_STEPS[step.number - 1]
    count = sum(len(before.areas) for before in steps[:begun])
    stones, offers = step.points[:count], step.points[count:]
    state = OpeningState(width, height, steps[begun:], stones, max(step.offers, 0), offers)
    has_offers = bool(offers) == (state.steps[0].act == PICK)
    has_count = step.offers > 0 or step.number not in (4, 5)
    return state if len(stones) == count and has_offers and has_count else None


def soosyrv_lines(engine: Engine, state: "OpeningState", limit: Limit, variety: int) -> Lines:
    """Return the answer to a step of Soosyrv-8. The board must have the stones of the state."""
    from brain.openings.decisions import decide, halves
    from brain.openings.procedures import SWAP

    step = state.steps[0]
    if step.act == "place" and state.stones:  # the window asks for the number with the fourth stone
        return _fourth(engine, state, *halves(limit))
    answers: Any = decide(engine, state, limit, variety)
    match step.act:
        case "place":
            numbered = enumerate(answers, 1)
            return tuple(_soosyrv(f"MOVE{number} {_pair(point)}") for number, point in numbered)
        case "choose":
            number = 1 if len(state.stones) == 3 else 2
            return (_soosyrv(f"SWAP{number} {'YES' if answers == (SWAP,) else 'NO'}"),)
        case "offer":
            offers = tuple(_soosyrv(f"MOVE5 {_pair(point)}") for point in answers)
            return (_soosyrv("MOVE5 REFRESH"), *offers, _soosyrv("MOVE5 DONE"))
    return (_soosyrv(f"MOVE5C {_pair(answers[0])}"),)


def _fourth(engine: Engine, state: "OpeningState", first: Limit, second: Limit) -> Lines:
    """Return the fourth stone with the number of fifth stones to offer."""
    from brain.lexicon import WHITE
    from brain.openings.decisions import decide

    answers: Any = decide(engine, state, first)
    (point,) = answers
    cell = cell_at(*point)
    engine.place(cell, WHITE)
    try:
        (count,) = decide(engine, state.answered(point), second)
    finally:
        engine.take_back(cell)
    return (_soosyrv(f"MOVE4 {_pair(point)} {count}"),)


def _soosyrv(text: str) -> str:
    return f"MESSAGE SOOSORV {text}"  # spelt as Yixin-Board spells it


def _pair(point: "Point") -> str:
    return f"{point[0]} {point[1]}"
