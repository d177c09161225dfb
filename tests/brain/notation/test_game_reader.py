"""Python reads every case of tests/data/notation."""

import re
import warnings
from typing import Any

import pytest

from brain.game_board import Board
from brain.lexicon import BLACK, WHITE
from brain.notation import game_reader
from brain.notation.game_reader import Given
from tests.support.notation_cases import Case, cases, counted, differences, named, rule_name

TEXTS = [case for case in cases() if isinstance(case.content, str)]


def fields(text: str) -> dict[str, Any]:
    """Return what the reader and its board say of a text."""
    game = game_reader.read(text, Given())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        board = Board.read(text)
    sides = {
        side: [[cell.x, cell.y] for cell, one in board.stones if one == side]
        for side in (BLACK, WHITE)
    }
    return {
        "size": [board.width, board.height],
        "rule": rule_name(board.rule),
        "turn": named(board.turn),
        "black": sides[BLACK],
        "white": sides[WHITE],
        "walls": [[cell.x, cell.y] for cell in board.walls],
        "players": [game.black, game.white],
        "moves": len(board.moves),
        "comments": {str(number): text for number, text in game.comments.items()},
        "winner": named(game.winner),
        "notes": list(game.notes),
    }


@pytest.mark.parametrize("case", TEXTS, ids=lambda case: case.name)
def test_python_reads_a_case(case: Case) -> None:
    assert isinstance(case.content, str)
    if case.error:
        with counted(case.rows), pytest.raises(ValueError, match=re.escape(case.error)):
            Board.read(case.content)
    else:
        with counted(case.rows):
            said = fields(case.content)
        assert differences(case, said, said["notes"]) == []


def test_the_board_that_is_printed_is_read_again() -> None:
    board = Board.setup(["h8", "g7"], ["i9"], ["a1"], WHITE, (15, 12))
    assert Board.read(str(board)).key == board.key
    board.push("o12")
    assert Board.read(str(board)).key == board.key


def test_a_skipped_part_is_warned_of() -> None:
    with pytest.warns(UserWarning, match="skipped the text outside the game: 'bye'"):
        assert Board.read("(;SZ[15];B[hh]) bye") == Board.read("h8")
    with pytest.raises(ValueError, match="no game 2: only SGF"):
        Board.read("h8", game=2)


def test_a_text_without_end_is_refused() -> None:
    with pytest.raises(ValueError, match="expected at most 16000000 characters, got 16000001"):
        Board.read("h" * (game_reader.LONGEST + 1))
