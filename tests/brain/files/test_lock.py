"""Locks: one process holds a lock, and its end releases it."""

import subprocess
import sys
from pathlib import Path

import pytest

from brain.files import lock
from tests import ROOT

CLAIMER = """
import sys
from brain.files import lock
with open(sys.argv[1], "a+b") as file:
    lock.claim(file)
    print("locked", flush=True)
    input()
"""
WAITER = """
import sys
from pathlib import Path
from brain.files import lock
print("waits", flush=True)
with lock.alone(Path(sys.argv[1])):
    print("is in", flush=True)
"""


def start(program: str, path: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", program, str(path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_the_holder_is_named_and_the_next_one_gets_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with (
        lock.held(path, "it is busy"),
        pytest.raises(ValueError, match=r"^it is busy, by process \d+$"),
        lock.held(path, "it is busy"),
    ):
        pass
    with lock.held(path, "it is busy"):
        pass
    assert path.read_bytes() == b""


def test_an_open_file_is_claimed_by_one_process_until_that_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_bytes(b"a game")
    with start(CLAIMER, path) as other, path.open("a+b") as file:
        assert other.stdout
        assert other.stdout.readline() == "locked\n"
        with pytest.raises(ValueError, match=r"another process is writing to .*games: wait"):
            lock.claim(file)
        other.kill()
        other.wait()
        lock.claim(file)
        file.seek(0)
        assert file.read() == b"a game"


def test_who_comes_later_waits(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with lock.alone(path):
        other = start(WAITER, path)
        assert other.stdout
        assert other.stdout.readline() == "waits\n"
        with pytest.raises(subprocess.TimeoutExpired):
            other.wait(0.3)
    assert other.communicate()[0] == "is in\n"


def test_a_file_system_without_locks_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(file: int) -> None:
        raise OSError("no locks")

    monkeypatch.setattr(lock, "_try_lock", fail)
    with (
        (tmp_path / "games").open("wb") as file,
        pytest.raises(ValueError, match=r"games can't be locked .*: choose a folder on a local"),
    ):
        lock.claim(file)
