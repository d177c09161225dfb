"""Journals: files that grow line by line, so that interrupted work resumes.

A last line that a kill cut off is ignored and overwritten. A write that fails half-way, as on a
full disk, leaves the file as it was.
"""

import os
import re
from collections.abc import Callable, Iterator
from io import BufferedWriter, FileIO, TextIOWrapper
from pathlib import Path
from typing import IO, Any, BinaryIO, TypeVar

from brain.files import lock

Entry = TypeVar("Entry")


class GrowingFile(FileIO):
    """A file to append to. Each write is whole: one that fails is taken back."""

    def __init__(self, path: Path) -> None:
        """Create the file if it is missing."""
        super().__init__(path, "ab")

    def write(self, data: Any, /) -> int:  # a buffer, which has no type before Python 3.12
        """Append all of the data; return its length in bytes. OSError if it does not fit."""
        left, size = memoryview(data).cast("B"), os.fstat(self.fileno()).st_size
        length = len(left)
        try:
            while left:
                left = left[super().write(left) :]
        except BaseException:
            self.truncate(size)
            raise
        return length


def lines(path: Path) -> Iterator[bytes]:
    """Yield a file's complete lines without their line ends. OSError if the file is missing."""
    with path.open("rb") as file:
        for line in file:
            if not line.endswith(b"\n"):
                return
            yield line.rstrip(b"\r\n")


def read(path: Path, loads: Callable[[str], Entry]) -> Iterator[Entry]:
    """Yield the entries of a journal, each a line that `loads` reads.

    ValueError names a line that `loads` refuses. OSError if the file is missing.
    """
    for number, line in enumerate(lines(path), 1):
        try:
            entry = loads(line.decode("ascii", "replace"))
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
        yield entry


def resumed(path: Path, loads: Callable[[str], Entry], cut: str) -> tuple[list[Entry], IO[str]]:
    """Return the entries of a journal, which may be new, and a line-buffered file to append to.
    It is locked until it is closed.

    ValueError names a line that `loads` refuses, or an incomplete last line that does not match
    the pattern `cut`: then the file is not this journal. It is unchanged. ValueError also if
    another process has locked it.
    """
    growing = BufferedWriter(GrowingFile(path))
    journal = TextIOWrapper(growing, encoding="ascii", newline="\n", line_buffering=True)
    try:
        lock.claim(journal)
        entries = [*read(path, loads)]
        check_end(path, cut)
        _cut_off(path)
    except BaseException:
        journal.close()
        raise
    return entries, journal


def check_end(path: Path, cut: str) -> None:
    """Raise ValueError for an incomplete last line that does not match the pattern `cut`. A missing
    file has none.
    """
    if not path.exists():
        return
    with path.open("rb") as file:
        rest = _rest(file)
    if not re.fullmatch(cut, rest.decode("ascii", "replace")):
        raise ValueError(f"{path}: the last line is incomplete, and not one of this file")


def append(path: Path, line: bytes) -> None:
    """Append a line, with its end, to a file, and create it if missing. Return once it is on the
    disk.
    """
    path.touch()
    _cut_off(path)
    with GrowingFile(path) as file:
        file.write(line)
        os.fsync(file.fileno())


def begin(file: BinaryIO, line: bytes) -> None:
    """Write a file's first line, with its end, unless the file has a complete line."""
    file.seek(0)
    found = file.read(len(line))
    if len(found) < len(line) and line.startswith(found):
        file.seek(0)
        file.truncate()
        file.write(line)
        file.flush()
    file.seek(0)


def _cut_off(path: Path) -> None:
    """Delete an incomplete last line of a file."""
    with path.open("r+b") as file:
        _rest(file)
        file.truncate()


def _rest(file: BinaryIO) -> bytes:
    """Return the bytes after a file's last line end, and move the file's place there."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - 1))
    if file.read() in (b"\n", b""):
        return b""
    file.seek(0)
    content = file.read()
    end = content.rfind(b"\n") + 1
    file.seek(end)
    return content[end:]
