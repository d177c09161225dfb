"""How near to even two stones bring the score, in every rule: `python -m tests.long.balance`."""

import random
import sys
from statistics import median

from brain.engine import Analysis, Engine, Limit
from brain.lexicon import BLACK, FREESTYLE, STANDARD, cell_at, opponent
from brain.openings.balance import balance, score_of
from brain.rules.laws import RULES, TABLE

MEMORY = 64 << 20  # bytes
MOST = 120  # evaluation units, of the median
PLAYED = 5  # stones before
# Positions of a median and the nodes of a search there: with capped fives or fouls the scores
# spread less, and fewer positions are cheaper than fewer nodes.
FEW, MANY = (11, Limit(nodes=60_000)), (31, Limit(nodes=20_000))
MEDIANS = {rule: MANY if rule in (FREESTYLE, STANDARD) else FEW for rule in RULES}
MIDDLE = [cell_at(x, y) for y in range(5, 10) for x in range(5, 10)]


def score_after(engine: Engine, cells: tuple[int, ...], colour: int, limits: Limit) -> float:
    """Place the stones, a colour's first; return the score for that colour."""
    turn = colour
    for cell in cells:
        engine.place(cell, turn)
        turn = opponent(turn)
    seen: list[Analysis] = []
    engine.think(turn, limits, seen.append)
    return score_of(seen) if turn == colour else -score_of(seen)


def typical_miss(
    engine: Engine, rule: int, seeds: range, played: int, stones: int, bias: int, limits: Limit
) -> float:
    """Return the median distance of a longer search's score from the bias, over positions with this
    number of stones. Some of them are decided.
    """
    misses = []
    turn = BLACK + played % 2
    for seed in seeds:
        engine.new_game(15, 15, rule)
        for number, cell in enumerate(random.Random(seed).sample(MIDDLE, played)):
            engine.place(cell, BLACK + number % 2)
        cells = balance(engine, turn, stones, bias, limits).cells
        assert len(set(cells)) == stones
        misses.append(abs(score_after(engine, cells, turn, limits) - bias))
    return median(misses)


def main() -> int:
    """Print each rule's median; return 1 if one is too large."""
    engine, wrong = Engine(MEMORY), 0
    for rule, (positions, limits) in MEDIANS.items():
        found = typical_miss(engine, rule, range(positions), PLAYED, 2, 0, limits)
        print(f"{TABLE[rule].name:12}{found:6.0f} of at most {MOST}", flush=True)
        wrong += found > MOST
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
