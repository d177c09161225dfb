"""The wording of analysis: lines for people, INFO lines for GUIs, and marks on the board while the
engine thinks.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from brain.cell import Cell
from brain.engine import Analysis, Mark
from brain.lexicon import cell_at, column, row
from brain.thinking.root_events import RootEvent

Lines = tuple[str, ...]
Say = Callable[[str], None]

MARKS, DETAILS = 1, 2  # bits of INFO show_detail
LONGEST_LINE = 1000  # managers read into fixed buffers
MARKS_AFTER_MS = 200  # a short think would only flicker
MARK_WORDS = {  # Yixin-Board's
    RootEvent.SEARCHING: "POS",
    RootEvent.DONE: "DONE",
    RootEvent.BEST: "BEST",
    RootEvent.LOST: "LOST",
}


@dataclass(frozen=True)
class Labels:
    """How a manager names cells to people.

    Yixin-Board says row,column, so its columns are our rows; it numbers its rows from below.
    """

    yixin_rows: int = 0  # of Yixin-Board's board; 0 for other managers

    def __call__(self, cell: int) -> str:
        if self.yixin_rows:
            cell = cell_at(row(cell), self.yixin_rows - 1 - column(cell))
        return Cell(cell).name


@dataclass
class Commentary:
    """Says what the engine finds while it thinks."""

    say: Say
    detail: int  # INFO show_detail
    labels: Labels
    lines: int  # how many of the best moves are shown
    since: float  # time.perf_counter() when the think began

    def __post_init__(self) -> None:
        self._held: list[str] = []  # marks, until they may be shown

    def report(self, analysis: Analysis) -> None:
        """Say a line of a finished iteration; say nothing where no move is left."""
        if not analysis.line:
            return
        self.say(text_line(analysis, self.labels))
        if self.detail & DETAILS:
            for line in detail_lines(analysis, self.lines):
                self.say(line)
        if self.detail & MARKS and analysis.rank == 1 and self._shows_marks():
            for line in iteration_lines(analysis, self.labels):
                self.say(line)

    def watch(self, mark: Mark) -> None:
        """Say news of the root; another thread calls this.

        With several lines, BEST is the best move of one line only; `report` says the best of all.
        """
        if mark.kind == RootEvent.BEST and self.lines > 1:
            return
        self._held.append(f"MESSAGE REALTIME {MARK_WORDS[mark.kind]} {pair(mark.cell)}")
        if self._shows_marks():
            for line in self._held:
                self.say(line)
            self._held.clear()

    def _shows_marks(self) -> bool:
        return (time.perf_counter() - self.since) * 1000 >= MARKS_AFTER_MS


def text_line(analysis: Analysis, labels: Labels) -> str:
    """Return a line of a finished iteration for people and logs."""
    return _cut(
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
    return (*(_cut(f"INFO {key} {value}") for key, value in details.items()), "INFO PV DONE")


def iteration_lines(analysis: Analysis, labels: Labels) -> Lines:
    """Return the marks after a finished iteration: none but the best move, its score and line."""
    return (
        "MESSAGE REALTIME REFRESH",
        f"MESSAGE REALTIME BEST {pair(analysis.line[0])}",
        f"MESSAGE REALTIME VAL {int(analysis.score)}",
        _cut(f"MESSAGE REALTIME PV {' '.join(map(labels, analysis.line))}"),
    )


def forbidden_line(cells: tuple[int, ...]) -> str:
    """Return the line that lists forbidden points, each as two digits of column and of row."""
    return f"FORBID {''.join(f'{column(cell):02}{row(cell):02}' for cell in sorted(cells))}."


def pair(cell: int) -> str:
    """Return a cell as `x,y`."""
    return f"{column(cell)},{row(cell)}"


def _speed(analysis: Analysis) -> int:
    """Return nodes per second."""
    return round(analysis.nodes * 1000 / max(analysis.elapsed_ms, 1))


def _cut(text: str) -> str:
    """Return the line, cut between words to a length that every manager can read."""
    text = text.rstrip()
    return text if len(text) <= LONGEST_LINE else text[: LONGEST_LINE + 1].rpartition(" ")[0]
