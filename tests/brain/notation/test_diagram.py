"""Drawn boards; tests/data/notation/drawn.json has many more."""

import pytest

from brain.lexicon import BLACK, RENJU, STANDARD, WHITE
from brain.notation import diagram

FIVE_ROWS = ". . . . .\n. X . . .\n. . O . .\n. . . . .\n. . . . ."


def test_a_sentence_says_who_is_to_move_and_by_which_rule() -> None:
    game = diagram.loads(f"White to move, renju\n{FIVE_ROWS}")
    assert (game.turn, game.rule) == (WHITE, RENJU)
    assert diagram.loads(f"White to move, renju\n{FIVE_ROWS}", STANDARD).rule == STANDARD
    assert diagram.loads(FIVE_ROWS).turn == BLACK


@pytest.mark.parametrize("text", ["", "h8i9", "8,8\n9,9\n7,7\n6,6\n5,5", "x\n" * 9, "1,2,1\n" * 9])
def test_other_text_is_not_a_board(text: str) -> None:
    assert not diagram.is_diagram(text)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("." * 23 + ("\n" + "." * 23) * 4, "expected a board of up to 22 lines, got 23 x 5"),
        (". . . . .\n" * 23, "expected a board of up to 22 lines, got 5 x 23"),
        (FIVE_ROWS.replace(". X", "? X"), r"expected a row of 5 cells, got '\? X . . .'"),
    ],
)
def test_a_line_that_does_not_fit_is_named(text: str, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        diagram.loads(f"{text}\n{FIVE_ROWS}" if "?" in text else text)
