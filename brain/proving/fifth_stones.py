"""Proves which of Black's fifth stones in renju's 26 openings lose, and which win.

    python -m brain.proving.fifth_stones FILE --nodes N --fourths K

The table has White's K best fourth stones by a search in each opening: the best of all openings
first, then the second best. Black's fifth stones after each are those within the central 9 x 9, as
in Taraguchi-10; of those equal by symmetry, one. Each is written to FILE at once, so the command
may be killed and rerun. With more nodes it judges the open ones again.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

from brain.certificates import packing
from brain.certificates.certificate import Certificate
from brain.certificates.stones import Stones, position_of, stones_of
from brain.certificates.tree import Tree, tree_of
from brain.engine import Engine, Limit
from brain.files import journal
from brain.lexicon import WHITE, cell_at, point_of
from brain.openings.fifth_table import (
    LOST,
    OPEN,
    SIZE,
    VERDICTS,
    WON,
    FifthStone,
    dumps,
    loads,
    position_after,
    text_of,
)
from brain.openings.named_openings import OPENINGS
from brain.openings.procedures import WITHIN_9, distinct
from brain.proving.prover import NotProved, Prover, certified
from brain.proving.reuse import Siblings
from brain.rules.symmetry import Point, Points

NODES = 50_000  # of a think
THINKS = 1000  # in the proof of a stone
FOURTH_NODES, MOST_FOURTHS = 1_000_000, 4
MEMORY = 32 << 20
CUT = "[A-Za-z0-9+/= -]*"  # pattern of the beginning of a line

Table = dict[Points, FifthStone]


class _Thinker(Prover):
    """A prover that gives up after THINKS thinks."""

    thinks_left = THINKS
    mate = 0  # plies of the mate that the last think claims, as in Score

    def choose_move(self, stones: Stones, nodes: int) -> int:
        """Return the engine's move if it claims a mate, else 0; raises NotProved after THINKS. The
        transposition table is cleared before, so a resumed command finds the same.
        """
        if not self.thinks_left:
            raise self.fault("all thinks are used")
        self.thinks_left -= 1
        self.engine.forget()
        self.set_board(stones)
        found = self.engine.think(self.attacker, Limit(nodes=nodes))
        self.mate = found.score.mate
        return found.move if self.mate > 0 else 0


class FifthJudge:
    """Judges the fifth stones after four stones. White's wins after one are tried after others."""

    def __init__(self, engine: Engine, four: Points, nodes: int) -> None:
        self.engine, self.four, self.nodes = engine, four, nodes
        self.position = position_after(four)
        self.passed = self.position.passed
        self.root = stones_of(self.passed)
        engine.set_up(self.passed)
        self.white = _Thinker(engine, self.passed, thinks=(nodes,))
        self.siblings = Siblings(engine, WHITE)

    def add(self, stone: FifthStone) -> None:
        """Add an earlier verdict, whose win may be tried after other stones."""
        if stone.verdict == LOST:
            cell = cell_at(*stone.points[-1])
            self.siblings.add(cell, self.root.answered(cell), tree_of(stone.claim()))

    def judged(self, point: Point) -> FifthStone:
        """Return the verdict on a fifth stone."""
        cell = cell_at(*point)
        verdict, claim = LOST, self.white_win(cell)
        if claim is None and self.white.mate < 0:
            verdict, claim = WON, self.black_win(cell)
        points = (*self.four, point)
        if claim is None:
            return FifthStone(points, OPEN, 0, self.nodes)
        return FifthStone(points, verdict, claim.plies, self.nodes, packing.dumps(claim))

    def white_win(self, cell: int) -> Certificate | None:
        """Return a certificate of White's win after a fifth stone, None if none is found."""
        after = self.root.answered(cell)
        self.white.thinks_left, self.white.mate = THINKS, 0
        try:
            tree: Tree | None = self.siblings.reuse(cell, after)[0]
            tree = tree or self.white.tree(after)
            self.siblings.add(cell, after, tree)
            return certified(self.engine, position_of(after, self.passed), tree)
        except (NotProved, RecursionError):
            return None

    def black_win(self, cell: int) -> Certificate | None:
        """Return a certificate of Black's win that begins with a stone, None if none is found."""
        black = _Thinker(self.engine, self.position, thinks=(self.nodes,))
        try:
            tree = black.try_move(cell, stones_of(self.position))
            return certified(self.engine, self.position, tree)
        except (NotProved, RecursionError):
            return None


def fourth(engine: Engine, opening: Points, rank: int, table: Table) -> Point:
    """Return White's best fourth stone, second best and so on, by its rank from 0: from the table,
    whose stones are in that order, or else by a search among the others. Those equal by symmetry
    count once.
    """
    known = [*dict.fromkeys(points[-2] for points in table if points[: len(opening)] == opening)]
    if rank < len(known):
        return known[rank]
    position = position_after(opening)
    engine.set_up(position)
    engine.forget()
    kept = {cell_at(*point) for point in distinct(opening, SIZE, SIZE) if point not in known}
    cells = {cell_at(x, y) for x in range(SIZE) for y in range(SIZE)}
    taken = {cell for cell, _ in position.stones}
    limit = Limit(nodes=FOURTH_NODES)
    found = engine.think(WHITE, limit, lines=MOST_FOURTHS, barred=cells - kept - taken)
    return point_of(found.lines[rank - len(known)].line[0])


def judge(engine: Engine, four: Points, table: Table, nodes: int) -> Iterator[FifthStone]:
    """Yield the verdicts that a table lacks, or has as open with fewer nodes."""
    points = [point for point in distinct(four, SIZE, SIZE) if _is_central(point)]
    known = [table[(*four, point)] for point in points if (*four, point) in table]
    done = {stone.points[-1] for stone in known if stone.verdict != OPEN or stone.nodes >= nodes}
    if len(done) == len(points):
        return
    judging = FifthJudge(engine, four, nodes)
    for stone in known:
        judging.add(stone)
    for point in points:
        if point not in done:
            yield judging.judged(point)


def _is_central(point: Point) -> bool:
    """Return whether a point is in the area of Taraguchi-10's fifth stones."""
    return max(abs(number - SIZE // 2) for number in point) <= WITHIN_9.most


def main(arguments: Sequence[str]) -> int:
    """Write the table."""
    options = parser().parse_args(arguments)
    stones, file = journal.resumed(options.file, loads, CUT)
    table = {stone.points: stone for stone in stones}
    with file, Engine(MEMORY) as engine:
        for rank, opening in product(range(options.fourths), OPENINGS):
            three = opening.points()
            four = (*three, fourth(engine, three, rank, table))
            for stone in judge(engine, four, table, options.nodes):
                file.write(dumps(stone))
                table[stone.points] = stone
            print(f"{opening.title:14} {summary(table, four)}", flush=True)
    return 0


def summary(table: Table, four: Points) -> str:
    """Return the number of stones of each verdict after four stones."""
    found = [stone.verdict for points, stone in table.items() if points[:-1] == four]
    counts = ", ".join(f"{found.count(verdict)} {verdict}" for verdict in VERDICTS)
    return f"{text_of(four):12} {counts}"


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m brain.proving.fifth_stones",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("file", metavar="FILE", type=Path, help="table to write")
    add("--nodes", type=int, default=NODES, help="nodes of a think (%(default)s)")
    numbers = range(1, MOST_FOURTHS + 1)
    add("--fourths", type=int, choices=numbers, default=1, help="of an opening (%(default)s)")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
