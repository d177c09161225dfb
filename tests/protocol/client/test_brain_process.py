"""One brain process: its lines and their times, and its complete end."""

import os
import subprocess
import sys
import time
from contextlib import suppress

import psutil
import pytest

from protocol.client.brain_process import (
    CHATTER,
    END_S,
    LINES_KEPT,
    LINES_WAITING,
    BrainProcess,
    Gone,
)
from tests.support.brains import PATIENCE_S, Start, receive
from tests.support.driver import children, until

ECHO = "for line in sys.stdin: print(line.strip(), flush=True)"
CHILD = "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])"


def test_a_brain_is_read_line_by_line_with_any_line_end(start: Start) -> None:
    brain = start("os.write(1, b'one\\r\\ntwo\\rthree\\n\\n  four  \\nfive')")
    assert [receive(brain) for _ in range(5)] == ["one", "two", "three", "four", "five"]


def test_lines_are_sent_in_one_write(start: Start) -> None:
    brain = start("print(os.read(0, 1000), flush=True)")
    brain.send("INFO rule 4", "BEGIN")
    assert receive(brain) == "b'INFO rule 4\\nBEGIN\\n'"


@pytest.mark.timed
def test_a_line_has_the_time_of_its_arrival(start: Start) -> None:
    brain = start(ECHO)
    sent = brain.send("here")
    time.sleep(0.5)
    assert brain.receive(sent + PATIENCE_S).at < sent + 0.4


@pytest.mark.timed
def test_receiving_ends_at_the_deadline(start: Start) -> None:
    brain = start(ECHO)
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        receive(brain, 0.2)
    assert 0.2 <= time.monotonic() - began < 0.4


def test_a_line_before_a_request_is_not_its_answer(start: Start) -> None:
    brain = start("print('early', flush=True); " + ECHO.replace("for", "\nfor"))
    assert until(lambda: not brain._mailbox.empty())
    brain.send("late")
    assert receive(brain) == "late"
    assert brain.exchange() == ("< early", "> late", "< late")


def test_an_ended_brain_raises_gone_for_every_reader(start: Start) -> None:
    brain = start("print('bye', flush=True); sys.exit(3)")
    assert receive(brain) == "bye"
    for _ in range(2):
        with pytest.raises(Gone):
            receive(brain)
    assert until(lambda: not brain.is_running)
    assert brain.exchange()[-1] == "! exit code 3"


def test_sending_to_an_ended_brain_raises(start: Start) -> None:
    brain = start("")
    assert until(lambda: not brain.is_running)
    with pytest.raises(Gone):
        brain.send("BEGIN")


def test_the_exchange_keeps_the_last_lines_and_stderr(start: Start) -> None:
    brain = start(f"print('why', file=sys.stderr, flush=True)\n{ECHO}")
    for i in range(LINES_KEPT):
        brain.send(str(i))
        assert receive(brain) == str(i)
    assert until(lambda: brain.exchange()[-1] == "! why")
    *exchange, _ = brain.exchange()
    assert exchange[-2:] == [f"> {LINES_KEPT - 1}", f"< {LINES_KEPT - 1}"]
    assert len(exchange) == LINES_KEPT


def test_the_last_line_on_stderr_is_in_the_exchange_after_the_end(start: Start) -> None:
    brain = start("os.close(1); time.sleep(0.1); print('why', file=sys.stderr)")
    with pytest.raises(Gone):
        receive(brain)
    assert "! why" in brain.exchange()


def test_the_last_chatter_of_a_flood_is_kept(start: Start) -> None:
    brain = start(flood("MESSAGE", 2 * LINES_WAITING) + "time.sleep(60)")
    assert until(lambda: is_waiting(brain, f"MESSAGE {2 * LINES_WAITING - 1}"))
    heard = [receive(brain) for _ in range(LINES_WAITING)]
    assert heard == [f"MESSAGE {i}" for i in range(LINES_WAITING, 2 * LINES_WAITING)]


@pytest.mark.parametrize("word", CHATTER)
def test_a_flood_of_chatter_drops_no_move(start: Start, word: str) -> None:
    count = 3 * LINES_WAITING
    program = "os.write(1, b'MESSAGE ev 5\\n7,7\\n'); "
    brain = start(program + flood(word.lower(), count) + "time.sleep(60)")
    assert until(lambda: is_waiting(brain, f"{word.lower()} {count - 1}"))
    assert receive(brain) == "7,7"
    assert receive(brain) == f"{word.lower()} {count - LINES_WAITING}"


