"""Games of a match as PGN, for rating programs."""

import re

from hypothesis import given

from protocol.records import pgn
from protocol.records.games import Game
from tests.support.match_games import GAME, games


def test_a_pgn_game_credits_the_winner() -> None:
    assert pgn.dumps(GAME).split("\n") == [
        '[Event "pair 6"]',
        '[Site "?"]',
        '[Date "2026.02.03"]',
        '[Round "2"]',
        '[White "Bob"]',
        '[Black "Ada"]',
        '[Result "0-1"]',
        "",
        "1. d4 d5 0-1",
        "",
        "",
    ]


@given(games())
def test_a_pgn_game_gives_each_name_its_score(game: Game) -> None:
    tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', pgn.dumps(game), re.MULTILINE))
    white_score = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[tags["Result"]]
    assert white_score == 1 - game.score
    assert tags["White"] == game.white.replace("\\", "\\\\").replace('"', '\\"')
