"""A line is replayed as the checker verifies it; tests/long/small.py asks about many more."""

import random

import pytest

from brain.engine import Engine
from brain.rules.laws import RULES
from tests.long.small import Tried, compare_lines
from tests.support.small_boards import random_position

POSITIONS = 40


@pytest.mark.parametrize("rule", RULES)
def test_lines_win_in_the_checkers_plies(engine: Engine, rule: int) -> None:
    dice, tried = random.Random(rule), Tried()
    for _ in range(POSITIONS):
        position = random_position(rule, dice)
        engine.set_up(position)
        compare_lines(position, dice, tried, engine)
    assert not tried.wrong
    assert any(name.startswith("lines won") for name in tried.counts)
