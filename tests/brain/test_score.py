"""Scores as values."""

import pytest

from brain.lexicon import MATE, WON
from brain.score import Score


@pytest.mark.parametrize(
    ("score", "text"), [(MATE - 5, "+M5"), (4 - MATE, "-M4"), (0, "0"), (-7, "-7")]
)
def test_a_proven_result_is_worded_in_plies(score: int, text: str) -> None:
    assert str(Score(score)) == text


@pytest.mark.parametrize(
    ("score", "rate"), [(0, 0.5), (150, 0.731), (-150, 0.269), (MATE - 1, 1), (1 - MATE, 0)]
)
def test_a_win_rate_follows_from_the_score(score: int, rate: float) -> None:
    assert Score(score).win_rate == pytest.approx(rate, abs=0.001)


def test_every_score_has_a_win_rate_that_can_be_written() -> None:
    assert all(0 <= Score(score).win_rate <= 1 for score in (-MATE, -WON, WON, MATE))


@pytest.mark.parametrize(("score", "mate"), [(MATE - 5, 5), (4 - MATE, -4), (WON, 0), (-35, 0)])
def test_only_a_score_beyond_the_evaluations_is_proven(score: int, mate: int) -> None:
    assert Score(score).mate == mate
    assert Score(score).is_proven == bool(mate)


def test_the_other_side_has_the_same_score_turned_round() -> None:
    assert -Score(MATE - 5) == Score(5 - MATE)
    assert repr(-Score(MATE - 5)) == "<Score -M5>"
    assert f"{Score(35):+} {Score(35)}" == "+35 35"
