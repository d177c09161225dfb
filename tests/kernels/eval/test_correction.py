"""What searches found that the static evaluation missed, and where it is believed."""

from typing import Any

import pytest

from brain.layout import Record
from brain.lexicon import BLACK, EVAL_LIMIT, FREESTYLE, WHITE, cell_at
from brain.thinking import native
from tests.support import record_views as records
from tests.support.kernels import Plain

correction, kernels_board = (
    Plain("brain.kernels.eval.correction"),
    Plain("brain.kernels.position.placement"),
)
LAST_TWO = {cell_at(8, 8): WHITE, cell_at(7, 9): BLACK}
BEFORE = {cell_at(7, 7): BLACK}
ROW_BEFORE = {cell_at(7, 7): BLACK, cell_at(2, 2): WHITE, cell_at(7, 8): BLACK}


def position(before: dict[int, int] = BEFORE) -> Any:
    """Return the record of a position in freestyle that ends with the same two moves."""
    record = Record()
    records.set_up(native.load(), record, before | LAST_TWO, FREESTYLE)
    return records.fields(record)


def learn(view: Any, error: int, times: int = 200) -> None:
    """Find the same error again and again."""
    for _ in range(times):
        correction.learn_error(view, WHITE, 40, error)


def test_nothing_is_corrected_before_anything_is_learnt() -> None:
    assert correction.corrected(position(), WHITE, 17) == 17


@pytest.mark.parametrize("error", [80, -80])
def test_the_correction_converges_to_the_error(error: int) -> None:
    view = position()
    learn(view, error)
    assert abs(correction.corrected(view, WHITE, 17) - 17 - error) <= 1
    assert correction.corrected(view, BLACK, 17) == 17


@pytest.mark.parametrize("times", [9, -9])
def test_one_error_counts_for_no_more_than_the_most(times: int) -> None:
    view = position()
    learn(view, times * correction.MOST)
    assert correction.MOST - 1 <= abs(correction.corrected(view, WHITE, 0)) <= correction.MOST
    for score in (EVAL_LIMIT - 1, 1 - EVAL_LIMIT):
        assert abs(correction.corrected(view, WHITE, score)) < EVAL_LIMIT


def test_a_deep_search_teaches_more_than_a_shallow_one() -> None:
    shallow, deep = position(), position()
    correction.learn_error(shallow, WHITE, 1, 200)
    correction.learn_error(deep, WHITE, 10, 200)
    found = [correction.corrected(view, WHITE, 0) for view in (shallow, deep)]
    assert 0 < found[0] < found[1]


def test_half_is_by_the_counts_and_half_by_the_last_two_moves() -> None:
    view = position()
    learn(view, 100)
    others = position(ROW_BEFORE), position(BEFORE)
    kernels_board.place(others[1], cell_at(12, 3), WHITE)
    for other in others:
        other.correction[:] = view.correction
        assert 45 <= correction.corrected(other, WHITE, 0) <= 50
    kernels_board.place(others[0], cell_at(12, 3), WHITE)
    assert correction.corrected(others[0], WHITE, 0) == 0
