"""A searcher at drawn boards, whose compiled searches tests call directly."""

from collections.abc import Iterator
from contextlib import contextmanager

from brain.cell import Cell
from brain.layout import GAMES
from brain.lexicon import WALL
from brain.thinking.searcher import MemoryLimits, Searcher
from tests.support.boards import Drawing, size_of

LIMITS = MemoryLimits(table_bytes=1 << 20)


@contextmanager
def open_searcher() -> Iterator[Searcher]:
    """Yield a searcher with a small table; close it afterwards."""
    searcher = Searcher()
    searcher.allocate(LIMITS)
    yield searcher
    searcher.close()


def set_up(searcher: Searcher, drawing: Drawing, rule: int) -> None:
    """Begin a game at a drawn board, its stones placed in the order of their cells."""
    if searcher.record.table_game == GAMES:
        searcher.allocate(LIMITS)
    searcher.load_rule(rule)
    walls = tuple(Cell(cell) for cell, state in drawing.board.items() if state == WALL)
    searcher.new_game(*size_of(drawing.board), rule, walls)
    for cell, colour in drawing.stones():
        searcher.place(cell, colour)


def line_of(searcher: Searcher) -> list[int]:
    """Return the line that a search has left."""
    record = searcher.record
    return record.pv[0][: record.pv_length[0]]
