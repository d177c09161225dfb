"""The keys of INFO."""

from math import inf

import pytest

from brain.lexicon import CARO, FREESTYLE, RENJU, STANDARD
from brain.thinking.clock import TimeControl, told_left
from protocol.piskvork.settings import CHANGES, ENGINE, KILOBYTE, Settings
from tests.support.fake_engine import FakeEngine

DEFAULT = Settings(TimeControl())


@pytest.mark.parametrize(
    ("key", "number", "field", "value"),
    [
        ("timeout_turn", 2000, "turn_ms", 2000),
        ("timeout_turn", 2147483647, "turn_ms", inf),
        ("timeout_match", 0, "match_ms", inf),
        ("time_left", 4000, "left_ms", 4000),
        ("time_increment", -5, "increment_ms", 0),
        ("move_overhead", 20, "overhead_ms", 20),
        ("move_overhead", 0, "overhead_ms", 0),
        ("move_overhead", -1, "overhead_ms", 0),
    ],
)
def test_a_key_of_the_clock_changes_the_time_control(
    key: str, number: int, field: str, value: float
) -> None:
    assert getattr(CHANGES[key](DEFAULT, number).time, field) == value


@pytest.mark.parametrize(
    ("key", "number", "field", "value"),
    [
        ("max_node", -1, "nodes", 0),
        ("nodes_a_ms", 500, "nodes_a_ms", 500),
        ("nodes_a_ms", -1, "nodes_a_ms", 0),
        ("nodes_a_ms", 0, "nodes_a_ms", 0),
        ("max_depth", 7, "depth", 7),
        ("max_depth", -1, "depth", 0),
        ("show_detail", 3, "detail", 3),
        ("show_detail", 4, "detail", 0),
        ("show_detail", -1, "detail", 0),
        ("usedatabase", 0, "follows", False),
        ("usedatabase", 1, "follows", True),
        ("usedatabase", -1, "follows", True),
        ("database_readonly", 0, "readonly", False),
        ("database_readonly", 1, "readonly", True),
        ("database_readonly", -1, "readonly", True),
        ("pondering", 1, "ponders", True),
        ("pondering", 2, "ponders", False),
        ("strength", 101, "strength", 100),
        ("strength", -1, "strength", 0),
    ],
)
def test_a_key_changes_a_setting_within_its_range(
    key: str, number: int, field: str, value: object
) -> None:
    assert getattr(CHANGES[key](DEFAULT, number), field) == value


def test_the_manager_s_habit_is_learnt_from_the_time_left() -> None:
    time = TimeControl(match_ms=100_000, left_ms=100_000, spent_ms=1000)
    told = CHANGES["time_left"](Settings(time), 99_990).time
    assert told == told_left(time, 99_990) != time._replace(left_ms=99_990)


@pytest.mark.parametrize(
    ("key", "number", "setting", "value"),
    [
        ("hash_size", 2, "table", 2 * KILOBYTE),
        ("hash_size", -1, "table", 0),
        ("max_memory", 1000, "memory", 1000),
        ("max_memory", -1, "memory", 0),
        ("thread_num", 3, "threads", 3),
        ("caution_factor", 4, "caution", 4),
    ],
)
def test_a_key_changes_the_engine_in_its_unit(
    key: str, number: int, setting: str, value: int
) -> None:
    engine = FakeEngine()
    ENGINE[key](engine, number)
    assert engine.settings[setting] == value


@pytest.mark.parametrize(
    ("number", "rule", "complaint"),
    [
        (0, FREESTYLE, ""),
        (1, STANDARD, ""),
        (4, RENJU, ""),
        (8, CARO, ""),
        (3, STANDARD, "continuous game not supported, playing standard"),
        (7, FREESTYLE, "rule 7 not supported, playing freestyle"),
    ],
)
def test_a_rule_that_is_not_supported_has_a_substitute(
    number: int, rule: int, complaint: str
) -> None:
    assert DEFAULT.rule(number) == (rule, complaint)


def test_yixin_boards_rule_2_is_renju() -> None:
    assert DEFAULT._replace(yixin=True).rule(2) == (RENJU, "")


def test_yixin_boards_longest_times_mean_unlimited_only_from_yixin_board() -> None:
    time = TimeControl(turn_ms=2_000_000, match_ms=100_000_000)
    assert Settings(time).control == time
    assert Settings(time, yixin=True).control.left_ms == inf
