"""The kernels' record as the tests see it: numpy arrays and numbers on the same bytes."""

from typing import Any

import numpy

from brain.layout import LineRecord, Record, dtype, line_dtype, tables_dtype
from brain.lexicon import BLACK, WALL, WHITE
from brain.rules.laws import packed_law
from brain.thinking.native import Library
from tests.support.boards import Board, size_of


def fields(record: Record) -> Any:
    """Return a view of a record with a numpy array per field."""
    return numpy.frombuffer(memoryview(record).cast("B"), dtype()).view(numpy.recarray)[0]


def line_fields(record: LineRecord) -> Any:
    """Return a view of a line's record with a numpy array per field."""
    return numpy.frombuffer(memoryview(record).cast("B"), line_dtype()).view(numpy.recarray)[0]


def tables(record: Record) -> Any:
    """Return a view of a record's stored tables with a numpy array per field."""
    return numpy.frombuffer(memoryview(record.tables).cast("B"), tables_dtype()).view(
        numpy.recarray
    )[0]


def set_up(library: Library, record: Record, board: Board, rule: int) -> None:
    """Make a record the position of a board, its stones placed in the order of their cells."""
    library.new_game(record, *size_of(board), rule, packed_law(rule))
    view = fields(record)
    for cell, state in board.items():
        if state == WALL:
            view.board[cell] = WALL
    library.rebuild(record)
    for cell, state in board.items():
        if state in (BLACK, WHITE):
            library.place(record, cell, state)
