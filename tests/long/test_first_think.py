"""The first think searches as many nodes as a later one; first_think.py measures it at length."""

import pytest

from tests.long.first_think import LEAST_SHARE, share

THINK_MS = 150


@pytest.mark.timed
@pytest.mark.parametrize("memory_mb", [64, 1000])
def test_the_first_think_is_as_strong_as_a_later_one(memory_mb: int) -> None:
    assert share(memory_mb, THINK_MS) > LEAST_SHARE
