"""The short runs: a writer that is killed a few times, and a small file's figures."""

import sys
from pathlib import Path

import pytest

from tests.long.position_database import killed, measured


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
def test_no_entry_is_lost_when_a_writer_is_killed(tmp_path: Path) -> None:
    assert killed(tmp_path / "killed.positions", 3, seed=1, life_s=0.02) >= 3


def test_a_position_takes_few_bytes(tmp_path: Path) -> None:
    found = measured(tmp_path / "many.positions", 500, seed=1)
    assert found["bytes"] < 50 * found["positions"]  # with room in its few pages
