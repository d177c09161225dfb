"""The kernels are one program, compiled ahead, compiled in process, or run as plain Python."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from numba import config

from brain.benchmark import POSITIONS
from brain.engine import Engine, Limit
from brain.game_board import Board
from brain.kernels.jit import objectcode
from brain.layout import ENTRIES
from brain.thinking import native
from tests import ROOT
from tests.support import libraries, network_twin, njit_entries, unknown_machine

NODES = 3000
FEW_NODES = 60  # plain Python is four orders slower
MEMORY = 64 << 20
LONGEST_START_S = 2.0

Found = list[list[int]]  # move, score, nodes, then the line, for each position


def search_all(library: native.Library, nodes: int) -> Found:
    """Return what a library finds in the bench's positions, without a network and with one."""
    engine = Engine(MEMORY, library)
    found = []
    weights = network_twin.random_weights(1)
    for size, rule, moves in POSITIONS:
        for content in (b"", network_twin.packed(weights, colours=2)):
            engine.new_game(size, size, rule)
            network = network_twin.attach(engine, content)
            result = engine.analyse(Board.read(moves, size, rule), Limit(nodes=nodes))
            analysis = result.analysis
            found.append([result.move, analysis.score, analysis.nodes, *analysis.line])
            del network
    engine.close()
    return found


def test_searching_twice_gives_the_same_nodes_moves_and_lines() -> None:
    assert search_all(native.load(), NODES) == search_all(native.load(), NODES)


@pytest.mark.parametrize("level", ["2", "3"])
def test_every_processor_level_searches_the_same(
    level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    best = search_all(native.load(), NODES)
    monkeypatch.setenv("TENGEN_LEVEL", level)
    assert search_all(native.load(), NODES) == best


def test_compiling_in_process_searches_the_same() -> None:
    compiled = native.Library(njit_entries.entry_points())
    assert search_all(compiled, NODES) == search_all(native.load(), NODES)


def test_an_object_in_memory_searches_the_same() -> None:
    libraries.make()
    found = native.Library(objectcode.entry_points(kept_object().read_bytes()))
    assert search_all(found, NODES) == search_all(native.load(), NODES)


@pytest.mark.skipif(sys.platform == "win32", reason="hides what POSIX tells of the machine")
def test_a_machine_without_a_library_starts_fast_once_its_object_is_kept(tmp_path: Path) -> None:
    libraries.make()
    unknown_machine.hide_machine(tmp_path)
    started = time.perf_counter()
    run = subprocess.run(
        [sys.executable, "-c", "from brain import native; print(native.load().file)"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == kept_object().name
    assert time.perf_counter() - started <= LONGEST_START_S


def kept_object() -> Path:
    """Return the file of the kernels' object for this machine."""
    name = objectcode.file_name(native.stamp())
    return next(path for folder in native.folders() for path in folder.glob(name))


@pytest.mark.parametrize(
    ("setting", "nodes"), [("NUMBA_BOUNDSCHECK", NODES), ("NUMBA_DISABLE_JIT", FEW_NODES)]
)
def test_bounds_checks_and_plain_python_search_the_same(setting: str, nodes: int) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.kernels.test_executors", str(nodes)],
        cwd=ROOT,
        env={**os.environ, setting: "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(run.stdout) == search_all(native.load(), nodes)


def main(nodes: int) -> None:
    """Print what numba finds as the environment tells it to run; in plain Python the tables of a
    new game would take minutes, and are the library's.
    """
    entries = njit_entries.entry_points()
    if config.DISABLE_JIT:
        entries["new_game"] = native.load().new_game
    assert entries.keys() == ENTRIES.keys()
    print(json.dumps(search_all(native.Library(entries), nodes)))


if __name__ == "__main__":
    main(int(sys.argv[1]))
