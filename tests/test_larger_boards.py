"""Boards that are larger than a certificate's, as in docs/theorems.md: all games on lines.

White's plan against a Black who stays inside a part of the board: White needs five stones in a row
outside, and only their number is kept. Then Black's strategy after two far replies: its certificate
and its answers outside, in all games on a line, and in random games. A set of cells is an integer.
"""

from dataclasses import dataclass
from functools import reduce
from itertools import product
from operator import or_
from random import Random

import pytest

from brain.lexicon import MAX_SIZE
from tests.support import far_game, window_game
from tests.support.line_outside import FIVE, Line, singles

STEPS = (1, 0), (0, 1), (1, 1), (1, -1)
OUTSIDE = 0  # White's reply there, as a set of cells inside
AT_FIRST = 2  # stones that White plays outside, whatever Black plays
OFF_LINE = 2  # cells beside a line
BETWEEN = 2  # cells of a line between the certificate's window and White's two stones
FAR = 8  # cells beyond them that matter


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


def test_white_wins_if_black_stays_on_six_by_six() -> None:
    assert white_wins(part(6, 6), 0, 0, 0, {})


@pytest.mark.parametrize("length", range(5, MAX_SIZE + 1))
def test_white_wins_if_black_stays_on_a_line_and_beside_it(length: int) -> None:
    assert white_wins(part(length, 1, OFF_LINE), 0, 0, 0, {})


@pytest.mark.parametrize("length", [*range(9, 16), MAX_SIZE])
@pytest.mark.parametrize("inside", [0, FIVE])
def test_black_answers_all_threats_on_a_line_that_leaves_the_window(
    length: int, inside: int
) -> None:
    line = Line(length, inside)
    first = inside + BETWEEN if inside else 0
    pairs = [
        1 << one | 1 << other
        for one in range(first, length)
        for other in range(one + 1, min(one + FIVE, length))
    ]
    assert all(line.holds(pair, black) for pair in pairs for black in (0, line.edge))


@pytest.mark.parametrize("length", range(FIVE + 6, MAX_SIZE + 1))
def test_black_answers_all_threats_if_the_nearer_stone_is_four_cells_from_the_other(
    length: int,
) -> None:
    line, first = Line(length, FIVE), FIVE + BETWEEN - 1
    assert all(line.holds(1 << first | 1 << first + 4, black) for black in (0, line.edge))


def test_no_three_on_a_long_line_is_far_from_the_two_stones() -> None:
    line, first = Line(MAX_SIZE + FIVE, 0), FAR
    assert all(line.holds(1 << first | 1 << other, 0) for other in range(first + 1, first + FIVE))
    assert line.reached.bit_length() - first <= FIVE + FAR < MAX_SIZE + FIVE - first


def test_white_breaks_through_if_the_two_stones_are_nearer_to_the_window() -> None:
    line = Line(MAX_SIZE, FIVE)
    assert not line.holds(0b11 << FIVE + BETWEEN - 1, 0)


def test_two_far_replies_leave_the_window_as_on_a_line() -> None:
    points = product(range(-12, 13), range(-12, 13))
    for x, y in filter(window_game.is_far, points):
        seen = [[*window_game.images((x, y))][view] for view in window_game.views((x, y))]
        for dx, dy in product(range(-4, 5), range(-4, 5)):
            other = x + dx, y + dy
            if (dx or dy) and window_game.is_far(other):
                views = window_game.views((x, y))
                others = ([*window_game.images(other)][view] for view in views)
                assert any(map(window_game.is_clear, seen, others)), ((x, y), other)


def test_a_reply_inside_after_a_farther_one_is_near_or_leaves_the_window_as_on_a_line() -> None:
    near = range(-window_game.HALF, window_game.HALF + 1)
    inside = {*product(near, near)}
    others = inside - {*far_game.near_points(), (0, 0), window_game.SECOND}
    reach = range(-window_game.FARTHER - 4, window_game.FARTHER + 5)
    points = product(reach, reach)
    for first in (p for p in points if window_game.is_far(p, window_game.FARTHER)):
        if window_game.second_view(first):
            continue
        views = [*window_game.views(first)]
        for other in others:
            pairs = (([*window_game.images(p)][view] for p in (first, other)) for view in views)
            assert any(window_game.is_clear(*pair) for pair in pairs), (first, other)


@pytest.mark.parametrize("seed", range(16))
def test_black_wins_after_a_farther_reply_and_a_near_one(seed: int) -> None:
    assert far_game.play(Random(seed))


@pytest.mark.parametrize("seed", range(16))
def test_black_wins_after_two_far_replies(seed: int) -> None:
    assert window_game.play(Random(seed))
