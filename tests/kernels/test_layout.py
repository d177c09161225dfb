"""The record, which kernels see through numpy and the engine through ctypes."""

import ctypes
from collections.abc import Callable
from typing import Any

import numpy
import pytest

from brain.layout import (
    FIELDS,
    LINE_FIELDS,
    STORED,
    Fields,
    LineRecord,
    Record,
    StoredTables,
    dtype,
    line_dtype,
    tables_dtype,
)
from brain.lexicon import BLACK

RECORDS: list[tuple[type[ctypes.Structure], Callable[[], Any], Fields]] = [
    (Record, dtype, FIELDS),
    (LineRecord, line_dtype, LINE_FIELDS),
    (StoredTables, tables_dtype, STORED),
]


@pytest.mark.parametrize(("record", "shape", "fields"), RECORDS)
def test_fields_are_the_same_bytes_for_kernels_as_for_the_engine(
    record: type[ctypes.Structure], shape: Callable[[], Any], fields: Fields
) -> None:
    assert shape().itemsize == ctypes.sizeof(record)
    for name, _, _ in fields:
        kind, offset = shape().fields[name][:2]
        field = getattr(record, name)
        assert (offset, kind.itemsize) == (field.offset, field.size), name


@pytest.mark.parametrize(("record", "shape", "fields"), RECORDS)
def test_the_engine_reads_the_values_that_a_kernel_writes(
    record: type[ctypes.Structure], shape: Callable[[], Any], fields: Fields
) -> None:
    memory = record()
    view = numpy.frombuffer(memoryview(memory).cast("B"), shape())
    for name, code, lengths in fields:
        view[name][(0, *(length - 1 for length in lengths))] = -1 if code.startswith("i") else 200
    for name, code, lengths in fields:
        value = getattr(memory, name)
        for length in lengths:
            value = value[length - 1]
        assert value == (-1 if code.startswith("i") else 200), name


def test_a_copy_of_a_record_shares_its_tables() -> None:
    record, copy = Record(), Record()
    ctypes.memmove(ctypes.byref(copy), ctypes.byref(record), ctypes.sizeof(Record))
    record.tables.value[BLACK][7] = 20
    assert copy.tables.value[BLACK][7] == 20


def test_a_record_has_no_field_that_is_not_described() -> None:
    with pytest.raises(AttributeError):
        Record().node_limits = 1  # type: ignore[attr-defined]  # the point of the test
    with pytest.raises(AttributeError):
        LineRecord().try_limit = 1  # type: ignore[attr-defined]  # the point of the test
