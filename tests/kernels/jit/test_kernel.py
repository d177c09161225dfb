"""The decorator: a kernel's signature follows from its parameters' names."""

from typing import Any

import numpy

from brain.layout import LineRecord, Record
from tests.support.kernels import Later
from tests.support.record_views import fields, line_fields

jit, probes = Later("brain.kernels.jit.kernel"), Later("tests.kernels.jit.probes")


def parameters(kernel: Any) -> list[str]:
    """Return the types that a kernel was compiled for."""
    types = kernel.compiled().signature.args
    return ["S" if t == jit.RECORD else "L" if t == jit.LINE_RECORD else str(t) for t in types]


def test_the_name_of_a_parameter_says_which_record_it_is() -> None:
    assert parameters(probes.stones_and_one) == ["S"]
    assert parameters(probes.tries_left) == ["L", "int64"]
    assert parameters(probes.difference) == ["int64", "int64"]


def test_a_kernel_reads_the_record_that_it_is_given() -> None:
    record, line = Record(), LineRecord()
    record.stones, line.tries = 6, 10
    assert probes.stones_and_one(fields(record)) == 7
    assert probes.tries_left(line_fields(line), 3) == 7


def test_a_kernel_is_compiled_when_it_or_its_caller_is_called() -> None:
    assert not probes.remainder.signatures
    assert not probes.largest.signatures
    assert probes.divisor(12, 18) == 6
    assert probes.remainder.signatures
    assert not probes.largest.signatures


def test_a_kernel_is_compiled_once() -> None:
    assert probes.difference(2, 3) == -1
    assert probes.difference(True, 3) == -2
    assert len(probes.difference.signatures) == 1


def test_a_division_by_zero_raises_nothing() -> None:
    assert probes.divided(7, 2) == 3
    assert probes.divided(7, 0) == 0


def test_numba_checks_indices_again_after_a_kernel_is_compiled() -> None:
    assert probes.difference(5, 3) == 2
    from numba import njit

    def last(numbers: Any) -> Any:
        return numbers[-1]

    assert njit(last)(numpy.arange(6)) == 5
