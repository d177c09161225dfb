"""Games of PlayOK; tests/data/notation has the cases that the page reads too."""

import pytest

from brain.lexicon import BLACK, RENJU, STANDARD, WHITE
from brain.notation.playok import loads

TAGS = '[Black "Ann "]\n[White "Bo"]\n[GameType "61,15"]\n\n'


def test_the_rule_is_standard_unless_another_is_given() -> None:
    assert loads(TAGS + "1. h8", None).rule == STANDARD
    assert loads(TAGS + "1. h8", RENJU).rule == RENJU


@pytest.mark.parametrize(
    ("choice", "black", "winner"),
    [
        ("h7", "Ann", BLACK),
        ("white 3. -- h7", "Ann", BLACK),
        ("black 3. h7", "Bo", WHITE),
    ],
)
def test_names_and_winner_are_those_of_the_colours_that_were_chosen(
    choice: str, black: str, winner: int
) -> None:
    game = loads(f"{TAGS}1. h8 i9 2. g7 {choice} 1-0", None)
    assert (game.black, game.winner) == (black, winner)
    assert {game.black, game.white} == {"Ann", "Bo"}


def test_a_draw_has_no_winner() -> None:
    assert loads(TAGS + "1. h8 1/2-1/2", None).winner is None


def test_an_error_has_the_number_of_the_stone() -> None:
    with pytest.raises(ValueError, match="move 2: i16 is off the board of 15 x 15"):
        loads(TAGS + "1. h8 white 2. -- i16", None)
    with pytest.raises(ValueError, match="move 2: expected a move such as h8, got 'pass'"):
        loads(TAGS + "1. h8 pass", None)
