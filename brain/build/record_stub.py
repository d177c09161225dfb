"""Writes brain/record_fields.pyi, the types of the records' fields.

`brain.layout` makes the records from tables, which a type checker does not evaluate. The stub
declares every field: a number, or an array with the dimensions of its shape. For any other name
ctypes promises Any; the stub takes that back, so that a misspelt field is an error.

    python -m brain.build.record_stub
"""

from pathlib import Path

from brain import layout
from brain.files.durable import write_atomically

TARGET = Path(layout.__file__).with_name("record_fields.pyi")
# The classes of the stub, and the fields of each.
CLASSES = {
    "RecordFields": layout.FIELDS,
    "LineRecordFields": layout.LINE_FIELDS,
    "StoredTablesFields": layout.STORED,
    "NetworkFields": layout.NETWORK,
    "StarFields": layout.STAR,
}
HEAD = '''\
"""The fields of the records in `brain.layout`. Written by `python -m brain.build.record_stub`.

A field has elements by indices one by one, as ctypes has them, and by several at once, as kernels
also do.
"""

import ctypes
from _ctypes import _CField
from collections.abc import Iterator
from typing import Any, Generic, TypeAlias, TypeVar, overload

Part = TypeVar("Part")
Value = TypeVar("Value")
Field: TypeAlias = _CField[Any, Value, Value]

class Rows(ctypes.Array[Any], Generic[Part]):
    _length_: int
    _type_: Any
    @overload
    def __getitem__(self, key: int, /) -> Part: ...
    @overload
    def __getitem__(self, key: slice, /) -> list[Part]: ...
    @overload
    def __getitem__(self, key: tuple[int, ...], /) -> int: ...
    def __setitem__(self, key: int | slice | tuple[int, ...], value: Any, /) -> None: ...
    def __iter__(self) -> Iterator[Part]: ...

class Fields(ctypes.Structure):
    # Not the functions of Structure that accept any name.
    __getattr__: None  # type: ignore[assignment, misc]
    __setattr__: None  # type: ignore[assignment, misc]
'''


def main() -> None:
    """Write the stub."""
    write_atomically(TARGET, stub())


def stub() -> str:
    """Return the stub."""
    classes = (_class(name, fields) for name, fields in CLASSES.items())
    return "\n".join((HEAD, *classes))


def _class(name: str, fields: layout.Fields) -> str:
    types = "".join(f"    {field}: {_type(shape)}\n" for field, _, shape in fields)
    return f"class {name}(Fields):\n{types}"


def _type(shape: layout.Shape) -> str:
    """Return the type of a field: a number, or rows of rows of numbers."""
    value = "int"
    for _ in shape:
        value = f"Rows[{value}]"
    return f"Field[{value}]"


if __name__ == "__main__":
    main()
