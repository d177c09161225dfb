"""The 26 openings of renju and their names."""

import pytest

from brain.cell import Cell
from brain.game_board import Board
from brain.lexicon import BLACK, RENJU, WHITE
from brain.openings.named_openings import OPENINGS, find_opening, opening_named, opening_of
from brain.rules.symmetry import SYMMETRIES, canonical

CENTRE = (7, 7)


def test_the_openings_are_all_that_the_rules_allow() -> None:
    second = [(x, y) for x in (6, 7, 8) for y in (6, 7, 8) if (x, y) != CENTRE]
    third = [(x, y) for x in range(5, 10) for y in range(5, 10) if (x, y) != CENTRE]
    possible = {
        canonical((CENTRE, one, other), RENJU, 15, 15)
        for one in second
        for other in third
        if one != other
    }
    ours = [canonical(opening.points(), RENJU, 15, 15) for opening in OPENINGS]
    assert set(ours) == possible
    assert len(ours) == len(possible) == 26


def test_every_name_is_of_one_opening() -> None:
    for opening in OPENINGS:
        number = opening.code[1:] + opening.code[0]
        for name in (*opening[:5], opening.title, number, opening.english.upper()):
            assert find_opening(name) is opening


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_an_opening_is_found_under_every_symmetry(symmetry: int) -> None:
    for opening in OPENINGS:
        board = opening.board().transform(symmetry)
        assert opening_of(board.stones, 15, 15) is opening


@pytest.mark.parametrize("size", [5, 6, 15, 20])
def test_an_opening_is_found_on_every_board(size: int) -> None:
    board = opening_named("花月").board(size, "freestyle")
    found = opening_of(board.stones, size, size)
    assert found is not None
    assert found.title == "D4 Kagetsu"


def test_later_stones_do_not_change_the_opening() -> None:
    board = Board.read("h8i9g7a1b2", 15, "renju")
    found = opening_of(board.stones, 15, 15)
    assert found is not None
    assert found.code == "I11"


@pytest.mark.parametrize(
    ("moves", "size"), [("", 15), ("h8h9", 15), ("h8j9h10", 15), ("h9h8h10", 15), ("h8h9h10", 16)]
)
def test_other_stones_have_no_name(moves: str, size: int) -> None:
    assert opening_of(Board.read(moves, size).stones, size, size) is None


def test_three_stones_in_another_order_of_colours_have_no_name() -> None:
    stones = [(Cell.named("h8"), BLACK), (Cell.named("h9"), BLACK), (Cell.named("h10"), WHITE)]
    assert opening_of(stones, 15, 15) is None


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(ValueError, match=r"unknown opening 'D14': expected D1 to D13"):
        opening_named("D14")
