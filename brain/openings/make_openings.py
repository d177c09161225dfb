"""Makes balanced openings for a rule and a board size.

Stones are placed near each other at random. An opening is kept if it is
- quiet: no stone makes a four, and neither side has a mate;
- new up to symmetry;
- even, and stays so: in every iteration of a search, within windows that narrow.
The seed, the engine and its limits determine the openings.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf

from brain.engine import Analysis, Engine, Limit
from brain.lexicon import BLACK, cell_at, colour_of, opponent
from brain.openings.opening_book import Opening
from brain.rules.symmetry import Point, canonical

MEMORY = 350 << 20  # bytes
SPREAD = 3  # maximum columns and rows from another stone
LINE_STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))  # columns, rows
LINE = 5  # cells
TRIES = 2000  # random openings per opening wanted
# Up to a share of the nodes, an iteration's score may be this many bounds from even. So most
# openings are dropped early in their search.
WINDOWS = ((1 / 2000, inf), (1 / 160, 2.5), (1 / 40, 1.7), (1 / 4, 1.25), (inf, 1.0))


@dataclass(frozen=True)
class Recipe:
    """The options that determine the openings."""

    rule: int
    size: int
    count: int = 40
    least: int = 3  # stones
    most: int = 7  # stones
    bound: int = 60  # evaluation units to either side of even
    nodes: int = 20_000  # of the search that scores an opening
    seed: int = 1


def openings(engine: Engine, recipe: Recipe, known: Sequence[Opening] = ()) -> Iterator[Opening]:
    """Yield balanced openings up to `count`; stop after `count * TRIES` random ones.

    The recipe's first openings may be `known`: they are neither searched nor yielded. ValueError
    if they are not the recipe's.
    """
    rng = random.Random(recipe.seed)
    seen: set[tuple[Opening, Opening]] = set()
    for _ in range(recipe.count * TRIES):
        if len(seen) == recipe.count:
            break
        opening = thrown(rng, recipe)
        key = canonical(opening, recipe.rule, recipe.size, recipe.size)
        if key in seen:
            continue
        if len(seen) < len(known):
            if opening == known[len(seen)]:
                seen.add(key)
        elif is_balanced(engine, opening, recipe):
            seen.add(key)
            yield opening
    if len(seen) < len(known):
        raise ValueError(f"opening {len(seen) + 1} is not one that these options give")


def thrown(rng: random.Random, recipe: Recipe) -> Opening:
    """Return random stones, the first in the middle third, each other near an earlier one."""
    size, third = recipe.size, recipe.size // 3
    stones = [(rng.randrange(third, size - third), rng.randrange(third, size - third))]
    count = rng.randint(recipe.least, recipe.most)
    while len(stones) < count:
        x, y = rng.choice(stones)
        point = (x + rng.randint(-SPREAD, SPREAD), y + rng.randint(-SPREAD, SPREAD))
        if point not in stones and all(0 <= number < size for number in point):
            stones.append(point)
    return tuple(stones)


def is_balanced(engine: Engine, opening: Opening, recipe: Recipe) -> bool:
    """Return whether an opening is legal, quiet and even; drops the engine's search results, which
    could change the answer.
    """
    engine.forget()
    if makes_four(opening, recipe.size) or not set_up(engine, opening, recipe):
        return False
    turn = colour_of(len(opening))
    if engine.think(opponent(turn), Limit(depth=1)).score.is_proven:
        return False
    return stays_even(engine, turn, recipe)


def stays_even(engine: Engine, turn: int, recipe: Recipe) -> bool:
    """Return whether the score stays within WINDOWS in every iteration of a search."""

    def check(analysis: Analysis) -> None:
        if abs(analysis.score) > recipe.bound * width_at(analysis.nodes / recipe.nodes):
            engine.stop()

    found = engine.think(turn, Limit(nodes=recipe.nodes), check)
    return not found.stopped and abs(found.score) <= recipe.bound


def width_at(share: float) -> float:
    """Return the width in bounds of the window after a share of the nodes."""
    return next(width for most, width in WINDOWS if share <= most)


def makes_four(opening: Opening, size: int) -> bool:
    """Return whether one more stone could make four in five cells without an opponent's stone.

    Three stones of a colour in such five cells suffice, in every rule.
    """
    colours = set(opening[::2]), set(opening[1::2])
    return any(
        len(own & cells) >= 3 and not other & cells
        for cells in _lines(size)
        for own, other in (colours, colours[::-1])
    )


def set_up(engine: Engine, opening: Opening, recipe: Recipe) -> bool:
    """Set up an opening on the engine's board; return False at a forbidden point."""
    engine.new_game(recipe.size, recipe.size, recipe.rule)
    for index, (x, y) in enumerate(opening):
        cell, colour = cell_at(x, y), colour_of(index)
        if colour == BLACK and engine.is_forbidden(cell):
            return False
        engine.place(cell, colour)
    return True


@cache
def _lines(size: int) -> tuple[frozenset[Point], ...]:
    """Return all lines of five cells on a board."""
    lines = [
        [(x + k * dx, y + k * dy) for k in range(LINE)]
        for x in range(size)
        for y in range(size)
        for dx, dy in LINE_STEPS
    ]
    return tuple(
        frozenset(line) for line in lines if all(0 <= n < size for point in line for n in point)
    )
