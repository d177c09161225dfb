"""How many covers renju's forbidden points break: `python -m tests.long.forbidden_covers FILE`.

FILE is a certificate, or a table of judged stones. Random games against its wins stop after each
move of Black that needs a cover. There each reply gets a line by standard's rules, in which Black
has no forbidden points. Then the lines are checked by renju's rules. A reply whose line fails gets
another line if possible. Replies without a line need a branch. A column counts the covers with the
same number of black stones.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from brain.certificates import certificate_files
from brain.certificates.certificate import Certificate
from brain.certificates.check import LineStep, Refused, Rules
from brain.certificates.stones import Stones, bits, cells_of, stones_of
from brain.certificates.tree import Attack, Moves, Tree, tree_of
from brain.engine import Engine
from brain.lexicon import BLACK, RENJU, STANDARD
from brain.openings import stone_table
from brain.position import Position
from brain.proving.prover import LINE_TRIES, Prover
from brain.proving.threat_lines import board_of, find_line, line_plies

MEMORY = 1 << 20
GAMES, SEED = 20, 1
ROWS = (
    "covers",
    "  after a forbidden move of Black, not counted below",
    "  with a line against a pass in standard",
    "  with a line against a pass in renju",
    "  with replies that lose their line",
    "  with replies that get no other line",
    "replies with a line in standard",
    "  that lose it in renju",
    "    a move is forbidden with all defences on the board",
    "    a move may be forbidden with some of them",
    "    a double may be forbidden",
    "  that get no other line",
    "replies without a line in standard",
)
(
    COVERS, FOULS, PASSES, PASSES_RENJU, BROKEN, UNMENDED,
    REPLIES, LOST, FORBIDDEN, CONDITIONAL, DOUBLES, WITHOUT, HARD,
) = ROWS  # fmt: skip


class Measure:
    """Counts covers by what renju's rules do to their lines."""

    def __init__(self, width: int, height: int) -> None:
        self.rules = Rules(RENJU, BLACK)
        self.counts: dict[int, Counter[str]] = {}  # keyed by the number of black stones
        self.standard, self.renju = Engine(MEMORY), Engine(MEMORY)
        board = Position(width, height, STANDARD)
        self.standard.set_up(board)
        self.renju.set_up(Position(width, height, RENJU))
        self.prover = Prover(self.standard, board)

    def add(self, move: int, stones: Stones) -> None:
        """Count the cover on a board after a move of Black."""
        counts = self.counts.setdefault(stones.own.bit_count(), Counter())
        counts[COVERS] += 1
        before = stones._replace(own=stones.own & ~(1 << move))
        if self.rules.is_foul(move, BLACK, before):
            counts[FOULS] += 1
            return
        lines = self.lines(stones)
        passed = self.prover.find_line_once(stones)
        counts[PASSES] += bool(passed)
        counts[PASSES_RENJU] += bool(passed and self.has_line(stones))
        failed = {reply: line for reply, line in lines.items() if self.fails(reply, line, stones)}
        for reply, line in failed.items():
            counts[self.reason(line, stones.answered(reply))] += 1
        without = [reply for reply in failed if not self.has_line(stones.answered(reply))]
        counts += Counter(
            {
                BROKEN: bool(failed),
                UNMENDED: bool(without),
                REPLIES: len(lines),
                LOST: len(failed),
                WITHOUT: len(without),
                HARD: stones.empty.bit_count() - len(lines),
            }
        )

    def lines(self, stones: Stones) -> dict[int, Moves]:
        """Return the first line by standard's rules that wins after each reply."""
        lines, branches, _ = self.prover.cover_with_lines(stones)
        found: dict[int, Moves] = {
            reply: tree for reply, tree in branches if not isinstance(tree, Attack)
        }
        for line in lines:
            left = [*cells_of(stones.empty & ~bits(found))]
            still = set(self.prover.replies_left(line, stones, left))
            found |= {reply: line for reply in left if reply not in still}
        return found

    def has_line(self, stones: Stones) -> bool:
        """Return whether renju's rules allow a line on a board."""
        return bool(find_line(self.renju, board_of(stones), BLACK, LINE_TRIES))

    def fails(self, reply: int, line: Moves, stones: Stones) -> bool:
        """Return whether a line doesn't win after a reply by renju's rules."""
        return not line_plies(self.renju, board_of(stones.answered(reply)), BLACK, line)

    def reason(self, line: Moves, stones: Stones) -> str:
        """Return why a line fails on a board by renju's rules."""
        steps = list[LineStep]()
        try:
            steps.extend(self.rules.steps(line, stones))
        except Refused as error:
            if "forbidden" not in str(error):
                return DOUBLES
        if steps:
            stones = steps[-1].board
            stones = stones._replace(other=stones.other | steps[-1].defences)
        cell = line[len(steps)]
        return FORBIDDEN if self.rules.is_foul(cell, BLACK, stones) else CONDITIONAL


def covers(tree: Tree, stones: Stones, chance: random.Random) -> Iterator[tuple[int, Stones]]:
    """Yield the moves that need a cover in a random game against a win, with the boards after."""
    while isinstance(tree, Attack):
        stones = stones.played(tree.move)
        yield tree.move, stones
        if not tree.branches:
            return
        reply, tree = chance.choice(tree.branches)
        stones = stones.answered(reply)


def claims(path: Path) -> list[Certificate]:
    """Return the certificates in a file that prove a win for Black."""
    try:
        return [certificate_files.loads(path.read_bytes())]
    except ValueError:
        found = [stone.claim() for stone in stone_table.read(path).values() if stone.proof]
        return [claim for claim in found if claim.position.turn == BLACK]


def main(arguments: Sequence[str]) -> int:
    """Print the counts of some games."""
    options = parser().parse_args(arguments)
    chance, wins = random.Random(SEED), claims(options.file)
    trees: dict[int, Tree] = {}
    measure = Measure(wins[0].position.width, wins[0].position.height)
    for _ in range(options.games):
        number = chance.randrange(len(wins))
        if number not in trees:
            trees[number] = tree_of(wins[number])
        for move, stones in covers(trees[number], stones_of(wins[number].position), chance):
            measure.add(move, stones)
    columns = [measure.counts[stones] for stones in sorted(measure.counts)]
    print("".join(f"{stones:7}" for stones in sorted(measure.counts)), "    all  Black's stones")
    for row in ROWS:
        numbers = [counts[row] for counts in columns]
        print("".join(f"{number:7}" for number in [*numbers, sum(numbers)]), "", row)
    return 0


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.long.forbidden_covers",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", type=Path)
    text = "random games (default: %(default)s)"
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help=text)
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
