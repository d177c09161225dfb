"""The `kernel` decorator: docs/kernels.md explains how to write, call and debug a kernel.

A kernel takes the record first, if it has a parameter named S, and otherwise only 64-bit integers;
it returns a 64-bit integer. It allocates nothing, raises nothing and calls only kernels of lower
floors or itself. With NUMBA_DISABLE_JIT set, kernels are plain Python functions.
"""

import contextlib
import inspect
from collections.abc import Callable, Iterator

from numba import config, from_dtype, int64, njit
from numba.cpython import slicing

from brain import layout
from brain.kernels.jit.widening import widened

RECORD = from_dtype(layout.dtype())
Kernel = Callable[..., int]


def kernel(function: Kernel) -> Kernel:
    """Compile a function at once for the signature described above."""
    function = widened(function, int if config.DISABLE_JIT else int64)
    if config.DISABLE_JIT:
        return function
    names = inspect.signature(function).parameters
    arguments = [RECORD if name == "S" else int64 for name in names]
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
