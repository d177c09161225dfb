"""The entry points without a library: compiled in this process, or plain Python without the JIT."""

import inspect
from collections.abc import Callable

import numpy

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
        return int(function(rows.view(numpy.recarray)[0], *integers))

    return called
