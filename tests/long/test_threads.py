"""Two threads search to a depth; threads.py measures their speed-up."""

from tests.long.threads import bench_positions, seconds

DEPTH = 6  # plies


def test_the_seconds_of_a_search_to_a_depth_are_measured() -> None:
    assert seconds(bench_positions()[:1], 2, DEPTH) > 0
