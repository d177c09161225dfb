"""One think: a search for proven wins, then one iteration after the other, within limits.

All of that is compiled (`kernels/deepen.py`). Here are the clock, the schedule, the reports and the
threads.
"""

import threading
import time
from collections.abc import Callable, Sequence
from math import inf
from typing import NamedTuple, Self

from brain.cell import Cell, cells_on
from brain.layout import FINISHED, MOVES, Record
from brain.lexicon import CELLS, MAX_DEPTH, STRIDE, mate_in
from brain.rules.setup import check_colour
from brain.score import Score
from brain.thinking.clock import Iteration, TimeControl, limits_ms, soft_share
from brain.thinking.helpers import Helpers
from brain.thinking.native import Library
from brain.thinking.root_events import Watch, Watcher
from brain.validation import number_of

CALIBRATION_S = 0.005  # the cycle counter's rate is measured over at least this long
NODES_A_MS = 500  # what a slow machine searches
LONGEST_S = 1e6  # of a think, eleven days: a timer can't wait for years
MOST_NODES = (1 << 63) - 1  # that the record can hold


class _LimitFields(NamedTuple):
    """The fields of a `Limit`, which describes them."""

    seconds: float
    nodes: int
    depth: int
    soft_seconds: float
    since: float
    clock: float
    increment: float
    nodes_a_ms: int


class Limit(_LimitFields):
    """When a think ends; zero means no limit. ValueError for a negative or infinite number.

    seconds       of this move
    nodes         of the first thread
    depth         plies
    soft_seconds  after which no new iteration starts
    since         time.perf_counter() when the clock started; 0.0 for now
    clock         seconds left for the rest of the game: the engine chooses the time of the move
    increment     seconds added to `clock` after every move
    nodes_a_ms    nodes of the first thread that count as a millisecond of every limit; 0 for a
                  clock that measures time
    """

    __slots__ = ()

    def __new__(
        cls,
        seconds: float = 0,
        nodes: int = 0,
        depth: int = 0,
        *,
        soft_seconds: float = 0,
        since: float = 0.0,
        clock: float = 0,
        increment: float = 0,
        nodes_a_ms: int = 0,
    ) -> Self:
        limit = super().__new__(
            cls, seconds, nodes, depth, soft_seconds, since, clock, increment, nodes_a_ms
        )
        for name, value in zip(cls._fields, limit, strict=True):
            if not (isinstance(value, (int, float)) and 0 <= value < inf):
                raise ValueError(f"{name} must be 0, for no limit, or more: not {value!r}")
        for name, value in (("nodes", nodes), ("depth", depth), ("nodes_a_ms", nodes_a_ms)):
            if not isinstance(value, int):
                raise ValueError(f"{name} must be a whole number: not {value}")
        return limit

    def of_move(self, stones: int, cells: int) -> Self:
        """Return the limit of one move with `stones` of `cells` taken: `clock`, which is not 0, is
        shared out.
        """
        control = TimeControl(
            turn_ms=self.ms or inf,
            left_ms=min(self.clock, LONGEST_S) * 1000,
            increment_ms=self.increment * 1000,
        )
        soft_ms, hard_ms = limits_ms(control, stones, cells)
        return self._replace(
            seconds=hard_ms / 1000, soft_seconds=soft_ms / 1000, clock=0, increment=0
        )

    @property
    def ms(self) -> float:
        """The hard limit in milliseconds."""
        return min(self.seconds, LONGEST_S) * 1000

    @property
    def soft_ms(self) -> float:
        """The soft limit in milliseconds."""
        return min(self.soft_seconds, LONGEST_S) * 1000

    @property
    def most_nodes(self) -> int:
        """The limit of nodes, 0 for none, with that of a clock that counts nodes."""
        counted = max(1, round(self.ms * self.nodes_a_ms)) if self.ms and self.nodes_a_ms else 0
        limits = [limit for limit in (self.nodes, counted) if limit]
        return min([*limits, MOST_NODES]) if limits else 0

    @property
    def is_timed(self) -> bool:
        """Whether time limits the move, not only a clock that counts nodes."""
        return self.ms > 0 and not self.nodes_a_ms


