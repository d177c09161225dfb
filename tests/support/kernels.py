"""The kernels' modules for tests: importing one compiles it, and all that it calls.

A test module takes them from here, so that whoever only collects tests compiles nothing.
"""

import ast
from importlib import import_module
from typing import Any

from brain.thinking.native import PACKAGE


class Later:
    """A module that is imported when something of it is first used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # pytest looks for its marks in everything that it collects
            raise AttributeError(name)
        return getattr(import_module(self._name), name)


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
