"""The text of an opening procedure, from which it is continued."""

import pytest

from brain.lexicon import BLACK, WHITE
from protocol.play.opening_game import OpeningGame, opening_game

SIZE = (15, 15)
ME = frozenset((BLACK,))


def test_a_text_gives_the_opening_back() -> None:
    text = "soosyrv-8 h8 h9 i9 swap g7 2 stay a15 b15 b15"
    game = opening_game(text, SIZE, ME)
    assert (game.text, game.is_on) == (text, False)
    assert game.people_now == frozenset((WHITE,))
    assert game.answers[:2] == ((7, 7), (7, 6))


def test_the_last_answer_of_a_person_is_found_behind_those_of_the_engine() -> None:
    game = opening_game("soosyrv-8 h8 h9 i9 stay g7 2", SIZE, ME)
    before = game.before_last_of_people()
    assert before == opening_game("soosyrv-8 h8 h9", SIZE, ME)
    assert OpeningGame("swap", SIZE, ME).before_last_of_people() is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "unknown opening procedure ''"),
        ("swap3 h8", "unknown opening procedure 'swap3'"),
        ("swap2 h8 h99", "answer 2: h99 is off the board"),
        ("swap2 h8 x", "answer 2: expected a cell, got 'x'"),
        ("swap h8 h9 i9 two", "answer 4: expected one of stay, swap, got 'two'"),
        ("soosyrv-8 h8 h9 i9 stay g7 9", "answer 6: expected a number from 1 to 8, got 9"),
        ("soosyrv-8 h8 h9 i9 stay g7 x", "answer 6: expected a"),
        ("pro h8 h9 a1 a2", "answer 4: the opening is over"),
    ],
)
def test_a_wrong_text_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        opening_game(text, SIZE, ME)
