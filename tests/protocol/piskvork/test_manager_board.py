"""The manager's game, on an engine without a search."""

import pytest

from brain.cell import Cell
from brain.lexicon import BLACK, RENJU, WHITE
from protocol.piskvork.commands import OPPONENT, OWN, Stones
from protocol.piskvork.manager_board import ManagerBoard, in_turn
from tests.support.fake_engine import FakeEngine


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine()


@pytest.fixture
def board(engine: FakeEngine) -> ManagerBoard:
    board = ManagerBoard(engine)
    board.start(15, 15, RENJU)
    return board


@pytest.mark.parametrize(
    "stones",
    [((1, 1, 1), (1, 1, 2)), ((15, 1, 1),), ((-1, 1, 1),), ((1, 1, 0),), ((1, 1, 4),)],
)
def test_an_invalid_board_changes_nothing(
    engine: FakeEngine, board: ManagerBoard, stones: Stones
) -> None:
    board.place(7, 7)
    assert not board.set_up(stones)
    assert engine.stones == ((Cell.at(7, 7), BLACK),)


def test_own_stones_are_black_if_there_are_as_many_or_more(board: ManagerBoard) -> None:
    board.set_up(((1, 1, OWN), (2, 2, OPPONENT)))
    assert board.turn == BLACK
    board.set_up(((1, 1, OPPONENT),))
    assert board.turn == WHITE


def test_a_wall_takes_a_cell(board: ManagerBoard) -> None:
    board.set_up(((1, 1, OWN), (2, 2, 3)))
    assert (board.taken, board.empty) == (2, 223)
    assert not board.place(2, 2)


def test_the_colour_of_a_stone_that_was_taken_back_is_to_move(board: ManagerBoard) -> None:
    board.place(7, 7)
    board.place(8, 8)
    assert board.take_back(7, 7)
    assert board.turn == BLACK
    assert not board.take_back(7, 7)


def test_the_opponent_keeps_its_colour_if_our_stone_was_taken_back(
    engine: FakeEngine, board: ManagerBoard
) -> None:
    board.answer(Cell.at(7, 7))
    board.place_opponent(8, 8)
    board.take_back(7, 7)
    assert board.place_opponent(9, 9)
    assert engine.stones[-1] == (Cell.at(9, 9), WHITE)


def test_blocked_cells_are_barred_until_they_are_unblocked(board: ManagerBoard) -> None:
    board.block(((1, 1), (2, 2), (99, 99)))
    assert board.barred == {Cell.at(1, 1), Cell.at(2, 2)}
    board.unblock(((1, 1),))
    assert board.barred == {Cell.at(2, 2)}
    board.unblock_all()
    assert board.barred == frozenset()


def test_the_cell_nearest_to_the_centre_is_forbidden_only_if_all_are(
    engine: FakeEngine, board: ManagerBoard
) -> None:
    board.place(7, 7)
    board.place(0, 0)
    engine.forbidden = (Cell.at(7, 6),)
    assert board.nearest_to_centre() == Cell.at(6, 7)


def test_stones_in_turn_end_with_the_opponents() -> None:
    assert in_turn(((1, 1), (2, 2), (3, 3))) == (
        (1, 1, OPPONENT),
        (2, 2, OWN),
        (3, 3, OPPONENT),
    )
    assert in_turn(()) == ()
