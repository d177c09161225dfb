"""Time controls of GTP."""

from brain.lexicon import BLACK, WHITE
from protocol.gtp.gtp_timing import Timing


def test_without_a_setting_every_move_gets_the_same() -> None:
    timing = Timing(700)
    assert timing.control(BLACK).turn_ms == 700
    timing.set(0, 5, 0)  # which means no limit
    assert timing.control(BLACK).turn_ms == 700


def test_main_time_is_spent_and_then_comes_the_period() -> None:
    timing = Timing(700)
    timing.set(60, 10, 2)
    assert timing.control(WHITE).left_ms == 65_000
    timing.spend(WHITE, 58_000)
    assert timing.control(WHITE).turn_ms == 5_000
    assert timing.control(BLACK).left_ms == 65_000
    timing.set_left(BLACK, 8, 4)
    assert timing.control(BLACK).turn_ms == 2_000


def test_the_four_systems_of_kgs_are_known() -> None:
    timing = Timing(700)
    timing.set_kgs("absolute", (60,))
    assert timing.control(BLACK).left_ms == 60_000
    timing.set_kgs("byoyomi", (0, 10, 3))
    assert timing.control(BLACK).turn_ms == 10_000
    timing.set_kgs("canadian", (0, 10, 5))
    assert timing.control(BLACK).turn_ms == 2_000
    timing.set_kgs("none", ())
    assert timing.control(BLACK).turn_ms == 700
