"""Free text in messages."""

import pytest

from brain.notation.text import excerpt


@pytest.mark.parametrize(
    ("value", "shown"),
    [("h8", "'h8'"), ("h8i9", "'h8i...'"), ("a\nb", "'a\\nb'"), (12, "12"), ([1, 2], "[1,...")],
)
def test_an_excerpt_quotes_the_beginning_of_a_text(value: object, shown: str) -> None:
    assert excerpt(value, 3) == shown
