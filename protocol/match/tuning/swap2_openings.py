"""Makes the openings of swap2: three stones after which neither colour is the better choice.

Stones are thrown near each other at random. What is kept makes no four, is close to even by longer
and longer searches on boards of every size in SIZES, stays so while the last search deepens, and is
not yet in the list in any turn of the board.
"""

import argparse
import hashlib
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from struct import pack

from brain.balance import score_of
from brain.engine import DATA, Analysis, Engine, Limit
from brain.lexicon import BLACK, RULES, WHITE, cell_at
from brain.swap2 import FORMAT, STONES
from brain.symmetry import Points, canonical
from protocol.match.opengen import MEMORY, Wish, makes_four, thrown

SIZES = (15, 20)  # the first is the one that stones are thrown on
EVEN = 25  # evaluation units, the score at most after the last search
STAGES = ((5_000, 2.4), (50_000, 1.6))  # nodes, and the score at most, in these units
STEADY = 2  # of these units, the score at most in the last search's last iterations
ITERATIONS = 4  # so many


def made(engine: Engine, rule: int, nodes: int, seed: int, even: int = EVEN) -> Iterator[Points]:
    """Yield balanced openings, no two of them alike."""
    rng = random.Random(seed)
    size = SIZES[0]
    wish = Wish(rule, size, least=STONES, most=STONES)
    seen = set()
    while True:
        opening = thrown(rng, wish)
        key = canonical(opening, rule, size, size)
        if key in seen or makes_four(opening, size):
            continue
        seen.add(key)
        steps = tuple((x - size // 2, y - size // 2) for x, y in opening)
        if is_even(engine, rule, steps, nodes, even):
            yield steps


def is_even(engine: Engine, rule: int, steps: Points, nodes: int, even: int) -> bool:
    """Return whether an opening is close to even on every size, and stays so."""
    for limit, units in STAGES:
        if abs(score_of(judged(engine, rule, SIZES[0], steps, limit))) > units * even:
            return False
    return all(is_steady(judged(engine, rule, size, steps, nodes), even) for size in SIZES)


def is_steady(seen: list[Analysis], even: int) -> bool:
    """Return whether a search stayed close to even and ended closer."""
    last = seen[-ITERATIONS:]
    return abs(score_of(seen)) <= even and all(abs(step.score) <= STEADY * even for step in last)


def judged(engine: Engine, rule: int, size: int, steps: Points, nodes: int) -> list[Analysis]:
    """Return the iterations of a search with white to move."""
    engine.new_game(size, size, rule)
    for (dx, dy), colour in zip(steps, (BLACK, WHITE, BLACK), strict=True):
        engine.place(cell_at(size // 2 + dx, size // 2 + dy), colour)
    seen: list[Analysis] = []
    engine.think(WHITE, Limit(nodes=nodes), seen.append)
    return seen


def write(rule: int, openings: list[Points]) -> Path:
    """Write a rule's openings in place of the older ones; return the file."""
    data = b"".join(
        pack(FORMAT, *(number for step in opening for number in step)) for opening in openings
    )
    for old in DATA.glob(f"swap2-{rule}-*.bin"):
        old.unlink()
    path = DATA / f"swap2-{rule}-{hashlib.sha256(data).hexdigest()[:8]}.bin"
    path.write_bytes(data)
    return path


def main() -> None:
    """Make a rule's openings, or every rule's, and write them."""
    parser = argparse.ArgumentParser(
        prog="python -m protocol.match.tuning.swap2_openings", description="Make openings."
    )
    parser.add_argument("--rule", type=int, choices=RULES, help="every rule by default")
    parser.add_argument("--count", type=int, default=40, help="how many openings")
    parser.add_argument("--nodes", type=int, default=200_000, help="of the last search")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--even", type=int, default=EVEN, help="score at most after it")
    wish = parser.parse_args()
    for rule in RULES if wish.rule is None else (wish.rule,):
        engine = Engine(MEMORY)
        source = made(engine, rule, wish.nodes, wish.seed, wish.even)
        openings = []
        for _ in range(wish.count):
            openings.append(next(source))
            print(f"\r{len(openings)} of {wish.count}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        print(write(rule, openings).name, flush=True)
        engine.close()


if __name__ == "__main__":
    main()
