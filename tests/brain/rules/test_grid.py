"""Boards as dicts."""

from brain.lexicon import BLACK, EMPTY, WALL, cell_at
from brain.rules.grid import empty_along, empty_board, height_of, state, with_stone


def test_the_height_of_a_board_is_its_number_of_rows() -> None:
    assert [height_of(empty_board(*size)) for size in ((5, 9), (22, 5))] == [9, 5]


def test_a_cell_off_the_board_is_a_wall() -> None:
    board = with_stone(empty_board(5, 5), cell_at(2, 0), BLACK)
    assert [state(board, cell_at(x, 0)) for x in (-1, 1, 2, 5)] == [WALL, EMPTY, BLACK, WALL]
    assert empty_along(board, cell_at(1, 0), 1, 2) == [cell_at(x, 0) for x in (0, 1, 3)]
