"""Watching a think from another thread: which root move is searched, which is best, which lose.

The kernels only write that to the record; a Watcher polls it.
"""

import contextlib
import threading
from collections.abc import Callable, Iterator
from enum import Enum, auto
from typing import NamedTuple

from brain.cell import Cell
from brain.layout import Record
from brain.lexicon import CELLS, STRIDE

PERIOD_S = 0.05  # between two looks


class RootEvent(Enum):
    """What can happen to a move at the root."""

    SEARCHING = auto()
    DONE = auto()  # searched
    BEST = auto()  # so far
    LOST = auto()  # proven to lose


class Mark(NamedTuple):
    """News of a move at the root."""

    kind: RootEvent
    cell: Cell


Watch = Callable[[Mark], None]


class Watcher:
    """Polls a record and tells what has changed, until `close`."""

    def __init__(self, record: Record, watch: Watch) -> None:
        self._record = record
        self._watch = watch
        self._searching = self._best = 0
        self._lost: set[int] = set()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        with contextlib.suppress(RuntimeError):  # no thread to be had: nothing is told
            self._thread.start()

    def close(self) -> None:
        """Stop watching; nothing is told afterwards."""
        self._closing.set()
        if self._thread.ident:
            self._thread.join()

    def _look(self) -> None:
        closing = False
        while not closing:
            closing = self._closing.wait(PERIOD_S)
            for mark in self._news():
                self._watch(mark)

    def _cell(self, cell: int) -> Cell:
        return Cell(cell, self._record.height)

    def _news(self) -> Iterator[Mark]:
        searching, best = self._record.root_move, self._record.root_best
        if searching and searching != self._searching:
            if self._searching:
                yield Mark(RootEvent.DONE, self._cell(self._searching))
            self._searching = searching
            yield Mark(RootEvent.SEARCHING, self._cell(searching))
        lost = lost_cells(self._record)
        for cell in sorted(lost - self._lost):
            yield Mark(RootEvent.LOST, self._cell(cell))
        self._lost |= lost
        if best and best != self._best:
            self._best = best
            yield Mark(RootEvent.BEST, self._cell(best))


def lost_cells(record: Record) -> set[int]:
    """Return the moves that are proven to lose."""
    rows = tuple(record.root_lost)
    return {cell for cell in range(CELLS) if rows[cell // STRIDE] >> cell % STRIDE & 1}
