"""A suspended program answers, and its clock is right afterwards; pauses.py suspends more often."""

import sys

import pytest

from tests.long.pauses import TURN_MS, Lateness, lateness
from tests.support.driver import PROGRAM

PAUSES = 14
MOST_LATE_MS = 200.0  # on a busy machine; managers put up with 1000
TRIES = 3  # another process may have taken the processor from any of them


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
def test_a_suspended_program_answers_and_its_clock_is_right_afterwards() -> None:
    assert any(in_time(lateness(PROGRAM, PAUSES, seed)) for seed in range(TRIES))


def in_time(late: Lateness) -> bool:
    """Tell whether every move came in time, and none gave its time away."""
    latest = max(late.thinking + late.idle + late.undisturbed)
    return latest < MOST_LATE_MS and min(late.undisturbed) > -TURN_MS / 2
