"""HTML that is escaped."""

from hypothesis import given
from hypothesis import strategies as st

from brain.charts.html_text import text


@given(st.text())
def test_text_has_no_markup_left(value: str) -> None:
    assert not set("<>\"'") & set(text(value))