class Analysis(NamedTuple):
    """A line of a finished iteration.

    depth            plies
    selective_depth  the deepest ply seen
    score            from the side to move
    nodes            searched so far
    elapsed_ms       milliseconds since the start
    line             the principal variation
    rank             1 for the best of several lines
    """

    depth: int
    selective_depth: int
    score: Score
    nodes: int
    elapsed_ms: float
    line: tuple[Cell, ...]
    rank: int = 1


class Result(NamedTuple):
    """The move, and the last finished iteration.

    move      no cell when there is none left to choose
    analysis  the best line
    lines     all lines, the best first
    stopped   whether `stop` was called
    """

    move: Cell
    analysis: Analysis
    lines: tuple[Analysis, ...] = ()
    stopped: bool = False

    @property
    def score(self) -> Score:
        """The score of the best line."""
        return self.analysis.score


Report = Callable[[Analysis], None]
NOTHING = Analysis(0, 0, Score(0), 0, 0.0, ())


class Task(NamedTuple):
    """What to think about: the side to move, until when, and how."""

    colour: int
    limit: Limit
    lines: int = 1  # how many of the best moves are wanted, each with its line
    barred: frozenset[int] = frozenset()  # cells that must not be chosen
    report: Report = lambda analysis: None
    watch: Watch | None = None
    recalls: bool = True  # whether a database of proven positions may answer
    follows: bool = False  # whether a position database may choose the move too
    is_alone: bool = False  # whether to search without the helper threads


def check_task(task: Task) -> None:
    """Raise ValueError for a task that can't be run."""
    check_colour(task.colour)
    if not isinstance(task.limit, Limit):
        raise ValueError(f"limit must be a Limit, such as Limit(seconds=1), not {task.limit!r}")
    number_of("lines", task.lines, 1, MOVES)
    if not callable(task.report):
        raise ValueError(f"report must be a function, not {task.report!r}")
    if not (task.watch is None or callable(task.watch)):
        raise ValueError(f"watch must be a function, not {task.watch!r}")
    if not all(0 <= cell < CELLS for cell in task.barred):
        raise ValueError("a barred cell is on no board")


class Ticks:
    """The cycle counter's rate by the clock, measured since the start, so ever more exactly."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._first = self._now()

    def after_ms(self, ms: float) -> int:
        """Return the counter's value `ms` milliseconds from now, 0 without a counter."""
        first_time, first_ticks = self._first
        now, ticks = self._now()
        while ticks and now - first_time < CALIBRATION_S:
            now, ticks = self._now()
        return ticks + int(ms / 1000 * (ticks - first_ticks) / (now - first_time)) if ticks else 0

    def _now(self) -> tuple[float, int]:
        return time.perf_counter(), self._library.ticks(None)


