"""Boards as bytes: their images under the symmetries, and the canonical one."""

import pytest

from brain.cell import Cell
from brain.certificates.board_bytes import bytes_of, canonical, cells_inside, images
from brain.certificates.stones import Size, turned
from brain.lexicon import BLACK, CELLS, EMPTY, FREESTYLE, WALL, WHITE
from brain.position import Position
from brain.rules.symmetry import symmetries

SIZES = [(9, 9), (9, 7)]
A1, B1, C3, E5 = Cell.at(0, 0), Cell.at(1, 0), Cell.at(2, 2), Cell.at(4, 4)


def position(size: Size) -> Position:
    """Return two black stones at 0, 0 and 1, 0, a white one at 2, 2, and a wall at 4, 4."""
    stones = [(A1, BLACK), (C3, WHITE), (B1, BLACK)]
    return Position(*size, FREESTYLE, stones, WHITE, [E5])


@pytest.mark.parametrize("size", SIZES)
def test_each_cell_has_its_state_and_the_outside_is_wall(size: Size) -> None:
    board = bytes_of(position(size))
    assert len(board) == CELLS
    assert [board[cell] for cell in (A1, B1, C3, E5)] == [BLACK, BLACK, WHITE, WALL]
    assert board.count(EMPTY) == len(cells_inside(*size)) - 4
    assert board.count(WALL) == CELLS - len(cells_inside(*size)) + 1


@pytest.mark.parametrize("size", SIZES)
def test_an_image_shows_each_stone_on_its_turned_cell(size: Size) -> None:
    board = bytes_of(position(size))
    seen = images(board, size)
    assert len(seen) == len(symmetries(*size))
    for symmetry, image in enumerate(seen):
        assert all(image[turned(cell, symmetry, size)] == board[cell] for cell in (A1, B1, C3, E5))


@pytest.mark.parametrize("size", SIZES)
def test_all_images_of_a_board_have_one_canonical_form(size: Size) -> None:
    board = bytes_of(position(size))
    form, symmetry = canonical(board, size)
    assert images(board, size)[symmetry] == form
    assert {canonical(image, size)[0] for image in images(board, size)} == {form}
