"""Reports of a think: lines for people, INFO lines for GUIs, and Yixin-Board's marks."""

import time
from collections.abc import Callable

from brain.engine import Analysis, Mark
from brain.thinking.root_events import RootEvent
from protocol.piskvork.grammar import Lines, pair, shortened
from protocol.piskvork.yixin import Labels, iteration_lines, mark_line

Write = Callable[[str], None]  # sends a line

MARKS, DETAILS = 1, 2  # bits of INFO show_detail
MARKS_AFTER_MS = 200  # marks of a shorter think would only flicker


class Commentary:
    """Writes the engine's results while it thinks."""

    def __init__(self, write: Write, detail: int, labels: Labels, lines: int, since: float) -> None:
        self.write = write
        self.detail = detail  # INFO show_detail
        self.labels = labels
        self.lines = lines  # the number of best moves to show
        self.since = since  # time.perf_counter() at the start of the think
        self._pending: list[str] = []  # marks held back until MARKS_AFTER_MS

    def report(self, analysis: Analysis) -> None:
        """Write a line of a finished iteration; write nothing if no move is left."""
        if not analysis.line:
            return
        self.write(text_line(analysis, self.labels))
        if self.detail & DETAILS:
            for line in detail_lines(analysis, self.lines):
                self.write(line)
        if self.detail & MARKS and analysis.rank == 1 and self._shows_marks():
            for line in iteration_lines(analysis, self.labels):
                self.write(line)

    def watch(self, mark: Mark) -> None:
        """Write a mark of the root; another thread calls this.

        With several lines, BEST marks the best move of one line; `report` writes the best of all.
        """
        if mark.kind == RootEvent.BEST and self.lines > 1:
            return
        self._pending.append(mark_line(mark))
        if self._shows_marks():
            for line in self._pending:
                self.write(line)
            self._pending.clear()

    def _shows_marks(self) -> bool:
        return (time.perf_counter() - self.since) * 1000 >= MARKS_AFTER_MS


def text_line(analysis: Analysis, labels: Labels) -> str:
    """Return a line of a finished iteration for people and logs."""
    return shortened(
        f"MESSAGE depth {analysis.depth}-{analysis.selective_depth} multipv {analysis.rank}"
        f" ev {analysis.score} n {analysis.nodes} n/ms {round(_speed(analysis) / 1000)}"
        f" tm {round(analysis.elapsed_ms)} pv {' '.join(map(labels, analysis.line))}"
    )


def detail_lines(analysis: Analysis, lines: int) -> Lines:
    """Return a line of a finished iteration as INFO lines, in the order that Yixin-Board needs."""
    details = {
        "PV": analysis.rank - 1,
        "NUMPV": lines,
        "DEPTH": analysis.depth,
        "SELDEPTH": analysis.selective_depth,
        "NODES": analysis.nodes,
        "TOTALNODES": analysis.nodes,
        "TOTALTIME": round(analysis.elapsed_ms),
        "SPEED": _speed(analysis),
        "EVAL": analysis.score,
        "WINRATE": f"{analysis.score.win_rate:.4f}",
        "BESTLINE": " ".join(map(pair, analysis.line)),
    }
    return (*(shortened(f"INFO {key} {value}") for key, value in details.items()), "INFO PV DONE")


def _speed(analysis: Analysis) -> int:
    """Return nodes per second."""
    return round(analysis.nodes * 1000 / max(analysis.elapsed_ms, 1))
