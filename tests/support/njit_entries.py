"""The entry points without a library: compiled in this process, or plain Python without the JIT.

Plain Python refuses every index outside a field, negative ones as well.
"""

import inspect
from collections.abc import Callable
from typing import Any

import numpy
from numba import config

from brain.layout import ENTRIES, LineRecord, Record, dtype, line_dtype


def entry_points() -> dict[str, Callable[..., int]]:
    """Return the functions of `layout.ENTRIES`, called as the library's are."""
    from brain.kernels import entries  # compiles every kernel, which takes a minute

    return {name: _entry(getattr(entries, name)) for name in ENTRIES}


def _entry(function: Callable[..., int]) -> Callable[..., int]:
    first = next(iter(inspect.signature(function).parameters), "")
    shape = {"S": dtype, "L": line_dtype}.get(first)

    def called(record: Record | LineRecord | None, *integers: int) -> int:
        if shape is None:
            return int(function(*integers))
        rows = numpy.frombuffer(memoryview(record or Record()).cast("B"), shape())
        fields = rows.view(numpy.recarray)[0]
        return int(function(CheckedRecord(fields) if config.DISABLE_JIT else fields, *integers))

    return called


class CheckedField(numpy.ndarray[Any, Any]):
    """A field whose indices do not count from the end."""

    def __getitem__(self, key: Any) -> Any:
        _check(key)
        return super().__getitem__(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        _check(key)
        super().__setitem__(key, value)


class CheckedRecord:
    """A record whose fields are `CheckedField`s."""

    def __init__(self, fields: Any) -> None:
        vars(self)["fields"] = fields

    def __getattr__(self, name: str) -> Any:
        value = getattr(vars(self)["fields"], name)
        return value.view(CheckedField) if isinstance(value, numpy.ndarray) else value

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(vars(self)["fields"], name, value)


def _check(key: Any) -> None:
    """Raise IndexError for a negative index."""
    for index in key if isinstance(key, tuple) else (key,):
        if not isinstance(index, slice) and index < 0:
            raise IndexError(f"index {index} counts from the end")
