"""The record, which kernels see through numpy and the engine through ctypes."""

import ctypes

import numpy
import pytest

from brain.layout import FIELDS, Record, dtype


def test_record_is_as_large_for_kernels_as_for_the_engine() -> None:
    assert dtype().itemsize == ctypes.sizeof(Record)


@pytest.mark.parametrize("name", [name for name, _, _ in FIELDS])
def test_field_is_the_same_bytes_for_kernels_as_for_the_engine(name: str) -> None:
    fields = dtype().fields
    assert fields
    kind, offset = fields[name][:2]
    field = getattr(Record, name)
    assert (offset, kind.itemsize) == (field.offset, field.size)


def test_what_a_kernel_writes_is_what_the_engine_reads() -> None:
    record = Record()
    view = numpy.frombuffer(memoryview(record).cast("B"), dtype())
    for name, code, shape in FIELDS:
        view[name][(0, *(length - 1 for length in shape))] = -1 if code.startswith("i") else 200
    for name, code, shape in FIELDS:
        value = getattr(record, name)
        for length in shape:
            value = value[length - 1]
        assert value == (-1 if code.startswith("i") else 200), name
