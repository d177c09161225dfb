"""One think: a search for a win by continuous threats, then iterative deepening within limits.

The search itself is compiled; here is what happens between its iterations.
"""

import ctypes
import threading
import time
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field, replace
from math import inf

from brain.cell import Cell
from brain.helpers import Crew
from brain.layout import Record
from brain.lexicon import CELLS, INFINITY, MATE, MAX_DEPTH, STRIDE, WON, mate_in, opponent
from brain.native import Library
from brain.rootnews import Watch, Watcher
from brain.score import Score

CALIBRATION_S = 0.005  # the cycle counter's rate is measured over at least as long
# The searches for proven wins that come first, by entry point: their share of a think's nodes, and
# the depths, in fours and in threats.
PROVERS = {
    "kill": (0.1, (2, 4, 8, 16, 32, 64)),
    "threat_win": (0.05, tuple(range(1, 25))),
}
MOST_PROVING = 100_000  # nodes of such a search
NODES_A_MS = 500  # what a slow machine searches
WINDOW_DEPTH = 4  # plies; deeper iterations start with a narrow window
WINDOW = 18  # evaluation units to either side
WINDOW_GROWTH = 3
STABLE_STEP = 0.1  # of the soft limit, for every iteration that did not change the move
STABLE_SHARE = 0.5  # of the soft limit, at least


@dataclass(frozen=True)
class Limit:
    """When a think ends; zero means no limit. ValueError for what is no number from 0 on."""

    seconds: float = 0
    nodes: int = 0  # of the first thread
    depth: int = 0  # plies
    _: KW_ONLY
    soft_seconds: float = 0  # after which no new iteration starts
    since: float = 0.0  # time.perf_counter() when the clock started; 0.0 for now

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if not 0 <= value < inf:
                raise ValueError(f"{name} must be 0, for no limit, or more: not {value}")
        for name in ("nodes", "depth"):
            if not isinstance(vars(self)[name], int):
                raise ValueError(f"{name} must be a whole number: not {vars(self)[name]}")

    @property
    def ms(self) -> float:
        """The hard limit in milliseconds."""
        return self.seconds * 1000

    @property
    def soft_ms(self) -> float:
        """The soft limit in milliseconds."""
        return self.soft_seconds * 1000


@dataclass(frozen=True)
class Analysis:
    """One finished iteration."""

    depth: int
    selective_depth: int
    score: Score  # from the side to move
    nodes: int
    elapsed_ms: float
    line: tuple[Cell, ...]  # principal variation
    rank: int = 1  # of several lines the best is 1


@dataclass(frozen=True)
class Result:
    """The move, no cell when there is none left to choose, and the last finished iteration."""

    move: Cell
    analysis: Analysis
    lines: tuple[Analysis, ...] = ()  # of that iteration, the best first
    stopped: bool = False  # because somebody asked for it

    @property
    def score(self) -> Score:
        """The score of the best line."""
        return self.analysis.score


Report = Callable[[Analysis], None]
NOTHING = Analysis(0, 0, Score(0), 0, 0.0, ())


@dataclass(frozen=True)
class Task:
    """What to think about: the side to move, until when, and how."""

    colour: int
    limit: Limit
    lines: int = 1  # how many of the best moves are wanted, each with its line
    barred: frozenset[int] = frozenset()  # cells that must not be chosen
    report: Report = lambda analysis: None
    watch: Watch | None = None


class Ticks:
    """The cycle counter against the clock, measured since the start, so better and better."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._first = self._now()

    def after_ms(self, ms: float) -> int:
        """Return the counter's value so many milliseconds from now, 0 where there is none."""
        first_time, first_ticks = self._first
        now, ticks = self._now()
        while ticks and now - first_time < CALIBRATION_S:
            now, ticks = self._now()
        return ticks + int(ms / 1000 * (ticks - first_ticks) / (now - first_time)) if ticks else 0

    def _now(self) -> tuple[float, int]:
        return time.perf_counter(), self._library.ticks(None)


