"""The speed-up by threads: `python -m tests.long.threads [--threads N] [--depth N] [--rounds N]`.

Searches the bench's positions to a depth with one thread and with N, in turn, round after round.
Prints the seconds of each, and as the median of the rounds the speed-up: the seconds with one
thread divided by those with N. Other programs must leave N processors free.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterable
from statistics import median

from brain import benchmark
from brain.engine import Engine, Limit
from brain.position import Position

THREADS = 2
DEPTH = 17  # plies
ROUNDS = 5
TABLE = 64 << 20  # bytes of the transposition table


def seconds(positions: Iterable[Position], threads: int, depth: int) -> float:
    """Return the seconds of searches to a depth, each in a new game."""
    with Engine(threads=threads) as engine:
        engine.set_table(TABLE)
        engine.prefault()
        spent = 0.0
        for position in positions:
            engine.new_game(position.width, position.height, position.rule)
            engine.set_up(position)
            started = time.perf_counter()
            engine.think(position.turn, Limit(depth=depth))
            spent += time.perf_counter() - started
    return spent


def main() -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.long.threads", description=__doc__)
    parser.add_argument("--threads", type=int, default=THREADS)
    parser.add_argument("--depth", type=int, default=DEPTH, help="plies")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    if options.threads > (os.cpu_count() or 1):
        parser.error(f"this machine has {os.cpu_count()} processors")
    positions = [*benchmark.positions()]
    speed_ups = []
    for _ in range(options.rounds):
        one, several = (
            seconds(positions, threads, options.depth) for threads in (1, options.threads)
        )
        speed_ups.append(one / several)
        print(f"1 thread {one:.2f} s  {options.threads} threads {several:.2f} s", flush=True)
    print(f"speed-up {median(speed_ups):.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
