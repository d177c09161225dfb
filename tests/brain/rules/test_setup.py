"""An invalid board, cell or stone is refused by an error that names it."""

from collections.abc import Callable

import pytest

from brain.cell import Cell
from brain.lexicon import BLACK, FREESTYLE, MAX_SIZE, MIN_SIZE, WHITE
from brain.rules import setup

H8, I9 = Cell.named("h8"), Cell.named("i9")
OFF = Cell.named("p1")  # of a board of 15 x 15


def test_a_cell_is_refused_when_it_is_given_by_its_name() -> None:
    with pytest.raises(ValueError, match="'h8' is not a cell, such as"):
        setup.cell_of("h8", 15)


def test_cells_have_their_names_when_they_are_given_by_number() -> None:
    assert [cell.name for cell in setup.cells_of("walls", [int(H8), int(I9)], 15)] == ["h8", "i9"]


@pytest.mark.parametrize("given", [H8, None, [H8], [(H8, BLACK, 1)]])
def test_stones_are_refused_when_they_are_not_pairs(given: object) -> None:
    with pytest.raises(ValueError, match=r"^stones: expected a list of \(cell, colour\), got "):
        setup.stones_of(given, 15)


@pytest.mark.parametrize("size", [MIN_SIZE, MAX_SIZE])
def test_a_board_is_accepted_when_its_size_is_a_limit(size: int) -> None:
    setup.check_board(size, MIN_SIZE + MAX_SIZE - size, FREESTYLE)


@pytest.mark.parametrize("size", [(MIN_SIZE - 1, 15), (15, MAX_SIZE + 1)])
def test_a_board_is_refused_when_one_side_is_beyond_a_limit(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=f"rows, got {size[0]} x {size[1]}$"):
        setup.check_board(*size, FREESTYLE)


def test_a_board_is_refused_when_its_rule_does_not_exist() -> None:
    with pytest.raises(ValueError, match=r"^rule: expected one of 0, 1, 4, 8, 9, got 5$"):
        setup.check_board(15, 15, 5)


@pytest.mark.parametrize("colour", [0, 3])
def test_a_colour_is_refused_when_it_is_neither_black_nor_white(colour: int) -> None:
    with pytest.raises(ValueError, match=f"^{colour} is not a colour: 1 is black, 2 is white$"):
        setup.check_colour(colour)


@pytest.mark.parametrize(
    "check",
    [
        lambda: setup.check_stones(15, 15, [(OFF, BLACK)], ()),
        lambda: setup.check_stones(15, 15, [], [OFF]),
    ],
)
def test_a_stone_or_a_wall_is_refused_when_it_is_off_the_board(check: Callable[[], None]) -> None:
    with pytest.raises(ValueError, match=r"^p1 is off the board of 15 x 15$"):
        check()


def test_a_wall_is_refused_when_it_lies_on_a_stone() -> None:
    with pytest.raises(ValueError, match=r"^stones 2 and 3 are both on i9$"):
        setup.check_stones(15, 15, [(H8, BLACK), (I9, WHITE)], [I9])


def test_a_stone_is_refused_when_its_colour_does_not_exist() -> None:
    with pytest.raises(ValueError, match=r"^3 is not a colour"):
        setup.check_stones(15, 15, [(H8, BLACK), (I9, 3)], ())
