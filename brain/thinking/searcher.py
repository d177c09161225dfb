"""A searcher: the one owner of the memory that the kernels work on.

It holds the compiled library, the records, the rule's tables and network, the transposition table
and the helpers. It checks no argument: `brain.engine` does so for everyone outside.
"""

import ctypes
import os
from typing import NamedTuple

from brain import layout
from brain.cell import Cell, cells_on
from brain.files import stored
from brain.lexicon import BLACK, CELLS, EMPTY, WALL, cell_at, column, row
from brain.rules.laws import packed_law
from brain.thinking import native, table
from brain.thinking.helpers import HELPER_BYTES, Helpers
from brain.thinking.table import Table
from brain.thinking.think import NOTHING, Analysis, Result, Task, Think, Ticks


class MemoryLimits(NamedTuple):
    """Limits that a searcher's memory is allocated by."""

    memory_bytes: int = 0  # of the whole process, 0 for none
    table_bytes: int = 0  # of the transposition table, 0 for the default
    threads: int = 1


BUSY = "the engine is thinking: call stop, or wait for its result"


class Searcher:
    """A record and all that it refers to; no board is set up yet.

    Before a search: `allocate`, `load_rule`, `new_game`. A board alone needs only `new_game`.
    """

    def __init__(self, library: native.Library | None = None) -> None:
        self.library = library or native.load()
        self.walls: tuple[Cell, ...] = ()
        self._record: layout.Record | None = layout.Record()
        self._line_record: layout.LineRecord | None = None
        self._ticks = Ticks(self.library)
        self._helpers = Helpers(self.library, 0)
        self._table: Table | None = None
        self._network: layout.NetworkMemory | None = None
        self._asked_to_stop = False
        self._is_thinking = False
        self.total_nodes = 0  # of all searches, by their first threads

    @property
    def record(self) -> layout.Record:
        """The record. ValueError after `close`."""
        if not self._record:
            raise ValueError("the engine is closed")
        return self._record

    @property
    def line_record(self) -> layout.LineRecord:
        """The record of a line, made when it is first used. ValueError after `close`."""
        record = self.record
        if self._line_record is None:
            self._line_record = layout.LineRecord()
            self._copy_game(record, self._line_record)
            self._line_record.stop = int(self._asked_to_stop)
        return self._line_record

    @staticmethod
    def _copy_game(record: layout.Record, to: layout.LineRecord) -> None:
        for name in layout.LINE_GAME:
            setattr(to, name, getattr(record, name))

    def check_open(self) -> None:
        """Raise ValueError after `close`."""
        _ = self.record

    @property
    def is_closed(self) -> bool:
        """Whether `close` was called."""
        return self._record is None

    def close(self) -> None:
        """Free the table; nothing else may be called afterwards."""
        self._check_idle()
        self._record = self._line_record = None
        if self._table:
            self._table.close()

    def _check_idle(self) -> None:
        """Raise ValueError while a search runs: a report must not change what is searched."""
        if self._is_thinking:
            raise ValueError(BUSY)

    # Memory.

    def allocate(self, limits: MemoryLimits) -> None:
        """Replace table and helpers by empty ones, as large as limits and system allow."""
        self._check_idle()
        record = self.record
        room = table.room(limits.memory_bytes, limits.table_bytes)
        threads = min(limits.threads, os.cpu_count() or 1, 1 + room // 2 // HELPER_BYTES)
        helpers = max(0, threads - 1)
        if helpers != self._helpers.size:
            self._helpers = Helpers(self.library, helpers)
        wanted = room - helpers * HELPER_BYTES
        old, self._table = self._table, Table(min(wanted, limits.table_bytes or wanted))
        record.table_address = self._table.address
        record.table_most_buckets = len(self._table) // table.BUCKET
        self.library.shrink(record)
        record.table_game = 1
        if old:
            old.close()
        self.clear_learned()

    def provide_table(self) -> None:
        """Have the system provide the table's memory, until all is there or `stop` is called."""
        self.check_open()
        while not self._asked_to_stop and self._table and self._table.provide():
            pass

    def table_usage(self) -> float:
        """Return the share of the table that this game's positions take, 0 to 1, from a sample."""
        record = self.record
        if not self._table:
            return 0.0
        in_use = int(record.table_buckets) / int(record.table_most_buckets)
        return self._table.usage(int(record.table_game)) * in_use

    def clear_learned(self) -> None:
        """Clear what one search leaves to the next besides the transposition table."""
        for name in layout.LEARNED:
            memory = getattr(self.record, name)
            ctypes.memset(memory, 0, ctypes.sizeof(memory))

    # The rule's data.

    def load_rule(self, rule: int) -> None:
        """Load a rule's tables and network, unless they are there."""
        if self.record.tables_rule != rule + 1:
            network = stored.read("network", rule)
            self.load_tables(stored.read("tables", rule))
            self.load_network(network)

    def load_tables(self, data: bytes) -> None:
        """Copy stored tables to the record's; `new_game` is due."""
        self._check_idle()
        tables, start = self.record.tables, 0
        for name, _, _ in layout.STORED:
            rows = getattr(tables, name)
            length = ctypes.sizeof(rows[0]) * 2
            end = ctypes.sizeof(rows)
            ctypes.memmove(ctypes.byref(rows, end - length), data[start:], length)
            start += length

    def load_network(self, data: bytes) -> None:
        """Use a network from now on; empty data mean none. ValueError as for `NetworkMemory`, and
        the network before is still used.
        """
        self._check_idle()
        record = self.record
        self._network = layout.NetworkMemory(data) if data else None
        if self._network:
            self._network.attach(record)
        else:
            record.network_address = record.star_address = 0

    # The position.

    @property
    def stones(self) -> tuple[tuple[Cell, int], ...]:
        """The stones in the order they were placed: (cell, colour)."""
        record = self.record
        placed = cells_on(record.height, record.placed[: record.stones])
        return tuple((cell, record.board[cell]) for cell in placed)

    def new_game(self, width: int, height: int, rule: int, walls: tuple[Cell, ...] = ()) -> None:
        """Set up a board, empty but for neutral stones on the cells `walls`."""
        self._check_idle()
        record = self.record
        self.library.new_game(record, width, height, rule, packed_law(rule))
        if self._line_record:
            self._copy_game(record, self._line_record)
        for cell in walls:
            record.board[cell] = WALL
        if walls:
            self.library.rebuild(record)
        self.walls = walls
        record.table_game += 1
        record.table_generation = 0
        self.clear_learned()

    def set_caution(self, level: int) -> None:
        """Set how far from the stones moves are searched, 0 to 5."""
        self._check_idle()
        stones = self.stones
        self.clear()
        self.record.caution = 1 + level
        self.library.rebuild(self.record)
        for cell, colour in stones:
            self.place(cell, colour)

    def place(self, cell: int, colour: int) -> None:
        """Put a stone on an empty cell."""
        self._check_idle()
        self.library.place(self.record, cell, colour)

    def lift(self) -> None:
        """Remove the last stone."""
        self._check_idle()
        self.library.lift(self.record)

    def take_back(self, cell: int) -> None:
        """Remove the stone on a cell, not necessarily the last."""
        stones = self.stones
        later = stones[[stone for stone, _ in stones].index(Cell(cell)) :]
        for _ in later:
            self.lift()
        for other, colour in later[1:]:
            self.place(other, colour)

    def clear(self) -> None:
        """Remove all stones but the neutral ones."""
        while self.record.stones:
            self.lift()

    def is_empty(self, cell: int) -> bool:
        """Return whether a cell is on the board and empty."""
        return 0 <= cell < CELLS and self.record.board[cell] == EMPTY

    def is_forbidden(self, cell: int) -> bool:
        """Return whether an empty cell is a forbidden point of black; only renju has any."""
        may_be = self.is_empty(cell) and bool(self.record.fouls[BLACK])
        return may_be and bool(self.library.is_forbidden(self.record, cell))

    def forbidden_points(self) -> tuple[Cell, ...]:
        """Return black's forbidden points, those nearest the centre first."""
        if not self.record.fouls[BLACK]:
            return ()
        return tuple(cell for cell in self.empty_cells() if self.is_forbidden(cell))

    def has_five(self, cell: int) -> bool:
        """Return whether the stone on a cell is part of a winning five."""
        return bool(self.library.has_five(self.record, cell))

    def class_of(self, cell: int, colour: int) -> int:
        """Return the class of an empty cell for a colour."""
        record = self.record
        return int(record.cell_class[colour][record.combination[colour][cell]])

    def empty_cells(self) -> list[Cell]:
        """Return the empty cells, those nearest the centre first."""
        record = self.record
        x, y = (record.width - 1) // 2, (record.height - 1) // 2
        cells = [cell_at(i, j) for j in range(record.height) for i in range(record.width)]
        empty = [Cell(cell, record.height) for cell in cells if record.board[cell] == EMPTY]
        return sorted(empty, key=lambda cell: (column(cell) - x) ** 2 + (row(cell) - y) ** 2)

    # Searching.

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` was called and no search has ended since."""
        return bool(self.record.stop)

    def run(self, task: Task, known: Analysis | None = None) -> Result:
        """Return what a task's search finds in this position.

        A line that is `known` is reported instead, and nothing is searched.
        """
        self._check_idle()
        think = Think(self.library, self.record, self._ticks, self._helpers, task)
        self._is_thinking = True
        try:
            if known:
                think.lines = [known]
                task.report(known)
            elif self.record.stones:
                think.run()
                self.total_nodes += self.record.nodes
        finally:
            self._is_thinking = False
            stopped = self._asked_to_stop
            self.cancel_stop()
        best = think.lines[0] if think.lines else NOTHING
        move = best.line[0] if best.line else Cell(self._any_move(task), self.record.height)
        return Result(move, best, tuple(think.lines), stopped)

    def stop(self) -> None:
        """End the search that runs, or else the next one; may be called from any thread."""
        self._asked_to_stop = True
        self._set_stop(1)

    def cancel_stop(self) -> None:
        """Forget a request to stop that came after the search had ended."""
        self._asked_to_stop = False
        self._set_stop(0)

    def _set_stop(self, value: int) -> None:
        self.record.stop = value
        if self._line_record:
            self._line_record.stop = value

    def _any_move(self, task: Task) -> int:
        """Return the best guess near the stones, else the allowed cell nearest the centre.

        A forbidden point if there is no other cell, 0 if there is no cell left.
        """
        guess = self.library.guess(self.record, task.colour) if self.record.stones else 0
        if guess:
            return guess
        cells = [cell for cell in self.empty_cells() if cell not in task.barred]
        forbidden = self.forbidden_points() if task.colour == BLACK else ()
        return next((cell for cell in cells if cell not in forbidden), cells[0] if cells else 0)
