"""The `kernel` decorator: docs/kernels.md explains how to write, call and debug a kernel.

A kernel's first parameter may be a record. Its name says which: S is a search's, L that of a
certificate's line. All other parameters and the result are 64-bit integers. A kernel allocates
nothing, raises nothing and calls only kernels of lower floors or itself. With
NUMBA_DISABLE_JIT set, kernels are plain Python functions.
"""

import contextlib
import inspect
from collections.abc import Callable, Iterator
from typing import Any

from numba import config, from_dtype, int64
from numba.core import typeinfer
from numba.core.registry import CPUDispatcher
from numba.cpython import slicing

from brain import layout
from brain.kernels.jit.widening import widened

RECORD, LINE_RECORD = from_dtype(layout.dtype()), from_dtype(layout.line_dtype())
RECORDS = {"S": RECORD, "L": LINE_RECORD}  # by parameter
OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy"}
Kernel = Callable[..., int]


class CompiledKernel(CPUDispatcher):  # type: ignore[misc]
    """A kernel, compiled for its one signature when it is first called, or first called by a kernel
    that is compiled.
    """

    def __init__(self, function: Kernel) -> None:
        super().__init__(function, targetoptions=OPTIONS)
        names = inspect.signature(function).parameters
        self._signature = int64(*[RECORDS.get(name, int64) for name in names])

    def compiled(self) -> Any:
        """Return numba's result of compiling the kernel, which is done now if need be."""
        if not self.overloads:
            with typeinfer.register_dispatcher(self), _unsigned_indices():
                self.compile(self._signature)
            self.disable_compile()
        (found,) = self.overloads.values()
        return found

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return how a kernel that is compiled calls this one."""
        self.compiled()
        return super().get_call_template(args, kws)

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """Return what a call from Python runs."""
        return self.compiled().entry_point


def kernel(function: Kernel) -> Kernel:
    """Have a function compiled for the signature described above."""
    function = widened(function, int if config.DISABLE_JIT else int64)
    return function if config.DISABLE_JIT else CompiledKernel(function)


@contextlib.contextmanager
def _unsigned_indices() -> Iterator[None]:
    """Compile without the check whether an index counts from the end: no kernel's is negative."""
    checked = slicing.fix_index
    slicing.fix_index = lambda builder, index, size: index
    try:
        yield
    finally:
        slicing.fix_index = checked
