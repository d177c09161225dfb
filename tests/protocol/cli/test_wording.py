"""The wording that tools share."""

from brain.game_board import Board
from brain.rules.fouls import DASH
from protocol.cli.wording import forbidden_lines, opening_note
from tests.support.fixed_moves import DOUBLE_THREE


def test_the_forbidden_points_are_listed_with_the_reasons() -> None:
    position = Board.read(DOUBLE_THREE, rule="renju").position
    reason = f"e5 is forbidden: a double three (d5{DASH}f5 and e6{DASH}e4)"
    assert forbidden_lines(position) == [reason]
    assert forbidden_lines(position.passed) == []
    assert forbidden_lines(Board.read("h8").position) == []


def test_an_opening_is_noted_if_it_has_a_name() -> None:
    assert opening_note(Board.read("h8i9g7a1").stones, 15, 15) == ", I11 Shagetsu"
    assert opening_note(Board.read("h8").stones, 15, 15) == ""
