"""The compiled rules against the slow twin on some boards; differential.py compares more."""

import pytest

from brain.layout import Record
from brain.lexicon import BLACK, FREESTYLE, RENJU, cell_at
from brain.rules.laws import RULES
from brain.thinking import native
from tests.long.differential import Difference, Tally, compare, compare_board
from tests.support import record_views
from tests.support.boards import Drawing, parse

CELLS = 8_000  # of a rule
DRAWING = """
    . . . . . . . . .
    . . . . X . . . .
    . . . . X . . . .
    . . X X . . . . .
    . . . . . O O . .
    . . . . . . . . .
    . . . . . . . . .
"""
FORK = cell_at(4, 3)


@pytest.mark.parametrize("rule", RULES)
def test_kernels_judge_cells_as_the_twin_does(rule: int) -> None:
    tally = compare(rule, "short", CELLS)
    assert tally.cells >= CELLS
    assert tally.counts["five"] > 15
    assert tally.counts["forbidden"] > 5 or rule != RENJU


def drawn(rule: int) -> tuple[Drawing, Record]:
    """Return the drawing and a record of it."""
    drawing, record = parse(DRAWING), Record()
    record_views.set_up(native.load(), record, drawing.board, rule)
    return drawing, record


def test_a_wrong_class_is_noticed() -> None:
    drawing, record = drawn(FREESTYLE)
    record.cell_class[BLACK][record.combination[BLACK][FORK]] ^= 1
    with pytest.raises(Difference):
        compare_board(native.load(), record, drawing.board, FREESTYLE, Tally())


def test_a_wrong_pattern_is_noticed() -> None:
    drawing, record = drawn(FREESTYLE)
    record.pattern[BLACK][FORK] ^= 1
    with pytest.raises(Difference):
        compare_board(native.load(), record, drawing.board, FREESTYLE, Tally())


def test_a_forbidden_point_that_is_missed_is_noticed() -> None:
    drawing, record = drawn(RENJU)
    library = native.Library({**vars(native.load()), "is_forbidden": lambda *_: 0})
    with pytest.raises(Difference, match="forbidden"):
        compare_board(library, record, drawing.board, RENJU, Tally())


def test_a_five_that_is_none_is_noticed() -> None:
    drawing, record = drawn(FREESTYLE)
    library = native.Library({**vars(native.load()), "has_five": lambda *_: 1})
    with pytest.raises(Difference):
        compare_board(library, record, drawing.board, FREESTYLE, Tally())
