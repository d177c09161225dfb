"""Games that end early by the scores in the engines' messages."""

import pytest

from protocol.match.adjudication import Adjudication, read_score
from protocol.records.games import DRAW, LOSS, WIN, PlayedMove


def moves(*scores: str) -> list[PlayedMove]:
    return [
        PlayedMove(x, 0, message=f"depth 5-7 ev {score} n 100") for x, score in enumerate(scores)
    ]


def test_a_game_is_won_when_both_agree_long_enough() -> None:
    adjudication = Adjudication(win_plies=4, win_score=500)
    played = moves("10", "-20", "600", "-700", "900", "-M4")
    assert adjudication.score(6, played) == WIN
    assert adjudication.score(7, played) == LOSS  # an opening of one stone: white moved first
    assert adjudication.score(5, played[:-1]) is None
    assert adjudication.score(6, [*played[:-1], PlayedMove(5, 0)]) is None


def test_a_game_is_drawn_when_both_agree_late_enough() -> None:
    adjudication = Adjudication(draw_plies=2, draw_score=10, draw_stones=40)
    assert adjudication.score(40, moves("-10", "3")) == DRAW
    assert adjudication.score(39, moves("-10", "3")) is None
    assert adjudication.score(40, moves("-11", "3")) is None


def test_one_engine_alone_decides_nothing() -> None:
    assert Adjudication(win_plies=1, win_score=500).score(2, moves("10", "-600")) is None
    assert Adjudication(win_plies=1, win_score=500).score(1, moves("600")) is None
    assert Adjudication(draw_plies=1, draw_score=10).score(2, moves("600", "0")) is None


def test_no_game_is_adjudicated_by_default() -> None:
    assert Adjudication().score(200, moves(*["0"] * 200)) is None
    assert Adjudication().score(200, moves(*["+M3", "-M2"] * 100)) is None


@pytest.mark.parametrize(
    ("message", "score"),
    [
        ("depth 9-11 multipv 1 ev -35 n 100", -35),
        ("depth 3-3 ev +M7 n 100", 30000),
        ("Depth 12-24 | Eval -M12 | Time 1.2s", -30000),
        ("thinking", None),
        ("never 5", None),
        ("ev \N{ARABIC-INDIC DIGIT FIVE}", None),
    ],
)
def test_a_score_is_read_from_a_line_of_analysis(message: str, score: int | None) -> None:
    assert read_score(message) == score
