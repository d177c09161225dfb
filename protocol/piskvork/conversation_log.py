"""The log for bug reports: the conversation in both directions, with times, and errors.

A line has the seconds since the launch, a mark, and a text. The marks are those of an exchange in
games.jsonl.
"""

import contextlib
import os
import stat
import sys
import threading
import time

from brain import __version__

STDERR = 2
LOG_VARIABLE = "TENGEN_LOG"  # environment variable with a file or terminal
LOG_MODE = 0o600
RECEIVED, SENT, NOTE = "> ", "< ", "! "


class ConversationLog:
    """Writes lines to a file or terminal, from any thread. It is closed without one. A full disk
    costs lines of the log, not the game.
    """

    def __init__(self, path: str, launched: float) -> None:
        """Open the log; `launched` is the time.perf_counter() at which the process started."""
        self.descriptor = _opened(path) if path else None
        self._launched = launched
        self._lock = threading.Lock()
        when = time.strftime("%Y-%m-%dT%H:%M:%S%z")
        self.write(NOTE, f"Tengen {__version__} on {sys.platform}, process {os.getpid()}, {when}")

    def write(self, mark: str, text: str) -> None:
        """Write the lines of a text with the time and a mark."""
        if self.descriptor is None:
            return
        with self._lock, contextlib.suppress(OSError):  # so that times never decrease
            seconds = time.perf_counter() - self._launched
            lines = "".join(f"{seconds:9.3f} {mark}{line}\n" for line in text.splitlines())
            os.write(self.descriptor, lines.encode("utf-8", "replace"))

    def error(self) -> None:
        """Write the current exception with its traceback, to stderr if the log is closed."""
        with contextlib.suppress(Exception):  # a lack of memory must not lose the game
            import traceback  # not needed to play

            if self.descriptor is None:
                os.write(STDERR, traceback.format_exc().encode("utf-8", "replace"))
            self.write(NOTE, traceback.format_exc())


def _opened(path: str) -> int | None:
    """Return the descriptor of a file or terminal to write to, None if `path` is neither.

    A pipe would block when nobody reads it.
    """
    at_once = getattr(os, "O_NONBLOCK", 0)  # Windows has no FIFOs, whose opening waits for a reader
    try:
        log = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | at_once, LOG_MODE)
    except OSError:
        return None
    mode = os.fstat(log).st_mode
    if stat.S_ISREG(mode) or stat.S_ISCHR(mode):
        return log
    os.close(log)
    return None
