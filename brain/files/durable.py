"""Files that are written whole or not at all, and who can write to them."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

OTHERS_WRITE = 0o022  # of a path's mode


def is_private(path: Path) -> bool:
    """Return whether a file or folder isn't there yet, or this user alone can write to it.

    Windows keeps a user's own folders to that user.
    """
    if sys.platform == "win32":
        return True
    try:
        found = path.stat()
    except OSError:
        return True
    return found.st_uid == os.geteuid() and not found.st_mode & OTHERS_WRITE


def check_plain(path: Path) -> None:
    """Raise ValueError unless a path leads to a regular file or to none. Opening a FIFO, for
    example, would block.
    """
    if path.exists() and not path.is_file():
        raise ValueError(f"{path} is not a regular file: move it away")


def write_atomically(path: Path, content: str | bytes) -> None:
    """Replace a file's content, as `replaced` does."""
    with replaced(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


@contextmanager
def replaced(path: Path) -> Iterator[BinaryIO]:
    """Give a file to write to; at the end it replaces the file at `path`, atomically.

    After an error, such as a full disk, or a kill, the old file is unchanged. A program that has
    the old file open keeps reading it. The content is on the disk before the old file goes, so a
    power failure leaves one of the two. The mode stays. What is not a regular file, such as
    /dev/stdout, is written in place.
    """
    path = path.resolve()  # a link stays one
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    draft = path.with_name(f"{path.name}.{os.getpid()}.tmp")  # each process has its own
    try:
        with draft.open("wb") as file:
            if path.exists():
                shutil.copymode(path, draft)
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)
