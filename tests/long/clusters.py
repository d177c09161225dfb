"""Matches and solvers on a cluster whose workers and scheduler are killed:
`python -m tests.long.clusters [KILLS]`.

Each command is started again on a new cluster until it ends by itself. Every game must count once,
and the solver's certificate must be right.
"""

import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from brain.certificates.check import check
from brain.proving import solver
from protocol.records.record_folder import read
from tests import ROOT
from tests.match.test_cluster import BRAINS
from tests.support.driver import MODULE

KILLS = 6
WORKERS = 2
GAMES = 300  # more than are played before the last kill
MOVES = "h8i12i7g9"  # proved in 35 s
FIRST_S, LIFE_S = 3.0, 6.0  # of a cluster before something of it is killed: at least, more at most
PATIENCE_S = 300.0
DASK = (sys.executable, "-m")


@contextmanager
def cluster() -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Start a scheduler and workers; yield its address, and the processes, the scheduler first."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    commands = [("dask_scheduler", "--host", "127.0.0.1", "--port", str(port))]
    commands += [("dask_worker", address, "--nthreads", "1", "--no-nanny")] * WORKERS
    started = [
        subprocess.Popen(
            (*DASK, f"distributed.cli.{name}", *words, "--no-dashboard"),
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for name, *words in commands
    ]
    try:
        yield address, started
    finally:
        for process in started:
            process.kill()
            process.wait()


def survive(command: Sequence[str], kills: int, dice: random.Random) -> int:
    """Start a command until it ends by itself; return how often something was killed before."""
    killed = 0
    while True:
        with cluster() as (address, processes):
            running = subprocess.Popen(
                (*command, "--cluster", address), cwd=ROOT, stdout=subprocess.PIPE, stderr=-2
            )
            for victim in (processes[-1], processes[0]):  # a worker, then the scheduler
                if killed < kills:
                    time.sleep(FIRST_S + dice.uniform(0, LIFE_S))
                    if running.poll() is None:
                        victim.kill()
                        killed += 1
            said, _ = running.communicate(timeout=PATIENCE_S)
        if running.returncode == 0:
            return killed
        assert running.returncode == 1, said.decode()


def match(folder: Path) -> tuple[str, ...]:
    """Return the command of a match."""
    engines = (("--engine", f"name={b.name}", f"command={' '.join(b.command)}") for b in BRAINS)
    words = (word for engine in engines for word in engine)
    terms = ("--each", "turn_ms=5000", "--openings", "none", "--games", str(GAMES))
    return (*MODULE, "match", *words, *terms, "--folder", str(folder))


def check_match(folder: Path) -> str:
    """Return what a match has; AssertionError unless each game is there once."""
    numbers = sorted(game.number for game in read(folder / "games.jsonl"))
    assert numbers == list(range(1, GAMES + 1)), numbers
    return f"{len(numbers)} games, each once"


def solve(folder: Path) -> tuple[str, ...]:
    """Return the command of a solver."""
    return (*MODULE, "solve", MOVES, "--out", str(folder))


def check_solve(folder: Path) -> str:
    """Return what a solver has proved; AssertionError if a certificate is wrong."""
    with closing(solver.Store(folder)) as store:
        claims = store.claims
    assert claims
    assert all(check(claim).plies == claim.plies for claim in claims.values())
    return f"{len(claims)} positions proved"


COMMANDS: dict[str, tuple[Callable[[Path], tuple[str, ...]], Callable[[Path], str]]] = {
    "match": (match, check_match),
    "solve": (solve, check_solve),
}


def main(arguments: Sequence[str]) -> int:
    """Print how often something was killed, and what is there in the end."""
    kills, dice = int(arguments[0]) if arguments else KILLS, random.Random(1)
    for name, (command, verdict) in COMMANDS.items():
        with tempfile.TemporaryDirectory() as folder:
            killed = survive(command(Path(folder)), kills, dice)
            assert killed, "the command ended before anything was killed"
            print(f"{name}: {killed} schedulers and workers killed, {verdict(Path(folder))}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
