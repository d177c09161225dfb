"""How much memory the program takes, measured after every move: `python -m tests.long.memory`, or
TENGEN_EXE's.

One process plays itself under one limit after another, then many short games under the same limit.
With `--hours`, one process analyses position after position instead.
Prints megabytes of its own (USS), as judges count them. Exits with an error beyond the limits.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from random import Random

import psutil

from brain.rules.laws import RULES
from protocol.match.referee import Referee
from tests.support.driver import ON_WINE, PROGRAM, Brain

MEGABYTE = 1 << 20
LIMITS_MB = (64, 128, 350, 2000, 64)
WINE_MB = 8 if ON_WINE else 0  # what its own libraries take in every process
KEPT_FREE_MB = 30 - WINE_MB  # below every limit
GAMES = 500
MOST_GROWTH_MB = 5
TURN_MS = 100
SIZE = 20
SHORT_SIZE = 15
NODES = 100  # of a move of a short game
WARM_UP_GAMES = 10
FILLING_NODES = 500_000  # of a move that uses all of the table
FILLING_MS = 60_000  # for that move, which takes more than the usual 5 s on a busy machine
STEADY_MB = 64  # the limit of the short games; their table is soon full
LONGEST_OPENING = 6  # stones
ANALYSIS_MB = 350
ANALYSIS_S = 20  # for each position
PATIENCE_S = 300  # for an answer on a busy machine


def main() -> int:
    """Play and print; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.long.memory", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--turn-ms", type=int, default=TURN_MS)
    parser.add_argument("--hours", type=float, help="analyse so long in one process instead")
    options = parser.parse_args()
    if options.hours:
        return analyse(options.hours)
    failed = False
    print("limit MB  rule   moves   most MB")
    with Brain(PROGRAM) as brain:
        for rule in RULES:
            for limit in LIMITS_MB:
                sizes = list(game_mb(brain, limit, rule, options.turn_ms))
                failed |= max(sizes) > limit - KEPT_FREE_MB
                print(f"{limit:8}{rule:6}{len(sizes):8}{max(sizes):10.1f}", flush=True)
    early, late = growth_mb(options.games)
    print(f"after {WARM_UP_GAMES} games {early:.2f} MB, after {options.games} more {late:.2f} MB")
    failed |= late > STEADY_MB - KEPT_FREE_MB
    return int(failed or late - early > MOST_GROWTH_MB)


def game_mb(brain: Brain, limit: int, rule: int, turn_ms: int) -> Iterator[float]:
    """Yield the memory after every move of a game under a limit that is set after START."""
    brain.send(f"START {SIZE}", f"INFO max_memory {limit * MEGABYTE}", f"INFO rule {rule}")
    brain.send(f"INFO timeout_turn {turn_ms}", "INFO max_node 0")
    assert brain.line() == "OK"
    for _ in game(brain, SIZE, rule, Random(f"{limit} {rule}")):
        yield used_mb(brain)


def growth_mb(games: int) -> tuple[float, float]:
    """Return the memory after a few short games, and after more of them.

    A long search fills the table first: that memory is within the limit. A second process shares
    the program's own pages, which count only while no other process has them.
    """
    dice = Random(1)
    with Brain(PROGRAM) as brain, Brain(PROGRAM) as other:
        other.send(f"INFO max_node {NODES}", f"START {SHORT_SIZE}", "BEGIN")
        other.lines(2)
        brain.send(f"INFO max_memory {STEADY_MB * MEGABYTE}", f"INFO max_node {FILLING_NODES}")
        brain.send(f"INFO timeout_turn {FILLING_MS}", "TURN 9,9", f"INFO max_node {NODES}")
        brain.line()
        sizes = []
        for number in range(WARM_UP_GAMES + games):
            rule = RULES[number % len(RULES)]
            brain.send(f"START {SHORT_SIZE}", f"INFO rule {rule}")
            assert brain.line() == "OK"
            for _ in game(brain, SHORT_SIZE, rule, dice):
                pass
            sizes.append(used_mb(brain))
        brain.send("END")
        assert brain.exit_code() == 0
    return sizes[WARM_UP_GAMES - 1], sizes[-1]


def analyse(hours: float) -> int:
    """Print the memory after each of many positions; return 1 if it grows or exceeds the limit.

    The table is full after the first tenth of the positions. The most memory before and after that
    is compared.
    """
    sizes = []
    started = time.monotonic()
    with Brain(PROGRAM) as brain:
        for mb in analysis_mb(brain, ANALYSIS_S):
            seconds = time.monotonic() - started
            sizes.append(mb)
            print(f"{seconds / 60:6.1f} min {mb:8.2f} MB", flush=True)
            if seconds > hours * 3600:
                break
    early, late = sizes[: len(sizes) // 10 + 1], sizes[len(sizes) // 10 :]
    growth = max(late) - max(early)
    print(f"{len(sizes)} positions, {max(sizes):.2f} MB, grown by {growth:.2f} MB")
    return int(growth > MOST_GROWTH_MB or max(sizes) > ANALYSIS_MB - KEPT_FREE_MB)


def analysis_mb(brain: Brain, seconds: float) -> Iterator[float]:
    """Yield the memory after each search of a position with stones at random, without end."""
    dice = Random(1)
    brain.send(f"START {SHORT_SIZE}", f"INFO max_memory {ANALYSIS_MB * MEGABYTE}")
    brain.send(f"INFO timeout_turn {round(seconds * 1000)}")
    assert brain.line(PATIENCE_S) == "OK"
    cells = [(x, y) for x in range(SHORT_SIZE) for y in range(SHORT_SIZE)]
    while True:
        stones = dice.sample(cells, 2 * dice.randint(1, LONGEST_OPENING))
        rows = [f"{x},{y},{1 + ply % 2}" for ply, (x, y) in enumerate(stones)]
        brain.send(f"INFO rule {dice.choice(RULES)}", "BOARD", *rows, "DONE")
        brain.line(PATIENCE_S)
        yield used_mb(brain)


def game(brain: Brain, size: int, rule: int, dice: Random) -> Iterator[tuple[int, int]]:
    """Yield the moves that a brain makes for both sides after a few stones at random."""
    referee, stones, ending = Referee(), list[tuple[int, int]](), None
    referee.new_game(size, size, rule)
    for _ in range(dice.randint(1, LONGEST_OPENING)):
        x, y = (dice.randrange(size // 3, 2 * size // 3) for _ in range(2))
        if not referee.refusal(x, y) and not referee.place(x, y):
            stones.append((x, y))
    while not ending:
        owners = (1 + (len(stones) - i) % 2 for i in range(len(stones)))
        rows = [f"{x},{y},{owner}" for (x, y), owner in zip(stones, owners, strict=True)]
        brain.send("BOARD", *rows, "DONE")
        x, y = map(int, brain.line().split(","))
        assert not referee.refusal(x, y)
        ending = referee.place(x, y)
        stones.append((x, y))
        yield x, y


def used_mb(brain: Brain) -> float:
    """Return the memory that is a brain's own (USS)."""
    return float(psutil.Process(brain.pid).memory_full_info().uss / MEGABYTE)


if __name__ == "__main__":
    sys.exit(main())
