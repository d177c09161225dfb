"""From the manager's settings to the limits of a move."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brain.thinking.clock import (
    AT_ONCE_MS,
    CHANGE_FACTOR,
    CHANGE_KEPT,
    EFFORT_FACTOR,
    EFFORT_LEAST,
    FALL_FACTOR,
    LEAST_MS,
    MOST_BOOKED_MS,
    STABLE_SHARE,
    Iteration,
    TimeControl,
    limits_ms,
    soft_share,
    told_left,
)

CELLS = 400
TIMES = st.floats(-1000, 1e8)


def of_match(turn_ms: float, left_ms: float, **others: float) -> TimeControl:
    return TimeControl(turn_ms=turn_ms, match_ms=left_ms, left_ms=left_ms, **others)


@pytest.mark.parametrize("turn_ms", [100, 1000, 5000, 30000, 300000])
def test_a_turn_is_used_up_when_nothing_else_limits(turn_ms: float) -> None:
    soft, hard = limits_ms(TimeControl(turn_ms=turn_ms), 10, CELLS)
    assert soft == hard
    assert 0.8 * turn_ms <= hard <= turn_ms - 15


@pytest.mark.parametrize("turn_ms", [10, 50])
def test_a_very_short_turn_still_leaves_time_to_think(turn_ms: float) -> None:
    _, hard = limits_ms(TimeControl(turn_ms=turn_ms), 10, CELLS)
    assert turn_ms / 2 <= hard < turn_ms


def test_turn_zero_is_played_at_once() -> None:
    assert limits_ms(TimeControl(turn_ms=0), 10, CELLS) == (AT_ONCE_MS, AT_ONCE_MS)


@pytest.mark.parametrize("left_ms", [0, -1, -900, -(2**63)])
def test_a_match_without_time_left_is_played_as_fast_as_can_be(left_ms: float) -> None:
    assert limits_ms(of_match(5000, left_ms), 10, CELLS) == (LEAST_MS, LEAST_MS)


def test_nothing_limits_when_everything_is_unlimited() -> None:
    assert limits_ms(TimeControl(turn_ms=inf), 10, CELLS) == (0, 0)


def test_a_huge_limit_is_kept() -> None:
    soft, hard = limits_ms(of_match(2_000_000, 100_000_000), 10, CELLS)
    assert soft == hard == 2_000_000 - 100


@pytest.mark.parametrize(
    ("turn_ms", "match_ms", "soft_ms", "hard_ms"),
    [
        (30_000, 180_000, 8_182, 25_614),
        (5_000, 100_000, 4_545, 4_950),
        (300_000, 1_000_000, 45_455, 142_757),
    ],
)
def test_the_first_move_of_a_tournament(
    turn_ms: float, match_ms: float, soft_ms: float, hard_ms: float
) -> None:
    soft, hard = limits_ms(of_match(turn_ms, match_ms), 0, CELLS)
    assert (round(soft), round(hard)) == (soft_ms, hard_ms)


def test_time_spent_is_subtracted_from_the_time_left() -> None:
    told_less = limits_ms(of_match(30_000, 100_000), 10, CELLS)
    assert limits_ms(of_match(30_000, 180_000, spent_ms=80_000), 10, CELLS) == told_less


def test_an_increment_is_spent_but_not_before_it_is_earned() -> None:
    soft, hard = limits_ms(of_match(inf, 60_000, increment_ms=1000), 10, CELLS)
    assert soft > 1000 + 2000
    _, hard = limits_ms(of_match(inf, 200, increment_ms=1000), 10, CELLS)
    assert hard < 200


def test_an_overhead_that_was_asked_for_is_kept() -> None:
    _, hard = limits_ms(TimeControl(turn_ms=5000, overhead_ms=700), 10, CELLS)
    assert hard == 4300
    _, hard = limits_ms(TimeControl(turn_ms=500, overhead_ms=700), 10, CELLS)
    assert hard == AT_ONCE_MS


@given(TIMES, TIMES, st.integers(0, CELLS))
def test_limits_are_ordered_and_in_range(turn_ms: float, left_ms: float, stones: int) -> None:
    soft, hard = limits_ms(of_match(turn_ms, left_ms), stones, CELLS)
    assert LEAST_MS <= soft <= hard
    assert hard <= AT_ONCE_MS or hard < min(turn_ms, left_ms / 2)


@given(st.floats(100, 1e6), st.floats(1000, 1e7))
def test_a_whole_game_of_longest_thinks_stays_within_the_match(
    turn_ms: float, match_ms: float
) -> None:
    left = match_ms
    for stones in range(0, CELLS, 2):
        _, hard = limits_ms(of_match(turn_ms, left), stones, CELLS)
        left -= hard
    assert left > -CELLS / 2 * LEAST_MS


@pytest.mark.parametrize("match_ms", [1000, 5000, 100_000])
def test_a_match_is_long_enough_for_a_full_board(match_ms: float) -> None:
    left = match_ms
    for stones in range(0, CELLS, 2):
        soft, _ = limits_ms(of_match(inf, left), stones, CELLS)
        left -= soft
    assert left > 0


# What a manager counts beyond our use.


def played(control: TimeControl, used_ms: float, counted_ms: float) -> TimeControl:
    """Return the control after a move that took some time and was counted as more."""
    return told_left(control._replace(spent_ms=used_ms), control.left_ms - counted_ms)


def test_the_managers_overhead_is_learned_and_forgotten() -> None:
    control = played(of_match(5000, 100_000), 1000, 1080)
    assert control.booked_ms == 80
    control = played(control, 1000, 1130)
    assert control.booked_ms == 130
    for _ in range(20):
        control = played(control, 1000, 1001)
    assert control.booked_ms < 5


@pytest.mark.parametrize("counted_ms", [1000, 0, -5000, 1000 + MOST_BOOKED_MS])
def test_a_single_delay_of_a_manager_is_not_learned(counted_ms: float) -> None:
    assert played(of_match(5000, 100_000), 1000, counted_ms).booked_ms == 0


def test_the_first_time_left_of_a_game_teaches_nothing() -> None:
    assert told_left(of_match(5000, 100_000), 99_990).booked_ms == 0
    assert told_left(TimeControl(), 99_990).booked_ms == 0


@pytest.mark.parametrize("booked_ms", [0, 30, 100, 150])
@pytest.mark.parametrize("match_ms", [20_000, 100_000, 300_000])
def test_no_clock_runs_out_however_a_manager_counts(booked_ms: float, match_ms: float) -> None:
    control = of_match(match_ms, match_ms)
    for stones in range(0, 120, 2):
        soft, _ = limits_ms(control, stones, CELLS)
        control = played(control, soft, soft + booked_ms)
    assert control.left_ms > 0


@given(
    st.lists(
        st.builds(
            Iteration,
            st.lists(st.integers(1, 3), max_size=1),
            st.integers(-500, 500),
            st.floats(0, 1),
        ),
        min_size=1,
    )
)
def test_the_share_of_the_soft_limit_is_bounded(iterations: list[Iteration]) -> None:
    most = EFFORT_FACTOR * (1 + CHANGE_FACTOR / (1 - CHANGE_KEPT)) * (1 + FALL_FACTOR)
    assert STABLE_SHARE * EFFORT_LEAST <= soft_share(iterations) <= most


def test_a_stable_best_move_uses_less_time_than_a_new_one() -> None:
    stable = [Iteration([1], 0, 0.3)] * 6
    assert soft_share(stable) < soft_share([*stable, Iteration([2], 0, 0.3)])
