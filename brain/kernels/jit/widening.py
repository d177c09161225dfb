"""Widens what a kernel reads: a field's element becomes a signed 64-bit integer when it is loaded.

Without that, numba computes with the field's own type: signed with unsigned 64-bit integers give a
float, and numpy's scalars, which kernels see without the JIT, overflow. The kernel's source is
rewritten before it is compiled: `S.board[cell]` becomes `_wide(S.board[cell])`. A literal argument
of a call to itself is widened too, or numba would compile the kernel once more for it.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable
from typing import Any

from brain import layout

WIDE = "_wide"  # the name of the conversion among the kernel's globals
# The variables that are records -> the dimensions of their fields.
RECORDS = {
    "L": {name: len(shape) for name, _, shape in layout.LINE_FIELDS},
    "S": {name: len(shape) for name, _, shape in layout.FIELDS},
    "tables": {name: len(shape) for name, _, shape in layout.STORED},
}


def widened(function: Callable[..., int], convert: Callable[[Any], int]) -> Callable[..., int]:
    """Return a function that applies `convert` to each element that it loads from a record."""
    if not RECORDS.keys() & inspect.signature(function).parameters.keys():
        return function
    lines, first = inspect.getsourcelines(function)
    tree = ast.parse(textwrap.dedent("".join(lines)))
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    definition.decorator_list = []
    ast.fix_missing_locations(_Widening(function.__name__).visit(tree))
    ast.increment_lineno(tree, first - 1)  # so that a debugger shows the kernel's own lines
    made: dict[str, Callable[..., int]] = {}
    function.__globals__[WIDE] = convert
    exec(compile(tree, inspect.getfile(function), "exec"), function.__globals__, made)
    return made[function.__name__]


class _Widening(ast.NodeTransformer):
    """Wraps loads in calls of WIDE."""

    def __init__(self, kernel: str) -> None:
        self._kernel = kernel

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        return _wide(node) if isinstance(node.ctx, ast.Load) and _is_element(node) else node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == self._kernel:
            node.args = [_wide(it) if isinstance(it, ast.Constant) else it for it in node.args]
        return node


def _wide(value: ast.expr) -> ast.expr:
    called = ast.Name(WIDE, ast.Load())
    return ast.copy_location(ast.Call(called, [value], []), value)


def _is_element(node: ast.expr) -> bool:
    """Return whether an expression is one element of a record's field, not a part of the field."""
    indices = 0
    while isinstance(node, ast.Subscript):
        of = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if any(isinstance(index, ast.Slice) for index in of):
            return False
        indices += len(of)
        node = node.value
    if not (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)):
        return False
    return RECORDS.get(node.value.id, {}).get(node.attr) == indices
