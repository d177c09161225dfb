"""Fives by their definition, rule by rule."""

import pytest

from brain.lexicon import BLACK, CARO, CARO_EXACT, FREESTYLE, RENJU, STANDARD, WHITE
from brain.rules.fives import is_five, winning_cells
from brain.rules.laws import RULES
from tests.support.boards import parse

FIVE = ". . X X m X X . ."
FOUR = ". . X X m X . . ."
OVERLINE = ". X X X m X X . ."
CAPPED = ". O X X m X X O ."
CAPPED_ONCE = ". O X X m X X . ."
EDGE = "X X m X X O . . ."
WALL = "# X X m X X O . ."
CAPPED_OVERLINE = "O X X X m X X O ."


def rules_that_win(row: str, colour: int = BLACK) -> set[int]:
    """Return the rules in which a colour's stone on the mark of a row wins."""
    swapped = row if colour == BLACK else row.translate(str.maketrans("XO", "OX"))
    drawing = parse(swapped)
    return {rule for rule in RULES if is_five(drawing.board, drawing.marked("m"), colour, rule)}


@pytest.mark.parametrize("row", [FIVE, CAPPED_ONCE, EDGE, WALL])
def test_five_win_in_every_rule_when_the_opponent_has_at_most_one_end(row: str) -> None:
    assert rules_that_win(row, BLACK) == rules_that_win(row, WHITE) == set(RULES)


def test_four_do_not_win_in_any_rule() -> None:
    assert rules_that_win(FOUR) == set()


def test_five_do_not_win_in_either_caro_when_both_ends_are_capped() -> None:
    assert rules_that_win(CAPPED) == set(RULES) - {CARO, CARO_EXACT}


def test_six_win_for_white_alone_in_renju() -> None:
    assert rules_that_win(OVERLINE, BLACK) == {FREESTYLE, CARO}
    assert rules_that_win(OVERLINE, WHITE) == {FREESTYLE, RENJU, CARO}


def test_six_win_in_caro_when_both_ends_are_capped() -> None:
    assert rules_that_win(CAPPED_OVERLINE) == {FREESTYLE, CARO}


def test_the_stones_of_both_fives_win_when_two_cross() -> None:
    drawing = parse("""
        X X X X X . .
        X . . . . . .
        X . O . . . .
        X . . . . . .
        X . . . . . .
        . . . . . . .""")
    corner = min(drawing.board)
    black = {cell for cell, colour in drawing.stones() if colour == BLACK}
    assert winning_cells(drawing.board, corner, STANDARD) == black


def test_no_stone_wins_when_six_are_nothing() -> None:
    drawing = parse("X X X X X X .")
    assert winning_cells(drawing.board, min(drawing.board), STANDARD) == set()
