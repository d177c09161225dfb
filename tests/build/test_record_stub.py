"""The stub of the records' fields is up to date, and a type checker refuses any other field.

The errors that it must report are marked to be ignored; mypy reports a mark that it doesn't need.
"""

from typing import Any

import pytest

from brain.build import record_stub
from brain.layout import Record


def misspelt(S: Record, cell: int) -> Any:
    """Do what a kernel does, wrongly."""
    return S.board[cell] + S.widht  # type: ignore[attr-defined]


def test_the_stub_has_the_fields_of_the_records() -> None:
    assert record_stub.TARGET.read_text("utf-8") == record_stub.stub()


def test_an_array_has_as_many_dimensions_as_its_shape() -> None:
    assert record_stub._type(()) == "Field[int]"
    assert record_stub._type((2, 3)) == "Field[Rows[Rows[int]]]"


def test_a_misspelt_field_is_an_error() -> None:
    with pytest.raises(AttributeError):
        misspelt(Record(), 0)
    with pytest.raises(AttributeError):
        Record().widht = 1  # type: ignore[attr-defined]


def test_an_element_of_a_field_is_an_integer() -> None:
    record = Record()
    by_row: int = record.pv[1][2]
    assert by_row == 0
