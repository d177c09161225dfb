"""Black's forbidden points in renju: drawn boards, then the kernel against the twin.

On a drawn board `f` marks a point that is forbidden, and `l` one that is legal although it looks
forbidden.
"""

import random
from collections import Counter

import pytest

from brain.layout import Record
from brain.lexicon import (
    BLACK,
    CARO,
    EMPTY,
    FREESTYLE,
    RENJU,
    STANDARD,
    STEPS,
    WHITE,
    column,
    row,
)
from brain.thinking import native
from tests.support import naive
from tests.support import record_views as records
from tests.support.boards import Board, draw, empty_board, parse, with_stone

BOARDS = {
    "overline": """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        X X X f X X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """,
    "overline longer than six": """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        X X X X f X X X X . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
    """,
    "two fours in two lines": """
        . . . . . . . . .
        . . . . . . . . .
        O X X X f . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . O . . . .
        . . . . . . . . .
        . . . . . . . . .
    """,
    "two fours in one line, three around the new stone": """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . X . X f X . X .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """,
    "two fours in one line, two around the new stone": """
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . X X . X f . X X .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
    """,
    "two fours in one line, the new stone alone": """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . X X X . f . X X X .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
    """,
    "an open four is one four": """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . X X l X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """,
    "two threes": """
        . . . . . . . . .
        . . . . . . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . X X f . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """,
    "two threes with gaps": """
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . f . X X . .
        . . . . . . . . . .
        . . . . X . X . . .
        . . . . X . . X . .
        . . . . . . . . . .
        . . . . . . . . . .
    """,
    "a four and a three": """
        . . . . . . . . .
        . . . . . . . . .
        . . . . X . . . .
        . . . . X . . . .
        O X X X l . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """,
    "a three that the opponent closed is none": """
        . . . . O . . . .
        . . . . . . . . .
        . . . . X . . . .
        . . . . X . . . .
        . O X X l . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """,
    "a three without room for a straight four is none": """
        . . . . . . . . .
        . . . . . . . . .
        . . . . X . . . .
        . . . . X . . . .
        O . X X l . O . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """,
    "a three whose straight four could only become six is none": """
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . X . . . . .
        . . . . . X . . . . .
        . X . . X l X . . X .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
    """,
    "five beats two threes": """
        . . . . . . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .
        X X X X l . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """,
    "five beats an overline": """
        . . . . X . . . .
        . . . . X . . . .
        . . . . X . . . .
        X X X X l . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """,
    "five beats two fours": """
        . . . . . . . . .
        . . . X . . . . .
        . . . X . . . . .
        . . . X . . . . .
        . X X l X X . . .
        . . . . X . . . .
        . . . . . X . . .
        . . . . . . X . .
        . . . . . . . . .
    """,
    "a three whose straight four would be an overline is none": """
        . . . . . . . . . .
        . . X . . . . . X .
        . . . . . . . X . .
        . . . X X X . X X .
        . . . . . l . . . .
        . . . . . . . . . .
    """,
    "a three whose straight four would be two fours is none": """
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . X X l .
        . . . . . . X . . .
        . . . . . . . . X .
        . . . . . . . . X .
        . . . . . . . . . X
    """,
    "a three whose straight four would be two threes is none": """
        . . . . . . . . . .
        . . . . . . . . X .
        . . . X . . . . . .
        . . . . X . X . . .
        . . . X . . X . . .
        . . . . . . l . . .
        . . . . . . . . . .
    """,
    "a three whose straight four would be five at once is none": """
        . . . . . . . . . .
        . . . . . . . . l .
        . . . . . X X . X X
        . . . . . . X . X .
        . . . . . X . . . .
        . . . . . . . . . .
    """,
    "a three is real when its straight four only seems to be two threes": """
        . . . . . . . .
        . X . X . . . .
        . . . . . . . .
        . X f . X . . .
        . . X . X . . .
        . . X . . . . .
        . . . . . . . .
    """,
}
SIZES = (7, 9, 11, 15)
POSITIONS = 150  # tests.long.differential tries more


@pytest.mark.parametrize("name", BOARDS)
def test_forbidden_points_are_as_drawn(name: str) -> None:
    drawing = parse(BOARDS[name])
    library, record = native.load(), Record()
    records.set_up(library, record, drawing.board, RENJU)
    for cell in drawing.marks.get("f", ()):
        assert naive.forbidden(drawing.board, cell)
        assert library.is_forbidden(record, cell)
    for cell in drawing.marks.get("l", ()):
        assert not naive.forbidden(drawing.board, cell)
        assert not library.is_forbidden(record, cell)


@pytest.mark.parametrize("rule", [FREESTYLE, STANDARD, CARO])
def test_no_point_is_forbidden_in_other_rules(rule: int) -> None:
    library, record = native.load(), Record()
    for drawing in map(parse, BOARDS.values()):
        records.set_up(library, record, drawing.board, rule)
        assert not any(library.is_forbidden(record, cell) for cell in drawing.board)


def random_board(dice: random.Random) -> Board:
    """Return a board with random stones, more black than white, everywhere or in one cluster."""
    size = dice.choice(SIZES)
    board = empty_board(size, size)
    centre = dice.choice(sorted(board))
    radius = dice.choice((2.0, 3.0, 4.0, 99.0))
    black, white = dice.uniform(0.15, 0.45), dice.uniform(0, 0.2)
    for cell in board:
        if abs(column(cell) - column(centre)) + abs(row(cell) - row(centre)) <= 1.5 * radius:
            weights = (1 - black - white, black, white)
            board[cell] = dice.choices((EMPTY, BLACK, WHITE), weights)[0]
    return board


def kind_of_point(board: Board, cell: int, forbidden: bool) -> str:
    """Return how the judgement of a point was reached, to see that random positions reach all."""
    after = with_stone(board, cell, BLACK)
    threes = sum(bool(naive.straight_four_points(after, cell, step)) for step in STEPS)
    fours = sum(naive.count_fours(after, cell, step) for step in STEPS)
    if naive.has_exact_five(after, cell):
        return "five" if fours + threes < 2 else "five beats a foul"
    if not forbidden:
        return "legal by recursion" if threes >= 2 else "plain"
    if fours >= 2:
        return "two fours"
    return "overline" if naive.has_overline(after, cell) else "two threes"


def test_kernel_equals_the_twin_on_random_positions() -> None:
    dice = random.Random(1)
    library, record = native.load(), Record()
    seen: Counter[str] = Counter()
    for _ in range(POSITIONS):
        board = random_board(dice)
        records.set_up(library, record, board, RENJU)
        key = record.key
        for cell in naive.empty_cells(board):
            twin = naive.forbidden(board, cell)
            kernel = bool(library.is_forbidden(record, cell))
            assert kernel == twin, draw(board, {cell: "f" if twin else "l"})
            seen[kind_of_point(board, cell, twin)] += 1
        assert record.key == key
    assert seen["two fours"] > 150
    assert seen["two threes"] > 30
    assert seen["overline"] > 30
    assert seen["legal by recursion"] > 6
    assert seen["five beats a foul"] > 6
