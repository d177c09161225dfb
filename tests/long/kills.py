"""A solver killed at random moments ends like an undisturbed one:
`python -m tests.long.kills [KILLS [SEED]]`.

The same command is killed and started again, so often, each time later; then it may end. Its store
must hold what the other's does, byte for byte, and so must the certificate.
"""

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from brain.certificates.check import check
from brain.proving import solver
from protocol.tools.solve import RESULT
from tests import ROOT
from tests.support.driver import MODULE

KILLS = 20
MOVES = "h8i12i7c13"  # a certificate of many moves, each of which is stored
STEP_S = 0.25  # a life is longer than the one before by at most so much
PATIENCE_S = 600.0


def command(folder: Path, moves: str) -> tuple[str, ...]:
    """Return what a person types."""
    return (*MODULE, "solve", moves, "--out", str(folder))


def undisturbed(folder: Path, moves: str) -> None:
    """Let a solver end."""
    done = subprocess.run(
        command(folder, moves), cwd=ROOT, capture_output=True, timeout=PATIENCE_S, check=False
    )
    assert done.returncode == 0, done.stderr


def killed(folder: Path, moves: str, kills: int, seed: int, step_s: float = STEP_S) -> int:
    """Kill a solver at random moments, then let one end; return how many were killed in time."""
    draw, hits = random.Random(seed), 0
    for number in range(1, kills + 1):
        process = subprocess.Popen(
            command(folder, moves),
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(draw.uniform(0, step_s * number))
        hits += process.poll() is None
        process.kill()
        process.wait()
    undisturbed(folder, moves)
    return hits


def same(one: Path, other: Path) -> bool:
    """Return whether two folders hold the same, and certificates that are right."""
    names = (solver.STORE, RESULT)
    for name in names:
        if (one / name).read_bytes() != (other / name).read_bytes():
            return False
    with closing(solver.Store(one)) as store:
        claims = store.claims
    return all(check(claim).plies == claim.plies for claim in claims.values())


def main(arguments: Sequence[str]) -> int:
    """Print how it went; return 1 where kills have changed what is proved."""
    kills, seed = (*map(int, arguments), *(KILLS, 1)[len(arguments) :])
    with tempfile.TemporaryDirectory() as folder:
        calm, disturbed = Path(folder, "calm"), Path(folder, "disturbed")
        undisturbed(calm, MOVES)
        hits = killed(disturbed, MOVES, kills, seed)
        is_same = same(calm, disturbed)
        with closing(solver.Store(calm)) as store:
            proved = len(store.claims)
    verdict = "the same" if is_same else "NOT THE SAME"
    print(f"{hits} of {kills} killed while they worked: {proved} positions proved, {verdict}")
    return int(not is_same)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
