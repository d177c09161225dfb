"""How long a move may take: a soft and a hard limit from the manager's settings, and the share of
the soft limit that its iterations deserve. Pure functions.

Turn time is used in full, because it can't be saved. Match time is shared out: a move gets about
1 / MOVES_PLANNED of what is left. So early moves, which decide most games, get more, and what is
left never reaches zero. When little is left, it must last for all moves to come.

A manager that looks at its clock every 100 ms counts more than we use. How much is learnt from the
time it says is left.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import inf, isinf
from typing import NamedTuple

AT_ONCE_MS = 5.0  # enough for a sensible move
LEAST_MS = 0.5  # enough for a move
MOVES_PLANNED = 22  # own moves that share what is left
MOST_KEPT = 0.5  # of what is left, kept for what the manager will count beyond our use
MOST_BOOKED_MS = 1000.0  # more than that is not a habit of the manager
BOOKED_DECAY = 0.8  # a move; what was learnt is forgotten when it is no longer seen
MOVES_KEPT = 7  # own moves that must be possible after the longest think
# Shares of the soft limit.
STABLE_STEP = 0.1  # saved by every iteration that kept the best move
STABLE_SHARE = 0.5  # used by a stable move at least
# Factors of that share.
CHANGE_FACTOR = 0.4  # added by a change of the best move
CHANGE_KEPT = 0.6  # of that, after each further iteration
FALL_FACTOR = 0.8  # added if the score fell by FALL_SCORE or more
FALL_SCORE = 80  # evaluation units
FALL_ITERATIONS = 4  # within which the score fell
EFFORT_FACTOR = 1.3  # less the share of the nodes that the best move took
EFFORT_LEAST = 0.5

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


class Iteration(NamedTuple):
    """A finished iteration.

    best    the best move, empty if there is none
    score   of that move, from the side to move
    effort  share of the iteration's nodes that were searched below that move, 0 to 1
    """

    best: Sequence[int]
    score: int
    effort: float


def soft_share(iterations: Sequence[Iteration]) -> float:
    """Return the share of the soft limit to use after these iterations, at least one.

    It is smaller for a best move that stays the same or takes most of the effort. It is larger, up
    to several soft limits, if the best move changes or its score falls.
    """
    stable, changes = 0, 0.0
    for before, after in pairwise(iterations):
        is_same = before.best == after.best
        stable = stable + 1 if is_same else 0
        changes = changes * CHANGE_KEPT + (not is_same)
    _, score, effort = iterations[-1]
    highest = max(iteration.score for iteration in iterations[-1 - FALL_ITERATIONS :])
    fall = min(1.0, (highest - score) / FALL_SCORE)
    share = max(STABLE_SHARE, 1 - STABLE_STEP * stable)
    share *= max(EFFORT_LEAST, EFFORT_FACTOR - effort)
    return share * (1 + CHANGE_FACTOR * changes) * (1 + FALL_FACTOR * fall)
