"""Boards that are larger than a certificate's, as in docs/theorems.md: all games on lines.

White's plan against a Black who stays inside a part of the board: White needs five stones in a row
outside, and only their number is kept. Then Black's answers to White's threats outside. A set of
cells is an integer.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import product
from math import inf
from operator import or_

import pytest

from brain.lexicon import MAX_SIZE

STEPS = (1, 0), (0, 1), (1, 1), (1, -1)
OUTSIDE = 0  # White's reply there, as a set of cells inside
AT_FIRST = 2  # stones that White plays outside, whatever Black plays
OFF_LINE = 2  # cells beside a line


@dataclass
class Part:
    """The cells where Black plays, and all five in a row of them."""

    cells: int
    fives: list[int]

    def windows(self, black: int, white: int, count: int) -> list[int]:
        """Return the five cells in a row with `count` black stones and no white one."""
        return [
            five for five in self.fives if not five & white and (five & black).bit_count() == count
        ]


def part(columns: int, rows: int, more: int = 0) -> Part:
    """Return a part of a board, with `more` cells that are in no five."""
    fives = []
    for x, y, (dx, dy) in product(range(columns), range(rows), STEPS):
        points = [(x + k * dx, y + k * dy) for k in range(5)]
        if all(0 <= x < columns and 0 <= y < rows for x, y in points):
            fives.append(sum(1 << y * columns + x for x, y in points))
    return Part((1 << columns * rows + more) - 1, fives)


def singles(cells: int) -> Iterator[int]:
    """Yield the cells of a set, each as a set."""
    while cells:
        yield cells & -cells
        cells &= cells - 1


def replies(inside: Part, black: int, white: int, outside: int) -> list[int]:
    """Return White's replies by the plan; none if Black makes five next. White stops a four, and
    the first three stones if they may become five. Any other reply is outside.
    """
    if fours := inside.windows(black, white, 4):
        last = {five & ~black for five in fours}
        return [*last] if len(last) == 1 else []
    threes = inside.windows(black, white, 3)
    if outside == AT_FIRST and threes and not white:
        return [*singles(reduce(or_, threes) & ~black)]
    return [OUTSIDE]


def white_wins(
    inside: Part, black: int, white: int, outside: int, known: dict[tuple[int, ...], bool]
) -> bool:
    """Return whether the plan wins for White, Black to move."""
    if outside > AT_FIRST and not inside.windows(black, white, outside):
        return True  # Black is a ply late with each stone up to the five
    key = black, white, outside
    if key not in known:
        known[key] = all(
            any(
                white_wins(inside, black | move, white | answer, outside + (not answer), known)
                for answer in replies(inside, black | move, white, outside)
            )
            for move in singles(inside.cells & ~(black | white))
        )
    return known[key]


def most_threats(line: Part, white: int, black: int, known: dict[tuple[int, int], float]) -> float:
    """Return how often White, to move, makes three or more in an open five on a line, if Black
    answers each of these best; infinite if White makes five.
    """
    key = white, black
    if key not in known:
        known[key] = 0
        for stone in singles(line.cells & ~(white | black)):
            after = white | stone
            made = [five for five in line.fives if five & stone and not five & black]
            made = [five for five in made if (five & after).bit_count() >= 3]
            if made:
                answers = [
                    1 + most_threats(line, after, black | answer, known)
                    for answer in singles(reduce(or_, made) & ~after)
                    if not line.windows(after, black | answer, 4)
                ]
                known[key] = max(known[key], min(answers, default=inf))
    return known[key]


def test_white_wins_if_black_stays_on_six_by_six() -> None:
    assert white_wins(part(6, 6), 0, 0, 0, {})


@pytest.mark.parametrize("length", range(5, MAX_SIZE + 1))
def test_white_wins_if_black_stays_on_a_line_and_beside_it(length: int) -> None:
    assert white_wins(part(length, 1, OFF_LINE), 0, 0, 0, {})


@pytest.mark.parametrize("length", range(5, MAX_SIZE + 1))
def test_two_white_stones_on_a_line_lead_to_two_threats_at_most(length: int) -> None:
    line, known = part(length, 1), dict[tuple[int, int], float]()
    pairs = (one | other for one in singles(line.cells) for other in singles(line.cells))
    assert max(most_threats(line, pair, 0, known) for pair in pairs) <= 2
