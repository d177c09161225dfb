"""The pipe: a real process with an engine without a search, so only the conversation is tested."""

import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from subprocess import PIPE

import psutil
import pytest

from brain import __version__
from brain.thinking import native
from protocol import __main__ as door
from protocol.piskvork.conversation_log import ConversationLog
from protocol.piskvork.pipe import GREETING, HELP_LINES, NO_LOG, Output
from tests import ROOT
from tests.support.driver import (
    FAKE,
    MODULE,
    PATIENCE_S,
    Brain,
    is_analysis,
    slowness,
    typed,
    until,
)

SLOW = (*FAKE, "--slow")  # every think lasts as long as it may
FAILING = (*FAKE, "--fails")
LEAVE_S = 0.3  # with room for a busy machine; managers kill at 0.5
ANSWER_S = 0.2
LONG = ("START 15", "INFO timeout_turn 60000")
SHORT = ("START 15", "INFO timeout_turn 360")  # 330 ms of thinking
SHORT_S = 0.33
TABLE = 300 << 20  # bytes by default
COLUMNS = 80  # of a terminal
SPACES = (12, 16, 20, 24, 28, 32, 36, 40, 48, 64, 128, 256, 1024)  # MB of address space
FEW_THREADS = """
import sys, threading
from protocol.__main__ import main
left = [None] * int(sys.argv.pop(1))
start = threading.Thread.start
def start_if_left(thread):
    if not left:
        raise RuntimeError("can't start new thread")
    left.pop()
    start(thread)
threading.Thread.start = start_if_left
main()
"""


def seconds_of(brain: Brain) -> float:
    """Return the seconds until the next line."""
    start = time.monotonic()
    brain.line()
    return time.monotonic() - start


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r", b"\r\n\n\r\r"])
def test_lines_may_end_anyhow(end: bytes) -> None:
    with Brain(FAKE) as brain:
        brain.send_bytes(end.join([b"START 15", b"BOARD", b"7,7,1", b"DONE", b"ABOUT", b""]))
        start, move, about = brain.lines(3)
    assert (start, move) == ("OK", "7,6")
    assert about.startswith('name="Tengen", version="')


def test_mixed_line_ends_are_understood() -> None:
    with Brain(FAKE) as brain:
        brain.send_bytes(b"START 15\r\nBOARD\n7,7,1\n8,8,2\nDONE\r\n")
        assert brain.lines(2) == ["OK", "7,6"]


def test_a_line_may_come_in_pieces() -> None:
    with Brain(FAKE) as brain:
        for byte in b"START 15\r\nBEGIN\r\n":
            brain.send_bytes(bytes([byte]))
        assert brain.lines(2) == ["OK", "7,7"]


def test_about_fields_are_parted_as_managers_part_them() -> None:
    with Brain(FAKE) as brain:
        brain.send("ABOUT")
        line = brain.line()
    assert line.startswith("name=")
    assert all(re.fullmatch(r'\s?[a-z]+="[^=,"]+"', field) for field in line.split(","))


# Leaving


@pytest.mark.timed
@pytest.mark.parametrize("command", [FAKE, SLOW])
def test_end_ends_the_process_also_while_thinking(command: tuple[str, ...]) -> None:
    with Brain(command) as brain:
        brain.send(*LONG)
        brain.line()
        brain.send("BEGIN")
        time.sleep(0.1)
        start = time.monotonic()
        brain.send("END")
        assert brain.exit_code() == 0
        assert time.monotonic() - start < LEAVE_S * slowness()
        assert brain.errors() == b""


@pytest.mark.timed
@pytest.mark.parametrize("command", [FAKE, SLOW])
def test_a_closed_stdin_ends_the_process_also_while_thinking(command: tuple[str, ...]) -> None:
    with Brain(command) as brain:
        brain.send(*LONG)
        brain.line()
        brain.send("BEGIN")
        time.sleep(0.1)
        start = time.monotonic()
        brain.close()
        assert brain.exit_code() == 0
        assert time.monotonic() - start < LEAVE_S * slowness()


