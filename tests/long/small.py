"""Verdicts on boards of 5 to 7, against brute force: `python -m tests.long.small --folder DIR`.

In random positions lines are given to the checkers, the engine is asked who wins, and certificates
are made of the wins that it claims, with lines and without. What is accepted or claimed must be
there in so many plies when everything is tried. With `--lines`, many lines are given in positions
that have one, until COUNT were accepted; one takes 1.5 ms of CPU time, in renju 10. Like the steps
of tests.long.certificates this may be stopped and started again.
"""

import argparse
import itertools
import random
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from brain.certificates import check as checking
from brain.certificates.check import Refused
from brain.certificates.stones import cells_of, stones_of
from brain.engine import Engine, Limit
from brain.position import Position
from brain.proving import kernel_checker
from brain.proving.threat_lines import board_of, find_line, line_plies
from brain.rules.laws import RULES
from tests.long.certificates import Batch, batches
from tests.support import bruteforce
from tests.support.small_boards import Lines, certified, random_position

MEMORY = 16 << 20
LINES, LONGEST = 8, 3  # random lines in a position, and their moves at most
TRIES = 500  # for a line that wins, whose moves are shuffled
NODES = 3000  # of a think
MOST, MOST_FOR_LINES = 30_000, 1000  # positions tried by brute force
POSITIONS = 200  # of a batch, and draws of positions for lines
VARIANTS = 60  # lines in a position that has one
SAME_ORDER, ADDED = 0.3, 0.3  # of these lines
CONFIRMED = "accepted lines"


@dataclass
class Tried:
    """What was compared, and what was wrong. Brute force tries `most` positions."""

    most: int = MOST
    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def compare(
        self, name: str, position: Position, plies: int, claims: int = 1, line: Sequence[int] = ()
    ) -> None:
        """Note whether brute force agrees with claims that a position is won, by a line if there is
        one, or lost if plies are negative.
        """
        try:
            is_right = bruteforce.wins(position, plies, self.most, line)
        except bruteforce.GivenUp:
            self.counts[f"{name}: given up"] += claims
            return
        self.counts[name] += claims
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


def confirm_lines(number: int, found: Lines) -> Tried:
    """Give variants of winning lines to the checker in a batch of positions. Brute force must
    confirm the win in the fewest plies that were accepted, and so in more.
    """
    tried, dice = Tried(most=MOST_FOR_LINES), random.Random(f"lines {found.rule} {number}")
    for position, winning in found.positions(POSITIONS, dice):
        stones, checker = stones_of(position), checking.Rules(found.rule, position.turn)
        empty, accepted = list(cells_of(stones.empty)), dict[tuple[int, ...], int]()
        lines = {variant(winning, empty, dice) for _ in range(VARIANTS)}
        tried.counts["lines"] += len(lines)
        for line in lines:
            with suppress(Refused):
                steps = [*checker.steps(line, stones)]  # not the moves after the five
                plies = max(2 * number + step.plies for number, step in enumerate(steps))
                if plies <= position.plies_left:
                    accepted[tuple(step.cell for step in steps)] = plies
        if accepted:
            line = min(accepted, key=lambda line: (accepted[line], line))
            tried.compare(CONFIRMED, position, accepted[line], len(accepted), line)
            tried.counts["positions"] += 1
    return tried


def variant(line: tuple[int, ...], empty: Sequence[int], dice: random.Random) -> tuple[int, ...]:
    """Return a line with its moves in another order, some replaced, left out or added."""
    cells = list(line) if dice.random() < SAME_ORDER else dice.sample(line, len(line))
    for _ in range(dice.choice((0, 0, 1, 2))):
        cells[dice.randrange(len(cells))] = dice.choice(empty)
    if dice.random() < ADDED:
        cells.insert(dice.randrange(len(cells) + 1), dice.choice(empty))
    return tuple(cells)


def compare_certificates(position: Position, move: int, tried: Tried, engine: Engine) -> None:
    """Make certificates of a win, with lines and without; compare what they show."""
    for tries, claim in certified(engine, position, move):
        if not claim:
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
        return figures(tried)

    path = folder / f"small-{rule}.jsonl"
    return list(itertools.islice(batches(path, work), -(-count // POSITIONS)))


def figures(tried: Tried) -> Batch:
    """Return what a batch keeps."""
    return {"counts": tried.counts, "wrong": tried.wrong}


def confirmed(rule: int, folder: Path, count: int) -> Sequence[Batch]:
    """Give lines to the checker until so many were accepted and confirmed; return the batches."""
    lines, found, left = Lines(rule, TRIES), list[Batch](), count
    for part in batches(folder / f"lines-{rule}.jsonl", lambda n: figures(confirm_lines(n, lines))):
        found.append(part)
        left -= part["counts"].get(CONFIRMED, 0)
        if left <= 0:
            break
    return found


def main() -> int:
    """Compare; return 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.long.small", description=__doc__)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--rule", type=int, choices=RULES, help="only this one")
    parser.add_argument("--lines", action="store_true", help="only lines")
    text = "positions of each rule (20,000), or with --lines accepted lines (200,000)"
    parser.add_argument("--count", type=int, help=text)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    wrong, work, usual = 0, compared, 20_000
    if options.lines:
        work, usual = confirmed, 200_000
    for rule in RULES if options.rule is None else (options.rule,):
        found = work(rule, options.folder, options.count or usual)
        counts = sum((Counter(part["counts"]) for part in found), Counter[str]())
        told = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
        print(f"rule {rule}: {POSITIONS * len(found)} positions; {told}", flush=True)
        lines = [line for part in found for line in part["wrong"]]
        print("".join(f"{line}\n" for line in lines), end="")
        wrong += len(lines)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
