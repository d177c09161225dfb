"""Arguments are accepted, or refused with the expected and the received value."""

from math import nan

import numpy as np
import pytest

from brain.validation import index_of, number_of, pair_of, several_of, text_of


def test_a_number_is_taken_when_it_lies_on_a_limit() -> None:
    assert number_of("plies", 1, 1, 9) == 1
    assert number_of("plies", 9, 1, 9) == 9


@pytest.mark.parametrize(
    ("given", "least", "most", "expected"),
    [
        (0, 1, 9, "plies: expected an integer from 1 to 9, got 0"),
        (10, 1, 9, "plies: expected an integer from 1 to 9, got 10"),
    ],
)
def test_a_number_is_refused_with_its_limits_when_it_lies_outside(
    given: int, least: int, most: int, expected: str
) -> None:
    with pytest.raises(ValueError, match=f"^{expected}$"):
        number_of("plies", given, least, most)


def test_a_number_without_a_maximum_is_refused_with_its_minimum() -> None:
    with pytest.raises(ValueError, match=r"^nodes: expected an integer of 1 or more, got 0$"):
        number_of("nodes", 0, 1)


@pytest.mark.parametrize("given", [True, 1.0, nan, "1", None, [1]])
def test_a_number_is_refused_when_it_is_not_an_integer(given: object) -> None:
    with pytest.raises(ValueError, match=r"^width: expected an integer, got "):
        number_of("width", given)


def test_an_integer_of_any_type_becomes_a_plain_one() -> None:
    assert type(index_of(np.uint8(7))) is int
    assert index_of(np.uint8(7)) == 7


def test_text_is_refused_when_it_is_bytes() -> None:
    with pytest.raises(ValueError, match=r"^name: expected a string, got b'h8'$"):
        text_of("name", b"h8")


@pytest.mark.parametrize("given", [(3, 4), [3, 4], iter((3, 4)), np.array([3, 4])])
def test_a_pair_is_taken_when_it_is_any_iterable_of_two_integers(given: object) -> None:
    assert pair_of(given) == (3, 4)


@pytest.mark.parametrize("given", [(3,), (3, 4, 5), (3, "x"), (3, True), "34", 34, None])
def test_a_pair_is_refused_when_it_is_not_two_integers(given: object) -> None:
    with pytest.raises(ValueError, match=r"^expected two integers, got "):
        pair_of(given)


def test_a_list_is_refused_when_it_is_one_number() -> None:
    with pytest.raises(ValueError, match=r"^walls: expected a list, got 5$"):
        several_of("walls", 5)
