"""The entry points without a library: compiled in this process, or plain Python without the JIT."""

import inspect
from collections.abc import Callable

import numpy

from brain.layout import ENTRIES, Record, dtype


def entry_points() -> dict[str, Callable[..., int]]:
    """Return the functions of `layout.ENTRIES`, called as the library's are."""
    from brain.kernels import entries  # compiles every kernel, which takes a minute

    return {name: _entry(getattr(entries, name)) for name in ENTRIES}


def _entry(function: Callable[..., int]) -> Callable[..., int]:
    shape = dtype()

    def with_record(record: Record | None, *integers: int) -> int:
        rows = numpy.frombuffer(memoryview(record or Record()).cast("B"), shape).view(
            numpy.recarray
        )
        return int(function(rows[0], *integers))

    def without_record(record: Record | None, *integers: int) -> int:
        return int(function(*integers))

    takes_record = "S" in inspect.signature(function).parameters
    return with_record if takes_record else without_record
