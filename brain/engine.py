"""The engine: a position, and thinking about it. It never prints: analysis goes to a callback.

with Engine() as engine:
    move = engine.play(Board.read("h8i9"), Limit(seconds=0.5)).move
"""

import ctypes
import os
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, NoReturn, Self

from brain import layout
from brain.cell import Cell, Stone, is_inside
from brain.files import stored
from brain.lexicon import (
    BLACK,
    CELL_FIVE,
    CELLS,
    EMPTY,
    FREESTYLE,
    MATE,
    WALL,
    cell_at,
    column,
    row,
)
from brain.rules.laws import packed_law
from brain.rules.setup import cell_of, cells_of, check_board, check_colour, check_stones, stones_of
from brain.score import Score
from brain.thinking import native, table
from brain.thinking.helpers import HELPER_BYTES, Helpers
from brain.thinking.root_events import Mark, Watch
from brain.thinking.strength import FULL_STRENGTH
from brain.thinking.strength import think as think_at_strength
from brain.thinking.table import Table
from brain.thinking.think import NOTHING, Analysis, Limit, Report, Result, Task, Think, Ticks
from brain.validation import number_of

if TYPE_CHECKING:
    from brain.certificates.proof_database import Database
    from brain.game_board import Board
    from brain.position import Position

__all__ = ["Analysis", "Engine", "Limit", "Mark", "Report", "Result", "Task", "Watch"]

MOST_CAUTION = 5  # level


