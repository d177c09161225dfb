"""The kernels' modules for tests, imported when they are first used.

`Plain` gives kernels that are plain Python functions: a test calls them a few times, and compiling
them would take half a minute. `Later` gives a module as it is; a kernel in it is compiled.
"""

import ast
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import Any, ClassVar

from brain.thinking.native import PACKAGE


class Later:
    """A module that is imported when something of it is first used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # pytest looks for its marks in everything that it collects
            raise AttributeError(name)
        return getattr(self._module, name)

    @cached_property
    def _module(self) -> ModuleType:
        return import_module(self._name)


class Plain(Later):
    """A module of kernels that are not compiled. All such modules share one set of imports."""

    _modules: ClassVar[dict[str, ModuleType]] = {}

    @cached_property
    def _module(self) -> ModuleType:
        with _without_jit(self._modules):
            return import_module(self._name)


@contextmanager
def _without_jit(modules: dict[str, ModuleType]) -> Iterator[None]:
    """Have the kernels' imports found among `modules`, and added there without the JIT."""
    from numba import config  # takes seconds

    compiled = _taken(sys.modules)
    sys.modules.update(modules)
    before, config.DISABLE_JIT = config.DISABLE_JIT, True
    try:
        yield
    finally:
        config.DISABLE_JIT = before
        modules.update(_taken(sys.modules))
        sys.modules.update(compiled)


def _taken(modules: dict[str, ModuleType]) -> dict[str, ModuleType]:
    """Remove and return the kernels' modules."""
    names = [name for name in modules if name.startswith("brain.kernels")]
    return {name: modules.pop(name) for name in names}


def constants(module: str) -> dict[str, int]:
    """Return the constants that a module such as "search/deepen" writes as literals, without
    importing it.
    """
    tree = ast.parse((PACKAGE / "kernels" / f"{module}.py").read_text(encoding="utf-8"))
    return {
        target.id: statement.value.value
        for statement in tree.body
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant)
        for target in statement.targets
        if isinstance(target, ast.Name) and isinstance(statement.value.value, int)
    }
