"""Standard output of a tool whose reader may close it early, as `head` does."""

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any, TextIO, cast

# A shell's exit statuses for a process ended by a broken pipe and by Ctrl-C.
NOBODY_READS, INTERRUPTED = 141, 130
BROKEN = (errno.EPIPE, errno.EINVAL)  # the second on Windows


class Outlet:
    """A text stream that raises SystemExit, not OSError, once its reader has closed it. After any
    error, the text not yet written and all later text is dropped.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write a text."""
        with self._until_nobody_reads():
            return self._stream.write(text)

    def flush(self) -> None:
        """Write the buffered text."""
        with self._until_nobody_reads():
            self._stream.flush()

    @contextmanager
    def _until_nobody_reads(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._stream.fileno())  # takes the rest of the buffer
            os.close(nowhere)
            if error.errno in BROKEN:
                raise SystemExit(NOBODY_READS) from None
            raise OSError(error.errno, error.strerror, "stdout") from None


@contextmanager
def outlet() -> Iterator[None]:
    """Redirect standard output; end the tool silently once the reader has closed it."""
    if sys.stdout is None:  # without a console, or closed
        with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
            yield
        return
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")  # a file name may be undecodable
    with redirect_stdout(cast(TextIO, Outlet(sys.stdout))):
        try:
            yield
        finally:
            sys.stdout.flush()