class Engine:
    """A position and a searcher for it. Only `stop` may be called while another thread thinks.

    An impossible request raises ValueError, which says why, and changes nothing; so does any after
    `close`.
    """

    def __init__(
        self,
        memory_bytes: int = 0,
        library: native.Library | None = None,
        database: str | os.PathLike[str] = "",
    ) -> None:
        """Set up an empty 15 x 15 board; the whole process keeps below a limit, 0 for none.

        A database of proven positions answers where it can: see `set_database`.
        """
        self._library = library or native.load()
        self._searcher: layout.Record | None = layout.Record()
        self._ticks = Ticks(self._library)
        self._helpers = Helpers(self._library, 0)
        self._asked_to_stop = False
        self._table = Table(0)
        self._memory_bytes = number_of("memory_bytes", memory_bytes, 0)
        self._table_bytes = 0
        self._threads = 1
        self._walls: tuple[Cell, ...] = ()
        self._database: Database | None = None
        if database:
            self.set_database(database)
        self.forget()
        self.new_game(15, 15, FREESTYLE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        if not self._searcher:
            return "<Engine, closed>"
        stones = len(self.stones)
        return (
            f"<Engine, {self.width} x {self.height}, rule {self.rule}, {stones} stones,"
            f" table of {self.table_bytes >> 20} MB>"
        )

    def __reduce__(self) -> NoReturn:
        """Refuse `copy` and `pickle`: a copy would share the table, and `close` frees it."""
        raise TypeError("an Engine can't be copied or pickled: make another one")

    @property
    def _record(self) -> layout.Record:
        """The searcher's memory, for proofs, training and tests."""
        self._check_open()
        assert self._searcher
        return self._searcher

    # What it is.

    @property
    def width(self) -> int:
        """Columns."""
        return int(self._record.width)

    @property
    def height(self) -> int:
        """Rows."""
        return int(self._record.height)

    @property
    def rule(self) -> int:
        """The rule's number."""
        return int(self._record.rule)

    @property
    def stones(self) -> tuple[tuple[Cell, int], ...]:
        """The stones in the order they were placed: (cell, colour)."""
        cells = self._record.move[: self._record.stones]
        return tuple((Cell(cell), self._record.board[cell]) for cell in cells)

    @property
    def walls(self) -> tuple[Cell, ...]:
        """The cells with neutral stones."""
        return self._walls

    @property
    def key(self) -> int:
        """The position's hash key without the side to move, 0 before the first stone."""
        return int(self._record.key)

    @property
    def game(self) -> int:
        """The number of this game, counted since the table was allocated."""
        return int(self._record.game)

    @property
    def nodes(self) -> int:
        """The nodes that the last think's first thread visited."""
        return int(self._record.nodes)

    @property
    def table_bytes(self) -> int:
        """The size of the transposition table."""
        return int(self._record.most_buckets) * table.BUCKET

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` was called and no think has ended since."""
        return bool(self._record.stop)

    def close(self) -> None:
        """Free the table; nothing else may be called afterwards."""
        if self._searcher:
            self._searcher = None
            self._table.close()
            if self._database:
                self._database.close()

    # Memory and threads.

    def set_memory(self, memory_bytes: int) -> None:
        """Keep the whole process below a limit, 0 for none; a new limit empties the table."""
        self._check_open()
        if number_of("memory_bytes", memory_bytes, 0) != self._memory_bytes:
            self._memory_bytes = memory_bytes
            self.forget()

    def set_table(self, table_bytes: int) -> None:
        """Limit the table, 0 for the default; a new limit empties it. `set_memory` comes first."""
        self._check_open()
        if number_of("table_bytes", table_bytes, 0) != self._table_bytes:
            self._table_bytes = table_bytes
            self.forget()

    def set_threads(self, threads: int) -> None:
        """Search with so many threads from now on, as far as there are processors and memory.

        A new number empties the table. With more than one, play isn't repeatable.
        """
        self._check_open()
        if number_of("threads", threads) != self._threads:
            self._threads = threads
            self.forget()

    def forget(self) -> None:
        """Forget what was searched: allocate a new table, as large as limits and system allow."""
        self._check_open()
        room = table.room(self._memory_bytes, self._table_bytes)
        helpers = max(0, min(self._threads, os.cpu_count() or 1, 1 + room // 2 // HELPER_BYTES) - 1)
        if helpers != self._helpers.size:
            self._helpers = Helpers(self._library, helpers)
        wanted = room - helpers * HELPER_BYTES
        old, self._table = self._table, Table(min(wanted, self._table_bytes or wanted))
        self._record.table = self._table.address
        self._record.most_buckets = len(self._table) // table.BUCKET
        self._library.shrink(self._record)
        self._record.game = 1
        old.close()
        self._unlearn()

    def prefault(self) -> None:
        """Have the system provide the table's memory, until all is there or `stop` is called.

        Otherwise the first think would wait for it, for most of a second where memory is
        fragmented. The table's entries stay.
        """
        self._check_open()
        while not self._asked_to_stop and self._table.provide():
            pass

    def usage(self) -> float:
        """Return the share of the table that this game's positions take, 0 to 1, from a sample."""
        self._check_open()
        in_use = int(self._record.buckets) / int(self._record.most_buckets)
        return self._table.usage(self.game) * in_use

    def set_caution(self, level: int) -> None:
        """Set how far from the stones moves are searched: 0 nearest, 1 usual, 5 everywhere."""
        stones, caution = self.stones, min(max(0, number_of("level", level)), MOST_CAUTION)
        self.clear()
        self._record.caution = 1 + caution
        self._library.rebuild(self._record)
        for cell, colour in stones:
            self.place(cell, colour)

    # What is proved.

    def set_database(self, path: str | os.PathLike[str]) -> None:
        """Answer from a database of proven positions, made by `tengen database`, from now on.

        Where one line of a position is wanted that it has, nothing is searched. What it says is
        believed. ValueError for a file that is damaged or none, OSError for one that can't be read.
        """
        from brain.certificates.proof_database import Database  # not needed without one

        self._check_open()
        if not isinstance(path, str | os.PathLike):
            raise ValueError(f"path must be a file's, not {path!r}")
        old, self._database = self._database, Database(path)
        if old:
            old.close()

    def _recalled(self, task: Task) -> Analysis | None:
        """Return what the database knows of this position, None for nothing."""
        if not self._database or not task.recalls or task.lines > 1:
            return None
        began = task.limit.since or time.perf_counter()
        proven = self._database.proven(self, task.colour)
        if not proven or proven.line[0] in task.barred:
            return None
        plies = proven.plies
        return Analysis(
            depth=len(proven.line),
            selective_depth=abs(plies),
            score=Score(MATE - plies if plies > 0 else -MATE - plies),
            nodes=0,
            elapsed_ms=(time.perf_counter() - began) * 1000,
            line=proven.line,
        )

    # The position.

    def set_up(self, board: "Board | Position") -> "Position":
        """Set up the position of a board; return it. ValueError when the game is over there.

        What was searched is kept while size, rule and walls stay.
        """
        from brain.game_board import Board  # not needed to start
        from brain.position import Position

        if not isinstance(board, Board | Position):
            raise ValueError(f"board must be a Board or a Position, not {board!r}")
        position = board if isinstance(board, Position) else board.position
        size = position.width, position.height
        self.lay(*size, position.rule, position.stones, position.walls)
        return position

    def lay(
        self,
        width: int,
        height: int,
        rule: int,
        stones: Iterable[Stone],
        walls: Iterable[int] = (),
    ) -> None:
        """Set up stones and neutral stones on a board, even where the game is over.

        What was searched is kept while size, rule and walls stay.
        """
        placed, neutral = stones_of(stones), cells_of("walls", walls)
        check_board(width, height, rule)
        check_stones(width, height, placed, neutral)
        if (width, height, rule, neutral) == (self.width, self.height, self.rule, self.walls):
            self.clear()
        else:
            self.new_game(width, height, rule, neutral)
        for cell, colour in placed:
            self.place(cell, colour)

    def new_game(self, width: int, height: int, rule: int, walls: Iterable[int] = ()) -> None:
        """Set up a board, empty but for neutral stones on the cells `walls`."""
        neutral = cells_of("walls", walls)
        check_board(width, height, rule)
        check_stones(width, height, (), neutral)
        if self._record.tables_rule != rule + 1:
            network = stored.read_optional("network", rule)
            self._load_tables(rule)
            self._load_network(network)
        self._library.new_game(self._record, width, height, rule, packed_law(rule))
        for cell in neutral:
            self._record.board[cell] = WALL
        if neutral:
            self._library.rebuild(self._record)
        self._walls = neutral
        self._record.game += 1
        self._record.generation = 0
        self._unlearn()
        if self._record.game > layout.GAMES:
            self.forget()

    def is_empty(self, cell: int) -> bool:
        """Return whether a cell is on the board and empty."""
        return 0 <= cell_of(cell) < CELLS and self._record.board[cell] == EMPTY

    def place(self, cell: int, colour: int) -> None:
        """Put a stone on an empty cell, even after the game is over."""
        check_colour(colour)
        if not is_inside(cell_of(cell), self.width, self.height):
            raise ValueError(f"{Cell(cell)} is off the board of {self.width} x {self.height}")
        if not self.is_empty(cell):
            raise ValueError(f"{Cell(cell)} is not empty")
        self._library.place(self._record, cell, colour)

    def take_back(self, cell: int) -> None:
        """Remove a stone, not necessarily the last."""
        stones = self.stones
        cells = [stone for stone, _ in stones]
        if cell_of(cell) not in cells:
            raise ValueError(f"there is no stone on {Cell(cell)}")
        later = stones[cells.index(Cell(cell)) :]
        for _ in later:
            self._library.lift(self._record)
        for other, colour in later[1:]:
            self._library.place(self._record, other, colour)

    def clear(self) -> None:
        """Remove all stones but the neutral ones; what was searched is kept."""
        while self._record.stones:
            self._library.lift(self._record)

    def is_forbidden(self, cell: int) -> bool:
        """Return whether an empty cell is a forbidden point of black, if the rule has any."""
        may_be = self.is_empty(cell) and bool(self._record.fouls[BLACK])
        return may_be and bool(self._library.is_forbidden(self._record, cell))

    def forbidden_points(self) -> tuple[Cell, ...]:
        """Return black's forbidden points, those nearest the centre first."""
        if not self._record.fouls[BLACK]:
            return ()
        return tuple(Cell(cell) for cell in self._cells() if self.is_forbidden(cell))

    def makes_five(self, cell: int, colour: int) -> bool:
        """Return whether a stone of a colour on an empty cell wins."""
        check_colour(colour)
        return self.is_empty(cell) and self._class_of(cell, colour) == CELL_FIVE

    def churn(self, stones: int) -> None:
        """Place and take back so many stones at random, to measure how long it takes."""
        self._library.churn(self._record, number_of("stones", stones), 1)

    # Thinking.

    def analyse(
        self,
        board: "Board | Position",
        limit: Limit,
        lines: int = 1,
        report: Report = lambda analysis: None,
    ) -> Result:
        """Return what a think finds for the side to move: so many of the best lines, best first.

        `board` stays as it is. Every line of a finished iteration goes to `report`; on the empty
        board, whose first moves near the centre are compared, only those of the last.
        """
        position = self.set_up(board)
        task = Task(position.turn, limit, lines, report=report)
        _check(task)
        if position.stones or self._recalled(task):
            return self.run(task)
        from brain.thinking import first_move  # not needed to start

        return first_move.analyse(self, task, self._cells())

    def play(
        self, board: "Board | Position", limit: Limit, strength: int = FULL_STRENGTH
    ) -> Result:
        """Return the move of the side to move, at a strength of 0 to 100. `board` stays as is."""
        task = Task(self.set_up(board).turn, limit)
        _check(task)
        return think_at_strength(self, task, strength)

    def think(
        self,
        colour: int,
        limit: Limit,
        report: Report = lambda analysis: None,
        *,
        lines: int = 1,
        barred: Iterable[int] = (),
        watch: Watch | None = None,
    ) -> Result:
        """Return the best move for a colour in this position, and so many of the best lines.

        Cells in `barred` are not chosen. Every line of a finished iteration goes to `report`, news
        of the root to `watch`, which is called in another thread.
        """
        return self.run(
            Task(colour, limit, lines, frozenset(cells_of("barred", barred)), report, watch)
        )

    def run(self, task: Task) -> Result:
        """Return what a task's think finds in this position."""
        _check(task)
        think = Think(self._library, self._record, self._ticks, self._helpers, task)
        try:
            if known := self._recalled(task):
                think.lines = [known]
                task.report(known)
            elif self._record.stones:
                think.run()
        finally:
            stopped = self._asked_to_stop
            self.cancel_stop()
        best = think.lines[0] if think.lines else NOTHING
        move = best.line[0] if best.line else Cell(self._any_move(task))
        return Result(move, best, tuple(think.lines), stopped)

    def stop(self) -> None:
        """End the think that runs, or else the next one; may be called from any thread."""
        self._asked_to_stop = True
        self._record.stop = 1

    def cancel_stop(self) -> None:
        """Forget a request to stop that came after the think had ended."""
        self._asked_to_stop = False
        self._record.stop = 0

    def _check_open(self) -> None:
        if not self._searcher:
            raise ValueError("the engine is closed")

    def _unlearn(self) -> None:
        """Forget what one think leaves to the next besides the transposition table."""
        for name in layout.LEARNED:
            memory = getattr(self._record, name)
            ctypes.memset(memory, 0, ctypes.sizeof(memory))

    def _cells(self) -> list[int]:
        """Return the empty cells, those nearest the centre first."""
        x, y = (self.width - 1) // 2, (self.height - 1) // 2
        cells = [cell_at(i, j) for j in range(self.height) for i in range(self.width)]
        empty = [cell for cell in cells if self._record.board[cell] == EMPTY]
        return sorted(empty, key=lambda cell: (column(cell) - x) ** 2 + (row(cell) - y) ** 2)

    def _class_of(self, cell: int, colour: int) -> int:
        """Return the class of an empty cell for a colour."""
        return int(self._record.cell_class[colour][self._record.combination[colour][cell]])

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
        data = stored.read("tables", rule)
        tables = self._record.tables
        start = 0
        for name, _, _ in layout.STORED:
            rows = getattr(tables, name)
            length = ctypes.sizeof(rows[0]) * 2
            end = ctypes.sizeof(rows)
            ctypes.memmove(ctypes.byref(rows, end - length), data[start:], length)
            start += length

    def _load_network(self, data: bytes) -> None:
        """Have the record use a network, none where there are no data."""
        self._network = layout.aligned_network(data) if data else None
        self._record.network_address = ctypes.addressof(self._network) if self._network else 0
        self._record.network_colours = 2 if len(data) == ctypes.sizeof(layout.Network) else 1


def _check(task: Task) -> None:
    """Raise ValueError for a task that can't be run."""
    check_colour(task.colour)
    if not isinstance(task.limit, Limit):
        raise ValueError(f"limit must be a Limit, such as Limit(seconds=1), not {task.limit!r}")
    number_of("lines", task.lines, 1, layout.MOVES)
    if not callable(task.report):
        raise ValueError(f"report must be a function, not {task.report!r}")
    if not (task.watch is None or callable(task.watch)):
        raise ValueError(f"watch must be a function, not {task.watch!r}")
    if not all(0 <= cell < CELLS for cell in task.barred):
        raise ValueError("a barred cell is on no board")
