"""`tengen openings`: makes openings that give neither side much, for a rule and a size.

Stones are thrown near each other at random. What is kept is quiet, meaning that no stone makes a
four and no side has a proven win, is not yet in the list in any turn of the board, and is judged
close to even by a search. A seed, an engine and its limits decide the list.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from brain.engine import Engine, Limit
from brain.lexicon import BLACK, MAX_SIZE, MIN_SIZE, cell_at, opponent
from brain.rules import RULE_NAMES
from brain.symmetry import canonical
from protocol.records.games import Point, colour_of
from protocol.records.openings import Opening, offsets

MEMORY = 64 << 20  # bytes
SPREAD = 3  # columns and rows from another stone, at most
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))
LINE = 5  # cells
TRIES = 2000  # for each opening wanted
NUMBERS = {
    "count": "how many openings",
    "least": "stones, at least",
    "most": "stones, at most",
    "bound": "the score, at most, either side",
    "nodes": "of the search that judges",
    "seed": "another list for another seed",
}


@dataclass(frozen=True)
class Wish:
    """What the openings shall be like."""

    rule: int
    size: int
    count: int = 40
    least: int = 3  # stones
    most: int = 7  # stones
    bound: int = 60  # evaluation units to either side of even
    nodes: int = 20_000  # of the search that judges
    seed: int = 1


def openings(engine: Engine, wish: Wish) -> Iterator[Opening]:
    """Yield balanced openings until there are enough, or none was found for long."""
    rng = random.Random(wish.seed)
    seen: set[tuple[Opening, Opening]] = set()
    for _ in range(wish.count * TRIES):
        if len(seen) == wish.count:
            return
        opening = thrown(rng, wish)
        key = canonical(opening, wish.rule, wish.size, wish.size)
        if key not in seen and is_balanced(engine, opening, wish):
            seen.add(key)
            yield opening


def thrown(rng: random.Random, wish: Wish) -> Opening:
    """Return random stones, the first in the middle third, each other near an earlier one."""
    third = wish.size // 3
    stones = [(rng.randrange(third, wish.size - third), rng.randrange(third, wish.size - third))]
    count = rng.randint(wish.least, wish.most)
    while len(stones) < count:
        x, y = rng.choice(stones)
        point = (x + rng.randint(-SPREAD, SPREAD), y + rng.randint(-SPREAD, SPREAD))
        if point not in stones and all(0 <= number < wish.size for number in point):
            stones.append(point)
    return tuple(stones)


def is_balanced(engine: Engine, opening: Opening, wish: Wish) -> bool:
    """Return whether an opening is legal, quiet and close to even."""
    if makes_four(opening, wish.size) or not set_up(engine, opening, wish):
        return False
    turn = colour_of(len(opening))
    if engine.think(opponent(turn), Limit(depth=1)).score.is_proven:
        return False
    return abs(engine.think(turn, Limit(nodes=wish.nodes)).score) <= wish.bound


def makes_four(opening: Opening, size: int) -> bool:
    """Return whether one more stone could make four in five cells that the opponent isn't in.

    That is the case where three stones share such cells, whatever the rule.
    """
    colours = set(opening[::2]), set(opening[1::2])
    return any(
        len(own & cells) >= 3 and not other & cells
        for cells in _lines(size)
        for own, other in (colours, colours[::-1])
    )


def set_up(engine: Engine, opening: Opening, wish: Wish) -> bool:
    """Put the stones on the engine's board; return False at a forbidden point."""
    engine.new_game(wish.size, wish.size, wish.rule)
    for index, (x, y) in enumerate(opening):
        cell, colour = cell_at(x, y), colour_of(index)
        if colour == BLACK and engine.is_forbidden(cell):
            return False
        engine.place(cell, colour)
    return True


@cache
def _lines(size: int) -> tuple[frozenset[Point], ...]:
    """Return every five cells in a row on a board."""
    lines = [
        [(x + k * dx, y + k * dy) for k in range(LINE)]
        for x in range(size)
        for y in range(size)
        for dx, dy in STEPS
    ]
    return tuple(
        frozenset(line) for line in lines if all(0 <= n < size for point in line for n in point)
    )


def main(arguments: Sequence[str]) -> int:
    """Print openings, one a line, as they are found; return 1 when there were not enough."""
    wish = _wish(arguments)
    engine = Engine(MEMORY)
    found = 0
    for opening in openings(engine, wish):
        print(offsets(opening, wish.size, wish.size), flush=True)
        found += 1
    engine.close()
    if found < wish.count:
        print(f"only {found} of {wish.count} found; widen the bound", file=sys.stderr)
    return int(found < wish.count)


def _wish(arguments: Sequence[str]) -> Wish:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(prog="tengen openings", description="Make balanced openings.")
    rules = ", ".join(f"{rule} {name}" for rule, name in RULE_NAMES.items())
    parser.add_argument("--rule", type=int, choices=RULE_NAMES, default=0, help=rules)
    sizes = range(MIN_SIZE, MAX_SIZE + 1)
    parser.add_argument("--size", type=int, choices=sizes, default=15, metavar="CELLS")
    for name, help_text in NUMBERS.items():
        default = getattr(Wish, name)
        parser.add_argument(
            f"--{name}", type=int, default=default, metavar="N", help=f"{help_text} ({default})"
        )
    wish = Wish(**vars(parser.parse_args(arguments)))
    if not 1 <= wish.least <= wish.most <= wish.size:
        parser.error("--least, --most and --size must be in this order, from 1")
    return wish
