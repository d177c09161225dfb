"""The engine: a position, and thinks about it. It never prints: analysis goes to a callback.

with Engine() as engine:
    move = engine.play(Board.read("h8i9"), Limit(seconds=0.5)).move
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, NoReturn, Self

from brain import layout
from brain.cell import Cell, Stone, is_inside
from brain.lexicon import CELL_FIVE, FREESTYLE
from brain.rules.laws import most_stones
from brain.rules.setup import cell_of, cells_of, check_board, check_colour, check_stones, stones_of
from brain.thinking import native, table
from brain.thinking.root_events import Mark, Watch
from brain.thinking.running_analysis import RunningAnalysis
from brain.thinking.searcher import BUSY, MemoryLimits, Searcher
from brain.thinking.strength import FULL_STRENGTH
from brain.thinking.strength import think as think_at_strength
from brain.thinking.think import Analysis, Limit, Report, Result, Task, check_task
from brain.validation import number_of

if TYPE_CHECKING:
    from brain.game_board import Board
    from brain.position import Position
    from brain.position_database import PositionDatabase
    from brain.thinking.recall import Databases

__all__ = ["Analysis", "Engine", "Limit", "Mark", "Report", "Result", "Task", "Watch"]

MOST_CAUTION = 5  # level
NO_LIMIT = Limit()


class Engine:
    """A position and a searcher for it. Only `stop` may be called while another thread thinks.

    An impossible request raises ValueError with the reason and changes nothing. So does any request
    after `close`, and any request of a callback that would change the position being searched.
    `searcher` is the memory behind the engine, for proofs, training and tests; it checks nothing.
    """

    def __init__(
        self,
        memory_bytes: int = 0,
        library: native.Library | None = None,
        database: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] = "",
        threads: int = 1,
    ) -> None:
        """Set up an empty 15 x 15 board. `memory_bytes` limits the whole process, 0 for no limit;
        `database` is a file, or several, see `set_database`; `threads` search together, see
        `set_threads`.
        """
        self.searcher = Searcher(library)
        self._limits = MemoryLimits(
            number_of("memory_bytes", memory_bytes, 0), threads=number_of("threads", threads)
        )
        self._databases: Databases | None = None
        self._search = Lock()  # held by analyse and play
        self._running: RunningAnalysis | None = None
        if database:
            paths = [database] if isinstance(database, str | os.PathLike) else database
            self.set_database(*paths)
        self.forget()
        self.new_game(15, 15, FREESTYLE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        if self.searcher.is_closed:
            return "<Engine, closed>"
        stones = len(self.stones)
        return (
            f"<Engine, {self.width} x {self.height}, rule {self.rule}, {stones} stones,"
            f" table of {self.table_bytes >> 20} MB>"
        )

    def __reduce__(self) -> NoReturn:
        """Refuse `copy` and `pickle`: a copy would share the table, and `close` frees it."""
        raise TypeError("an Engine can't be copied or pickled: make another one")

    # State.

    @property
    def width(self) -> int:
        """Columns."""
        return int(self.searcher.record.width)

    @property
    def height(self) -> int:
        """Rows."""
        return int(self.searcher.record.height)

    @property
    def rule(self) -> int:
        """The rule's number."""
        return int(self.searcher.record.rule)

    @property
    def stones(self) -> tuple[tuple[Cell, int], ...]:
        """The stones in the order they were placed: (cell, colour)."""
        return self.searcher.stones

    @property
    def walls(self) -> tuple[Cell, ...]:
        """The cells with neutral stones."""
        return self.searcher.walls

    @property
    def key(self) -> int:
        """The position's hash key without the side to move, 0 before the first stone."""
        return int(self.searcher.record.key)

    @property
    def game(self) -> int:
        """The number of this game, counted since the table was allocated."""
        return int(self.searcher.record.table_game)

    @property
    def nodes(self) -> int:
        """The nodes of the last think's first thread."""
        return int(self.searcher.record.nodes)

    @property
    def total_nodes(self) -> int:
        """The nodes of all thinks' first threads."""
        return self.searcher.total_nodes

    @property
    def table_bytes(self) -> int:
        """The size of the transposition table."""
        return int(self.searcher.record.table_most_buckets) * table.BUCKET

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` was called and no think has ended since."""
        return self.searcher.is_stopped

    def close(self) -> None:
        """End the analysis that runs, if any, and free the table; the engine can't be used
        afterwards.
        """
        if self._running:
            self._running.stop()
        if not self.searcher.is_closed:
            self.searcher.close()
            if self._databases:
                self._databases.close()

    # Memory and threads.

    def set_memory(self, memory_bytes: int) -> None:
        """Keep the whole process below a limit, 0 for none; a new limit empties the table."""
        self._limit(self._limits._replace(memory_bytes=number_of("memory_bytes", memory_bytes, 0)))

    def set_table(self, table_bytes: int) -> None:
        """Limit the table, 0 for the default; a new limit empties it. `set_memory` has priority."""
        self._limit(self._limits._replace(table_bytes=number_of("table_bytes", table_bytes, 0)))

    def set_threads(self, threads: int) -> None:
        """Search with up to `threads` threads, as processors and memory allow.

        A new number empties the table. With several threads, play is not repeatable.
        """
        self._limit(self._limits._replace(threads=number_of("threads", threads)))

    def _limit(self, limits: MemoryLimits) -> None:
        """Set the limits; new ones empty the table."""
        self.searcher.check_open()
        if limits != self._limits:
            self.searcher.allocate(limits)
            self._limits = limits

    def forget(self) -> None:
        """Drop all search results: allocate a new table, as large as limits and system allow."""
        self.searcher.allocate(self._limits)

    def prefault(self) -> None:
        """Make the system map the table's memory, until it is complete or `stop` is called.

        Otherwise the first think would wait for it, for most of a second if memory is fragmented.
        The table's entries stay.
        """
        self.searcher.provide_table()

    def usage(self) -> float:
        """Return this game's share of the table, 0 to 1, from a sample."""
        return self.searcher.table_usage()

    def set_caution(self, level: int) -> None:
        """Set how far from the stones moves are searched: 0 nearest, 1 usual, 5 everywhere."""
        self.searcher.set_caution(min(max(0, number_of("level", level)), MOST_CAUTION))

    # Databases.

    def set_database(self, *paths: str | os.PathLike[str]) -> None:
        """Use these files, and no others: databases of proven positions, made by `tengen database`,
        and position databases.

        If a position is proven and a single line is requested, no search runs. `play` also follows
        the moves and values of position databases. Proofs are trusted, values claim none.
        ValueError for a file that is damaged or not a database, OSError for one that can't be read.
        """
        from brain.thinking.recall import Databases  # not needed without one

        self.searcher.check_open()
        old, self._databases = self._databases, Databases(paths) if paths else None
        if old:
            old.close()

    @property
    def databases(self) -> tuple[str | os.PathLike[str], ...]:
        """The files in use, as they were given."""
        return self._databases.paths if self._databases else ()

    @property
    def position_databases(self) -> "tuple[PositionDatabase, ...]":
        """The position databases in use, open to be read."""
        return tuple(self._databases.positions) if self._databases else ()

    def _recalled(self, task: Task) -> Analysis | None:
        """Return the databases' analysis of this position, None without one."""
        return self._databases.recall(self, task) if self._databases else None

    # The position.

    def set_up(self, board: "Board | Position") -> "Position":
        """Set up the position of a board and return it. ValueError if the game is over.

        Search results are kept if size, rule and walls stay the same.
        """
        position = _position_of(board)
        size = position.width, position.height
        self.lay(*size, position.rule, position.stones, position.walls)
        return position

    def _set_up_to_analyse(self, board: "Board | Position") -> "Position":
        """Set up like `set_up`, but a Position is not drawn before the board is full: the limit of
        moves is one of games.
        """
        position = _position_of(board)
        width, height = position.width, position.height
        most = width * height if position is board else 0
        self.lay(width, height, position.rule, position.stones, position.walls, most)
        return position

    def lay(
        self,
        width: int,
        height: int,
        rule: int,
        stones: Iterable[Stone],
        walls: Iterable[int] = (),
        most: int = 0,
    ) -> None:
        """Set up stones and neutral stones on a board, even if the game is over. It is drawn at
        `most` stones, 0 for the number of the rule.

        Search results are kept if size, rule, walls and the limit stay the same.
        """
        placed, neutral = stones_of(stones, height), cells_of("walls", walls, height)
        check_board(width, height, rule)
        check_stones(width, height, placed, neutral)
        cells = width * height
        most = most or most_stones(cells, rule)
        # A game that went on after the limit of moves is not drawn by it.
        most = cells if len(placed) > most else most
        record = self.searcher.record
        before = self.width, self.height, self.rule, self.walls, record.max_stones
        if (width, height, rule, neutral, most) == before:
            self.clear()
        else:
            self.new_game(width, height, rule, neutral)
            record.max_stones = most
        for cell, colour in placed:
            self.place(cell, colour)

    def new_game(self, width: int, height: int, rule: int, walls: Iterable[int] = ()) -> None:
        """Set up an empty board with neutral stones on the cells `walls`."""
        check_board(width, height, rule)
        neutral = cells_of("walls", walls, height)
        check_stones(width, height, (), neutral)
        self.searcher.load_rule(rule)
        self.searcher.new_game(width, height, rule, neutral)
        if self.searcher.record.table_game > layout.GAMES:
            self.forget()

    def is_empty(self, cell: int) -> bool:
        """Return whether a cell is on the board and empty."""
        return self.searcher.is_empty(cell_of(cell, self.height))

    def place(self, cell: int, colour: int) -> None:
        """Place a stone on an empty cell, even if the game is over."""
        check_colour(colour)
        stone = cell_of(cell, self.height)
        if not is_inside(stone, self.width, self.height):
            raise ValueError(f"{stone} is off the board of {self.width} x {self.height}")
        if not self.is_empty(stone):
            raise ValueError(f"{stone} is not empty")
        self.searcher.place(cell, colour)

    def take_back(self, cell: int) -> None:
        """Remove a stone, which need not be the last."""
        if cell_of(cell, self.height) not in dict(self.stones):
            raise ValueError(f"there is no stone on {Cell(cell, self.height)}")
        self.searcher.take_back(cell)

    def clear(self) -> None:
        """Remove all stones except the neutral ones; search results are kept."""
        self.searcher.clear()

    def is_forbidden(self, cell: int) -> bool:
        """Return whether an empty cell is a forbidden point for black; only renju has any."""
        return self.searcher.is_forbidden(cell_of(cell, self.height))

    def forbidden_points(self) -> tuple[Cell, ...]:
        """Return black's forbidden points, nearest to the centre first."""
        return self.searcher.forbidden_points()

    def makes_five(self, cell: int, colour: int) -> bool:
        """Return whether a stone of a colour on an empty cell wins."""
        check_colour(colour)
        return self.is_empty(cell) and self.searcher.class_of(cell, colour) == CELL_FIVE

    def can_make_five(self, colour: int) -> bool:
        """Return whether a stone of a colour on some empty cell wins."""
        check_colour(colour)
        return self.searcher.record.count[colour][CELL_FIVE] > 0

    def churn(self, stones: int) -> None:
        """Place and remove `stones` random stones, to measure the time."""
        self.searcher.library.churn(self.searcher.record, number_of("stones", stones), 1)

    # Thinking.

    def analyse(
        self,
        board: "Board | Position",
        limit: Limit,
        lines: int = 1,
        report: Report = lambda analysis: None,
    ) -> Result:
        """Search for the side to move; return the best `lines` lines, best first.

        `board` is unchanged. A Position is searched to the full board, because the limit of moves
        is one of games. `report` receives every line of a finished iteration. On the empty board,
        where the moves near the centre are compared, it receives those of the last only.
        """
        with self._searching():
            position = self._set_up_to_analyse(board)
            task = Task(position.turn, limit, lines, report=report)
            check_task(task)
            task = self._timed(task)
            if position.stones or self._recalled(task):
                return self.run(task)
            from brain.thinking import first_move  # not needed to start

            return first_move.analyse(self, task, self.searcher.empty_cells())

    def analysis(
        self, board: "Board | Position", limit: Limit = NO_LIMIT, lines: int = 1
    ) -> RunningAnalysis:
        """Search like `analyse` in another thread; return an iterator over the lines of finished
        iterations. Without a limit it ends when it is stopped.
        """
        with self._searching():
            position = self._set_up_to_analyse(board)
            check_task(Task(position.turn, limit, lines))
        from brain.game_board import Board  # not needed to start

        kept = board.copy() if isinstance(board, Board) else board
        self._running = RunningAnalysis(
            lambda report: self.analyse(kept, limit, lines, report),
            self.stop,
            self.cancel_stop,
        )
        return self._running

    def play(
        self, board: "Board | Position", limit: Limit, strength: int = FULL_STRENGTH
    ) -> Result:
        """Return the move of the side to move, at a strength of 0 to 100. `board` is unchanged."""
        with self._searching():
            task = Task(self.set_up(board).turn, limit, follows=True)
            check_task(task)
            return think_at_strength(self, task, strength)

    @contextmanager
    def _searching(self) -> Iterator[None]:
        """Refuse another search until this one ends, from whatever thread."""
        if not self._search.acquire(blocking=False):
            raise ValueError(BUSY)
        try:
            yield
        finally:
            self._search.release()

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
        """Return the best move for a colour in this position, and the best `lines` lines.

        Cells in `barred` are not chosen. `report` receives every line of a finished iteration;
        `watch` receives events of the root, in another thread.
        """
        cells = frozenset(cells_of("barred", barred, self.height))
        return self.run(Task(colour, limit, lines, cells, report, watch))

    def run(self, task: Task) -> Result:
        """Return the result of a think about this position."""
        check_task(task)
        task = self._timed(task)
        return self.searcher.run(task, self._recalled(task))

    def _timed(self, task: Task) -> Task:
        """Return a task whose game clock, if any, has become the limit of one move."""
        if not task.limit.clock:
            return task  # proofs think often
        cells = self.width * self.height - len(self.walls)
        return task._replace(limit=task.limit.of_move(len(self.stones), cells))

    def stop(self) -> None:
        """End the running think, or else the next one. Any thread may call this."""
        self.searcher.stop()

    def cancel_stop(self) -> None:
        """Drop a request to stop that came after the end of the think."""
        self.searcher.cancel_stop()


def _position_of(board: "Board | Position") -> "Position":
    """Return the position of a board; ValueError if the game is over or it is not a board."""
    from brain.game_board import Board  # not needed to start
    from brain.position import Position

    if not isinstance(board, Board | Position):
        raise ValueError(f"board: expected a Board or a Position, got {board!r}")
    return board if isinstance(board, Position) else board.position
