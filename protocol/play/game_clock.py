"""A clock for a game in the terminal: main time, and an increment after every move."""

import time
from collections.abc import Callable
from math import ceil

from brain.engine import Limit
from brain.lexicon import BLACK, WHITE

MINUTE_S = 60


class GameClock:
    """The time that each side has left, in seconds. The clock of the side to move runs."""

    def __init__(
        self, main_s: float, increment_s: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        """Start with `main_s` for each side; `now` returns the time in seconds."""
        self.main_s, self.increment_s = main_s, increment_s
        self._now = now
        self._spent: dict[int, tuple[int, float]] = {}  # by ply: the side and its seconds
        self._since = now()

    def __str__(self) -> str:
        """Return the clock as `clock_named` reads it."""
        return f"{self.main_s / MINUTE_S:g}+{self.increment_s:g}"

    def restart(self, ply: int) -> None:
        """Let the clock of the side to move run from now on, after `ply` moves."""
        self._spent = {done: spent for done, spent in self._spent.items() if done <= ply}
        self._since = self._now()

    def moved(self, colour: int, ply: int) -> None:
        """Stop the clock of `colour`, which has played move `ply`, and start the other's."""
        self._spent[ply] = colour, self._now() - self._since
        self.restart(ply)

    def left_s(self, colour: int, turn: int) -> float:
        """Return what a side has left, at least 0; `turn` is the side to move."""
        spent = [seconds for side, seconds in self._spent.values() if side == colour]
        running = self._now() - self._since if colour == turn else 0.0
        return max(0.0, self.main_s + len(spent) * self.increment_s - sum(spent) - running)

    def limit(self, turn: int) -> Limit:
        """Return the limit of a think for the side to move."""
        return Limit(clock=max(self.left_s(turn, turn), 0.001), increment=self.increment_s)

    def texts(self, turn: int) -> dict[int, str]:
        """Return what each colour has left, as minutes and seconds."""
        left = {colour: ceil(self.left_s(colour, turn)) for colour in (BLACK, WHITE)}
        return {colour: f"{s // MINUTE_S}:{s % MINUTE_S:02}" for colour, s in left.items()}


def clock_named(text: str) -> GameClock:
    """Return the clock with a name such as 5+3, minutes and seconds; ValueError for another."""
    main, _, increment = text.partition("+")
    try:
        minutes, seconds = float(main), float(increment or 0)
    except ValueError:
        minutes = seconds = -1.0
    if not (0 < minutes <= 24 * MINUTE_S and 0 <= seconds <= MINUTE_S * MINUTE_S):
        raise ValueError(f"expected minutes+seconds such as 5+3, got {text!r}")
    return GameClock(minutes * MINUTE_S, seconds)
