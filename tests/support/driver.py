"""Runs the program under test: as a brain, from the manager's end of the wire, or as a tool."""

import io
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from types import TracebackType
from typing import Self
from unittest import mock

import psutil

from protocol import __main__ as door
from tests import ROOT
from tests.support import forked

PATIENCE_S = 20.0  # for what must come at last; tests that measure time say so
UNTIL_S = 10.0  # for a condition
TOOL_S = 60.0  # for all that a tool does
PLAIN_PYTHON = (sys.executable, "-S")  # without installed packages, half of Python's start
FAKE = (*PLAIN_PYTHON, "-m", "tests.support.fake_brain")
MODULE = (sys.executable, "-m", "protocol")
NAMED = os.environ.get("TENGEN_EXE", "")
EXE = os.path.abspath(NAMED) if NAMED else ""  # whatever folder it is run in
STAYING = ("resource_tracker", forked.__name__)
ON_WINE = EXE.endswith(".exe") and sys.platform != "win32"
LAUNCHER = ("wine",) if ON_WINE else ()  # of a packed program
PROGRAM = (*LAUNCHER, EXE) if EXE else MODULE  # the packed one where the environment names it


class Brain:
    """A brain process. Leaving the context kills it if it still lives."""

    def __init__(self, command: Sequence[str], **environment: str) -> None:
        self._process: subprocess.Popen[bytes] = forked.start(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=ROOT,
            env={**os.environ, **environment},
        )
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    def send(self, *lines: str) -> None:
        """Send lines in one write."""
        self.send_bytes("".join(f"{line}\n" for line in lines).encode())

    def send_bytes(self, data: bytes) -> None:
        """Send bytes in one write."""
        assert self._process.stdin
        self._process.stdin.write(data)

    def close(self) -> None:
        """Close the brain's stdin."""
        assert self._process.stdin
        self._process.stdin.close()

    def any_line(self, timeout_s: float = PATIENCE_S) -> str:
        """Return the next line; raises queue.Empty when none comes in time."""
        line = self._lines.get(timeout=timeout_s)
        assert line.endswith(b"\n")
        assert not line.endswith(b"\r\n")
        return line[:-1].decode("ascii")

    def line(self, timeout_s: float = PATIENCE_S) -> str:
        """Return the next line that isn't analysis; raises queue.Empty when none comes in time."""
        until = time.monotonic() + timeout_s
        while True:
            text = self.any_line(max(0.0, until - time.monotonic()))
            if not is_analysis(text):
                return text

    def lines(self, count: int) -> list[str]:
        """Return the next lines that aren't analysis."""
        return [self.line() for _ in range(count)]

    def is_silent(self, seconds: float) -> bool:
        """Return whether nothing but analysis comes for so long."""
        try:
            self.line(seconds)
        except queue.Empty:
            return True
        return False

    def rest(self) -> list[str]:
        """Return the lines that aren't analysis up to the end of stdout."""
        return [text for text in self.all_rest() if not is_analysis(text)]

    def all_rest(self) -> list[str]:
        """Return the lines up to the end of stdout."""
        self._reader.join(PATIENCE_S)
        assert not self._reader.is_alive()
        return [line.decode("ascii").removesuffix("\n") for line in self._lines.queue]

    def exit_code(self, timeout_s: float = PATIENCE_S) -> int:
        """Return the exit code; raises subprocess.TimeoutExpired when the brain stays."""
        return self._process.wait(timeout_s)

    def errors(self) -> bytes:
        """Return what came on stderr, after the brain's end."""
        assert self._process.stderr
        return self._process.stderr.read()

    def _read(self) -> None:
        assert self._process.stdout
        with open(self._process.stdout.fileno(), "rb", closefd=False) as stdout:
            for line in stdout:
                self._lines.put(line)


def run(
    *arguments: str, folder: Path = ROOT, stdin: str = "", command: Sequence[str] = PROGRAM
) -> subprocess.CompletedProcess[str]:
    """Return the outcome of a tool that is run in a folder, with text on its stdin."""
    return forked.run(
        [*command, *arguments],
        stdin,
        TOOL_S,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def called(
    *arguments: str, folder: Path = ROOT, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    """Return the outcome of a tool that is called in this process; `run` takes a new process, a
    quarter of a second.
    """
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    text = io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8")
    tool, *rest = arguments
    interval = sys.getswitchinterval()  # a match changes it
    with (
        chdir(folder),
        redirect_stdout(out),
        redirect_stderr(err),
        mock.patch.object(sys, "stdin", text),
    ):
        try:
            sys.exit(door.run(tool, rest))
        except SystemExit as ended:
            code = ended.code
        finally:
            sys.setswitchinterval(interval)
    if isinstance(code, str):
        print(code, file=err)
        code = 1
    printed, errors = (_written(stream) for stream in (out, err))
    return subprocess.CompletedProcess(arguments, code or 0, printed, errors)


def _written(stream: io.TextIOWrapper) -> str:
    """Return what was written to a stream in memory."""
    stream.flush()
    stream.seek(0)
    return stream.read()


def typed(text: str, *arguments: str, command: Sequence[str] = FAKE) -> list[str]:
    """Return the lines that a program prints for a person who types a text into a terminal."""
    master, terminal = os.openpty()
    process: subprocess.Popen[bytes] = forked.start(
        [*command, *arguments], cwd=ROOT, stdin=terminal, stdout=subprocess.PIPE
    )
    with process:
        os.write(master, text.encode())
        said, _ = process.communicate(timeout=PATIENCE_S)
    os.close(master)
    os.close(terminal)
    return said.decode().splitlines()


def is_analysis(line: str) -> bool:
    """Return whether a line reports a finished iteration; their number depends on the time."""
    return line.startswith("MESSAGE depth ")


def until(condition: Callable[[], bool], seconds: float = UNTIL_S) -> bool:
    """Return whether a condition comes true in time."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


def slowness() -> float:
    """Return the seconds of a process per second of its CPU time at present; 1 on Windows."""
    if sys.platform == "win32":
        return 1.0
    import resource

    def cpu_s() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    began, before = time.perf_counter(), cpu_s()
    subprocess.run([*PLAIN_PYTHON, "-c", ""], check=True)
    return max(1.0, (time.perf_counter() - began) / (cpu_s() - before))


def children() -> list[psutil.Process]:
    """Return the living children of this process, without those that end with it: the resource
    tracker of multiprocessing and the server of `forked`. This process adopts the orphans of a
    killed runner, which may be zombies.
    """
    return [
        child
        for child in psutil.Process().children(recursive=True)
        if child.status() != psutil.STATUS_ZOMBIE
        and not any(name in word for word in child.cmdline() for name in STAYING)
    ]
