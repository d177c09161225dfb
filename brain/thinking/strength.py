"""How strong to play, 0 to 100. A weaker level searches fewer nodes; in the lower half it overlooks
the best moves now and then.

How many it overlooks is drawn from the position's key. So a level always answers a position alike,
and a weaker level never overlooks fewer. A five of either side is never overlooked.
"""

import time
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, Protocol

from brain.cell import Cell
from brain.lexicon import BLACK
from brain.thinking.think import Analysis, Result, Task
from brain.validation import number_of

FULL_STRENGTH = 100
KEYS = 1 << 63  # how many keys a position can have
MOST_OVERLOOKED = 8  # moves of one position
WINS_NOW, LOSES_NOW = 1, -2  # plies to the five


if TYPE_CHECKING:  # the class alone would take a hundredth of the program's start

    class Thinker(Protocol):
        """The engine, or a stand-in for it."""

        @property
        def key(self) -> int:
            """The position's number."""

        def forbidden_points(self) -> tuple[Cell, ...]:
            """Return the cells that are forbidden for black."""

        def run(self, task: Task) -> Result:
            """Return what a task's think finds."""


class Level(NamedTuple):
    """What a strength means."""

    strength: int
    nodes: int
    oversight: float  # chance to overlook the best move, and again the best of the others

    def overlooked(self, key: int) -> int:
        """Return how many moves are overlooked in the position with a key, none before the first
        stone.
        """
        draw = 1 - key / KEYS
        return sum(draw < self.oversight**moves for moves in range(1, MOST_OVERLOOKED + 1))


# Up to 55, five steps of strength are worth some 135 Elo. Between two of these levels the nodes
# grow by a constant factor, and the chance falls by a constant difference. The last level's nodes
# only guide those below it: FULL_STRENGTH has no limit.
LEVELS = (
    Level(0, 20, 0.9),
    Level(20, 90, 0.62),
    Level(55, 2_200, 0.0),
    Level(95, 200_000, 0.0),
    Level(FULL_STRENGTH, 4_000_000, 0.0),
)


class NamedLevel(NamedTuple):
    """A level for people to choose."""

    name: str
    strength: int
    elo: int  # against FULL_STRENGTH with 400,000 nodes a move, to the nearest 50


MEASURED = (2026, 11)  # year and month of the matches: freestyle 15 x 15, see docs/strength.md
NAMED_LEVELS = (
    NamedLevel("beginner", 0, -2350),
    NamedLevel("novice", 15, -2000),
    NamedLevel("casual", 30, -1600),
    NamedLevel("club", 45, -1150),
    NamedLevel("strong", 60, -700),
    NamedLevel("expert", 75, -350),
    NamedLevel("master", 85, -150),
    NamedLevel("full", FULL_STRENGTH, 0),
)


def level_named(text: str) -> int:
    """Return the strength that a person names or numbers; ValueError when there is none."""
    for level in NAMED_LEVELS:
        if text.lower() == level.name:
            return level.strength
    if text.isascii() and text.isdecimal() and len(text) <= 3 and int(text) <= FULL_STRENGTH:
        return int(text)
    raise ValueError(f"expected a level from 0 to {FULL_STRENGTH}, got {text!r}")


def level_of(strength: int) -> Level:
    """Return what a strength means, 0 to 100; ValueError for another number."""
    number_of("strength", strength, 0, FULL_STRENGTH)
    low, high = next(pair for pair in pairwise(LEVELS) if strength <= pair[1].strength)
    share = (strength - low.strength) / (high.strength - low.strength)
    nodes = round(low.nodes * (high.nodes / low.nodes) ** share)
    return Level(strength, nodes, low.oversight + share * (high.oversight - low.oversight))


def think(engine: "Thinker", task: Task, strength: int) -> Result:
    """Return what the engine finds at a strength, for several lines at FULL_STRENGTH.

    Only the last search, without the overlooked moves, is reported. ValueError for a strength that
    is out of range.
    """
    level = level_of(strength)
    if strength == FULL_STRENGTH or task.lines > 1:
        return engine.run(task)
    nodes = min(task.limit.nodes or level.nodes, level.nodes)
    since = task.limit.since or time.perf_counter()
    weak = task._replace(limit=task.limit._replace(nodes=nodes, since=since), recalls=False)
    count = level.overlooked(engine.key)
    return _overlook(engine, weak, count) if count else engine.run(weak)


def _overlook(engine: "Thinker", task: Task, count: int) -> Result:
    """Search again with the best `count` moves barred. Never miss a five of either side."""
    found: list[Analysis] = []
    result = engine.run(task._replace(report=found.append))
    forbidden = engine.forbidden_points() if task.colour == BLACK else ()
    barred = task.barred.union(forbidden)
    for _ in range(count):
        barred |= {result.move}
        beside: list[Analysis] = []
        other = engine.run(task._replace(report=beside.append, barred=barred))
        if not other.move or result.score.mate == WINS_NOW or other.score.mate == LOSES_NOW:
            break
        result, found = other, beside
    for analysis in found:
        task.report(analysis)
    return result
