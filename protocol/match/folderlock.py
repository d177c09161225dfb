"""The lock of a match's folder: one event for good, one process at a time.

The system holds the lock and lets go of it when its process dies, however that dies. The file stays
when nobody holds it: one that is removed could be locked by two processes, each its own.
"""

import errno
import json
import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path

from brain.files.durable import check_plain, write_atomically
from protocol.match.tournament import Event

EVENT = "match.json"  # the event, without the fields that may change
LOCK = "match.lock"  # the number of the process that holds the lock; empty when none does
MAY_CHANGE = ("rounds",)  # a match may be prolonged
OPEN = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
LONGEST_NUMBER = 20  # bytes
WRITTEN_S = 0.1  # in which the holder has written its number
HELD = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)  # what locking fails with if another holds it


@contextmanager
def locked(folder: Path, event: Event) -> Iterator[None]:
    """Lock a folder, created if missing; ValueError if it is another event's, or locked, or can't
    be locked.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _held(folder / LOCK):
        _assign(folder / EVENT, event)
        yield


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """Hold the lock that a file stands for; the file has our process's number meanwhile."""
    file = _opened(path)
    try:
        _lock(file, path)
        try:
            _note(file, b"%d\n" % os.getpid())
            yield
        finally:
            _note(file, b"")
    finally:
        os.close(file)


def _note(file: int, text: bytes) -> None:
    """Replace a file's content, if the disk has room: it only tells others who holds the lock."""
    with suppress(OSError):
        os.ftruncate(file, 0)
        os.write(file, text)


def _opened(path: Path) -> int:
    """Return a descriptor of the file, made if missing; ValueError if it is something else."""
    try:
        file = os.open(path, OPEN, 0o644)
    except OSError as error:
        if path.is_symlink() or path.is_dir() or error.errno == errno.ENXIO:
            raise ValueError(f"{path} is no plain file: move it away") from error
        raise
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise ValueError(f"{path} is no plain file: move it away")
    return file


def _lock(file: int, path: Path) -> None:
    """Lock a file; ValueError names who holds it, or says that the file system knows no locks."""
    try:
        _try_lock(file)
    except OSError as error:
        if error.errno not in HELD:
            raise ValueError(
                f"{path} can't be locked ({error.strerror}), so two matches could mix there:"
                " name a --folder on a local disk"
            ) from error
        raise ValueError(
            f"another match is being played into {path.parent}, by {_holder(file)}"
        ) from error


def _holder(file: int) -> str:
    """Return who holds the lock, as the file tells."""
    first = _number(file)
    time.sleep(WRITTEN_S)
    number = _number(file) or first  # the later one, unless the holder has left
    return f"process {number}" if number else "another process"


def _number(file: int) -> str:
    """Return the number that a file has, "" when it has none."""
    os.lseek(file, 0, os.SEEK_SET)
    number = os.read(file, LONGEST_NUMBER).partition(b"\n")[0]
    return number.decode() if number.isdigit() else ""


if sys.platform == "win32":
    import msvcrt

    # Far behind what the file has, as others can't read what is locked.
    LOCKED_BYTE = 1 << 30

    def _try_lock(file: int) -> None:
        os.lseek(file, LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)

else:
    import fcntl

    def _try_lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _assign(path: Path, event: Event) -> None:
    """Write the event that a folder belongs to; ValueError if it belongs to another."""
    fields = {key: value for key, value in asdict(event).items() if key not in MAY_CHANGE}
    text = json.dumps(fields, indent=1)
    check_plain(path)
    if not path.exists():
        write_atomically(path, text)
    elif path.read_text(encoding="utf-8", errors="replace") != text:
        raise ValueError(
            f"{path.parent} holds games of other engines, settings or openings: name another folder"
        )
