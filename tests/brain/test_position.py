"""Positions: their values, and invalid ones."""

from dataclasses import replace
from typing import Any

import pytest

from brain.cell import Cell
from brain.lexicon import BLACK, EMPTY, FREESTYLE, RENJU, STANDARD, WALL, WHITE
from brain.position import Position


def cells(names: str) -> tuple[Cell, ...]:
    return tuple(Cell.named(name, 7) for name in names.split())


def alternating(names: str, rule: int = FREESTYLE, **more: Any) -> Position:
    """Return a position on a board of 7 x 7 from stones in turn, black's first."""
    stones = [(cell, BLACK + number % 2) for number, cell in enumerate(cells(names))]
    return Position(7, 7, rule, stones, BLACK + len(stones) % 2, **more)


def test_stones_keep_the_order_in_which_they_were_placed() -> None:
    position = alternating("d4 e5 c3")
    assert [cell.name for cell, _ in position.stones] == ["d4", "e5", "c3"]
    assert (position.black, position.white) == (cells("d4 c3"), cells("e5"))
    assert (position.turn, position.last.name) == (WHITE, "c3")


def test_stones_of_both_colours_are_placed_in_turn() -> None:
    made = Position.of_colours(7, 7, RENJU, WHITE, cells("d4 c3"), cells("e5"))
    assert made == alternating("d4 e5 c3", RENJU)
    uneven = Position.of_colours(7, 7, RENJU, BLACK, (), cells("a1 b2"))
    assert uneven.stones == tuple((cell, WHITE) for cell in cells("a1 b2"))


def test_the_last_stone_is_of_the_side_that_is_not_to_move() -> None:
    position = replace(alternating("d4 e5 c3"), turn=BLACK)
    assert position.last.name == "e5"
    assert alternating("").last == 0


def test_its_board_shows_stones_and_walls() -> None:
    board = alternating("d4 e5", walls=cells("a1")).board()
    assert [board[cell] for cell in cells("d4 e5 a1 g7")] == [BLACK, WHITE, WALL, EMPTY]
    assert len(board) == 49


@pytest.mark.parametrize(
    ("rule", "walls", "room"), [(FREESTYLE, "", 47), (FREESTYLE, "a1 a2", 45), (RENJU, "a1", 22)]
)
def test_the_room_counts_walls_and_the_rules_limit(rule: int, walls: str, room: int) -> None:
    assert alternating("d4 e5", rule, walls=cells(walls)).plies_left == room


FOUR = "b3 b4 c3 c4 d3 d4 e3 e4"  # of black and of white


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"width": 40}, "expected a board of 5 to 22 columns and rows, got 40 x 7"),
        ({"height": 4}, "columns and rows, got 7 x 4"),
        ({"rule": 3}, "rule: expected one of 0, 1, 4, 8, 9, got 3"),
        ({"turn": 3}, "3 is not a colour: 1 is black, 2 is white"),
        ({"turn": 0}, "0 is not a colour"),
        ({"walls": cells("b3")}, "are both on b3"),
        ({"walls": [Cell.at(9, 3)]}, "j4 is off the board of 7 x 7"),
        ({"stones": [(cell, BLACK) for cell in cells("a1 b1 c1 d1 e1")]}, "over: black has five"),
        ({"stones": [(cell, WHITE) for cell in cells("a1 a2 a3 a4 a5")]}, "over: white has five"),
    ],
)
def test_a_position_that_cannot_be_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replace(alternating(FOUR), **change)


def test_a_row_that_the_rule_does_not_count_is_not_a_five() -> None:
    six = [(cell, WHITE) for cell in cells("a1 b1 c1 d1 e1 f1")]
    assert Position(7, 7, STANDARD, six).white == cells("a1 b1 c1 d1 e1 f1")
    with pytest.raises(ValueError, match="white has five at a1"):
        Position(7, 7, RENJU, six)


def test_a_full_board_is_refused() -> None:
    with pytest.raises(ValueError, match="the game is over: drawn"):
        Position(5, 5, FREESTYLE, walls=[Cell.at(x, y) for x in range(5) for y in range(5)])
