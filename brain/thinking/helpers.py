"""Lazy SMP: helpers search copies of the position, and write to the transposition table that the
first thread reads. That makes the first thread faster; only its result counts.
"""

import ctypes
import threading

from brain.layout import Record
from brain.lexicon import MAX_DEPTH
from brain.thinking.native import Library

HELPER_BYTES = ctypes.sizeof(Record) + (1 << 20)  # its record, and what its thread uses at most


class Helpers:
    """Helpers, each with its own record."""

    def __init__(self, library: Library, size: int) -> None:
        self._library = library
        self._records = [Record() for _ in range(size)]
        self._threads: list[threading.Thread] = []

    @property
    def size(self) -> int:
        """How many helpers there are."""
        return len(self._records)

    @property
    def nodes(self) -> int:
        """The nodes that the helpers have searched since they started; 0 when none does."""
        return sum(record.nodes for record in self._records)

    def start(self, record: Record, colour: int, lines: int) -> None:
        """Have the helpers search the position of a record, as many lines, until `stop`."""
        for number, own in enumerate(self._records):
            ctypes.memmove(ctypes.byref(own), ctypes.byref(record), ctypes.sizeof(Record))
            own.table_leader = ctypes.addressof(record) + Record.table_buckets.offset
            own.node_limit = own.deadline = own.nodes = 0
            thread = threading.Thread(
                target=self._search, args=(own, colour, 1 + number % 2, lines), daemon=True
            )
            try:
                thread.start()
            except RuntimeError:  # no more threads to be had: fewer search
                return
            self._threads.append(thread)

    def stop(self) -> None:
        """End the helpers' search."""
        for record in self._records:
            record.stop = 1
        for thread in self._threads:
            thread.join()
        self._threads.clear()
        for record in self._records:
            record.nodes = 0

    def _search(self, record: Record, colour: int, first_depth: int, lines: int) -> None:
        """Search deeper and deeper; half of the helpers are a ply ahead of the others. They
        use the windows of the first thread, so that it can use more of their results.
        """
        for depth in range(first_depth, MAX_DEPTH + 1):
            self._library.deepen(record, colour, depth, lines)
            if record.stop:
                break
