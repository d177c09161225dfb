"""Shows a match in progress: a table on a terminal, else one line a game."""

import sys
import time
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol

from brain.stats.elo import HEADING, elo_text, summary
from brain.stats.sprt import Sprt
from protocol.match.standings import Row, Standings
from protocol.records.games import DRAW, FAILURES, LOSS, WIN, Ending, Game

if TYPE_CHECKING:
    from rich.console import RenderableType

REFRESHES_A_SECOND = 1
RESULTS = {WIN: "1-0", DRAW: "1/2-1/2", LOSS: "0-1"}  # black first
HEADINGS = ("engine", "games", "W-D-L", "points", HEADING, "failed")
BAR_WIDTH = 60  # characters
DONE, LEFT = "cyan", "bright_black"  # colours of a bar


class Display(Protocol):
    """Shows a match in progress."""

    def show(self, game: Game) -> None:
        """Show a finished game, which the standings already include."""

    def close(self) -> None:
        """Show the final standings."""


class Progress:
    """A display's texts: standings, pace, strength and endings."""

    def __init__(self, standings: Standings, total: int, sprt: Sprt | None) -> None:
        self.standings = standings
        self.total = total
        self.sprt = sprt
        self._began = time.monotonic()
        self._before = standings.games

    @property
    def llr(self) -> float:
        """The test's log likelihood ratio, 0 without a test."""
        return self.sprt.llr(self.standings.two()[1]) if self.sprt else 0.0

    def table(self) -> list[tuple[str, ...]]:
        """Return the standings as rows of text."""
        return [cells(row) for row in self.standings.rows()]

    def pace(self) -> str:
        """Return games a minute and the time left, "" before the first game."""
        played = self.standings.games - self._before
        if not played:
            return ""
        seconds = (time.monotonic() - self._began) / played
        left = duration((self.total - self.standings.games) * seconds)
        return f"{60 / seconds:.3g} games a minute, {'at most ' if self.sprt else ''}{left} left"

    def strength(self) -> str:
        """Return the first engine's Elo and the test's LLR, "" unless two engines play."""
        if len(self.standings.names) > 2:
            return ""
        estimate = summary(self.standings.two()[1])
        text = f"{self.standings.names[0]} {estimate}"
        if not self.sprt:
            return text
        lower, upper = self.sprt.bounds
        return f"{text}, LLR {self.llr:.2f} ({lower:.2f}, {upper:.2f})"

    def endings(self) -> str:
        """Return the number of games with each ending."""
        counts = self.standings.endings.most_common()
        return ", ".join(f"{ending} {count}" for ending, count in counts)


class LineDisplay:
    """Prints a line for each game, and the standings at the end."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def show(self, game: Game) -> None:
        progress = self._progress
        parts = (
            f"{progress.standings.games}/{progress.total}",
            f"{game.black} - {game.white}",
            RESULTS[game.score],
            f"{ending_text(game)} with {game.plies} stones",
            progress.strength(),
            progress.pace(),
        )
        print("  ".join(part for part in parts if part), flush=True)

    def close(self) -> None:
        rows = [HEADINGS, *self._progress.table()]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            print("  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip())
        for line in (self._progress.strength(), self._progress.endings()):
            if line:
                print(line, flush=True)


class TableDisplay:
    """Redraws the standings in place."""

    def __init__(self, progress: Progress) -> None:
        from rich.live import Live

        self._progress = progress
        self._table = progress.table()
        self._drawn_at = 0.0
        self._live = Live(
            get_renderable=self._render,
            refresh_per_second=REFRESHES_A_SECOND,
        )
        self._live.start()

    def show(self, game: Game) -> None:
        if time.monotonic() - self._drawn_at > 1 / REFRESHES_A_SECOND:
            self._table = self._progress.table()
            self._drawn_at = time.monotonic()

    def close(self) -> None:
        self._table = self._progress.table()
        self._live.stop()

    def _render(self) -> "RenderableType":
        from rich.console import Group
        from rich.table import Table as RichTable
        from rich.text import Text

        progress = self._progress
        table = RichTable()
        for heading in HEADINGS:
            table.add_column(heading, justify="left" if heading == HEADINGS[0] else "right")
        for row in self._table:
            table.add_row(*map(Text, row))  # Text, as a name may look like markup
        done = progress.standings.games
        parts: list[RenderableType] = [
            table,
            Text(f"{done} of {progress.total} games  {progress.pace()}"),
            _bar(done, progress.total),
        ]
        if strength := progress.strength():
            parts.append(Text(strength))
        if progress.sprt:
            lower, upper = progress.sprt.bounds
            parts.append(_bar(progress.llr - lower, upper - lower))
        return Group(*parts, Text(progress.endings()))


def _bar(part: float, whole: float) -> "RenderableType":
    """Return a progress bar on its own line."""
    from rich.padding import Padding
    from rich.progress_bar import ProgressBar

    inside = min(max(part, 0), whole)
    return Padding(
        ProgressBar(whole, inside, BAR_WIDTH, complete_style=DONE, style=LEFT), expand=False
    )


def make_display(progress: Progress) -> Display:
    """Return a table display if stdout is a terminal and rich is installed, else a line display."""
    if sys.stdout.isatty() and find_spec("rich"):
        return TableDisplay(progress)
    return LineDisplay(progress)


def ending_text(game: Game) -> str:
    """Return a game's ending; after a fault, also the loser and the reason."""
    failed = game.ending in FAILURES or game.ending == Ending.FORBIDDEN
    ending = f"{game.loser}: {game.ending}" if failed else str(game.ending)
    return f"{ending} ({game.reason})" if game.reason else ending


def cells(row: Row) -> tuple[str, ...]:
    """Return a row of the standings as text, one cell for each of HEADINGS."""
    return (
        row.name,
        str(row.games),
        str(row.result),
        f"{row.points / row.games:.1%}" if row.games else "",
        elo_text(row.elo, row.low, row.high),
        str(row.failed or ""),
    )


def duration(seconds: float) -> str:
    """Return a time as text in one or two units."""
    minutes = round(seconds / 60)
    if minutes < 1:
        return f"{seconds:.0f} s"
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return f"{days} d {hours} h"
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"
