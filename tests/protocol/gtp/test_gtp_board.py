"""The game of a GTP window, in an engine that never searches."""

from collections.abc import Iterator

import pytest

from brain.cell import Cell
from brain.engine import Engine
from brain.lexicon import BLACK, FREESTYLE, RENJU, WHITE
from protocol.gtp.gtp_board import GtpBoard, GtpMove
from protocol.gtp.gtp_words import PASS


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    engine = Engine(48 << 20)
    yield engine
    engine.close()


@pytest.fixture
def board(engine: Engine) -> GtpBoard:
    board = GtpBoard(engine)
    board.start(15, 15, FREESTYLE)
    return board


def test_the_other_colour_is_to_move_after_a_stone_or_a_pass(board: GtpBoard) -> None:
    assert board.turn == BLACK
    board.place(WHITE, Cell.at(7, 7))
    assert board.turn == BLACK
    board.place(BLACK, PASS)
    assert board.turn == WHITE


def test_a_pass_takes_no_cell_and_is_taken_back_like_a_stone(
    engine: Engine, board: GtpBoard
) -> None:
    board.place(BLACK, Cell.at(7, 7))
    board.place(WHITE, PASS)
    assert board.empty == 224
    board.take_back()
    assert engine.stones == ((Cell.at(7, 7), BLACK),)
    board.take_back()
    assert not engine.stones
    with pytest.raises(ValueError, match="cannot undo"):
        board.take_back()


def test_the_first_five_wins_even_if_the_game_continues(board: GtpBoard) -> None:
    for x in range(5):
        assert board.winner == 0
        board.place(BLACK, Cell.at(x, 0))
    board.place(WHITE, Cell.at(7, 7))
    assert board.winner == BLACK


def test_a_foul_of_black_loses_by_a_rule_that_forbids_it(board: GtpBoard) -> None:
    stones = [GtpMove(BLACK, Cell.at(x, 0)) for x in (0, 1, 2, 4, 5, 3)]
    board.replay(stones)
    assert board.winner == BLACK
    board.change_rule(RENJU)
    assert board.winner == WHITE


def test_a_replay_sets_the_side_to_move_until_the_next_move(board: GtpBoard) -> None:
    board.replay([GtpMove(BLACK, Cell.at(7, 7))], BLACK)
    assert board.turn == BLACK
    board.place(BLACK, Cell.at(8, 8))
    assert board.turn == WHITE


def test_a_change_of_rule_keeps_the_stones_and_the_side_to_move(
    engine: Engine, board: GtpBoard
) -> None:
    board.replay([GtpMove(BLACK, Cell.at(7, 7))], BLACK)
    board.change_rule(RENJU)
    assert engine.rule == RENJU
    assert engine.stones == ((Cell.at(7, 7), BLACK),)
    assert board.turn == BLACK