def test_requests_before_the_end_are_answered_without_thinking() -> None:
    with Brain(SLOW) as brain:
        brain.send(*LONG, "BEGIN", "TURN 0,0", "END", "ABOUT")
        assert brain.rest() == ["OK", "7,7", "7,6"]
        assert brain.exit_code() == 0


@pytest.mark.parametrize("leave", ["END", ""])
def test_requests_before_the_end_are_answered_once_the_engine_has_started(leave: str) -> None:
    with Brain((*FAKE, "--heavy")) as brain:
        brain.send("START 15", "BEGIN")
        brain.send(leave) if leave else brain.close()
        assert brain.rest() == ["OK", "7,7"]
        assert brain.exit_code() == 0


def test_the_last_line_needs_no_line_end() -> None:
    with Brain(FAKE) as brain:
        brain.send_bytes(b"START 15")
        brain.close()
        assert brain.rest() == ["OK"]


def test_a_manager_that_hangs_up_is_left_quietly() -> None:
    reading, writing = os.pipe()
    with subprocess.Popen(FAKE, cwd=ROOT, stdin=PIPE, stdout=writing, stderr=PIPE) as process:
        os.close(reading)
        os.close(writing)
        assert process.stdin
        assert process.stderr
        process.stdin.write(b"ABOUT\n")
        process.stdin.flush()
        assert process.wait(20) == 0
        assert process.stderr.read() == b""


@pytest.mark.skipif(sys.platform == "win32", reason="closes file descriptors by a POSIX shell")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_a_missing_stream_does_no_harm(closed: str) -> None:
    shell = f"exec {' '.join(FAKE)} {closed}"
    done = subprocess.run(
        ["sh", "-c", shell],
        cwd=ROOT,
        input=b"START 15\nEND\n",
        capture_output=True,
        timeout=20,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""


# Stopping


@pytest.mark.parametrize("stop", ["YXSTOP", "stop", "INFO timeout_turn 0"])
def test_a_stop_gets_the_move_now_and_only_once(stop: str) -> None:
    with Brain(SLOW) as brain:
        brain.send(*LONG, "BEGIN")
        assert brain.line() == "OK"
        assert brain.is_silent(0.2)
        brain.send(stop)
        assert brain.line(ANSWER_S) == "7,7"
        brain.send(stop)
        assert brain.is_silent(0.1)


def test_a_stop_that_comes_with_the_request_ends_it() -> None:
    with Brain(SLOW) as brain:
        brain.send(*LONG, "BEGIN", "STOP")
        brain.line()
        assert brain.line(ANSWER_S) == "7,7"


def test_a_stop_ends_every_request_before_it_and_none_after() -> None:
    with Brain(SLOW) as brain:
        brain.send(*SHORT, "BEGIN", "TURN 0,0", "STOP", "TURN 0,1")
        assert brain.lines(2) == ["OK", "7,7"]
        assert brain.line(ANSWER_S) == "7,6"
        assert seconds_of(brain) > SHORT_S / 2


def test_an_idle_stop_does_nothing_to_the_next_request() -> None:
    with Brain(SLOW) as brain:
        brain.send(*SHORT, "STOP")
        brain.line()
        assert brain.is_silent(0.1)
        brain.send("BEGIN")
        assert seconds_of(brain) > SHORT_S / 2
        brain.send("STOP", "TURN 0,0")
        assert seconds_of(brain) > SHORT_S / 2


def test_info_while_thinking_disturbs_nothing_and_counts_for_the_next_move() -> None:
    with Brain(SLOW) as brain:
        brain.send(*SHORT, "BEGIN")
        brain.line()
        brain.send("INFO timeout_turn 50", "INFO rule 1", "INFO nonsense")
        assert seconds_of(brain) > SHORT_S / 2
        brain.send("TURN 0,0")
        assert brain.line(ANSWER_S) == "7,6"


def test_an_error_answers_a_request_so_a_stop_after_it_is_idle() -> None:
    with Brain(SLOW) as brain:
        brain.send(*SHORT, "TURN 99,99")
        assert brain.lines(2)[1].startswith("ERROR")
        brain.send("STOP", "BEGIN")
        assert seconds_of(brain) > SHORT_S / 2


# Pondering


PONDERING = (*SHORT, "INFO pondering 1", "TURN 0,0")


def log_lines(log: Path) -> list[str]:
    """Return the lines of a log."""
    return log.read_text(encoding="utf-8").splitlines()


def thinks(log: Path) -> list[str]:
    """Return the log entries of all thinks."""
    return [line for line in log_lines(log) if line.startswith("thinks")]


def test_nothing_is_pondered_unless_asked_for(tmp_path: Path) -> None:
    with Brain((*SLOW, "--logs"), TENGEN_LOG=str(tmp_path / "log")) as brain:
        brain.send(*SHORT, "TURN 0,0")
        brain.lines(2)
        assert brain.is_silent(0.1)
    assert thinks(tmp_path / "log") == ["thinks for 2, 330.0 ms"]


def test_the_engine_is_made_ready_while_nothing_is_asked() -> None:
    native.load()  # so that it is compiled
    with Brain(MODULE) as brain:
        brain.send("START 15")
        assert brain.line() == "OK"
        process = psutil.Process(brain.pid)
        assert until(lambda: bool(process.memory_full_info().uss >= TABLE))


def test_the_opponents_time_is_pondered_in_silence(tmp_path: Path) -> None:
    with Brain((*SLOW, "--logs"), TENGEN_LOG=str(tmp_path / "log")) as brain:
        brain.send(*PONDERING)
        brain.lines(2)
        assert brain.is_silent(0.1)
        brain.send("TURN 0,1")
        assert brain.line() == "7,6"
    assert thinks(tmp_path / "log")[:3] == [
        "thinks for 2, 330.0 ms",
        "thinks for 1, 0 ms",
        "thinks for 2, 330.0 ms",
    ]


def test_a_move_received_while_pondering_gets_exactly_its_time() -> None:
    with Brain(SLOW) as brain:
        brain.send(*PONDERING)
        brain.lines(2)
        assert brain.is_silent(0.1)
        brain.send("TURN 0,1")
        assert SHORT_S / 2 < seconds_of(brain) < SHORT_S + ANSWER_S


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("START 15", "OK"),
        ("yxshowforbid", "FORBID ."),
        ("TAKEBACK 0,0", "OK"),
        ("hm", "UNKNOWN hm"),
    ],
)
def test_any_command_while_pondering_is_answered_at_once(line: str, reply: str) -> None:
    with Brain(SLOW) as brain:
        brain.send(*PONDERING)
        brain.lines(2)
        assert brain.is_silent(0.05)
        brain.send(line)
        assert brain.line(ANSWER_S) == reply


