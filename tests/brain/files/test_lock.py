"""Locks: one process holds a lock, and its end releases it."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from brain.files import lock
from brain.proving import solver
from protocol.match.tuning import spsa
from protocol.tools import puzzles, solve, train, verify
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


def tune(folder: Path) -> None:
    spsa.tune(spsa.Schedule(folder, ((0, 15),), games=2, nodes=1, concurrency=1), 1, seed=1)


def run_tool(main: Callable[[list[str]], int], *arguments: str) -> Callable[[Path], None]:
    """Return a call of a tool; {} in an argument is its folder."""

    def call(folder: Path) -> None:
        assert main([word.format(folder) for word in arguments]) == 1

    return call


def verify_win(folder: Path) -> None:
    lines = (ROOT / "tests" / "data" / "certificates.txt").read_text().splitlines()
    (folder / "win").write_bytes(bytes.fromhex(lines[1]))
    run_tool(verify.main, "{}/win", "--processes", "1", "--journal", "{}/checked")(folder)


WRITERS: dict[str, Callable[[Path], None]] = {
    "mine.jsonl": run_tool(puzzles.main, "--make", "{}/mine.jsonl"),
    solver.STORE: run_tool(solve.main, "h8i12i7c13", "--out", "{}"),
    "checked": verify_win,
    "course.json": run_tool(train.main, "freestyle", "--try", "--folder", "{}"),
    spsa.LOG: tune,
}  # by the file that is locked


@pytest.mark.parametrize("name", WRITERS)
def test_a_second_process_that_writes_the_same_is_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if name == "course.json":
        pytest.importorskip("torch", reason="needs PyTorch, of the extra train")
    with (tmp_path / name).open("a") as file:
        lock.claim(file)
        try:
            WRITERS[name](tmp_path)
            message = "".join(capsys.readouterr())
        except ValueError as error:
            message = str(error)
    assert f"another process is writing to {tmp_path / name}: wait until it ends" in message
    assert (tmp_path / name).read_bytes() == b""
