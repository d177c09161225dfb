"""A game as a text has it."""

import pytest

from brain.lexicon import BLACK, WHITE
from brain.notation.written_game import Turn, WrittenGame, after_passes, in_turn

A, B, C = (0, 0), (1, 1), (2, 2)
GAME = WrittenGame(15, 15, 0, in_turn((A, B), WHITE), ((C, BLACK),), turn=WHITE)


def test_the_first_stones_are_a_game_of_their_own() -> None:
    assert GAME.begun(None) is GAME.begun(3) is GAME
    begun = [GAME.begun(count) for count in range(3)]
    assert [(len(game.set_up), len(game.moves)) for game in begun] == [(0, 0), (1, 0), (1, 1)]
    assert [game.turn for game in begun] == [WHITE, WHITE, BLACK]
    assert [game.first for game in begun] == [WHITE, WHITE, WHITE]


@pytest.mark.parametrize(
    ("turns", "first", "count"),
    [
        ("", 0, 0),
        ("bw", 0, 2),
        ("b-b", 2, 1),
        ("bw-", 3, 0),
        ("bw--", 0, 2),
        ("bw----", 0, 2),
        ("-", 1, 0),
        ("b-bw--", 2, 2),
        ("bw---", 3, 0),
    ],
)
def test_moves_are_those_after_the_last_pass(turns: str, first: int, count: int) -> None:
    found: list[Turn] = [(None if sign == "-" else A, BLACK) for sign in turns]
    assert after_passes(found) == (first, count)
