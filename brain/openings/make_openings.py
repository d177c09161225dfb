"""Makes balanced openings for a rule and a board size.

Stones are placed near each other at random. An opening is kept if it is
- quiet: no stone makes a four, and neither side has a mate;
- new up to symmetry;
- close to even: by a search, and by a longer search from the other side after the best move.
The seed, the engine and its limits determine the openings.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from brain.engine import Engine, Limit
from brain.lexicon import BLACK, cell_at, colour_of, opponent
from brain.openings.opening_book import Opening
from brain.rules.symmetry import Point, canonical

MEMORY = 64 << 20  # bytes
SPREAD = 3  # maximum columns and rows from another stone
LINE_STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))  # columns, rows
LINE = 5  # cells
TRIES = 2000  # random openings per opening wanted
SCREENING_DIVISOR, SCREENING_WIDTH = 50, 2  # of the first search: fewer nodes, a wider bound
CHECK_FACTOR = 2  # nodes of the search from the other side, relative to the search before


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


def openings(engine: Engine, recipe: Recipe) -> Iterator[Opening]:
    """Yield up to `count` balanced openings; stop after `count * TRIES` random ones."""
    rng = random.Random(recipe.seed)
    seen: set[tuple[Opening, Opening]] = set()
    for _ in range(recipe.count * TRIES):
        if len(seen) == recipe.count:
            return
        opening = thrown(rng, recipe)
        key = canonical(opening, recipe.rule, recipe.size, recipe.size)
        if key not in seen and is_balanced(engine, opening, recipe):
            seen.add(key)
            yield opening


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
    """Return whether an opening is legal, quiet and close to even."""
    if makes_four(opening, recipe.size) or not set_up(engine, opening, recipe):
        return False
    turn = colour_of(len(opening))
    if engine.think(opponent(turn), Limit(depth=1)).score.is_proven:
        return False
    nodes, bound = recipe.nodes, recipe.bound
    looks = (nodes // SCREENING_DIVISOR, bound * SCREENING_WIDTH), (nodes, bound)
    for nodes, bound in looks:
        judged = engine.think(turn, Limit(nodes=max(1, nodes)))
        if abs(judged.score) > bound:
            return False
    engine.place(judged.move, turn)
    checked = engine.think(opponent(turn), Limit(nodes=nodes * CHECK_FACTOR))
    return abs(checked.score) <= bound


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
