"""Makes balanced openings for swap2: three stones after which neither colour is better.

Three stones are placed near each other at random. An opening is kept if it
- makes no four;
- is new up to symmetry;
- scores close to even in each of several searches of growing length, the last on all SIZES;
- stays close to even over the last iterations of the last search.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from struct import pack

from brain.engine import Analysis, Engine, Limit
from brain.files import stored
from brain.lexicon import BLACK, WHITE, cell_at
from brain.openings.balance import score_of
from brain.openings.make_openings import MEMORY, Recipe, makes_four, thrown
from brain.openings.swap2 import FORMAT, OPENING_STONES
from brain.rules.laws import RULES
from brain.rules.symmetry import Points, canonical
from protocol.cli.arguments import Parser

SIZES = (15, 20)  # of boards; stones are placed on the first
EVEN = 25  # evaluation units, the largest score after the last search
STAGES = ((5_000, 2.4), (50_000, 1.6))  # nodes, and the largest score in units of EVEN
STEADY = 2  # units of EVEN: the largest score in the last iterations
ITERATIONS = 4  # last iterations of the last search that must be steady


def make(engine: Engine, rule: int, nodes: int, seed: int, even: int = EVEN) -> Iterator[Points]:
    """Yield balanced openings, unique up to symmetry."""
    rng = random.Random(seed)
    size = SIZES[0]
    recipe = Recipe(rule, size, least=OPENING_STONES, most=OPENING_STONES)
    seen = set()
    while True:
        opening = thrown(rng, recipe)
        key = canonical(opening, rule, size, size)
        if key in seen or makes_four(opening, size):
            continue
        seen.add(key)
        steps = tuple((x - size // 2, y - size // 2) for x, y in opening)
        if is_even(engine, rule, steps, nodes, even):
            yield steps


def is_even(engine: Engine, rule: int, steps: Points, nodes: int, even: int) -> bool:
    """Return whether an opening scores close to even in all searches, on all sizes."""
    for limit, units in STAGES:
        if abs(score_of(search(engine, rule, SIZES[0], steps, limit))) > units * even:
            return False
    return all(is_steady(search(engine, rule, size, steps, nodes), even) for size in SIZES)


def is_steady(seen: list[Analysis], even: int) -> bool:
    """Return whether a search stayed close to even and ended closer."""
    last = seen[-ITERATIONS:]
    return abs(score_of(seen)) <= even and all(abs(step.score) <= STEADY * even for step in last)


def search(engine: Engine, rule: int, size: int, steps: Points, nodes: int) -> list[Analysis]:
    """Return the iterations of a search with white to move."""
    engine.new_game(size, size, rule)
    for (dx, dy), colour in zip(steps, (BLACK, WHITE, BLACK), strict=True):
        engine.place(cell_at(size // 2 + dx, size // 2 + dy), colour)
    seen: list[Analysis] = []
    engine.think(WHITE, Limit(nodes=nodes), seen.append)
    return seen


def write(rule: int, openings: list[Points]) -> Path:
    """Replace a rule's openings; return the file."""
    data = b"".join(
        pack(FORMAT, *(number for step in opening for number in step)) for opening in openings
    )
    return stored.write("swap2", rule, data)


def main() -> None:
    """Make a rule's openings, or every rule's, and write them."""
    parser = Parser("python -m protocol.match.tuning.swap2_openings", "Make swap2's openings.")
    add = parser.add_argument
    add("--rule", type=int, choices=RULES, help="a single rule (all)")
    add("--count", type=int, default=40, help="openings to make (40)")
    add("--nodes", type=int, default=200_000, help="nodes of the last search (200000)")
    add("--seed", type=int, default=1, help="random seed (1)")
    add("--even", type=int, default=EVEN, help=f"largest score of the last search ({EVEN})")
    options = parser.parse_args()
    for rule in RULES if options.rule is None else (options.rule,):
        engine = Engine(MEMORY)
        source = make(engine, rule, options.nodes, options.seed, options.even)
        openings = []
        for _ in range(options.count):
            openings.append(next(source))
            print(f"\r{len(openings)} of {options.count}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        print(write(rule, openings).name, flush=True)
        engine.close()


if __name__ == "__main__":
    main()
