"""`tengen solve`: its errors, and its workers, processes of this machine or of a Dask cluster."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from brain.certificates import certificate
from brain.certificates.check import check
from brain.position import Position
from brain.proving import solver
from brain.proving.solver import Proof
from brain.thinking.native import LibraryError
from protocol.cli.outlet import INTERRUPTED
from protocol.tools import solve
from tests import ROOT
from tests.support import forked
from tests.support.driver import MODULE, until

Capture = pytest.CaptureFixture[str]

MOVES = "h8i12i7c13"  # a win in 15 plies, with replies that no line answers
LONG = "h8g7h9n6"  # takes some seconds
prove_as_worker = solver.prove_as_worker


def assert_solved(folder: Path) -> None:
    claim = certificate.loads((folder / solve.RESULT).read_bytes())
    assert check(claim).plies == claim.plies == 15
    stored = list(solver.stored(folder))
    assert len(stored) > 1
    assert all(check(each).plies == each.plies for each in stored)


def test_processes_prove_replies_and_end(tmp_path: Path, capsys: Capture) -> None:
    before = psutil.Process().children(recursive=True)
    assert solve.main([MOVES, "--out", str(tmp_path), "--processes", "2"]) == 0
    assert_solved(tmp_path)
    assert capsys.readouterr().err == ""
    assert until(lambda: not workers(psutil.Process(), before))


def workers(process: psutil.Process, others: list[psutil.Process]) -> list[psutil.Process]:
    """Return the workers of a solver that live."""
    return [
        child
        for child in process.children(recursive=True)
        if child not in others
        and child.status() != psutil.STATUS_ZOMBIE
        and any("spawn_main" in word for word in child.cmdline())
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize(
    ("number", "status"),
    [
        (signal.SIGKILL, -signal.SIGKILL),
        (signal.SIGINT, INTERRUPTED),
        (signal.SIGTERM, INTERRUPTED),
    ],
)
def test_processes_end_with_a_solver_that_is_stopped(
    number: int, status: int, tmp_path: Path
) -> None:
    command = (*MODULE, "solve", LONG, "--out", str(tmp_path), "--processes", "2")
    pipe = subprocess.PIPE
    with forked.start(command, cwd=ROOT, stdout=pipe, stderr=pipe) as process:
        assert process.stdout
        process.stdout.readline()  # something is proved
        own = workers(psutil.Process(process.pid), [])
        assert own
        os.kill(process.pid, number)
        _, errors = process.communicate(timeout=20)
        assert until(lambda: not any(is_alive(each) for each in own))
    assert process.returncode == status
    assert number == signal.SIGKILL or errors == b""
    assert list(solver.stored(tmp_path))


def is_alive(process: psutil.Process) -> bool:
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


# A cluster.


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Start a cluster of two workers in this process."""
    distributed = pytest.importorskip(
        "distributed", reason="needs distributed, of the extra cluster"
    )
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=False,
        dashboard_address=None,
        silence_logs="CRITICAL",
    ) as cluster:
        yield cluster.scheduler_address


def test_a_cluster_proves_replies(address: str, tmp_path: Path, capsys: Capture) -> None:
    assert solve.main([MOVES, "--out", str(tmp_path), "--cluster", address]) == 0
    assert_solved(tmp_path)
    assert capsys.readouterr().err == ""


MADE: list[bytes] = []


def lying(position: Position) -> Proof:
    """Prove a position, but one of another than the second that is asked for."""
    name, data = prove_as_worker(position)
    MADE.append(data)
    return ("liar", MADE[0]) if len(MADE) == 2 else (name, data)


def test_the_work_of_a_lying_worker_is_reported_and_redone(
    address: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    MADE.clear()
    monkeypatch.setattr(solver, "prove_as_worker", lying)
    assert solve.main([MOVES, "--out", str(tmp_path), "--cluster", address]) == 0
    assert_solved(tmp_path)
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("tengen solve: liar: after ")
    assert line.endswith(": its certificate is of another position")


# How it fails.


def test_a_missing_library_is_reported_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def missing() -> None:
        raise LibraryError("there is none")

    monkeypatch.setattr(solve, "Engine", missing)
    assert solve.main(["h8i9", "--out", str(tmp_path)]) == 1
    assert capsys.readouterr().err == "tengen solve: there is none\n"


def test_wrong_advice_is_named_by_its_line(tmp_path: Path, capsys: Capture) -> None:
    advice = tmp_path / "advice.txt"
    advice.write_text("0,0, 1,1\n0,0, 0,0\n")
    assert solve.main(["h8i9", "--out", str(tmp_path), "--advice", str(advice)]) == 1
    assert capsys.readouterr().err.startswith(
        f"tengen solve: {advice}, line 2: two stones on one cell"
    )
