"""The mark `timed` of tests that measure seconds."""

import pytest

from tests.conftest import TRIES

TRIED: list[int] = []


@pytest.mark.timed
def test_a_timed_test_is_tried_again() -> None:
    TRIED.append(len(TRIED))
    assert len(TRIED) == TRIES
