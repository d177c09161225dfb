"""Cells as values, and errors of cells and stones."""

import json
import pickle

import pytest

from brain.cell import Cell, from_row_major, row_major
from brain.cell_names import ABOVE
from brain.lexicon import BLACK, MAX_SIZE, WHITE, cell_at
from brain.rules.setup import check_stones


def test_a_cell_knows_its_place_and_its_name() -> None:
    cell = Cell.named("h8")
    assert cell == Cell.at(7, 7) == cell_at(7, 7)
    assert (cell.x, cell.y, cell.name, str(cell), repr(cell)) == (7, 7, "h8", "h8", "<Cell h8>")
    assert {cell_at(7, 7): "a number"}[cell] == "a number"


def test_every_cell_of_the_largest_board_is_found_by_its_name() -> None:
    for y in range(MAX_SIZE):
        for x in range(MAX_SIZE):
            cell = Cell.at(x, y, MAX_SIZE)
            assert Cell.named(cell.name, MAX_SIZE) == cell
            assert Cell.named(cell.name_in(ABOVE), MAX_SIZE, ABOVE) == cell


def test_a_cell_goes_through_json_and_pickle_as_a_number_and_as_itself() -> None:
    cell = Cell.named("c4")
    assert json.loads(json.dumps([cell])) == [int(cell)]
    assert repr(pickle.loads(pickle.dumps(cell))) == "<Cell c4>"


def test_no_cell_is_false_and_named_none() -> None:
    assert not Cell(0)
    assert str(Cell(0)) == "none"


@pytest.mark.parametrize("name", ["", "h", "8", "h0", "h08", "hh8", "H8", "h8 ", "h100", "-1"])
def test_a_text_that_is_not_a_name_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"'{name}' is not a cell"):
        Cell.named(name)


@pytest.mark.parametrize("name", ["w1", "a16", "z99"])
def test_a_name_that_a_board_lacks_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} is off a board of 15 rows"):
        Cell.named(name)


@pytest.mark.parametrize("point", [(-1, 0), (0, -1), (MAX_SIZE, 0), (0, MAX_SIZE), (32, 0)])
def test_a_point_that_no_board_has_is_refused(point: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="is off every board"):
        Cell.at(*point)


@pytest.mark.parametrize(
    ("stones", "walls", "message"),
    [
        ([("p1", BLACK)], [], "p1 is off the board of 15 x 15"),
        ([("a1", BLACK), ("h8", WHITE), ("h8", BLACK)], [], "stones 2 and 3 are both on h8"),
        ([("h8", BLACK)], ["h8"], "are both on h8"),
        ([("h8", 3)], [], "3 is not a colour"),
        ([("h8", 0)], [], "0 is not a colour"),
    ],
)
def test_a_wrong_stone_is_named(
    stones: list[tuple[str, int]], walls: list[str], message: str
) -> None:
    placed = [(Cell.named(name), colour) for name, colour in stones]
    with pytest.raises(ValueError, match=message):
        check_stones(15, 15, placed, map(Cell.named, walls))


def test_cells_are_numbered_row_by_row() -> None:
    assert [row_major(cell_at(x, y), 3) for y in range(2) for x in range(3)] == [*range(6)]
    assert [row_major(from_row_major(number, 7), 7) for number in range(49)] == [*range(49)]
