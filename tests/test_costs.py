"""The cost of untrusted input; tests/long/costs.py reads more of it."""

import sys

import pytest

from tests.support import hostile

SIZE = 20_000  # bytes
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the peak")


@pytest.mark.parametrize("name", hostile.INPUTS)
def test_hostile_input_is_read_or_refused_at_a_bounded_cost(name: str) -> None:
    found = hostile.cost(name, SIZE)
    assert hostile.is_bounded(found), found
