"""Which moves a node's list has, and in which order they are picked."""

import random
from typing import Any

import pytest

from brain.layout import Record
from brain.lexicon import BLACK, EMPTY, FREESTYLE, WHITE, cell_at
from brain.thinking import native
from tests.support import naive
from tests.support import record_views as records
from tests.support.boards import parse
from tests.support.kernels import Plain

moves, kernels_board = (
    Plain("brain.kernels.search.ordering"),
    Plain("brain.kernels.position.placement"),
)
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
    assert moves.list_for(position(FOUR.board), WHITE) == moves.AGAINST_FIVE
    assert moves.list_for(position(FOUR.board), BLACK) == moves.ALL_NEAR
    assert moves.list_for(position(THREE.board), WHITE) == moves.AGAINST_OPEN_FOUR


def test_all_cells_near_a_stone_are_listed_once() -> None:
    stones = [cell for cell, _ in FOUR.stones()]
    near = naive.near_cells(stones) & set(naive.empty_cells(FOUR.board))
    assert listed(position(FOUR.board), BLACK, moves.ALL_NEAR) == sorted(near)


def test_against_an_open_four_own_fours_are_listed_too_and_none_twice() -> None:
    view = position(THREE.board)
    cells = listed(view, WHITE, moves.AGAINST_OPEN_FOUR)
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
    view.root_barred[10] = 1 << 12
    assert not moves.may_choose(view, 10 * 32 + 12, 0)
    assert moves.may_choose(view, 10 * 32 + 13, 0)
    assert moves.may_choose(view, 10 * 32 + 12, 1)


@pytest.mark.parametrize("share", [3, -3, 0.1])
def test_histories_stay_inside_their_limit(share: float) -> None:
    view, bonus = position(FOUR.board), int(share * moves.HISTORY_LIMIT)
    for _ in range(50):
        moves.learn(view, BLACK, 300, bonus)
        assert abs(int(view.history[BLACK, 300])) <= moves.HISTORY_LIMIT
        assert abs(view.continuation).max() <= moves.HISTORY_LIMIT
    assert view.history[BLACK, 300] * bonus > 0


def test_histories_stay_inside_their_limit_where_the_bonus_changes_its_sign() -> None:
    view = position(FOUR.board)
    for share in (0.5, 1.5, -3, -3, 50):
        moves.learn(view, BLACK, 300, int(share * moves.HISTORY_LIMIT))
        assert abs(int(view.history[BLACK, 300])) <= moves.HISTORY_LIMIT
        assert abs(view.continuation).max() <= moves.HISTORY_LIMIT


@pytest.mark.parametrize("bonus", [4000, -4000])
def test_a_move_is_learnt_by_its_cell_and_by_where_it_lies_from_the_last_two_stones(
    bonus: int,
) -> None:
    board = {cell_at(x, y): EMPTY for x in range(15) for y in range(15)}
    played = board | {cell_at(7, 7): BLACK, cell_at(8, 8): WHITE}
    view = position(played)
    moves.learn(view, BLACK, cell_at(8, 9), bonus)
    later = {cell_at(4, 4): BLACK, cell_at(10, 5): WHITE}
    for cell, colour in later.items():
        kernels_board.place(view, cell, colour)
    gained = gains(scores(position(played | later), BLACK), scores(view, BLACK))
    assert set(gained) == {cell_at(8, 9), cell_at(10, 6), cell_at(5, 6)}
    assert all(gain * bonus > 0 for gain in gained.values())
    assert scores(view, WHITE) == scores(position(played | later), WHITE)


def scores(view: Any, colour: int) -> dict[int, int]:
    """Return what the order gives each move near the stones."""
    cells = listed(view, colour, moves.ALL_NEAR)
    moves.score_moves(view, colour, 0, len(cells), 0, 0)
    return {cell: int(view.scores[0, i]) for i, cell in enumerate(cells)}


def gains(before: dict[int, int], after: dict[int, int]) -> dict[int, int]:
    """Return by how much the scores changed that did."""
    return {cell: after[cell] - before[cell] for cell in before if after[cell] != before[cell]}
