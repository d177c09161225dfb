"""The folder of a match: one event, one process at a time, however the last one ended."""

import errno
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from brain.files import lock
from protocol.cli.outlet import INTERRUPTED
from protocol.match.arena import Terms
from protocol.match.folderlock import EVENT, LOCK, locked
from protocol.records.record_folder import read
from tests import ROOT
from tests.support import forked
from tests.support.arenas import EVENT_OF_TWO, quick
from tests.support.driver import MODULE, until

COMMAND = (
    *(*MODULE, "match", "--openings", "none", "--formats"),
    *("--each", "turn_ms=1000"),
    *("--engine", "name=a", f"command={' '.join(quick('a', 0).command)}"),
    *("--engine", "name=b", f"command={' '.join(quick('b', 2).command)}"),
)
HOLDER = """
import sys
from pathlib import Path
from protocol.match.folderlock import locked
from tests.support.arenas import EVENT_OF_TWO
try:
    with locked(Path(sys.argv[1]), EVENT_OF_TWO):
        print("held", flush=True)
        input()
except ValueError as error:
    print(error, flush=True)
"""
PATIENCE_S = 60.0

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="has no such files or signals")


def hold(folder: Path) -> None:
    """Take the lock and release it."""
    with locked(folder, EVENT_OF_TWO):
        pass


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start a match in a folder."""
    return forked.start(
        [*COMMAND, *arguments, "--folder", str(folder)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def start_holder(folder: Path) -> subprocess.Popen[str]:
    """Start a process that holds the lock until it gets a line."""
    return subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(folder)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_an_event_of_an_earlier_version_gets_the_defaults_of_new_terms(tmp_path: Path) -> None:
    hold(tmp_path)
    saved = json.loads((tmp_path / EVENT).read_text())
    del saved["terms"]["draw_after"]
    (tmp_path / EVENT).write_text(json.dumps(saved))
    hold(tmp_path)
    terms = replace(EVENT_OF_TWO.terms, draw_after=9)
    with (
        pytest.raises(ValueError, match="choose another folder"),
        locked(tmp_path, replace(EVENT_OF_TWO, terms=terms)),
    ):
        pass


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"terms": 1}'])
def test_a_damaged_event_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / EVENT).write_text(text)
    with pytest.raises(ValueError, match="choose another folder"):
        hold(tmp_path)


def test_a_folder_belongs_to_one_match(tmp_path: Path) -> None:
    for rounds in (2, 3):
        with locked(tmp_path, replace(EVENT_OF_TWO, rounds=rounds)):
            pass
    other = replace(EVENT_OF_TWO, terms=Terms(rule=1))
    with pytest.raises(ValueError, match="other engines"), locked(tmp_path, other):
        pass


def test_a_lock_names_the_process_that_holds_it(tmp_path: Path) -> None:
    with (
        locked(tmp_path, EVENT_OF_TWO),
        pytest.raises(ValueError, match=f"another match .* by process {os.getpid()}$"),
    ):
        hold(tmp_path)
    hold(tmp_path)
    assert (tmp_path / LOCK).read_bytes() == b""


@pytest.mark.parametrize("left", [b"1 0.5", b"1\n", b"\xff\xfe\x00", b"", b"9" * 5000])
def test_a_lock_file_of_a_dead_process_locks_nothing(tmp_path: Path, left: bytes) -> None:
    (tmp_path / LOCK).write_bytes(left)
    hold(tmp_path)


@posix_only
def test_only_one_of_several_simultaneous_matches_plays(tmp_path: Path) -> None:
    both = [start(tmp_path, "--games", "1000") for _ in range(2)]
    assert until(lambda: any(process.poll() is not None for process in both), PATIENCE_S)
    assert until(lambda: games(tmp_path) > 0, PATIENCE_S)
    (winner,) = (process for process in both if process.poll() is None)
    (loser,) = (process for process in both if process is not winner)
    winner.terminate()
    winner.communicate(timeout=PATIENCE_S)
    assert (winner.returncode, loser.returncode) == (INTERRUPTED, 1)
    assert loser.communicate()[1] == (
        f"tengen match: another match is being played into {tmp_path}, by process {winner.pid}\n"
    )
    numbers = [game.number for game in read(tmp_path / "games.jsonl")]
    assert numbers == [*range(1, len(numbers) + 1)]


def test_only_one_of_many_processes_gets_the_lock(tmp_path: Path) -> None:
    processes = [start_holder(tmp_path) for _ in range(4)]
    lines = [process.stdout.readline() for process in processes if process.stdout]
    for process in processes:
        process.communicate("\n", timeout=PATIENCE_S)
    holder = processes[lines.index("held\n")]
    refusal = f"another match is being played into {tmp_path}, by process {holder.pid}\n"
    assert Counter(lines) == {"held\n": 1, refusal: 3}


@posix_only
def test_a_killed_match_resumes_although_its_process_is_a_zombie(tmp_path: Path) -> None:
    killed = start(tmp_path, "--games", "1000")
    assert until(lambda: games(tmp_path) > 0, PATIENCE_S)
    killed.send_signal(signal.SIGKILL)
    os.waitid(os.P_PID, killed.pid, os.WEXITED | os.WNOWAIT)  # dead, but not reaped
    played = games(tmp_path)
    again = start(tmp_path, "--games", "1000")
    assert until(lambda: games(tmp_path) > played, PATIENCE_S)
    again.terminate()
    assert again.communicate()[1] == "Stopped. Rerun the same command to resume.\n"
    killed.communicate()


def games(folder: Path) -> int:
    """Return the number of recorded games."""
    return sum(1 for _ in read(folder / "games.jsonl"))


@posix_only
@pytest.mark.parametrize("name", [LOCK, EVENT])
@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_a_file_that_is_not_plain_is_refused_by_name(tmp_path: Path, name: str, kind: str) -> None:
    path = tmp_path / name
    match kind:
        case "link":
            path.symlink_to("/dev/zero")
        case "pipe":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
    with pytest.raises(ValueError, match=f"{name} is not a regular file: move it away"):
        hold(tmp_path)


def test_undecodable_settings_belong_to_another_match(tmp_path: Path) -> None:
    (tmp_path / EVENT).write_bytes(b"\xff\x00")
    with pytest.raises(ValueError, match="other engines"):
        hold(tmp_path)


def test_a_file_system_without_locks_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(file: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(lock, "_try_lock", fail)
    with pytest.raises(ValueError, match=r"match\.lock can't be locked \(No locks available\).*"):
        hold(tmp_path)