def test_pondering_resumes_after_a_question_and_ends_with_a_stop(tmp_path: Path) -> None:
    with Brain((*SLOW, "--logs"), TENGEN_LOG=str(tmp_path / "log")) as brain:
        brain.send(*PONDERING)
        brain.lines(2)
        assert brain.is_silent(0.1)
        for line in ("ABOUT", "STOP", "ABOUT"):
            brain.send(line)
            assert line == "STOP" or brain.line(ANSWER_S).startswith("name=")
            assert brain.is_silent(0.1)
    assert thinks(tmp_path / "log")[1:] == ["thinks for 1, 0 ms"] * 2


def test_a_stop_while_pondering_is_not_answered() -> None:
    with Brain(SLOW) as brain:
        brain.send(*PONDERING)
        brain.lines(2)
        brain.send("STOP")
        assert brain.is_silent(0.1)
        brain.send("TURN 0,1")
        assert seconds_of(brain) > SHORT_S / 2


@pytest.mark.timed
@pytest.mark.parametrize("leave", ["END", ""])
def test_end_ends_the_process_also_while_pondering(leave: str) -> None:
    with Brain(SLOW) as brain:
        brain.send(*PONDERING)
        brain.lines(2)
        assert brain.is_silent(0.05)
        start = time.monotonic()
        brain.send(leave) if leave else brain.close()
        assert brain.exit_code() == 0
        assert time.monotonic() - start < LEAVE_S * slowness()


