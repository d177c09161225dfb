"""The `kernel` decorator: docs/kernels.md explains how to write, call and debug a kernel.

A kernel's first parameter may be a record, which its name tells: S is a search's, L is that of a
certificate's line. All other parameters are 64-bit integers, and so is what it returns. It
allocates nothing, raises nothing and calls only kernels of lower floors or itself. With
NUMBA_DISABLE_JIT set, kernels are plain Python functions.
"""

import contextlib
import inspect
from collections.abc import Callable, Iterator

from numba import config, from_dtype, int64, njit
from numba.cpython import slicing

from brain import layout
from brain.kernels.jit.widening import widened

RECORD, LINE_RECORD = from_dtype(layout.dtype()), from_dtype(layout.line_dtype())
RECORDS = {"S": RECORD, "L": LINE_RECORD}  # by parameter
Kernel = Callable[..., int]


def kernel(function: Kernel) -> Kernel:
    """Compile a function at once for the signature described above."""
    function = widened(function, int if config.DISABLE_JIT else int64)
    if config.DISABLE_JIT:
        return function
    names = inspect.signature(function).parameters
    arguments = [RECORDS.get(name, int64) for name in names]
    with _unsigned_indices():
        compiled: Kernel = njit(int64(*arguments), nogil=True, error_model="numpy")(function)
    return compiled


@contextlib.contextmanager
def _unsigned_indices() -> Iterator[None]:
    """Compile without the check whether an index counts from the end: no kernel's is negative."""
    checked = slicing.fix_index
    slicing.fix_index = lambda builder, index, size: index
    try:
        yield
    finally:
        slicing.fix_index = checked
