"""One brain process: start it, exchange lines, measure its memory, suspend it, end it.

Every instant is a time.monotonic(). One thread per stream timestamps each line on arrival. So
nothing polls, and deadlines stay exact while other brains write. Memory is the unique set size
(USS) of the process and its children, as the Gomocup judge counts it, and of detached processes.
"""

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    import psutil  # needed only where brains run, not for the help on a match

from protocol.client import descendants
from protocol.records.games import REASON

CHUNK = 1 << 16  # bytes
LONGEST_LINE = 1 << 16  # bytes; the rest is dropped
LINES_WAITING = 1000  # unread lines of chatter, and as many others
CHATTER = ("MESSAGE", "DEBUG", "INFO", "FORBID", "UNKNOWN")  # first words of lines without answers
LINES_KEPT = 40  # in the exchange
ERRORS_KEPT = 10  # lines of stderr in the exchange
MEMORY_SHARE = 1 / 300  # of a core's time, at most, for measuring one brain's memory
END_S = 0.5  # from END to the kill, as the judge waits


@dataclass(frozen=True)
class ReceivedLine:
    """A line from a brain, without its line end, and its time of arrival."""

    text: str
    at: float


class Gone(Exception):  # noqa: N818 (a state, not an error)
    """The brain has closed its output or ended."""


class _Mailbox(queue.Queue[ReceivedLine | None]):
    """Unread lines, then None at the stream's end. In a flood, the oldest chatter is dropped; of
    other lines, which may be moves, the newest are.
    """

    def _init(self, maxsize: int) -> None:
        self._chatter: deque[tuple[int, ReceivedLine | None]] = deque(maxlen=LINES_WAITING)
        self._others: deque[tuple[int, ReceivedLine | None]] = deque()
        self._count = 0

    def _qsize(self) -> int:
        return len(self._chatter) + len(self._others)

    def _put(self, item: ReceivedLine | None) -> None:
        self._count += 1
        if item and _is_chatter(item.text):
            self._chatter.append((self._count, item))
        elif item is None or len(self._others) < LINES_WAITING:
            self._others.append((self._count, item))

    def _get(self) -> ReceivedLine | None:
        waiting = [lines for lines in (self._chatter, self._others) if lines]
        return min(waiting, key=lambda lines: lines[0][0]).popleft()[1]


def _is_chatter(line: str) -> bool:
    return line.partition(" ")[0].upper() in CHATTER


