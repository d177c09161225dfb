"""Verdicts on boards of 5 to 7, against brute force: `python -m tests.long.small --folder DIR`.

In random positions lines are given to the checkers, the engine is asked who wins, and certificates
are made of the wins that it claims, with lines and without. What is accepted or claimed must be
there in so many plies when everything is tried. Like the steps of tests.long.certificates this may
be stopped and started again.
"""

import argparse
import itertools
import math
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from brain.certificates import check as checking
from brain.certificates.check import Refused
from brain.certificates.stones import cells_of, stones_of
from brain.engine import Engine, Limit
from brain.lexicon import BLACK, WHITE, cell_at, opponent
from brain.position import Position
from brain.proving import kernel_checker, prover
from brain.proving.threat_lines import board_of, find_line, line_plies
from brain.rules.laws import RULES, most_stones
from tests.long.certificates import Batch, batches
from tests.support import bruteforce
from tests.support.naive import five_cells

MEMORY = 16 << 20
SIDES = (5, 6, 7)
FEWEST_PLIES, MOST_PLIES = 5, 16  # before the draw
DULL = 0.05  # of the positions in which a five can be made, kept
LINES, LONGEST = 8, 3  # random lines in a position, and their moves at most
TRIES = 500  # for a line that wins, whose moves are shuffled
NODES = 3000  # of a think
MOST = 30_000  # positions tried by brute force
POSITIONS = 200  # of a batch


@dataclass
class Tried:
    """What was compared, and what was wrong."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def compare(self, name: str, position: Position, plies: int) -> None:
        """Note whether brute force agrees that a position is won, or lost if plies are negative."""
        try:
            is_right = bruteforce.wins(position, plies, MOST)
        except bruteforce.GivenUp:
            self.counts[f"{name}: given up"] += 1
            return
        self.counts[name] += 1
        if not is_right:
            self.wrong.append(f"{name} in {plies} plies: {position}")


def batch(rule: int, number: int, positions: int, tried: Tried, engine: Engine) -> None:
    """Compare the verdicts on a batch of positions."""
    dice = random.Random(f"{rule} {number}")
    for _ in range(positions):
        position = random_position(rule, dice)
        engine.set_up(position)
        compare_lines(position, dice, tried, engine)
        found = engine.think(position.turn, Limit(nodes=NODES))
        mate = found.score.mate
        if mate:
            tried.compare("claimed won" if mate > 0 else "claimed lost", position, mate)
        if mate > 0:
            compare_certificates(position, found.move, tried, engine)


def random_position(rule: int, dice: random.Random) -> Position:
    """Return a position near the draw in which nobody has won, seldom one with a five to make. The
    side to move may have more stones than it should.
    """
    while True:
        width, height = dice.choice(SIDES), dice.choice(SIDES)
        spread = dice.choice((1.0, 3.0, 9.0))  # of the stones around a cell
        centre = dice.uniform(1, width - 2), dice.uniform(1, height - 2)
        points = [(x, y) for y in range(height) for x in range(width)]
        points.sort(key=lambda point: math.dist(point, centre) + dice.uniform(0, spread))
        cells = [cell_at(*point) for point in points]
        stones = max(0, most_stones(width * height, rule) - dice.randint(FEWEST_PLIES, MOST_PLIES))
        walls = cells[stones : stones + dice.choice((0, 0, 0, 1, 3))]
        turn, more = dice.choice((BLACK, WHITE)), dice.choice((0.5, 0.5, 0.6))
        placed = [
            (cell, turn if dice.random() < more else opponent(turn)) for cell in cells[:stones]
        ]
        try:
            position = Position(width, height, rule, placed, turn, walls)
        except ValueError:
            continue
        if dice.random() < DULL or not five_cells(position.board(), turn, rule):
            return position


def compare_lines(position: Position, dice: random.Random, tried: Tried, engine: Engine) -> None:
    """Give lines to the checkers, random ones and shuffled ones; compare what they accept."""
    stones, checker = stones_of(position), checking.Rules(position.rule, position.turn)
    board, empty = board_of(stones), list(cells_of(stones.empty))
    winning = find_line(engine, board, position.turn, TRIES)
    for number in range(LINES):
        line = tuple(dice.sample(empty, dice.randint(1, min(LONGEST, len(empty)))))
        if winning and number % 2:
            line = winning if number == 1 else tuple(dice.sample(winning, len(winning)))
        try:
            plies = checker.line(line, stones)
        except Refused:
            plies = 0
        if line_plies(engine, board, position.turn, line) != plies:
            tried.wrong.append(f"the kernels don't say that {line} wins in {plies}: {position}")
        if 0 < plies <= position.plies_left:
            tried.compare(f"lines won in {plies}", position, plies)
        tried.counts["lines"] += 1


def compare_certificates(position: Position, move: int, tried: Tried, engine: Engine) -> None:
    """Make certificates of a win, with lines and without; compare what they show."""
    for tries in (prover.LINE_TRIES, 0):
        with patch.object(prover, "LINE_TRIES", tries):
            try:
                claim = prover.prove(engine, position, move)
            except prover.NotProved:
                tried.counts["not certified"] += 1
                continue
        plies = checking.check(claim).plies
        if kernel_checker.check(claim, engine).plies != plies:
            tried.wrong.append(f"the kernels don't say {plies} plies: {claim}")
        tried.compare("certified by lines" if tries else "certified by moves", position, plies)


def compared(rule: int, folder: Path, count: int) -> Sequence[Batch]:
    """Compare the verdicts on batches of positions; return the batches."""
    engine = Engine(MEMORY)

    def work(number: int) -> Batch:
        tried = Tried()
        batch(rule, number, POSITIONS, tried, engine)
        return vars(tried)

    path = folder / f"small-{rule}.jsonl"
    return list(itertools.islice(batches(path, work), -(-count // POSITIONS)))


def main() -> int:
    """Compare; return 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.long.small", description=__doc__)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--rule", type=int, choices=RULES, help="only this one")
    parser.add_argument("--count", type=int, default=20_000, help="positions of each rule")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    wrong = 0
    for rule in RULES if options.rule is None else (options.rule,):
        found = compared(rule, options.folder, options.count)
        counts = sum((Counter(part["counts"]) for part in found), Counter[str]())
        told = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
        print(f"rule {rule}: {POSITIONS * len(found)} positions; {told}", flush=True)
        lines = [line for part in found for line in part["wrong"]]
        print("".join(f"{line}\n" for line in lines), end="")
        wrong += len(lines)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
