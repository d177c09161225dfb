"""The kernels are one program, compiled ahead, compiled in process, or run as plain Python.

tests/long/executors.py also compiles them in a process, with and without checks of every index, and
searches more nodes, in all positions.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from brain.kernels.jit import objectcode
from brain.thinking import native
from tests import ROOT
from tests.long.executors import FEW_NODES, Found, found_by, search_all
from tests.support import libraries, unknown_machine
from tests.support.driver import slowness

NODES = 3000
FEW_POSITIONS = (0, 5, 8)  # freestyle on 20 x 20, renju, and exact caro
LONGEST_START_S = 2.0


@pytest.fixture(scope="module")
def best() -> Found:
    """Return what the library of this processor's level finds."""
    return search_all(native.load(), NODES)


def test_searching_twice_gives_the_same_nodes_moves_and_lines(best: Found) -> None:
    assert search_all(native.load(), NODES) == best


@pytest.mark.parametrize("level", ["2", "3"])
def test_every_processor_level_searches_the_same(
    level: str, best: Found, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TENGEN_LEVEL", level)
    assert search_all(native.load(), NODES) == best


def test_an_object_in_memory_searches_the_same(best: Found) -> None:
    libraries.make()
    library = native.Library(objectcode.entry_points(kept_object().read_bytes()))
    assert search_all(library, NODES) == best


@pytest.mark.timed
@pytest.mark.skipif(sys.platform == "win32", reason="hides what POSIX tells of the machine")
def test_a_machine_without_a_library_starts_fast_once_its_object_is_kept(tmp_path: Path) -> None:
    libraries.make()
    unknown_machine.hide_machine(tmp_path)
    started = time.perf_counter()
    run = subprocess.run(
        [sys.executable, "-c", "from brain.thinking import native; print(native.load().file)"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == kept_object().name
    assert time.perf_counter() - started <= LONGEST_START_S * slowness()


def kept_object() -> Path:
    """Return the file of the kernels' object for this machine."""
    name = objectcode.file_name(native.stamp())
    return next(path for folder in native.folders() for path in folder.glob(name))


def test_plain_python_with_checked_indices_searches_the_same() -> None:
    found = found_by("plain Python", FEW_NODES, FEW_POSITIONS)
    assert found == search_all(native.load(), FEW_NODES, FEW_POSITIONS)
