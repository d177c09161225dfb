"""The processor's level."""

import pytest

from tests.support.kernels import Later

processor = Later("brain.kernels.jit.processor")


@pytest.mark.parametrize(
    ("flags", "wanted", "expected"), [(0b111, 0b101, 1), (0b110, 0b101, 0), (0, 0, 1)]
)
def test_flags_are_had_when_all_that_are_wanted_are_set(
    flags: int, wanted: int, expected: int
) -> None:
    assert processor.has(flags, wanted) == expected


def test_a_level_is_one_that_libraries_are_compiled_for() -> None:
    assert 0 <= processor.cpu_level() <= 4


def test_a_level_wants_flags_that_the_level_before_does_not() -> None:
    assert processor.BASIC_2 & processor.BASIC_3 == 0
    assert processor.EXTENDED_3 & processor.EXTENDED_4 == 0
    assert processor.SAVED_3 & processor.SAVED_4 == processor.SAVED_3