def test_the_first_other_lines_of_a_flood_are_kept(start: Start) -> None:
    brain = start(
        "os.write(1, b'7,7\\n'); " + flood("", 3 * LINES_WAITING) + "print('MESSAGE end')"
    )
    assert until(lambda: is_waiting(brain, "MESSAGE end"))
    assert [receive(brain) for _ in range(3)] == ["7,7", "0", "1"]
    for _ in range(LINES_WAITING - 3):
        receive(brain)
    assert receive(brain) == "MESSAGE end"
    with pytest.raises(Gone):
        receive(brain)


def flood(word: str, count: int) -> str:
    """Return a program that prints `count` numbered lines in one write."""
    lines = f"''.join(f'{word} {{i}}\\n' for i in range({count}))"
    return f"sys.stdout.write({lines}); sys.stdout.flush(); "


def is_waiting(brain: BrainProcess, text: str) -> bool:
    """Return whether a line is waiting to be received."""
    waiting = (*brain._mailbox._chatter, *brain._mailbox._others)
    return any(line and line.text == text for _, line in waiting)


def test_memory_counts_the_children(start: Start) -> None:
    alone = start("block = b'x' * (50 << 20); print('ready', flush=True); time.sleep(60)")
    receive(alone)
    parent = start(
        "child = 'import time; block = b\"x\" * (50 << 20); print(1, flush=True); time.sleep(60)'\n"
        "subprocess.Popen([sys.executable, '-c', child]); time.sleep(60)"
    )
    receive(parent)
    for brain in (alone, parent):
        assert 50 << 20 < brain.memory() < 100 << 20


def test_memory_is_not_measured_again_at_once(start: Start) -> None:
    brain = start(ECHO)
    assert brain.memory() > 0
    assert brain.memory() == 0


def test_a_suspended_brain_does_not_answer_until_it_is_resumed(start: Start) -> None:
    brain = start(ECHO)
    brain.send("up")
    receive(brain)
    brain.suspend()
    brain.send("down")
    with pytest.raises(TimeoutError):
        receive(brain, 0.3)
    brain.resume()
    assert receive(brain) == "down"


def test_end_lets_a_brain_leave_by_itself(start: Start) -> None:
    brain = start("import signal\nassert input() == 'END'; print('left', flush=True)")
    brain.end(PATIENCE_S)
    assert brain.exchange()[-2:] == ("< left", "! exit code 0")


@pytest.mark.timed
@pytest.mark.parametrize("state", ["deaf", "suspended"])
def test_end_kills_a_brain_that_stays(start: Start, state: str) -> None:
    brain = start(f"{CHILD}\nprint('ready', flush=True); time.sleep(60)")
    receive(brain)
    if state == "suspended":
        brain.suspend()
    began = time.monotonic()
    brain.end()
    assert time.monotonic() - began < END_S + 1.0
    assert until(lambda: not children())


def test_nothing_is_left_open_after_many_brains() -> None:
    def count() -> int:
        process = psutil.Process()
        handles = process.num_handles() if sys.platform == "win32" else process.num_fds()
        return int(handles) + int(process.num_threads())

    before = count()
    for _ in range(10):
        brain = BrainProcess((sys.executable, "-c", "import sys; sys.stdin.readline()"))
        brain.end()
    assert count() <= before
    assert not children()


def test_a_program_that_is_missing_raises() -> None:
    with pytest.raises(OSError, match="no-such-brain"):
        BrainProcess(("./no-such-brain",))


@pytest.mark.skipif(sys.platform == "win32", reason="only POSIX suspends by signals")
def test_a_suspended_brain_dies_with_a_runner_that_is_killed() -> None:
    program = (
        "import signal, sys, time\nfrom protocol.client.brain_process import BrainProcess\n"
        "signal.signal(signal.SIGHUP, signal.SIG_DFL)  # ignored where nohup runs the tests\n"
        "brain = BrainProcess((sys.executable, '-c', 'import time; time.sleep(60)'))\n"
        "brain.suspend(); print(brain._process.pid, flush=True); time.sleep(60)"
    )
    runner = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, start_new_session=True
    )
    assert runner.stdout
    pid = int(runner.stdout.readline())
    assert until(lambda: bool(psutil.Process(pid).status() == psutil.STATUS_STOPPED))
    runner.kill()
    runner.wait()
    runner.stdout.close()
    gone = until(lambda: not psutil.pid_exists(pid) or _is_zombie(pid))
    if not gone:
        with suppress(OSError):
            os.kill(pid, 9)
    assert gone


def _is_zombie(pid: int) -> bool:
    with suppress(psutil.NoSuchProcess):
        return bool(psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)
    return True
