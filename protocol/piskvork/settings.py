"""The keys of INFO. Most change `Settings`, a value; memory, threads and caution change the engine.
Unknown keys are ignored, as the protocol requires.
"""

from collections.abc import Callable, Mapping
from math import inf
from typing import NamedTuple

from brain.engine import Engine
from brain.lexicon import FREESTYLE, RENJU, STANDARD
from brain.rules.laws import RULE_NAMES, RULES
from brain.thinking.clock import TimeControl, told_left
from brain.thinking.strength import FULL_STRENGTH
from protocol.piskvork import yixin

UNLIMITED = 2147483647  # ms
KILOBYTE = 1 << 10

# INFO rule -> the rule we play. Bit 1 means a continuous game, which we play as a single one.
INFO_RULES = {**{rule: rule for rule in RULES}, 2: FREESTYLE, 3: STANDARD, 5: RENJU}
YIXIN_RULES = INFO_RULES | yixin.RULES
CONTINUOUS = (2, 3)


class Settings(NamedTuple):
    """The settings of INFO; a new game keeps them."""

    time: TimeControl
    nodes: int = 0
    depth: int = 0
    detail: int = 0  # bits of protocol.piskvork.commentary
    ponders: bool = False
    strength: int = FULL_STRENGTH
    follows: bool = True  # whether a position database may choose moves
    readonly: bool = False  # whether position databases can't be edited
    nodes_a_ms: int = 0  # that the clock counts instead of time; 0: it measures time
    yixin: bool = False  # whether the manager is Yixin-Board: it sends YXSHOWINFO

    @property
    def control(self) -> TimeControl:
        """The time control to play by."""
        if self.yixin and yixin.is_unlimited(self.time):
            return self.time._replace(turn_ms=inf, match_ms=inf, left_ms=inf)
        return self.time

    def with_time(self, **changes: float) -> "Settings":
        """Return the settings with the time control changed."""
        return self._replace(time=self.time._replace(**changes))

    def rule(self, number: int) -> tuple[int, str]:
        """Return the rule to play for INFO rule, and a notice if it is a substitute, else ""."""
        rules = YIXIN_RULES if self.yixin else INFO_RULES
        rule = rules.get(number, FREESTYLE)
        if number in rules and (number not in CONTINUOUS or rule == RENJU):
            return rule, ""
        asked = "continuous game" if number in CONTINUOUS else f"rule {number}"
        return rule, f"{asked} not supported, playing {RULE_NAMES[rule]}"


def _ms(number: int) -> float:
    return inf if number >= UNLIMITED else number


CHANGES: Mapping[str, Callable[[Settings, int], Settings]] = {
    "timeout_turn": lambda settings, n: settings.with_time(turn_ms=_ms(n)),
    "timeout_match": lambda settings, n: settings.with_time(match_ms=_ms(n or UNLIMITED)),
    "time_left": lambda settings, n: settings._replace(time=told_left(settings.time, _ms(n))),
    "time_increment": lambda settings, n: settings.with_time(increment_ms=max(0, n)),
    "move_overhead": lambda settings, n: settings.with_time(overhead_ms=max(0, n)),
    "max_node": lambda settings, n: settings._replace(nodes=max(0, n)),
    "nodes_a_ms": lambda settings, n: settings._replace(nodes_a_ms=max(0, n)),
    "max_depth": lambda settings, n: settings._replace(depth=max(0, n)),
    "show_detail": lambda settings, n: settings._replace(detail=n if 0 <= n <= 3 else 0),
    "pondering": lambda settings, n: settings._replace(ponders=n == 1),
    "usedatabase": lambda settings, n: settings._replace(follows=n != 0),
    "database_readonly": lambda settings, n: settings._replace(readonly=n != 0),
    "strength": lambda settings, n: settings._replace(strength=min(max(0, n), FULL_STRENGTH)),
}
ENGINE: Mapping[str, Callable[[Engine, int], None]] = {
    "max_memory": lambda engine, n: engine.set_memory(max(0, n)),
    "hash_size": lambda engine, n: engine.set_table(max(0, n) * KILOBYTE),
    "thread_num": lambda engine, n: engine.set_threads(n),
    "caution_factor": lambda engine, n: engine.set_caution(n),
}
