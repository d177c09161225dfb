"""Yixin-Board's dialogue for Soosyrv-8: an answer in messages to each of its steps.

The window places the stones itself, asks the person about colours, and goes on with BOARD:

| step | it asks us for | the stones on the board |
|---|---|---|
| 1 | an opening | none |
| 2 | whether we take black | three of the person's |
| 3 | the fourth stone, and how many fifth stones are to be offered | three |
| 4 | whether we take white | three of ours, one of the person's |
| 5 | so many fifth stones | four |
| 6 | which of the offered fifth stones we keep | four, and those offered |
"""

from collections.abc import Callable

from brain.engine import Engine, Limit
from brain.openings import soosyrv
from brain.rules.symmetry import Point, Points
from protocol.piskvork.commands import SoosyrvStep
from protocol.piskvork.commentary import Lines

Answer = Callable[[Engine, SoosyrvStep, Limit, int], Lines]  # the last is a variety


def fits(step: SoosyrvStep) -> bool:
    """Return whether a step comes with as many stones, and offers, as it needs."""
    stones = soosyrv.STONES[step.number]
    offered = len(step.points) - stones
    if step.number == 6:
        return offered > 0
    return offered == 0 and (step.offers > 0 or step.number not in (4, 5))


def _opening(engine: Engine, step: SoosyrvStep, limit: Limit, variety: int) -> Lines:
    points = soosyrv.opening(engine, limit, variety)
    return tuple(_say(f"MOVE{number} {_pair(point)}") for number, point in enumerate(points, 1))


def _first_swap(engine: Engine, step: SoosyrvStep, limit: Limit, variety: int) -> Lines:
    return (_say(f"SWAP1 {_yes(soosyrv.takes_black(engine, limit))}"),)


def _fourth(engine: Engine, step: SoosyrvStep, limit: Limit, variety: int) -> Lines:
    point, offers, _ = soosyrv.fourth(engine, limit)
    return (_say(f"MOVE4 {_pair(point)} {offers}"),)


def _second_swap(engine: Engine, step: SoosyrvStep, limit: Limit, variety: int) -> Lines:
    return (_say(f"SWAP2 {_yes(soosyrv.takes_white(engine, step.offers, limit))}"),)


def _fifths(engine: Engine, step: SoosyrvStep, limit: Limit, variety: int) -> Lines:
    points: Points = soosyrv.fifths(engine, step.offers, limit)
    return (
        _say("MOVE5 REFRESH"),
        *(_say(f"MOVE5 {_pair(point)}") for point in points),
        _say("MOVE5 DONE"),
    )


def _choice(engine: Engine, step: SoosyrvStep, limit: Limit, variety: int) -> Lines:
    offered = step.points[soosyrv.STONES[6] :]
    return (_say(f"MOVE5C {_pair(soosyrv.choice(engine, offered, limit))}"),)


SOOSYRV: dict[int, Answer] = {
    1: _opening,
    2: _first_swap,
    3: _fourth,
    4: _second_swap,
    5: _fifths,
    6: _choice,
}


def _say(text: str) -> str:
    return f"MESSAGE SOOSORV {text}"  # spelt as Yixin-Board spells it


def _pair(point: Point) -> str:
    return f"{point[0]} {point[1]}"


def _yes(answer: bool) -> str:
    return "YES" if answer else "NO"