def test_pondering_that_fails_is_logged_and_harms_nothing(tmp_path: Path) -> None:
    with Brain(FAILING, TENGEN_LOG=str(tmp_path / "log")) as brain:
        brain.send("START 15", "INFO pondering 1", "BEGIN", "TURN 0,0", "ABOUT", "END")
        assert [reply for reply in brain.rest() if "," in reply][1] == "7,7"
        assert brain.exit_code() == 0


# Marks


def test_marks_come_while_thinking_and_none_after_the_move() -> None:
    with Brain(SLOW) as brain:
        brain.send("START 15", "INFO show_detail 1", "INFO timeout_turn 600", "BEGIN")
        lines = list(iter(brain.any_line, "7,7"))
        brain.send("ABOUT")
        assert brain.any_line().startswith("name=")
    marks = [line for line in lines if line.startswith("MESSAGE REALTIME ")]
    assert set(marks) == {"MESSAGE REALTIME POS 7,7", "MESSAGE REALTIME BEST 7,7"}
    assert lines[:2] == ["OK", "MESSAGE depth 1-1 multipv 1 ev 0 n 1 n/ms 1 tm 1 pv h8"]


def test_two_threads_write_whole_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    written = bytearray()

    def write_little(stream: int, data: bytes) -> int:
        time.sleep(0)
        written.extend(data[:2])
        return len(data[:2])

    monkeypatch.setattr(os, "write", write_little)
    output = Output(ConversationLog("", 0.0))
    texts = ["mark mark mark", "line line"]

    def repeat(text: str) -> None:
        for _ in range(50):
            output.write(text)

    threads = [threading.Thread(target=repeat, args=(text,)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(written.decode().splitlines()) == sorted(texts * 50)


def test_only_the_lines_of_a_database_leave_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    written = bytearray()

    def write(stream: int, data: bytes) -> int:
        written.extend(data)
        return len(data)

    monkeypatch.setattr(os, "write", write)
    output = Output(ConversationLog("", 0.0))
    output.write('MESSAGE DATABASE TEXT "黑"')
    output.write("MESSAGE stored in 黑")
    assert written.decode() == 'MESSAGE DATABASE TEXT "黑"\nMESSAGE stored in ?\n'


# Time


def test_the_first_move_counts_from_the_launch_when_its_bytes_were_waiting() -> None:
    with Brain((*SLOW, "--late")) as brain:
        brain.send(*SHORT, "BEGIN")
        brain.line()
        assert seconds_of(brain) < SHORT_S / 2


def test_a_request_sent_early_gets_its_whole_time() -> None:
    with Brain(SLOW) as brain:
        brain.send(*SHORT, "BEGIN", "TURN 0,0")
        brain.lines(2)
        assert seconds_of(brain) > SHORT_S / 2


# Trouble


def test_a_failing_engine_still_moves_and_the_reason_is_logged(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with Brain(FAILING, TENGEN_LOG=str(log)) as brain:
        brain.send("START 15", "BEGIN", "TURN 0,0", "END")
        replies = brain.rest()
        assert brain.errors() == b""
    message = "MESSAGE internal error, this move was chosen without a search"
    assert replies == ["OK", message, "7,7", message, "7,6"]
    assert log.read_text("utf-8").count("ArithmeticError: asked to fail") == 2


def test_a_program_without_an_engine_reports_it_and_exits() -> None:
    with Brain((*FAKE, "--broken")) as brain:
        assert brain.rest() == ["ERROR nothing to play with"]
        assert brain.exit_code() == 1


def test_a_log_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    with Brain(FAILING, TENGEN_LOG=str(tmp_path / "no" / "log")) as brain:
        brain.send("START 15", "BEGIN", "END")
        assert brain.rest()[-1] == "7,7"
        assert brain.errors() == b""


@pytest.mark.parametrize(
    "noise",
    [
        os.urandom(5000),
        b"\x00" * 3000,
        b"\xff\xfe" + "START 15\n".encode("utf-16-le"),
        b"a" * 1_000_000,
        b"BOARD " + b"7" * 1_000_000 + b" DONE",
        b"TURN " + b"1," * 500_000,
    ],
)
def test_noise_is_survived_in_lines_that_managers_can_read(noise: bytes) -> None:
    with Brain(FAKE) as brain:
        brain.send_bytes(noise + b"\nDONE\nRESTART\nBEGIN\nEND\n")
        replies = brain.rest()
        assert brain.exit_code() == 0
    assert replies[-2:] == ["OK", "9,9"]
    assert all(
        reply.startswith(("ERROR ", "UNKNOWN ")) and len(reply) <= 1000 for reply in replies[:-2]
    )


def test_a_byte_order_mark_is_ignored() -> None:
    with Brain(FAKE) as brain:
        brain.send_bytes(b"\xef\xbb\xbfSTART 15\r\n")
        assert brain.line() == "OK"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_person_at_a_terminal_reads_where_a_brain_belongs() -> None:
    master, terminal = os.openpty()
    with subprocess.Popen(FAKE, cwd=ROOT, stdin=terminal, stdout=subprocess.PIPE) as process:
        assert process.stdout
        os.write(master, b"START 15\nEND\n")
        lines = process.stdout.read().splitlines()
    assert lines[:-1] == [line.encode() for line in GREETING]
    assert lines[-1] == b"OK"
    os.close(master)
    os.close(terminal)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("word", ["quit", "exit", " Quit ", "END"])
def test_a_person_at_a_terminal_leaves_with_any_usual_word(word: str) -> None:
    printed = typed(f"START 15\n{word}\nABOUT\n")
    assert printed == [*GREETING, "OK"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_person_at_a_terminal_gets_help_also_within_a_board() -> None:
    printed = typed("START 15\nBOARD\nhelp\n7,7,1\nDONE\nEND\n")
    assert {*printed} >= {*GREETING, "OK", *HELP_LINES, "7,6"}
    assert not [line for line in printed if line.startswith(("ERROR", "UNKNOWN"))]


def test_the_greeting_fits_a_terminal_and_is_harmless_to_a_program() -> None:
    lines = [*GREETING, *HELP_LINES, NO_LOG]
    assert all(line.startswith("MESSAGE ") for line in lines)
    assert [line for line in lines if len(line) >= COLUMNS] == []


def test_words_for_people_mean_nothing_from_a_manager() -> None:
    with Brain(FAKE) as brain:
        brain.send("help", "quit", "exit", "END")
        assert brain.rest() == ["UNKNOWN help", "UNKNOWN quit", "UNKNOWN exit"]


# The log


def test_a_log_is_for_its_owner_only(tmp_path: Path) -> None:
    with Brain(FAILING, TENGEN_LOG=str(tmp_path / "log")) as brain:
        brain.send("START 15", "BEGIN", "END")
        brain.rest()
    mode = (tmp_path / "log").stat().st_mode & 0o777
    assert mode == 0o600 or sys.platform == "win32"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
@pytest.mark.parametrize("is_read", [False, True])
def test_a_pipe_as_a_log_is_refused_and_does_not_delay_the_start(
    is_read: bool, tmp_path: Path
) -> None:
    path = tmp_path / "log"
    os.mkfifo(path)
    reading = os.open(path, os.O_RDONLY | os.O_NONBLOCK) if is_read else None
    with Brain(FAILING, TENGEN_LOG=str(path)) as brain:
        brain.send("START 15", "BEGIN", "END")
        replies = brain.rest()
        assert brain.exit_code() == 0
    assert (replies[:2], replies[-1]) == ([NO_LOG, "OK"], "7,7")
    if reading is not None:
        assert os.read(reading, 1) == b""
        os.close(reading)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_is_a_log() -> None:
    master, terminal = os.openpty()
    with Brain(FAILING, TENGEN_LOG=os.ttyname(terminal)) as brain:
        brain.send("START 15", "BEGIN", "END")
        assert brain.rest()[-1] == "7,7"
    assert b"asked to fail" in os.read(master, 10_000)
    os.close(master)
    os.close(terminal)


def test_the_log_has_the_conversation_with_times_and_the_errors(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with Brain(FAILING, TENGEN_LOG=str(log)) as brain:
        brain.send("START 15", "ABOUT", "BEGIN")
        replies = brain.lines(4)
        brain.close()
        brain.exit_code()
    lines = [re.fullmatch(r" *(\d+\.\d{3}) ([<>!]) (.*)", line) for line in log_lines(log)]
    times, marks, texts = zip(*(line.groups() for line in lines if line), strict=True)
    assert len(times) == len(lines)
    assert [*map(float, times)] == sorted(map(float, times))
    assert texts[0].startswith(f"Tengen {__version__} on {sys.platform}, process {brain.pid}, ")
    pairs = [*zip(marks, texts, strict=True)]
    assert [text for mark, text in pairs if mark == ">"] == ["START 15", "ABOUT", "BEGIN"]
    assert [text for mark, text in pairs if mark == "<"] == replies
    assert ("!", "ArithmeticError: asked to fail") in pairs
    assert ("!", "the input is closed") in pairs


# Too few threads, too little memory


def threads_for(count: int) -> tuple[str, ...]:
    """Return the command of a brain with a limited number of threads."""
    return (sys.executable, "-c", FEW_THREADS, str(count))


def test_a_brain_that_cannot_read_reports_the_reason_and_exits() -> None:
    with Brain(threads_for(0)) as brain:
        (line,) = brain.rest()
        assert line.startswith("ERROR can't start new thread: raise the limit")
        assert brain.exit_code() == 1


@pytest.mark.timed
def test_a_brain_that_can_only_listen_plays_and_keeps_its_time() -> None:
    with Brain(threads_for(1)) as brain:
        brain.send(*SHORT, "INFO thread_num 2", "INFO show_detail 1", "BOARD", "7,7,2", "DONE")
        assert brain.line() == "OK"
        start = time.monotonic()
        while brain.line().startswith("MESSAGE "):
            pass
        assert time.monotonic() - start < 2 * SHORT_S * slowness()
        brain.send("END")
        assert brain.exit_code() == 0


@pytest.mark.skipif(sys.platform != "linux", reason="limits address space as Linux does")
def test_a_brain_with_little_memory_plays_or_reports_the_reason() -> None:
    native.load()  # so that it is compiled
    ended = [in_space(megabytes << 20) for megabytes in SPACES]
    for done in ended:
        played = done.returncode == 0 and re.fullmatch(r"OK\n(\d+,\d+\n){2}", done.stdout)
        printed = done.stdout.startswith("ERROR ") or done.stderr
        assert played or (done.returncode == 1 and printed), done
    assert (ended[0].returncode, ended[-1].returncode) == (1, 0)


def in_space(limit: int) -> subprocess.CompletedProcess[str]:
    """Return the outcome of a brain's two moves in a limited address space."""
    import resource  # Windows has none

    done = subprocess.run(
        MODULE,
        cwd=ROOT,
        input="START 15\nINFO timeout_turn 200\nBEGIN\nTURN 0,0\nEND\n",
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
        timeout=PATIENCE_S,
        check=False,
    )
    lines = [line for line in done.stdout.splitlines(True) if not is_analysis(line)]
    return subprocess.CompletedProcess(done.args, done.returncode, "".join(lines), done.stderr)


# The command line


@pytest.mark.parametrize("argument", ["--force-utf8", "analyze"])
def test_an_unknown_argument_of_a_manager_opens_the_protocol(argument: str) -> None:
    with Brain((*MODULE, argument)) as brain:
        brain.send("START 15")
        assert brain.line() == "OK"


@pytest.mark.parametrize(
    ("arguments", "variable", "overhead_ms"),
    [
        ([], "", None),
        (["--overhead", "250"], "", 250),
        (["--overhead", "250"], "70", 250),
        (["--overhead=250"], "", 250),
        (["--force-utf8"], "70", 70),
        (["--overhead"], "", None),
        (["--overhead", "much"], "", None),
    ],
)
def test_the_overhead_is_taken_from_the_command_line_or_the_environment(
    arguments: list[str], variable: str, overhead_ms: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TENGEN_OVERHEAD", variable)
    assert door.overhead_ms(arguments) == overhead_ms


def test_the_launch_is_in_the_past_but_not_long_ago() -> None:
    assert 0 < time.perf_counter() - door.launched() <= door.LONGEST_START_S + 0.1
