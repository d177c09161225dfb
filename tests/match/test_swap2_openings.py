"""Making openings for swap2: close to even, and steady."""

import pytest

from brain.engine import Analysis, Engine
from brain.lexicon import FREESTYLE
from brain.openings.swap2 import OPENING_STONES
from brain.score import Score
from brain.thinking.think import NOTHING
from protocol.match.tuning import swap2_openings
from protocol.match.tuning.swap2_openings import (
    ITERATIONS,
    STAGES,
    is_even,
    is_steady,
    search,
)

EVEN = 25
MEMORY = 64 << 20


def iterations(*scores: int) -> list[Analysis]:
    return [NOTHING._replace(score=Score(score)) for score in scores]


def test_an_opening_is_steady_when_its_last_scores_are_small() -> None:
    assert is_steady(iterations(900, *[2 * EVEN] * (ITERATIONS - 2), 0, 2 * EVEN), EVEN)


@pytest.mark.parametrize("scores", [(0, 0, EVEN + 1, EVEN + 1), (0, 2 * EVEN + 1, 0, 0)])
def test_an_opening_is_not_steady_when_a_late_score_is_large(scores: tuple[int, ...]) -> None:
    assert not is_steady(iterations(*scores), EVEN)


def test_no_longer_search_runs_when_the_first_is_far_from_even(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    def far(engine: Engine, rule: int, size: int, steps: object, nodes: int) -> list[Analysis]:
        asked.append(nodes)
        return iterations(-1000)

    monkeypatch.setattr(swap2_openings, "search", far)
    with Engine(MEMORY) as engine:
        assert not is_even(engine, FREESTYLE, ((0, 0),) * OPENING_STONES, 9, EVEN)
    assert asked == [STAGES[0][0]]


def test_an_opening_is_searched_with_white_to_move() -> None:
    with Engine(MEMORY) as engine:
        seen = search(engine, FREESTYLE, 15, ((0, 0), (1, 1), (2, 0)), 200)
        assert len(engine.stones) == OPENING_STONES
    assert seen
