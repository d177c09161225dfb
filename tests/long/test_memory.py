"""Memory stays below the limit, with a margin for how judges count, and doesn't grow from game to
game; memory.py plays whole games.
"""

import time
from itertools import islice

import pytest

from brain.lexicon import FREESTYLE
from tests.long.memory import KEPT_FREE_MB, MEGABYTE, game_mb, growth_mb, used_mb
from tests.support.driver import PROGRAM, Brain

LIMITS_MB = (128, 64, 350, 64)  # one after the other
MOVES = 3
TURN_MS = 150
LATE_S = 1.0  # for such a turn; managers put up with a second more
GAMES = 10


def test_memory_stays_below_every_limit_set_while_the_program_runs() -> None:
    with Brain(PROGRAM) as brain:
        for limit in LIMITS_MB:
            sizes = list(islice(game_mb(brain, limit, FREESTYLE, TURN_MS), MOVES))
            assert max(sizes) <= limit - KEPT_FREE_MB


def test_the_table_grows_with_the_limit() -> None:
    def table_mb(limit_mb: int) -> int:
        brain.send(f"INFO max_memory {limit_mb * MEGABYTE}", "yxshowhashusage")
        return int(brain.line().split()[4])

    with Brain(PROGRAM) as brain:
        assert table_mb(128) > table_mb(64) + 60


@pytest.mark.parametrize("limit", ["2147483648000", "9223372036854775807", "99999999999999999999"])
def test_a_limit_beyond_the_machine_is_borne(limit: str) -> None:
    with Brain(PROGRAM) as brain:
        brain.send(f"INFO max_memory {limit}", "INFO max_node 200", "START 15", "BEGIN", "TURN 0,0")
        assert brain.lines(2) == ["OK", "7,7"]
        brain.line()
        assert used_mb(brain) * MEGABYTE < 2**30


def test_threads_beyond_the_processors_cost_neither_memory_nor_time() -> None:
    with Brain(PROGRAM) as brain:
        brain.send("INFO thread_num 256")
        for _ in islice(game_mb(brain, 128, FREESTYLE, TURN_MS), 1):
            assert used_mb(brain) <= 128 - KEPT_FREE_MB
        began = time.perf_counter()
        brain.send("BOARD", "7,7,1", "8,8,2", "DONE")
        brain.line()
        assert time.perf_counter() - began < LATE_S


def test_memory_does_not_grow_from_game_to_game() -> None:
    early, late = growth_mb(GAMES)
    assert late - early < 2
