"""The engine: a position, and thinking about it. It never prints; analysis goes to a callback.

engine = Engine()
engine.new_game(15, 15, FREESTYLE)
engine.play(cell_at(7, 7), BLACK)
move = engine.think(WHITE, Limits(hard_ms=500)).move
"""

import ctypes
import mmap
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from brain import layout, native
from brain.helpers import HELPER_BYTES, Crew
from brain.lexicon import (
    BLACK,
    CELLS,
    EMPTY,
    FREESTYLE,
    RENJU,
    RULES,
    WALL,
    cell_at,
    column,
    row,
)
from brain.rootnews import Mark, Watch
from brain.thinking import NOTHING, Analysis, Limits, Report, Task, Think, Ticks

__all__ = ["Analysis", "Engine", "Limits", "Mark", "Report", "Result", "Watch"]

DATA = Path(__file__).parent / "data"
DEFAULT_MEMORY = 350 << 20  # bytes, what tournaments allow, where no limit is set
KEPT_FREE = 30 << 20  # bytes below the memory limit that the process stays
PROGRAM = 20 << 20  # bytes that everything but the table and more threads may take
SMALLEST_TABLE, LARGEST_TABLE = 1 << 20, 1 << 36  # bytes
MOST_MEMORY = 2  # in parts of the machine's
BUCKET = 64  # bytes
PAGE, PAGES_AT_ONCE = 4096, 512  # bytes; as many as a huge page
SAMPLE = 4000  # entries of the table, to see how full it is
MOST_CAUTION = 5  # level


@dataclass(frozen=True)
class Result:
    """The move, 0 when there is none left to choose, and the last finished iteration."""

    move: int
    analysis: Analysis
    lines: tuple[Analysis, ...] = ()  # of that iteration, the best first
    stopped: bool = False  # because somebody asked for it


