"""Locks of files, for one process at a time.

The system releases a lock when its process dies, even by a kill. An unlocked file stays: if it were
removed, two processes could lock two different files of the same name.
"""

import errno
import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

OPEN = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
LONGEST_NUMBER = 20  # bytes
WRITTEN_S = 0.1  # maximum time until the holder has written its number
HELD = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)  # errors if another process holds the lock


@contextmanager
def held(path: Path, busy: str) -> Iterator[None]:
    """Hold the lock of a file, which is created if missing. It contains this process's id.

    ValueError if another process holds the lock; it says `busy` and names that process. ValueError
    also if the file can't be locked.
    """
    file = _opened(path)
    try:
        if not _locked(file, path):
            raise ValueError(f"{busy}, by {_holder(file)}")
        try:
            _note(file, b"%d\n" % os.getpid())
            yield
        finally:
            _note(file, b"")
    finally:
        os.close(file)


def claim(file: IO[Any]) -> None:
    """Lock an open file until it is closed. ValueError if another process has locked it, or if it
    can't be locked.
    """
    if not _locked(file.fileno(), Path(file.name)):
        raise ValueError(f"another process is writing to {file.name}: wait until it ends")


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Hold a file's lock; wait for it if another process holds it. Create the file if missing."""
    with path.open("a") as file:
        _wait(file.fileno())
        yield


def _locked(file: int, path: Path) -> bool:
    """Lock a file; return False if another process holds it. ValueError if it can't be locked."""
    try:
        _try_lock(file)
    except OSError as error:
        if error.errno in HELD:
            return False
        raise ValueError(
            f"{path} can't be locked ({error.strerror}), so two processes could write there at the"
            " same time: choose a folder on a local disk"
        ) from error
    return True


def _opened(path: Path) -> int:
    """Open a file, or create it; return its descriptor. ValueError if it is not a regular file."""
    try:
        file = os.open(path, OPEN, 0o644)
    except OSError as error:
        if path.is_symlink() or path.is_dir() or error.errno == errno.ENXIO:
            raise ValueError(f"{path} is not a regular file: move it away") from error
        raise
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise ValueError(f"{path} is not a regular file: move it away")
    return file


def _note(file: int, text: bytes) -> None:
    """Replace a file's content; ignore a full disk, as the content is only for messages."""
    with suppress(OSError):
        os.ftruncate(file, 0)
        os.write(file, text)


def _holder(file: int) -> str:
    """Return the holder of the lock according to the file's content."""
    first = _number(file)
    time.sleep(WRITTEN_S)
    number = _number(file) or first  # the later one, unless the holder has ended
    return f"process {number}" if number else "another process"


def _number(file: int) -> str:
    """Return the number in a file, "" for none."""
    os.lseek(file, 0, os.SEEK_SET)
    number = os.read(file, LONGEST_NUMBER).partition(b"\n")[0]
    return number.decode() if number.isdigit() else ""


if sys.platform == "win32":
    import msvcrt

    # Lock a byte far behind the content: on Windows, locked bytes can't be read.
    LOCKED_BYTE = 1 << 30

    def _try_lock(file: int) -> None:
        _lock_byte(file, msvcrt.LK_NBLCK)

    def _wait(file: int) -> None:
        while True:
            with suppress(OSError):  # Windows gives up after ten seconds
                return _lock_byte(file, msvcrt.LK_LOCK)

    def _lock_byte(file: int, how: int) -> None:
        place = os.lseek(file, 0, os.SEEK_CUR)
        os.lseek(file, LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(file, how, 1)
        finally:
            os.lseek(file, place, os.SEEK_SET)

else:
    import fcntl

    def _try_lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _wait(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)