class Think:
    """A search of the position in a record; `lines` is its outcome, the best first."""

    def __init__(
        self, library: Library, record: Record, ticks: Ticks, helpers: Helpers, task: Task
    ) -> None:
        self.library, self.record, self.ticks = library, record, ticks
        self.helpers, self.task = helpers, task
        self.lines: list[Analysis] = []

    def run(self) -> None:
        """Search; `lines` stays empty when there is no choice to make."""
        limit, record = self.task.limit, self.record
        self._since = limit.since or time.perf_counter()
        record.node_limit = limit.most_nodes
        self.library.begin(record)
        timer = threading.Timer(self._left_ms() / 1000, self._times_up)
        timer.daemon = True
        watcher = Watcher(record, self.task.watch) if self.task.watch else None
        if limit.is_timed:
            self._set_off(timer)
        try:
            self._bar()
            self._prove()
            if self.task.lines > len(self.lines):
                if not self.task.is_alone:
                    self.helpers.start(record, self.task.colour, self.task.lines)
                self._deepen()
        finally:
            self.helpers.stop()
            timer.cancel()
            if timer.ident:
                timer.join()  # or it could still stop the next think
            if watcher:
                watcher.close()

    # The clock. The kernels watch the cycle counter; the timer is for machines without one.

    def _elapsed_ms(self) -> float:
        """Return the milliseconds since the start, by the limit's clock."""
        if self.task.limit.nodes_a_ms:
            return float(self.record.nodes / self.task.limit.nodes_a_ms)
        return (time.perf_counter() - self._since) * 1000

    def _left_ms(self) -> float:
        return max(0.0, self.task.limit.ms - self._elapsed_ms())

    def _set_deadline(self) -> None:
        is_timed = self.task.limit.is_timed
        self.record.deadline = self.ticks.after_ms(self._left_ms()) if is_timed else 0

    def _times_up(self) -> None:
        self.record.stop = 1

    def _set_off(self, timer: threading.Timer) -> None:
        """Start a timer. Without a thread for it, and without a counter, nodes are the limit."""
        try:
            timer.start()
        except RuntimeError:
            if not self.ticks.after_ms(0):
                self.record.node_limit = self.record.node_limit or self._likely_nodes()

    def _likely_nodes(self) -> int:
        """Return how many nodes a slow machine searches in the time."""
        return max(1, int(self.task.limit.ms * NODES_A_MS))

    def _is_enough(self, iterations: Sequence[Iteration]) -> bool:
        """Return whether the search used its share of the soft limit."""
        soft_ms = self.task.limit.soft_ms
        if not soft_ms or soft_ms >= (self.task.limit.ms or inf):
            return False
        return self._elapsed_ms() >= soft_ms * soft_share(iterations)

    # The schedule.

    def _bar(self) -> None:
        """Write the task's barred cells to the record."""
        rows = [0] * STRIDE
        for cell in self.task.barred:
            rows[cell // STRIDE] |= 1 << cell % STRIDE
        self.record.root_barred[:] = rows
        self.record.root_has_bars = int(any(rows))

    def _prove(self) -> None:
        """Look for a proven win within a part of the nodes that the limits allow."""
        nodes = self.record.node_limit
        if not nodes and self.task.limit.ms:
            nodes = self._likely_nodes()
        self._set_deadline()
        if self.library.prove(self.record, self.task.colour, nodes):
            self._report()

    def _deepen(self) -> None:
        """Search one ply deeper each time, until a limit is reached or every line is final."""
        iterations: list[Iteration] = []
        for depth in range(1, min(self.task.limit.depth or MAX_DEPTH, MAX_DEPTH) + 1):
            before = self.record.nodes
            self._set_deadline()
            self.library.deepen(self.record, self.task.colour, depth, self.task.lines)
            if self.record.stop:
                self.lines = self._found()
                return
            self._report()
            if all(_is_final(analysis) for analysis in self.lines):
                return
            effort = self.record.root_best_nodes / max(1, self.record.nodes - before)
            best = self.lines[0]
            iterations.append(Iteration(best.line[:1], int(best.score), effort))
            if self._is_enough(iterations):
                return

    # The lines.

    def _report(self) -> None:
        self.lines = self._found()
        for analysis in self.lines:
            if analysis.line:
                self.task.report(analysis)

    def _found(self) -> list[Analysis]:
        """Return the lines in the record."""
        record, helped, elapsed_ms = self.record, self.helpers.nodes, self._elapsed_ms()
        return [
            Analysis(
                depth=record.root_depth[FINISHED][rank],
                selective_depth=record.root_selective[FINISHED][rank],
                score=Score(record.root_score[FINISHED][rank]),
                nodes=record.root_nodes[FINISHED][rank] + helped,
                elapsed_ms=elapsed_ms,
                line=self._line(rank),
                rank=1 + rank,
            )
            for rank in range(record.root_lines)
        ]

    def _line(self, rank: int) -> tuple[Cell, ...]:
        length = self.record.root_length[FINISHED][rank]
        return cells_on(self.record.height, self.record.root_pv[FINISHED][rank][:length])


def _is_final(analysis: Analysis) -> bool:
    """Return whether a deeper search can't change a line: a win, or a loss seen to its end."""
    plies = mate_in(analysis.score)
    return plies > 0 or (plies < 0 and analysis.depth >= -plies)
