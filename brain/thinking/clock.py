"""How long a move may take: a soft and a hard limit from the manager's settings. Pure functions.

Turn time is used in full, because it can't be saved. Match time is shared out: a move gets about
1 / MOVES_PLANNED of what is left. So early moves, which decide most games, get more, and what is
left never reaches zero. When little is left, it must last for all moves to come.

A manager that looks at its clock every 100 ms counts more than we use. How much is learnt from the
time it says is left.
"""

from math import inf, isinf
from typing import NamedTuple

AT_ONCE_MS = 5.0  # enough for a sensible move
LEAST_MS = 0.5  # enough for a move
MOVES_PLANNED = 22  # own moves that share what is left
MOST_KEPT = 0.5  # of what is left, kept for what the manager will count beyond our use
MOST_BOOKED_MS = 1000.0  # more than that is not a habit of the manager
BOOKED_DECAY = 0.8  # a move; what was learnt is forgotten when it is no longer seen
MOVES_KEPT = 7  # own moves that must be possible after the longest think
DEFAULT_TURN_MS = 5000.0  # for a manager that says nothing, or a person at the keyboard


class TimeControl(NamedTuple):
    """What limits a move; infinity where nothing does."""

    turn_ms: float = DEFAULT_TURN_MS  # 0 means at once
    match_ms: float = inf
    left_ms: float = inf  # of the match, as the manager last told; may be negative
    spent_ms: float = 0.0  # used up since the manager told
    increment_ms: float = 0.0
    booked_ms: float = 0.0  # that the manager counts for a move beyond our own use
    overhead_ms: float | None = None  # lost between our clock and the manager's; None: default


def told_left(control: TimeControl, left_ms: float) -> TimeControl:
    """Return the control after the manager told what is left of the match."""
    beyond_ms = control.left_ms - control.spent_ms - left_ms
    booked_ms = control.booked_ms
    if control.spent_ms > 0 and beyond_ms < MOST_BOOKED_MS:
        booked_ms = max(0.0, beyond_ms, booked_ms * BOOKED_DECAY)
    return control._replace(left_ms=left_ms, spent_ms=0.0, booked_ms=booked_ms)


def limits_ms(control: TimeControl, stones: int, cells: int) -> tuple[float, float]:
    """Return the soft and the hard limit of a move with `stones` of `cells` taken; 0 for none."""
    own_moves = max(1, (cells - stones + 1) // 2)
    left = max(0.0, min(control.match_ms, control.left_ms) - control.spent_ms)
    left -= min(control.booked_ms * own_moves, left * MOST_KEPT)
    fair = left / min(MOVES_PLANNED, own_moves) + control.increment_ms - control.booked_ms
    at_once = min(AT_ONCE_MS, max(LEAST_MS, left / (4 * own_moves)))  # the rest is the pipe's
    longest = min(
        control.turn_ms, left / min(MOVES_KEPT, own_moves) + control.increment_ms, left / 2
    )
    if isinf(longest):
        return 0.0, 0.0
    hard = max(at_once, longest - max(overhead_ms(control, longest), control.booked_ms))
    return max(at_once, min(fair, hard)), hard


def overhead_ms(control: TimeControl, longest_ms: float) -> float:
    """Return the part of the longest think that the pipe, the manager and other programs need.

    By default one percent, at least 30 ms and at most 100 ms: a manager wakes a suspended process
    with its clock running, and our own overrun can be 30 ms under load. A very short think can't
    spare that: it gives 15 ms and a twentieth, because managers tolerate more.
    """
    if control.overhead_ms is not None:
        return control.overhead_ms
    return min(max(30.0, longest_ms / 100), 100.0, 15.0 + longest_ms / 20)