class Engine:
    """A position and a searcher for it. Only `stop` may be called while another thread thinks."""

    def __init__(self, memory_bytes: int = 0, library: native.Library | None = None) -> None:
        self._library = library or native.load()
        self._record = layout.Record()
        self._ticks = Ticks(self._library)
        self._crew = Crew(self._library, 0)
        self._asked_to_stop = False
        self._table = _zeroed(SMALLEST_TABLE)
        self._memory_bytes = memory_bytes
        self._table_bytes = 0
        self._threads = 1
        self.forget()
        self.new_game(15, 15, FREESTYLE)

    @property
    def record(self) -> layout.Record:
        """The searcher's memory, for tools that look inside."""
        return self._record

    @property
    def width(self) -> int:
        return int(self._record.width)

    @property
    def height(self) -> int:
        return int(self._record.height)

    @property
    def rule(self) -> int:
        return int(self._record.rule)

    @property
    def stones(self) -> tuple[tuple[int, int], ...]:
        """The stones in the order they were placed: (cell, colour)."""
        cells = self._record.move[: self._record.stones]
        return tuple((cell, self._record.board[cell]) for cell in cells)

    def close(self) -> None:
        """Give the table back. The engine is of no use afterwards."""
        self._record.table = 0
        self._table.close()

    def set_memory(self, memory_bytes: int) -> None:
        """Keep the whole process below a limit, 0 for none; a new one empties the table."""
        if memory_bytes != self._memory_bytes:
            self._memory_bytes = memory_bytes
            self.forget()

    def set_table(self, table_bytes: int) -> None:
        """Let the table take so much at most, 0 for the default; the memory limit comes first."""
        if table_bytes != self._table_bytes:
            self._table_bytes = max(0, table_bytes)
            self.forget()

    def set_threads(self, threads: int) -> None:
        """Search with so many threads from now on, as far as there are processors and memory.

        With more than one, play isn't repeatable.
        """
        if threads != self._threads:
            self._threads = threads
            self.forget()

    def forget(self) -> None:
        """Forget what was searched; the table is laid anew, as large as limits and system allow."""
        limit = self._memory_bytes or max(DEFAULT_MEMORY, self._table_bytes + KEPT_FREE + PROGRAM)
        room = max(0, min(limit, _memory_of_machine() // MOST_MEMORY) - KEPT_FREE - PROGRAM)
        helpers = max(0, min(self._threads, os.cpu_count() or 1, 1 + room // 2 // HELPER_BYTES) - 1)
        if helpers != self._crew.size:
            self._crew = Crew(self._library, helpers)
        wanted = room - helpers * HELPER_BYTES
        wanted = min(wanted, self._table_bytes or wanted)
        size = min(max(SMALLEST_TABLE, wanted // BUCKET * BUCKET), LARGEST_TABLE)
        old = self._table
        self._table = _zeroed(size)
        window = ctypes.c_char.from_buffer(self._table)
        self._record.table = ctypes.addressof(window)
        self._record.buckets = len(self._table) // BUCKET
        self._record.game = 1
        self._provided = 0  # bytes of it that the system has provided for certain
        del window
        old.close()
        self._unlearn()

    def prefault(self) -> None:
        """Have the system provide the table's memory, until it has or somebody says `stop`.

        It would otherwise do so while the first think goes on, which may take most of a second
        from it where memory is scattered. What the table holds stays.
        """
        while self._provided < len(self._table) and not self._asked_to_stop:
            end = self._provided + PAGE * PAGES_AT_ONCE
            self._table[self._provided : end : PAGE] = self._table[self._provided : end : PAGE]
            self._provided = end

    def usage(self) -> float:
        """Return the share of the table that this game's positions take."""
        end = min(SAMPLE * layout.ENTRY_BYTES, len(self._table))
        words = memoryview(self._table)[:end].cast("q")[1::2]
        games = [word >> layout.GAME_SHIFT for word in words]
        return games.count(int(self._record.game)) / len(games)

    def set_caution(self, level: int) -> None:
        """Look for moves so far from the stones: 0 near them, 2 usual, 5 all over the board."""
        stones = self.stones
        self.clear()
        self._record.caution = 1 + min(max(0, level), MOST_CAUTION)
        self._library.rebuild(self._record)
        for cell, colour in stones:
            self.play(cell, colour)

    def new_game(self, width: int, height: int, rule: int, walls: Iterable[int] = ()) -> None:
        """Set up a board, empty but for neutral stones on the cells `walls`.

        Raises ValueError for an unknown rule.
        """
        if rule not in RULES:
            raise ValueError(f"unknown rule {rule}")
        if self._record.tables_rule != rule + 1:
            self._load_tables(rule)
        self._library.new_game(self._record, width, height, rule)
        neutral = tuple(walls)
        for cell in neutral:
            self._record.board[cell] = WALL
        if neutral:
            self._library.rebuild(self._record)
        self._record.game += 1
        self._record.generation = 0
        self._unlearn()
        if self._record.game > layout.GAMES:
            self.forget()

    def is_empty(self, cell: int) -> bool:
        """Return whether a cell is on the board and empty."""
        return 0 <= cell < CELLS and self._record.board[cell] == EMPTY

    def play(self, cell: int, colour: int) -> None:
        """Put a stone on an empty cell. Raises ValueError when it is not empty."""
        if not self.is_empty(cell):
            raise ValueError(f"cell {cell} is not empty")
        self._library.place(self._record, cell, colour)

    def take_back(self, cell: int) -> None:
        """Remove a stone, not necessarily the last. Raises ValueError where there is none."""
        stones = self.stones
        cells = [stone for stone, _ in stones]
        if cell not in cells:
            raise ValueError(f"no stone on cell {cell}")
        later = stones[cells.index(cell) :]
        for _ in later:
            self._library.lift(self._record)
        for other, colour in later[1:]:
            self._library.place(self._record, other, colour)

    def clear(self) -> None:
        """Remove all stones but the neutral ones; what was searched is kept."""
        while self._record.stones:
            self._library.lift(self._record)

    def forbidden_points(self) -> tuple[int, ...]:
        """Return the cells that are forbidden for black, none but in renju."""
        if self.rule != RENJU:
            return ()
        return tuple(
            cell for cell in self._cells() if self._library.is_forbidden(self._record, cell)
        )

    def churn(self, stones: int) -> None:
        """Place and take back so many stones at random, to measure how long it takes."""
        self._library.churn(self._record, stones, 1)

    def stop(self) -> None:
        """End the think that runs, or else the next one; may be called from any thread."""
        self._asked_to_stop = True
        self._record.stop = 1

    def cancel_stop(self) -> None:
        """Forget a request to stop that came after the think had ended."""
        self._asked_to_stop = False
        self._record.stop = 0

    def think(
        self,
        colour: int,
        limits: Limits,
        report: Report = lambda analysis: None,
        *,
        lines: int = 1,
        barred: Iterable[int] = (),
        watch: Watch | None = None,
    ) -> Result:
        """Return the move for a colour, and so many of the best moves with their lines.

        `report` gets every line of every finished iteration, `watch` the news of the root in
        between, from another thread. Cells in `barred` are not chosen. The position stays as it is.
        """
        task = Task(colour, limits, lines, frozenset(barred), report, watch)
        think = Think(self._library, self._record, self._ticks, self._crew, task)
        try:
            if self._record.stones:
                think.run()
        finally:
            stopped = self._asked_to_stop
            self.cancel_stop()
        best = think.lines[0] if think.lines else NOTHING
        move = best.line[0] if best.line else self._any_move(task)
        return Result(move, best, tuple(think.lines), stopped)

    def _unlearn(self) -> None:
        """Forget which moves were good, which one think leaves to the next."""
        for memory in (self._record.history, self._record.reply):
            ctypes.memset(memory, 0, ctypes.sizeof(memory))

    def _cells(self) -> list[int]:
        """Return the empty cells, those nearest the centre first."""
        x, y = (self.width - 1) // 2, (self.height - 1) // 2
        cells = [cell_at(i, j) for j in range(self.height) for i in range(self.width)]
        empty = [cell for cell in cells if self._record.board[cell] == EMPTY]
        return sorted(empty, key=lambda cell: (column(cell) - x) ** 2 + (row(cell) - y) ** 2)

    def _any_move(self, task: Task) -> int:
        """Return the best guess near the stones, else the allowed cell nearest the centre.

        A forbidden point when there is no other, 0 when no cell is left.
        """
        guess = self._library.guess(self._record, task.colour) if self._record.stones else 0
        if guess:
            return guess
        cells = [cell for cell in self._cells() if cell not in task.barred]
        forbidden = self.forbidden_points() if task.colour == BLACK else ()
        return next((cell for cell in cells if cell not in forbidden), cells[0] if cells else 0)

    def _load_tables(self, rule: int) -> None:
        """Copy a rule's stored tables from brain/data to the record's."""
        data = next(DATA.glob(f"tables-{rule}-*.bin")).read_bytes()
        tables = self._record.tables
        start = 0
        for name, _, _ in layout.STORED:
            table = getattr(tables, name)
            length = ctypes.sizeof(table[0]) * 2
            ctypes.memmove(ctypes.byref(table, ctypes.sizeof(table) - length), data[start:], length)
            start += length


def _memory_of_machine() -> int:
    """Return the bytes of memory; more than any where the system refuses what it doesn't have."""
    if sys.platform == "win32":
        return LARGEST_TABLE
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def _zeroed(size: int) -> mmap.mmap:
    """Return zeroed memory, less than wanted where the system has no more.

    The system provides it as it is used; in huge pages, where it has them.
    """
    while True:
        try:
            if sys.platform == "win32":
                return mmap.mmap(-1, size)
            memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
            break
        except OSError:
            if size <= SMALLEST_TABLE:
                raise
            size = max(SMALLEST_TABLE, size // 2 // BUCKET * BUCKET)
    if sys.platform == "linux":
        memory.madvise(mmap.MADV_HUGEPAGE)
    return memory
