"""The kernels without a library search the same: `python -m tests.long.executors [nodes]`.

numba compiles them in a process, with and without checks of every index, or they are plain Python.
Each is a process of its own: numba reads its settings when it is imported.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence

from brain.benchmark import POSITIONS
from brain.engine import Engine, Limit
from brain.game_board import Board
from brain.layout import ENTRIES
from brain.thinking import native
from tests import ROOT
from tests.support import network_twin, njit_entries

ALL = range(len(POSITIONS))
NODES = 20_000  # in each position
FEW_NODES = 20  # plain Python is four orders slower
MEMORY = 64 << 20
FIND = "find"
NO_JIT = "NUMBA_DISABLE_JIT"
EXECUTORS = {  # what numba reads from the environment
    "compiled": {},
    "bounds checked": {"NUMBA_BOUNDSCHECK": "1"},
    "plain Python": {NO_JIT: "1"},
}

Found = list[list[int]]  # move, score, nodes, then the line, for each position


def main(arguments: list[str]) -> int:
    """Print whether each executor finds what the library does; return the exit status."""
    if arguments[:1] == [FIND]:
        nodes, *numbers = map(int, arguments[1:])
        print(json.dumps(_found_here(nodes, numbers)))
        return 0
    nodes = int(arguments[0]) if arguments else NODES
    wrong = 0
    for name in EXECUTORS:
        tried = min(nodes, FEW_NODES) if name == "plain Python" else nodes
        is_same = found_by(name, tried) == search_all(native.load(), tried)
        print(f"{name:16}{tried:8} nodes: {'the same' if is_same else 'DIFFERENT'}", flush=True)
        wrong += not is_same
    return int(wrong > 0)


def search_all(library: native.Library, nodes: int, numbers: Sequence[int] = ALL) -> Found:
    """Return what a library finds in the bench's positions of these numbers: without a network,
    with one, and with one that has a star block.
    """
    engine = Engine(MEMORY, library)
    found = []
    weights = network_twin.random_weights(1)
    starred = network_twin.with_star(weights, 1)
    networks = (b"", *(network_twin.packed(one, colours=2) for one in (weights, starred)))
    for size, rule, moves in (POSITIONS[number] for number in numbers):
        for content in networks:
            engine.new_game(size, size, rule)
            engine.searcher.load_network(content)
            result = engine.analyse(Board.read(moves, size, rule), Limit(nodes=nodes))
            analysis = result.analysis
            found.append([result.move, analysis.score, analysis.nodes, *analysis.line])
    engine.close()
    return found


def found_by(executor: str, nodes: int, numbers: Sequence[int] = ALL) -> Found:
    """Return what one of EXECUTORS finds, in a process of its own."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.long.executors", FIND, *map(str, (nodes, *numbers))],
        cwd=ROOT,
        env={**os.environ, **EXECUTORS[executor]},
        capture_output=True,
        text=True,
        check=True,
    )
    found: Found = json.loads(run.stdout)
    return found


def _found_here(nodes: int, numbers: Sequence[int]) -> Found:
    """Return what this process finds; in plain Python the tables of a new game would take minutes,
    and are the library's.
    """
    entries = njit_entries.entry_points()
    if os.environ.get(NO_JIT):
        entries["new_game"] = native.load().new_game
    assert entries.keys() == ENTRIES.keys()
    return search_all(native.Library(entries), nodes, numbers)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
