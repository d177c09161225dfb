"""A kernel's loads from a record are widened; the rest of it stays as it is written."""

from types import SimpleNamespace
from typing import Any

import numpy as np

from brain.kernels.jit.widening import widened


def loads(S: Any, cell: int) -> Any:
    return S.board[cell] + S.cell_class[1][cell], S.board, S.board[:2]


def stores(S: Any, cell: int) -> int:
    S.board[cell] = 7
    S.board[cell] += 1
    return 0


def calls_itself(S: Any, ply: int, flag: int) -> Any:
    return flag if ply == 0 else calls_itself(S, ply - 1, 0)


def reads_no_record(cell: int) -> int:
    return cell


def record() -> Any:
    return SimpleNamespace(
        board=np.full(4, 200, np.uint8), cell_class=np.full((3, 4), 100, np.uint8)
    )


def test_elements_are_widened_and_parts_of_fields_are_not() -> None:
    made: Any = widened(loads, int)
    total, field, part = made(record(), 1)
    assert total == 300  # more than a byte holds
    assert isinstance(total, int)
    assert isinstance(field, np.ndarray)
    assert isinstance(part, np.ndarray)


def test_stores_stay_as_they_are() -> None:
    memory = record()
    widened(stores, int)(memory, 2)
    assert memory.board[2] == 8


def test_a_literal_is_widened_where_a_kernel_calls_itself() -> None:
    seen: list[int] = []

    def note(value: int) -> int:
        seen.append(value)
        return value

    made = widened(calls_itself, note)
    made(record(), 1, 5)
    assert seen == [0]


def test_a_function_without_a_record_is_the_same_function() -> None:
    assert widened(reads_no_record, int) is reads_no_record


def test_a_widened_kernel_keeps_its_lines_for_a_debugger() -> None:
    made = widened(stores, int)
    assert made.__code__.co_filename == stores.__code__.co_filename
    assert made.__code__.co_firstlineno == stores.__code__.co_firstlineno
