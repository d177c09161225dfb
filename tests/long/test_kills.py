"""The short run: a solver that is killed a few times."""

import sys
from pathlib import Path

import pytest

from tests.long.kills import MOVES, killed, same, undisturbed

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")


def test_a_solver_that_is_killed_ends_with_the_same_store(tmp_path: Path) -> None:
    calm, disturbed = tmp_path / "calm", tmp_path / "disturbed"
    undisturbed(calm, MOVES)
    killed(disturbed, MOVES, 2, seed=1, step_s=1.0)
    assert same(calm, disturbed)
