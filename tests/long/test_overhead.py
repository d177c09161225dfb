"""The match runner adds little to a move; overhead.py measures it at a usual move's time."""

import pytest

from tests.long.overhead import measure

MOVE_MS = 5
MOST_MS = 25.0  # a move, on a busy machine


@pytest.mark.parametrize("suspend", [False, True])
def test_a_move_through_the_runner_takes_little_more_than_the_engines_time(suspend: bool) -> None:
    over_ms, share = measure(MOVE_MS, suspend)
    assert 0 < over_ms < MOST_MS
    assert 0 < share < 1
