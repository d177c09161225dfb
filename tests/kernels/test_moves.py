"""Which moves a node's list has, and in which order they are picked."""

import random
from typing import Any

import pytest

from brain import native
from brain.kernels import moves
from brain.kernels.moves import AGAINST_FIVE, AGAINST_OPEN_FOUR, ALL_NEAR, HISTORY_LIMIT
from brain.layout import Record
from brain.lexicon import BLACK, FREESTYLE, WHITE
from tests.support import naive
from tests.support import record_views as records
from tests.support.boards import parse

FOUR = parse(
    """
    . . . . . . .
    . . . . . . .
    O X X X X . .
    . . . . . . .
    . . . . . . .
    """
)
THREE = parse(
    """
    . . . . . . . . . .
    . O O O . . . . . .
    . . . . . . . . . .
    . . . . X X X . . .
    . . . . . . . . . .
    """
)


def position(board: dict[int, int]) -> Any:
    """Return the record of a position in freestyle."""
    record = Record()
    records.set_up(native.load(), record, board, FREESTYLE)
    return records.fields(record)


def listed(view: Any, colour: int, move_list: int) -> list[int]:
    """Return the cells of a list."""
    return [int(cell) for cell in view.moves[0, : moves.generate(view, colour, move_list, 0)]]


def test_the_list_is_that_against_the_greatest_threat() -> None:
    assert moves.list_for(position(FOUR.board), WHITE) == AGAINST_FIVE
    assert moves.list_for(position(FOUR.board), BLACK) == ALL_NEAR
    assert moves.list_for(position(THREE.board), WHITE) == AGAINST_OPEN_FOUR


def test_all_cells_near_a_stone_are_listed_once() -> None:
    stones = [cell for cell, _ in FOUR.stones()]
    near = naive.near_cells(stones) & set(naive.empty_cells(FOUR.board))
    assert listed(position(FOUR.board), BLACK, ALL_NEAR) == sorted(near)


def test_against_an_open_four_own_fours_are_listed_too_and_none_twice() -> None:
    view = position(THREE.board)
    cells = listed(view, WHITE, AGAINST_OPEN_FOUR)
    own = {cell for cell in naive.empty_cells(THREE.board) if _makes_four(view, cell)}
    assert own <= set(cells)
    assert len(cells) == len(set(cells))


def _makes_four(view: Any, cell: int) -> bool:
    row, column = divmod(cell, 32)
    return bool(view.fours[WHITE, row] >> column & 1)


def test_moves_are_picked_best_first_and_ties_in_order() -> None:
    view = position(FOUR.board)
    dice = random.Random(1)
    cells, scores = dice.sample(range(100, 900), 40), [dice.randrange(9) for _ in range(40)]
    view.moves[0, :40], view.scores[0, :40] = cells, scores
    picked = [moves.pick(view, 0, i, 40) for i in range(40)]
    score_of = dict(zip(cells, scores, strict=True))
    assert [score_of[cell] for cell in picked] == sorted(scores, reverse=True)
    assert picked[0] == cells[scores.index(max(scores))]


def test_a_barred_move_is_barred_at_the_root_only() -> None:
    view = position(FOUR.board)
    view.barred[10] = 1 << 12
    assert not moves.may_choose(view, 10 * 32 + 12, 0)
    assert moves.may_choose(view, 10 * 32 + 13, 0)
    assert moves.may_choose(view, 10 * 32 + 12, 1)


@pytest.mark.parametrize("bonus", [HISTORY_LIMIT * 3, -HISTORY_LIMIT * 3, 700])
def test_history_stays_inside_its_limit(bonus: int) -> None:
    view = position(FOUR.board)
    for _ in range(50):
        moves.learn(view, BLACK, 300, bonus)
        assert abs(int(view.history[BLACK, 300])) <= HISTORY_LIMIT
    assert view.history[BLACK, 300] * bonus > 0
