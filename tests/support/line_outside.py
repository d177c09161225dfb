"""A line that leaves a window: White's threats on it outside, and Black's answers there.

The first `inside` cells of the line are in the window, 0 or 5 of them. The last of these is the
*edge*. Five cells in a row with a cell behind the edge are *deep*. A threat line in the window
reckons with two white stones in deep fives, with one before the third stone outside. It doesn't
reckon with the other fives of the line; in these Black answers each three and four. A set of cells
is an integer.
"""

from collections.abc import Iterator
from functools import reduce
from operator import or_

FIVE = 5
THREATS = 3  # the most that Black answers
ANY = FIVE  # stones in deep fives: a threat line goes on only if a black stone is in each


def singles(cells: int) -> Iterator[int]:
    """Yield the cells of a set, each as a set."""
    while cells:
        yield cells & -cells
        cells &= cells - 1


class Line:
    """A line of `length` cells."""

    def __init__(self, length: int, inside: int) -> None:
        fives = [0b11111 << first for first in range(length - FIVE + 1)]
        self.edge = 1 << inside - 1 if inside else 0
        self.window = (1 << inside) - 1
        behind = self.window & ~self.edge
        self.cells = (1 << length) - 1 & ~self.window
        self.deep = [five for five in fives if five & behind]
        self.others = [five for five in fives if not five & behind]
        self.reached = 0  # the cells of all fives in which White has made three
        self.quiet: dict[tuple[int, int, int], bool] = {}
        self.known: dict[tuple[int, int, int], bool] = {}

    def made(self, white: int, black: int, stone: int, count: int) -> list[int]:
        """Return the fives, not deep, in which White's new stone makes `count` or more."""
        fives = [five for five in self.others if five & stone and not five & black]
        found = [five for five in fives if (five & white).bit_count() >= count]
        self.reached = reduce(or_, found, self.reached)
        return found

    def outside(self, fives: list[int], white: int, black: int) -> int:
        """Return the most white stones outside in any of the fives without a black stone."""
        white &= self.cells
        return max(((five & white).bit_count() for five in fives if not five & black), default=0)

    def holds_fours(self, white: int, black: int, most: int) -> bool:
        """Return whether Black answers each four outside, outside, while he plays a threat line.
        White may also get the edge. There are at most `most` stones in deep fives.
        """
        key = white, black, most
        if key not in self.quiet:
            self.quiet[key] = self._holds_fours(*key)
        return self.quiet[key]

    def _holds_fours(self, white: int, black: int, most: int) -> bool:
        if self.outside(self.deep, white, black) > most:
            return False
        if self.edge and not self.edge & (white | black):
            at_edge = [five for five in self.others if five & self.edge]
            if self.outside(at_edge, white, black) > 2:
                return False
            if not self.holds_fours(white | self.edge, black, 1 if most == 1 else ANY):
                return False
        for stone in singles(self.cells & ~(white | black)):
            after = white | stone
            last = {five & ~after for five in self.made(after, black, stone, 4)}
            if last:
                (answer, *more) = last
                if more or not answer & self.cells:
                    return False
                if not self.holds_fours(after, black | answer, most):
                    return False
        return True

    def holds(self, white: int, black: int, left: int = THREATS) -> bool:
        """Return whether Black has an answer to each of White's stones outside, White to move, and
        at most `left` of them are threats that Black answers.
        """
        key = white, black, left
        if key not in self.known:
            self.known[key] = self._holds(*key)
        return self.known[key]

    def _holds(self, white: int, black: int, left: int) -> bool:
        at_edge = [five for five in self.others if five & self.edge]
        return (
            self.outside(self.deep, white, black) <= 1
            and self.outside(at_edge, white, black) <= 2
            and self.holds_fours(white, black, 1)
            and all(
                self.answer(white, black, stone, left) or self.holds_fours(white | stone, black, 2)
                for stone in singles(self.cells & ~(white | black))
            )
        )

    def answer(self, white: int, black: int, stone: int, left: int = THREATS) -> int:
        """Return Black's answer on the line to a threat, a stone that makes a three or four. Return
        0 if the stone isn't one, or if Black plays a threat line instead.
        """
        after = white | stone
        made = self.made(after, black, stone, 3)
        near = reduce(or_, made, 0) if left else 0
        for answer in singles((near | near << 2 | near >> 2) & self.cells & ~(after | black)):
            fours = self.outside(self.others, after, black | answer) >= 4
            if not fours and self.holds(after, black | answer, left - 1):
                return answer
        return 0
