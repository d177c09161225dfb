"""The program after faults of the machine and of managers: kills, closed pipes, a full disk,
missing rights, few processors. All need POSIX signals and files; tests.long.pauses suspends it.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests import ROOT
from tests.long import pauses
from tests.support.driver import FAKE, ON_WINE, PROGRAM, Brain, slowness

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and files are POSIX's")

NEW = ("env", *PROGRAM)  # with an interpreter of its own
SLOW, FAILING = (*FAKE, "--slow"), (*FAKE, "--fails")
# With room for a busy machine; managers kill at 0.5. Wine itself kills at 0.5 what has not ended a
# thread by then, and the exit code is lost.
LEAVE_S = 0.8 if ON_WINE else 0.3
EXIT_CODES = {0, 1, -9} if ON_WINE else {0}
START_S = 0.6 if ON_WINE else 0.2  # in which a program starts
SHARES = (0, 0.2, 0.4, 0.6, 0.8)  # of that time
LATE_MS = 200.0  # after the deadline, on a busy machine; managers put up with 1000
LONG = ("START 15", "INFO timeout_turn 60000", "BOARD", "7,7,1", "8,8,2", "DONE")
SHORT = ("START 15", "INFO timeout_turn 100", "BOARD", "7,7,1", "8,8,2", "DONE")
FAILURES = 300  # as many tracebacks fill a pipe that nobody reads


def in_folder(folder: Path | str, *command: str) -> tuple[str, ...]:
    """Return a command that is run in another folder."""
    return "env", "-C", str(folder), f"PYTHONPATH={ROOT}", *command


# Killed


@pytest.mark.skipif(ON_WINE, reason="Wine has files of its own")
def test_a_killed_program_leaves_no_process_and_no_file(tmp_path: Path) -> None:
    home, folder = tmp_path / "home", tmp_path / "work"
    home.mkdir()
    folder.mkdir()
    places = {"HOME": str(home), "TMPDIR": str(home), "XDG_CACHE_HOME": str(home)}
    with Brain(in_folder(folder, *PROGRAM), **places, PYTHONDONTWRITEBYTECODE="1") as brain:
        brain.send(*LONG)
        assert brain.line() == "OK"
        time.sleep(0.1)
        assert psutil.Process(brain.pid).children() == []
        os.kill(brain.pid, signal.SIGKILL)
        assert brain.exit_code() == -signal.SIGKILL
    assert set(tmp_path.rglob("*")) == {home, folder}


# Leaving


@pytest.mark.timed
@pytest.mark.parametrize("farewell", ["END", ""])
def test_a_program_leaves_in_time_while_it_thinks(farewell: str) -> None:
    with Brain(PROGRAM) as brain:
        brain.send(*LONG)
        assert brain.line() == "OK"
        time.sleep(0.1)
        assert seconds_to_leave(brain, farewell) < LEAVE_S * slowness()


@pytest.mark.timed
@pytest.mark.parametrize("farewell", ["END", ""])
@pytest.mark.parametrize("share", SHARES)
def test_a_program_exits_in_time_however_early_the_end_comes(farewell: str, share: float) -> None:
    with Brain(NEW) as brain:
        brain.send(*LONG)
        time.sleep(share * START_S)
        most_s = LEAVE_S + (1 - share) * START_S
        assert seconds_to_leave(brain, farewell) < most_s * slowness()


def seconds_to_leave(brain: Brain, farewell: str) -> float:
    """Return the seconds from END, or from the end of the input, to the end of the process."""
    began = time.perf_counter()
    if farewell:
        brain.send(farewell)
    else:
        brain.close()
    assert brain.exit_code() in EXIT_CODES
    seconds = time.perf_counter() - began
    assert brain.errors() == b""
    return seconds


# Streams


def test_a_program_exits_silently_once_its_output_is_closed() -> None:
    reading, writing = os.pipe()
    with subprocess.Popen(
        PROGRAM, cwd=ROOT, stdin=subprocess.PIPE, stdout=writing, stderr=subprocess.PIPE
    ) as process:
        os.close(writing)
        assert process.stdin
        assert process.stderr
        first, *rest = SHORT
        process.stdin.write(f"{first}\n".encode())
        process.stdin.flush()
        assert os.read(reading, 3) == b"OK\n"
        os.close(reading)
        process.stdin.write("\n".join((*rest, "")).encode())
        process.stdin.flush()
        assert process.wait(20) == 0
        assert process.stderr.read() == b""


def test_a_program_that_fails_again_and_again_does_not_fill_an_unread_stderr() -> None:
    with Brain(FAILING) as brain:
        brain.send("START 15", *["BEGIN", "TAKEBACK 7,7"] * FAILURES)
        assert brain.lines(1 + 3 * FAILURES)[-1] == "OK"
        brain.send("END")
        assert brain.exit_code() == 0
        assert brain.errors() == b""


# Room


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a file that is always full")
def test_a_full_disk_does_not_cost_a_move() -> None:
    with Brain(FAILING, TENGEN_LOG="/dev/full") as brain:
        brain.send("START 15", "BEGIN", "TURN 0,0", "END")
        moves = [line for line in brain.rest() if not line.startswith("MESSAGE")]
        assert brain.exit_code() == 0
    assert moves == ["OK", "7,7", "7,6"]


@pytest.mark.skipif(ON_WINE, reason="Wine has files of its own")
@pytest.mark.skipif(sys.platform != "linux", reason="needs a folder that nobody can write to")
def test_a_program_plays_in_a_folder_it_cannot_write_to_without_a_home() -> None:
    with Brain(("env", "-i", *in_folder("/proc", *PROGRAM))) as brain:
        brain.send(*SHORT, "END")
        assert [line.partition(",")[0].isdigit() for line in brain.rest()] == [False, True]
        assert brain.exit_code() == 0
        assert brain.errors() == b""


@pytest.mark.timed
@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="needs processors to choose from")
def test_a_program_on_one_processor_moves_in_time_and_reads_while_it_thinks() -> None:
    processors = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(processors)})  # what is started now inherits it
    try:
        program = Brain(NEW)
    finally:
        os.sched_setaffinity(0, processors)
    with program as brain:
        assert len(psutil.Process(brain.pid).cpu_affinity()) == 1
        brain.send("START 15", f"INFO timeout_turn {pauses.TURN_MS}")
        assert brain.line() == "OK"
        assert pauses.late_ms(brain, lambda: None) < LATE_MS
        brain.send(*LONG[1:])
        time.sleep(0.1)
        began = time.perf_counter()
        brain.send("STOP")
        brain.line()
        assert time.perf_counter() - began < LEAVE_S
        assert seconds_to_leave(brain, "END") < LEAVE_S
