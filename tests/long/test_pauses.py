"""A suspended program answers, and its clock is right afterwards; pauses.py suspends more often."""

import sys

import pytest

from tests.long.pauses import TURN_MS, lateness
from tests.support.driver import PROGRAM

PAUSES = 9
MOST_LATE_MS = 200.0  # on a busy machine; managers put up with 1000


@pytest.mark.timed
@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
def test_a_suspended_program_answers_and_its_clock_is_right_afterwards() -> None:
    late = lateness(PROGRAM, PAUSES, seed=0)
    assert min(late.undisturbed) > -TURN_MS / 2  # none gave its time away
    assert max(late.thinking + late.overdue + late.idle + late.undisturbed) < MOST_LATE_MS
