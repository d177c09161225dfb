"""The static evaluation stays inside its limits."""

import pytest

from brain.lexicon import EVAL_LIMIT
from tests.support.kernels import Plain

evaluate = Plain("brain.kernels.eval.evaluate")


@pytest.mark.parametrize("score", [EVAL_LIMIT, EVAL_LIMIT + 1, 1 << 40])
def test_a_score_is_limited_when_it_reaches_the_limit(score: int) -> None:
    assert evaluate.limited(score) == EVAL_LIMIT - 1
    assert evaluate.limited(-score) == 1 - EVAL_LIMIT


@pytest.mark.parametrize("score", [EVAL_LIMIT - 1, 0, 1 - EVAL_LIMIT])
def test_a_score_is_left_as_it_is_when_it_lies_inside(score: int) -> None:
    assert evaluate.limited(score) == score
