"""The short run: writers that are killed a few times."""

import sys
from pathlib import Path

import pytest

from tests.long.kills import MOVES, WRITERS, kill_and_flip, killed, same, undisturbed

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forks, and kills by SIGKILL")


@pytest.mark.parametrize("name", WRITERS)
def test_kills_and_flipped_bits_lose_at_most_the_last_record(name: str, tmp_path: Path) -> None:
    kill_and_flip(WRITERS[name], tmp_path, 15, seed=1)


def test_a_solver_that_is_killed_ends_with_the_same_store(tmp_path: Path) -> None:
    calm, disturbed = tmp_path / "calm", tmp_path / "disturbed"
    undisturbed(calm, MOVES)
    killed(disturbed, MOVES, 2, seed=1, step_s=1.0)
    assert same(calm, disturbed)
