"""A game of a match as a PSQ file."""

from dataclasses import replace

import pytest
from hypothesis import given

from brain.notation import psq as saved_games
from protocol.records import match_psq
from protocol.records.games import Ending, Game
from tests.support.match_games import GAME, games


@given(games())
def test_a_psq_file_keeps_the_stones_the_times_and_the_names(game: Game) -> None:
    saved = saved_games.loads(match_psq.dumps(game))
    assert saved.points == game.stones
    times = (*(0 for _ in game.opening), *(round(move.ms) for move in game.moves))
    assert saved.times == times
    assert (saved.width, saved.height) == (game.width, game.height)
    assert (saved.black, saved.white) == game.names


def test_a_psq_file_counts_from_one_and_ends_with_a_code() -> None:
    assert match_psq.dumps(GAME).split("\n") == [
        "Piskvorky 15x15, 11:11, 0",
        "8,8,0",
        "9,9,0",
        "7,7,0",
        "6,6,12",
        "10,10,1000",
        "Ada",
        "Bob",
        "15",
        "",
    ]


@pytest.mark.parametrize(
    ("ending", "code"), [(Ending.FIVE, 0), (Ending.FORBIDDEN, 0), (Ending.CRASH, -2)]
)
def test_the_code_of_a_psq_file_tells_a_failure(ending: Ending, code: int) -> None:
    assert saved_games.loads(match_psq.dumps(replace(GAME, ending=ending))).code == code


def test_a_psq_file_of_two_people_has_no_names() -> None:
    saved = saved_games.loads("Piskvorky 20x15, 0:11, 0\r\n1,1,0\r\n20,15,1500\r\n-1\r\n")
    assert saved == saved_games.PsqGame(20, 15, ((0, 0), (19, 14)), (0, 1500), "", "", -1)


def test_the_second_name_of_a_psq_file_may_have_moved_first() -> None:
    saved = saved_games.loads("Piskvorky 15x15, 11:11, 1\n8,8,0\na.exe\nb.exe\n0\n")
    assert (saved.black, saved.white) == ("b.exe", "a.exe")


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        ("", "not a .psq"),
        ("a.exe\nb.exe\n1,1,0\n", "not a .psq"),
        ("Piskvorky 15x15, 11:11, 0\n1,1,0\n0,1,0\n", "line 3: stone 0,1 is off the board"),
        (
            "Piskvorky 15x15, 11:11, 0\n1,1,0\n2,x,0\n3,3,0\n",
            "line 3: expected a stone .*'2,x,0'",
        ),
    ],
)
def test_a_file_that_is_no_psq_is_an_error(rows: str, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        saved_games.loads(rows)
