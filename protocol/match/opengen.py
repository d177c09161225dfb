"""`tengen openings`: makes balanced openings for a rule and a board size.

Stones are thrown near each other at random. An opening is kept when it is
- quiet: no stone makes a four, and neither side has a proven win;
- new, under every symmetry of the board;
- close to even, as a search judges it, and a longer one from the other side, after the best move.
The seed, the engine and its limits determine the list.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from brain.engine import Engine, Limit
from brain.lexicon import BLACK, cell_at, opponent
from brain.openings.opening_book import Opening, offsets
from brain.rules.symmetry import canonical
from protocol.cli.arguments import Parser, add_board
from protocol.records.games import Point, colour_of

MEMORY = 64 << 20  # bytes
SPREAD = 3  # columns and rows from another stone, at most
LINE_STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))  # columns, rows
LINE = 5  # cells
TRIES = 2000  # for each opening wanted
SCREENING_DIVISOR, SCREENING_WIDTH = 50, 2  # of the first look: less nodes, a wider bound
CHECK_FACTOR = 2  # nodes of the search from the other side
NUMBERS = {
    "count": "openings to make",
    "least": "fewest stones of an opening",
    "most": "most stones of an opening",
    "bound": "largest score for either side, in evaluation units",
    "nodes": "nodes of the search that judges an opening",
    "seed": "each seed makes another list",
}


@dataclass(frozen=True)
class Recipe:
    """How the openings are made."""

    rule: int
    size: int
    count: int = 40
    least: int = 3  # stones
    most: int = 7  # stones
    bound: int = 60  # evaluation units to either side of even
    nodes: int = 20_000  # of the search that judges an opening
    seed: int = 1


def openings(engine: Engine, recipe: Recipe) -> Iterator[Opening]:
    """Yield balanced openings, at most `count`; fewer after `count * TRIES` throws."""
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

    It could where three stones share five such cells, whatever the rule.
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


def main(arguments: Sequence[str]) -> int:
    """Print openings, one a line, as they are found; return 1 when there were not enough."""
    recipe = read(arguments)
    engine = Engine(MEMORY)
    found = 0
    for opening in openings(engine, recipe):
        print(offsets(opening, recipe.size, recipe.size), flush=True)
        found += 1
    engine.close()
    if found < recipe.count:
        print(f"only {found} of {recipe.count} found; widen the bound", file=sys.stderr)
    return int(found < recipe.count)


def read(arguments: Sequence[str]) -> Recipe:
    """Return the recipe that the command line gives."""
    grammar = parser()
    options = grammar.parse_args(arguments)
    columns, rows = options.size
    if columns != rows:
        grammar.error("argument --size: openings are made for square boards")
    recipe = Recipe(**{**vars(options), "size": columns})
    if not 1 <= recipe.least <= recipe.most <= recipe.size:
        grammar.error("--least, --most and --size must be in this order, from 1")
    return recipe


def parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser("tengen openings", "Make balanced openings.")
    add_board(parser.add_argument, "columns and rows")
    for name, help_text in NUMBERS.items():
        default = getattr(Recipe, name)
        parser.add_argument(
            f"--{name}", type=int, default=default, metavar="N", help=f"{help_text} ({default})"
        )
    return parser
