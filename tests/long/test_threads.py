"""Two threads search to a depth; threads.py measures their speed-up."""

from brain import benchmark
from tests.long.threads import seconds

DEPTH = 6  # plies


def test_the_seconds_of_a_search_to_a_depth_are_measured() -> None:
    assert seconds([next(benchmark.positions())], 2, DEPTH) > 0
