"""Charts: their scales."""

import math

from hypothesis import example, given
from hypothesis import strategies as st

from brain.charts.charts import scale


@given(st.lists(st.floats(-1e6, 1e6), min_size=1))
@example([5e-324])
@example([-1e-300, 1e-308])
@example([5e-324, -1e6])
@example([-5e-324, 1e6])
def test_scale_holds_its_numbers_between_round_ends(numbers: list[float]) -> None:
    found = scale([*numbers, math.inf])
    assert found.low <= min(numbers)
    assert found.high >= max(numbers)
    assert 1 <= len(found.ticks) - 1 <= 7
    assert found.percent(math.inf) == "100.00%"
    assert found.percent(-math.inf) == "0.00%"
