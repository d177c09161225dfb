"""Gomocup's own test of a brain, with little time; acceptance.py takes its full time."""

import pytest

from tests.long.acceptance import DECIDED, FORMATS, Format, Question, answer, is_right, play
from tests.support.driver import PROGRAM

SHARE = 0.005
QUESTIONS = [(form, question) for form in FORMATS for question in form.questions]

each_format = pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)


@pytest.mark.parametrize(
    ("form", "question"), QUESTIONS, ids=[f"{form.name} {q.stones}" for form, q in QUESTIONS]
)
def test_a_position_of_the_judge_is_played_by_its_rule(form: Format, question: Question) -> None:
    assert is_right(question, answer(PROGRAM, form, question, SHARE))


@each_format
def test_a_game_against_itself_is_decided_on_the_board(form: Format) -> None:
    game = play(PROGRAM, form, SHARE)
    assert game.ending in DECIDED, game.exchange