class BrainProcess:
    """A running brain, used by one thread; only `kill` may be called from another."""

    def __init__(self, command: Sequence[str], folder: str | None = None) -> None:
        """Start the process in a folder. Raises OSError if that fails."""
        import psutil

        self._exchange: deque[str] = deque(maxlen=LINES_KEPT)
        self._errors: deque[str] = deque(maxlen=ERRORS_KEPT)
        self._mailbox = _Mailbox()
        self._mark = descendants.new_mark()
        descendants.adopt_orphans()
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=folder,
            env={**os.environ, descendants.MARK: self._mark},
            # Its own process group: Ctrl-C reaches only us, and a suspended brain gets SIGCONT
            # and SIGHUP when we are killed.
            process_group=None if sys.platform == "win32" else 0,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        self._processes = [psutil.Process(self._process.pid)]  # before a thread can reap it
        out, err = self._process.stdout, self._process.stderr
        errors = threading.Thread(target=self._read_errors, args=(err,), daemon=True)
        lines = threading.Thread(target=self._read_lines, args=(out, errors), daemon=True)
        self._threads = (errors, lines)
        for thread in self._threads:
            thread.start()
        self._suspended = False
        self._measure_at = 0.0

    @property
    def is_running(self) -> bool:
        """Whether the process has not ended."""
        return self._process.poll() is None

    def send(self, *lines: str) -> float:
        """Send lines in one write; return the instant before it. Lines that arrived earlier can't
        be answers and are discarded. Raises Gone.
        """
        self._take_waiting()
        self._exchange.extend(f"> {line}" for line in lines)
        data = "".join(f"{line}\n" for line in lines).encode()
        sent = time.monotonic()
        try:
            assert self._process.stdin
            self._process.stdin.write(data)
        except (OSError, ValueError):  # ValueError: already closed
            self._await_end()
            raise Gone from None
        return sent

    def receive(self, until: float) -> ReceivedLine:
        """Return the next line. Raises TimeoutError if none arrives by `until`, or Gone."""
        try:
            line = self._note(self._mailbox.get(timeout=max(0.0, until - time.monotonic())))
        except queue.Empty:
            raise TimeoutError from None
        if line.at > until:
            raise TimeoutError
        return line

    def exchange(self) -> tuple[str, ...]:
        """Return the last lines sent (> ), received (< ) and written to stderr (! )."""
        self._take_waiting()
        errors = [f"{REASON}{line}" for line in list(self._errors)]
        code = self._process.poll()
        ended = [] if code is None else [f"{REASON}{_end_text(code)}"]
        return (*self._exchange, *errors, *ended)

    def memory(self) -> int:
        """Return the USS of the process tree in bytes, 0 if it is unknown. To keep to MEMORY_SHARE,
        it is measured only now and then, and 0 in between.
        """
        now = time.monotonic()
        if now < self._measure_at:
            return 0
        total = 0
        for process in self._find_processes():
            with _if_alive():
                total += process.memory_full_info().uss
        self._measure_at = now + (time.monotonic() - now) / MEMORY_SHARE
        return total

    def suspend(self) -> None:
        """Stop the processes found by the last `_find_processes` until `resume`."""
        self._suspended = True
        for process in self._processes:
            with _if_alive():
                process.suspend()

    def resume(self) -> None:
        """Undo `suspend`."""
        if self._suspended:
            self._suspended = False
            for process in reversed(self._processes):
                with _if_alive():
                    process.resume()

    def end(self, patience_s: float = END_S) -> None:
        """Send END, wait, kill what is left of the brain, and free its resources."""
        self._find_processes()
        self.resume()
        with contextlib.suppress(Gone):
            self.send("END")
        self._await_end(patience_s)
        self.kill()
        descendants.end_adopted(self._mark, self._process.pid, self._processes[1:])
        for thread in self._threads:
            thread.join(patience_s)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert stream
            with contextlib.suppress(OSError):
                stream.close()

    def kill(self) -> None:
        """Kill the process tree at once. Call `end` afterwards."""
        for process in self._processes[1:]:
            with _if_alive():
                process.kill()
        if sys.platform != "win32":
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()

    def _find_processes(self) -> "list[psutil.Process]":
        """Update `_processes` and return it; the process that we started is the first."""
        root, *_ = self._processes
        with _if_alive():
            detached = descendants.adopted(self._mark, root.pid)
            self._processes = [root, *root.children(recursive=True), *detached]
        return self._processes

    def _take_waiting(self) -> None:
        """Move unread lines into the exchange."""
        with contextlib.suppress(Gone):
            for _ in range(self._mailbox.qsize()):
                self._note(self._mailbox.get_nowait())

    def _note(self, line: ReceivedLine | None) -> ReceivedLine:
        """Add a line to the exchange and return it. Raises Gone at the stream's end."""
        if line is None:
            self._mailbox.put(None)  # so that the next reader does not wait
            raise Gone
        self._exchange.append(f"< {line.text}")
        return line

    def _read_lines(self, stream: BinaryIO, errors: threading.Thread) -> None:
        """Put lines into the mailbox. After the last one, wait up to END_S for stderr and for the
        process to end; then put None.
        """
        rest = b""
        while chunk := _read(stream):
            at = time.monotonic()
            *lines, rest = (rest + chunk).replace(b"\r", b"\n").split(b"\n")
            for line in lines:
                if text := _text(line):
                    self._mailbox.put(ReceivedLine(text, at))
            rest = rest[:LONGEST_LINE]
        if text := _text(rest):
            self._mailbox.put(ReceivedLine(text, time.monotonic()))
        errors.join(END_S)
        self._await_end()
        self._mailbox.put(None)

    def _await_end(self, patience_s: float = END_S) -> None:
        """Wait for the process to end, so that its exit code is known."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(patience_s)

    def _read_errors(self, stream: BinaryIO) -> None:
        while chunk := _read(stream):
            self._errors.extend(_text(chunk).splitlines())


def _if_alive() -> contextlib.suppress:
    """Return a context that ignores the errors of a process that has ended."""
    import psutil

    return contextlib.suppress(psutil.Error)


def _end_text(code: int) -> str:
    """Return how a process ended."""
    with contextlib.suppress(ValueError):
        return f"ended by signal {signal.Signals(-code).name}"
    return f"exit code {code}"


def _read(stream: BinaryIO) -> bytes:
    """Return the next bytes, b"" at the end."""
    try:
        return os.read(stream.fileno(), CHUNK)
    except (OSError, ValueError):
        return b""


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").strip()
