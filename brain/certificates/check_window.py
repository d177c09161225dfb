"""Checks a certificate whose board is a window of a larger board, on which the defender has stones.

It is for freestyle, and for a position with two of the defender's stones outside. Their places
aren't known. docs/theorems.md has the lemmas, the conditions and their proofs.

The attacker has one move for each of the defender's, so the stones outside are counted by those
that the window lacks.

    python -m brain.certificates.check_window FILE

prints the result.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from brain.certificates import certificate_files
from brain.certificates.certificate import Certificate, CoverNode, Link
from brain.certificates.check import Asking, Checked, Checker, Refused, check_claim
from brain.certificates.stones import Size, Stones, bits, stones_of
from brain.lexicon import FREESTYLE, cell_at

FIVE = 5
ON_ONE_LINE = 1  # stones of the two outside, and of threats with them, in five cells on the border
TWO, THREE = 2, 3

Crossing = tuple[int, int]  # five cells in a row: those on the board, and the number outside


@lru_cache(1 << 6)
def needed(size: Size, outside: int, count: int) -> list[tuple[int, int]]:
    """Return the five cells in a row across the border where a defender with at most `outside`
    stones outside may have `count` stones: the cells on the board, and the fewest stones there.
    """
    found = ((cells, away, count - min(away, outside)) for cells, away in crossings(*size))
    return [(cells, fewest) for cells, away, fewest in found if fewest <= FIVE - away]


def crossings(width: int, height: int) -> Iterator[Crossing]:
    """Yield the five cells in a row that cross the border of a board."""
    reach = FIVE - 1
    directions = (1, 0), (0, 1), (1, 1), (1, -1)
    for x in range(-reach, width + reach):
        for y in range(-reach, height + reach):
            for dx, dy in directions:
                points = [(x + k * dx, y + k * dy) for k in range(FIVE)]
                inside = [p for p in points if 0 <= p[0] < width and 0 <= p[1] < height]
                if 0 < len(inside) < FIVE:
                    yield bits(cell_at(*point) for point in inside), FIVE - len(inside)


class WindowChecker(Checker):
    """Checks nodes on a window. `outside` is the most stones of the defender that five cells on the
    border may have outside.
    """

    def __init__(self, certificate: Certificate, most: float = float("inf")) -> None:
        super().__init__(certificate, most)
        position = certificate.position
        if position.rule != FREESTYLE or position.walls:
            raise Refused("only freestyle without walls is checked in a window")
        self.surplus = surplus(stones_of(position)) - ON_ONE_LINE
        self.outside = ON_ONE_LINE

    def line(self, cells: tuple[int, ...], stones: Stones) -> int:
        """Return the most plies in which a line wins, replies outside included; else Refused."""
        self.outside = surplus(stones) - self.surplus
        return super().line(cells, stones)

    def defences(self, board: Stones, certain: int) -> tuple[int, int]:
        """Return what the checker does. If the attacker threatens no five, the board must not be
        dangerous after a reply outside either.
        """
        if not self.fives(board):
            self.outside += 1
            is_dangerous = self.danger(board, 1)
            self.outside -= 1
            if is_dangerous:
                raise Refused("after a reply outside the defender may make five")
        return super().defences(board, certain)

    def danger(self, stones: Stones, missing: int) -> int:
        """Return the cells on the board of the windows that at most `missing` more stones of the
        defender would fill, those across the border included.
        """
        cells = super().danger(stones, missing)
        for inside, fewest in needed(self.size, self.outside, FIVE - missing):
            if not inside & stones.own and (inside & stones.other).bit_count() >= fewest:
                cells |= inside
        return cells

    def cover(self, node: CoverNode, stones: Stones) -> Asking:
        """Return the plies of a cover that wins, after a reply outside too; else Refused. No stone
        of the defender on the board may become part of a three with two outside.
        """
        for inside, fewest in needed(self.size, TWO, THREE):
            stones_inside = (inside & stones.other).bit_count()
            if not inside & stones.own and stones_inside >= max(fewest, 1):
                raise Refused("a stone near the border may become part of a three")
        passed = self.first(node.lines, stones)
        if not passed:
            raise Refused("there is no answer to a reply outside")
        return max(1 + passed, (yield from super().cover(node, stones)))


def surplus(stones: Stones) -> int:
    """Return how many more stones the attacker has. Each reply outside adds one."""
    return stones.own.bit_count() - stones.other.bit_count()


def check(certificate: Certificate, most: float = float("inf")) -> Checked:
    """Return the result of checking a certificate in a window; raises Refused and GivenUp as
    brain.certificates.check does. Its plies leave out the threats outside and their answers.
    """
    checker = WindowChecker(certificate, most)
    root = Link(len(certificate.nodes) - 1)
    plies = checker.plies(root, stones_of(certificate.position))
    check_claim(certificate, plies)
    return Checked(plies, checker.checked)


def main(arguments: Sequence[str]) -> int:
    """Print the result of checking a file; return 1 if it is refused."""
    parser = argparse.ArgumentParser("python -m brain.certificates.check_window")
    parser.add_argument("file", metavar="FILE", type=Path)
    path = parser.parse_args(arguments).file
    try:
        found = check(certificate_files.loads(path.read_bytes()))
    except (OSError, ValueError) as error:
        print(f"not proved: {error}", file=sys.stderr)
        return 1
    print(f"wins in a window in {found.plies} plies: {found.nodes} nodes checked")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
