"""Proves which fourth and fifth stones in renju's 26 openings lose, and which win.

    python -m brain.proving.opening_stones FILE --nodes N --after D6 I6
    python -m brain.proving.opening_stones FILE --nodes N --fourths K

The first command judges all fourth stones of White after some openings, and prints those that are
open. The second judges Black's fifth stones after White's K best fourth stones by a search in each
opening: the best of all openings first, then the second best. Fifth stones are those within the
central 9 x 9, as in Taraguchi-10.

Of stones that are equal by symmetry, one is judged. Each is written to FILE at once, so a command
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
from brain.openings.named_openings import OPENINGS, NamedOpening, opening_named
from brain.openings.named_openings import STONES as OPENING_STONES
from brain.openings.procedures import WITHIN_9, distinct
from brain.openings.stone_table import (
    LOST,
    OPEN,
    SIZE,
    VERDICTS,
    WON,
    JudgedStone,
    dumps,
    loads,
    position_after,
    text_of,
)
from brain.proving.prover import NotProved, Prover, certified
from brain.proving.reuse import Siblings
from brain.rules.symmetry import Point, Points

NODES = 50_000  # of a think
THINKS = 1000  # in the proof of a stone
FOURTH_NODES, MOST_FOURTHS = 1_000_000, 4
MEMORY, NODE_BYTES = 32 << 20, 16  # of the engine at least, and for each node of a think
CUT = "[A-Za-z0-9+/= -]*"  # pattern of the beginning of a line

Table = dict[Points, JudgedStone]


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


class StoneJudge:
    """Judges the next stones after some stones. Wins after one are tried after others."""

    def __init__(self, engine: Engine, before: Points, nodes: int) -> None:
        self.engine, self.before, self.nodes = engine, before, nodes
        self.position = position_after(before)
        self.passed = self.position.passed
        self.root = stones_of(self.passed)
        engine.set_up(self.passed)
        self.answering = _Thinker(engine, self.passed, thinks=(nodes,))
        self.siblings = Siblings(engine, self.passed.turn)

    def add(self, stone: JudgedStone) -> None:
        """Add an earlier verdict, whose win may be tried after other stones."""
        if stone.verdict == LOST:
            cell = cell_at(*stone.points[-1])
            self.siblings.add(cell, self.root.answered(cell), tree_of(stone.claim()))

    def judged(self, point: Point) -> JudgedStone:
        """Return the verdict on a stone."""
        cell = cell_at(*point)
        verdict, claim = LOST, self.win_after(cell)
        if claim is None and self.answering.mate < 0:
            verdict, claim = WON, self.win_with(cell)
        points = (*self.before, point)
        if claim is None:
            return JudgedStone(points, OPEN, 0, self.nodes)
        return JudgedStone(points, verdict, claim.plies, self.nodes, packing.dumps(claim))

    def win_after(self, cell: int) -> Certificate | None:
        """Return a certificate of the other side's win after a stone, None if none is found."""
        after = self.root.answered(cell)
        self.answering.thinks_left, self.answering.mate = THINKS, 0
        try:
            tree: Tree | None = self.siblings.reuse(cell, after)[0]
            tree = tree or self.answering.tree(after)
            self.siblings.add(cell, after, tree)
            return certified(self.engine, position_of(after, self.passed), tree)
        except (NotProved, RecursionError):
            return None

    def win_with(self, cell: int) -> Certificate | None:
        """Return a certificate of a win that begins with a stone, None if none is found."""
        playing = _Thinker(self.engine, self.position, thinks=(self.nodes,))
        try:
            tree = playing.try_move(cell, stones_of(self.position))
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


def judge(engine: Engine, before: Points, table: Table, nodes: int) -> Iterator[JudgedStone]:
    """Yield the verdicts that a table lacks, or has as open with fewer nodes."""
    points = candidates(before)
    known = [table[(*before, point)] for point in points if (*before, point) in table]
    done = {stone.points[-1] for stone in known if stone.verdict != OPEN or stone.nodes >= nodes}
    if len(done) == len(points):
        return
    judging = StoneJudge(engine, before, nodes)
    for stone in known:
        judging.add(stone)
    for point in points:
        if point not in done:
            yield judging.judged(point)


def candidates(before: Points) -> list[Point]:
    """Return the stones to judge: all fourth stones, those far from the centre first, because most
    of them lose; and fifth stones in the area of Taraguchi-10.
    """
    points = distinct(before, SIZE, SIZE)
    if len(before) == OPENING_STONES:
        return sorted(points, key=_distance, reverse=True)
    return [point for point in points if _distance(point) <= WITHIN_9.most]


def _distance(point: Point) -> int:
    """Return the distance of a point from the centre."""
    return max(abs(number - SIZE // 2) for number in point)


def main(arguments: Sequence[str]) -> int:
    """Write the table."""
    options = parser().parse_args(arguments)
    stones, file = journal.resumed(options.file, loads, CUT)
    table = {stone.points: stone for stone in stones}
    with file, Engine(max(MEMORY, NODE_BYTES * options.nodes)) as engine:
        for opening, before in _judged_after(engine, options, table):
            for stone in judge(engine, before, table, options.nodes):
                file.write(dumps(stone))
                table[stone.points] = stone
            print(f"{opening.title:14} {summary(table, before)}", flush=True)
    return 0


def _judged_after(
    engine: Engine, options: argparse.Namespace, table: Table
) -> Iterator[tuple[NamedOpening, Points]]:
    """Yield openings with the three or four stones after which the next stones are judged."""
    for opening in options.after:
        yield opening, opening.points()
    for rank, opening in product(range(0 if options.after else options.fourths), OPENINGS):
        three = opening.points()
        yield opening, (*three, fourth(engine, three, rank, table))


def summary(table: Table, before: Points) -> str:
    """Return the number of next stones of each verdict, and which fourth stones are open."""
    found = [stone for points, stone in table.items() if points[:-1] == before]
    verdicts = [stone.verdict for stone in found]
    counts = ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in VERDICTS)
    names = [stone.name for stone in found if stone.verdict == OPEN]
    is_listed = len(before) == OPENING_STONES and names
    return f"{text_of(before):12} {counts}{': ' + ' '.join(names) if is_listed else ''}"


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m brain.proving.opening_stones",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("file", metavar="FILE", type=Path, help="table to write")
    add("--nodes", type=int, default=NODES, help="nodes of a think (%(default)s)")
    numbers = range(1, MOST_FOURTHS + 1)
    add("--fourths", type=int, choices=numbers, default=1, help="of an opening (%(default)s)")
    text = "judge all fourth stones of these openings instead"
    add("--after", nargs="+", type=opening_named, default=(), metavar="OPENING", help=text)
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
