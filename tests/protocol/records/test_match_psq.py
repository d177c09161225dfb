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
def test_the_code_of_a_psq_file_records_a_failure(ending: Ending, code: int) -> None:
    assert saved_games.loads(match_psq.dumps(replace(GAME, ending=ending))).code == code