@dataclass
class Think:
    """A search of the position in a record; `lines` is its outcome, the best first."""

    library: Library
    record: Record
    ticks: Ticks
    crew: Crew
    task: Task
    lines: list[Analysis] = field(default_factory=list)
    _won: list[Analysis] = field(default_factory=list)  # by continuous threats

    def run(self) -> None:
        """Search; `lines` stays empty when there is no choice to make."""
        limit, record = self.task.limit, self.record
        self._since = limit.since or time.perf_counter()
        record.nodes = record.selective_depth = 0
        record.node_limit = limit.nodes
        record.generation += 1
        for memory in (record.killer, record.lost):
            ctypes.memset(memory, 0, ctypes.sizeof(memory))
        record.root_move = record.root_best = 0
        timer = threading.Timer(self._left_ms() / 1000, self._times_up)
        timer.daemon = True
        watcher = Watcher(record, self.task.watch) if self.task.watch else None
        if limit.ms:
            timer.start()
        try:
            self._bar(())
            self._prove()
            if self.task.lines > len(self._won):
                self.crew.start(record, self.task.colour)
                self._deepen()
        finally:
            self._bar(())
            self.crew.stop()
            timer.cancel()
            if timer.ident:
                timer.join()  # or it could still stop the next think
            if watcher:
                watcher.close()

    # The clock. The kernels watch the cycle counter; the timer is for machines without one.

    def _elapsed_ms(self) -> float:
        return (time.perf_counter() - self._since) * 1000

    def _left_ms(self) -> float:
        return max(0.0, self.task.limit.ms - self._elapsed_ms())

    def _set_deadline(self) -> None:
        limited = self.task.limit.ms
        self.record.deadline = self.ticks.after_ms(self._left_ms()) if limited else 0

    def _times_up(self) -> None:
        self.record.stop = 1

    def _is_enough(self, stable: int) -> bool:
        """Return whether the soft limit is reached, earlier for a move that stays the best."""
        soft_ms = self.task.limit.soft_ms
        if not soft_ms or soft_ms >= (self.task.limit.ms or inf):
            return False
        return self._elapsed_ms() >= soft_ms * max(STABLE_SHARE, 1 - STABLE_STEP * stable)

    # The searches.

    def _bar(self, chosen: tuple[int, ...]) -> None:
        """Keep the search from the moves that are barred, and from those of better lines."""
        rows = [0] * STRIDE
        for cell in self.task.barred.union(chosen):
            rows[cell // STRIDE] |= 1 << cell % STRIDE
        self.record.barred[:] = rows
        self.record.is_barred = int(any(rows))

    def _prove(self) -> None:
        """Look for a win by continuous fours, then by continuous threats, deeper and deeper."""
        self._set_deadline()
        if self.record.is_barred:
            return
        limit = self.task.limit
        allowed = limit.nodes or limit.ms * NODES_A_MS or inf
        for name, (share, depths) in PROVERS.items():
            nodes = int(min(MOST_PROVING, share * allowed))
            for depth in depths:
                plies = getattr(self.library, name)(self.record, self.task.colour, depth, nodes)
                if plies:
                    self._won = self.lines = [self._finished(plies, MATE - plies)]
                    self.task.report(self.lines[0])
                    return
                nodes = self.record.kill_nodes
                if self.record.stop:
                    return
                if nodes <= 0:
                    break

    def _deepen(self) -> None:
        """Search one ply deeper after the other, up to a limit or proven results."""
        stable = 0
        for depth in range(1, min(self.task.limit.depth or MAX_DEPTH, MAX_DEPTH) + 1):
            before = self.lines[0].line[:1] if self.lines else ()
            self._iterate(depth)
            if self.record.stop:
                return
            if all(_is_final(analysis) for analysis in self.lines):
                return
            stable = stable + 1 if self.lines[0].line[:1] == before else 0
            if self._is_enough(stable):
                return

    def _iterate(self, depth: int) -> None:
        """Search every line at a depth, each without the moves of those before it."""
        done = list(self._won)
        for rank in range(len(done), self.task.lines):
            last = self.lines[rank].score if rank < len(self.lines) else 0
            self._bar(tuple(cell for analysis in done for cell in analysis.line[:1]))
            score = self._search(depth, last, rank)
            if self.record.stop:
                self._keep_unfinished(rank)
                return
            if rank and not self._line():
                break  # there are no more moves
            done.append(self._finished(depth, score))
        done.sort(key=lambda analysis: -analysis.score)
        self.lines = [replace(analysis, rank=1 + i) for i, analysis in enumerate(done)]
        for analysis in self.lines:
            if analysis.line:
                self.task.report(analysis)

    def _keep_unfinished(self, rank: int) -> None:
        """Take over the best move of an iteration that is not at its end, if it came to one."""
        line = self._line()
        if line and rank == 0:
            others = [analysis for analysis in self.lines if analysis.line[:1] != line[:1]]
            first = self.lines[0] if self.lines else NOTHING
            self.lines = [replace(first, line=line), *others][: self.task.lines]
            self.lines = [replace(a, rank=1 + i) for i, a in enumerate(self.lines)]
        if self.lines:
            self.lines[0] = replace(self.lines[0], nodes=self._nodes())

    def _search(self, depth: int, last: int, rank: int) -> int:
        """Return the score of one iteration, searched with a window around the last one's; a move
        that turns out better than that is kept, should there be no time to search it again.
        """
        alpha, beta, width = -INFINITY, INFINITY, WINDOW
        if depth > WINDOW_DEPTH and not mate_in(last):
            alpha, beta = last - width, last + width
        while True:
            self._set_deadline()
            score = self.library.search(self.record, self.task.colour, depth, alpha, beta)
            if self.record.stop or alpha < score < beta:
                return score
            width *= WINDOW_GROWTH
            if score <= alpha:
                alpha = score - width if score > -WON else -INFINITY
            else:
                self._keep_unfinished(rank)
                beta = score + width if score < WON else INFINITY

    def _nodes(self) -> int:
        return int(self.record.nodes) + self.crew.nodes

    def _line(self) -> tuple[Cell, ...]:
        return tuple(map(Cell, self.record.pv[0][: self.record.pv_length[0]]))

    def _finished(self, depth: int, score: int) -> Analysis:
        """Return what an iteration found; a proven win carries its line to the five."""
        line = self._line()
        if mate_in(score) > 0:
            line += self._to_the_five(line)
        deepest = self.record.selective_depth
        return Analysis(depth, deepest, Score(score), self._nodes(), self._elapsed_ms(), line)

    def _to_the_five(self, line: tuple[Cell, ...]) -> tuple[Cell, ...]:
        """Return the moves that follow a winning line which ends where no search is needed."""
        library, record, start = self.library, self.record, self.record.stones
        turn = self.task.colour
        for move in line:
            library.place(record, move, turn)
            turn = opponent(turn)
        rest: list[Cell] = []
        while not library.has_five(record, record.move[record.stones - 1]):
            win = library.verdict(record, turn)
            cell = win % CELLS if win else library.guess(record, turn)
            if cell == 0 or record.stones >= record.max_stones:
                break
            rest.append(Cell(cell))
            library.place(record, cell, turn)
            turn = opponent(turn)
        while record.stones > start:
            library.lift(record)
        return tuple(rest)


def _is_final(analysis: Analysis) -> bool:
    """Return whether a deeper search can't tell more: a win, or a loss seen to its end."""
    plies = mate_in(analysis.score)
    return plies > 0 or (plies < 0 and analysis.depth >= -plies)
