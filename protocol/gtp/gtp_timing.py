"""Time controls of GTP. Each colour has its own clock: a main time, then periods for a number of
moves. Without a time control, every move has the same time.
"""

from math import inf

from brain.lexicon import BLACK, WHITE
from brain.thinking.clock import TimeControl

SYSTEMS = {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3}  # of KGS: arguments of each


class Timing:
    """The clocks of both colours."""

    def __init__(self, turn_ms: float) -> None:
        """Start without a time control: every move has `turn_ms`."""
        self._usual = TimeControl(turn_ms=turn_ms)
        self._left_ms: dict[int, float] = {}  # of the main time; empty without a time control
        self._period_ms: dict[int, float] = {}  # for a move once the main time is used up

    def set(self, main_s: float, period_s: float, stones: int) -> None:
        """Set both clocks by `time_settings`; a period for no stones means no limit."""
        self._left_ms.clear()
        self._period_ms.clear()
        if stones or (main_s and not period_s):
            for colour in (BLACK, WHITE):
                self._left_ms[colour] = main_s * 1000
                self._period_ms[colour] = period_s * 1000 / stones if stones else 0.0

    def set_kgs(self, system: str, numbers: tuple[float, ...]) -> None:
        """Set both clocks by `kgs-time_settings`; ValueError for an unknown system."""
        if SYSTEMS.get(system) != len(numbers):
            raise ValueError(
                f"syntax error: expected {', '.join(SYSTEMS)} with its numbers, got {system}"
            )
        main, period, count = (*numbers, 0.0, 0.0, 0.0)[:3]
        self.set(main, period, 1 if system == "byoyomi" else int(count))

    def set_left(self, colour: int, left_s: float, stones: int) -> None:
        """Set the time left on a clock: of the main time, or of a period for `stones` stones."""
        self._left_ms[colour] = 0.0 if stones else left_s * 1000
        if stones:
            self._period_ms[colour] = left_s * 1000 / stones

    def control(self, colour: int) -> TimeControl:
        """Return the time control of a colour's next move."""
        if colour not in self._left_ms:
            return self._usual
        left, period = self._left_ms[colour], self._period_ms.get(colour, 0.0)
        if period and left < period:
            return self._usual._replace(turn_ms=period)
        return self._usual._replace(turn_ms=inf, left_ms=left + period)

    def spend(self, colour: int, ms: float) -> None:
        """Subtract a move from a clock's main time, for windows that never send `time_left`."""
        if colour in self._left_ms:
            self._left_ms[colour] = max(0.0, self._left_ms[colour] - ms)
