"""Which of our modules import which, and which of them the packed program must have."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from protocol.cli.toolbox import PACKED, TOOLS
from tests import ROOT

DOOR = "protocol.__main__"
# Excluded in build_exe.spec.
NOT_PACKED = ("brain.kernels.", "brain.build.", "brain.train.", "protocol.cli.executors")


def modules() -> dict[str, Path]:
    """Return every module's file by its name; a package has its own name."""
    files = [path for package in ("brain", "protocol") for path in (ROOT / package).rglob("*.py")]
    files.append(ROOT / "tengen.py")
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in files]
    return {name.removesuffix(".__init__"): file for name, file in zip(names, files, strict=True)}


MODULES = modules()


@cache
def imports(module: str) -> tuple[str, ...]:
    """Return the modules that a module imports, also those in its functions."""
    return tuple(_imports(module))


def _imports(module: str) -> Iterator[str]:
    for node in _statements(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in MODULES else str(node.module)


def _statements(block: ast.AST) -> Iterator[ast.AST]:
    """Yield all statements in a block, without their expressions: they are few of its nodes."""
    for name in ("body", "orelse", "handlers", "finalbody", "cases"):
        for statement in getattr(block, name, ()):
            yield statement
            yield from _statements(statement)


def packed() -> set[str]:
    """Return our modules in the packed program: all that the door and its tools import."""
    found: set[str] = set()
    wanted = [DOOR, *(TOOLS[tool] for tool in PACKED)]
    while wanted:
        module = wanted.pop()
        if module in MODULES and module not in found and not module.startswith(NOT_PACKED):
            found.add(module)
            wanted += [*imports(module), module.rpartition(".")[0]]
    return found
