"""Journals: files that grow by lines, so that work goes on where it was cut off.

A last line that a kill has cut doesn't count, and is overwritten.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, TypeVar

Entry = TypeVar("Entry")


def read(path: Path, loads: Callable[[str], Entry]) -> Iterator[Entry]:
    """Yield the entries of a journal, of which each is a line that `loads` reads.

    ValueError names a line that it can't read. OSError where there is no file.
    """
    for number, line in enumerate(_parts(path)[0].decode("ascii", "replace").splitlines(), 1):
        try:
            entry = loads(line)
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
        yield entry


def resumed(path: Path, loads: Callable[[str], Entry], cut: str) -> tuple[list[Entry], IO[str]]:
    """Return the entries of a journal, perhaps a new one, and the file to write more lines to, each
    of which is with the system at once.

    ValueError, before anything is changed, names a line that `loads` can't read, or a last line
    that isn't what the pattern `cut` says of one that was cut: the file is another's.
    """
    path.touch()
    entries = [*read(path, loads)]
    whole, rest = _parts(path)
    if not re.fullmatch(cut, rest.decode("ascii", "replace")):
        raise ValueError(f"{path}: its last line isn't whole, nor one that was cut off")
    file = path.open("a", buffering=1, encoding="ascii", newline="\n")
    file.truncate(len(whole))
    return entries, file


def _parts(path: Path) -> tuple[bytes, bytes]:
    """Return a file's whole lines, and the rest."""
    content = path.read_bytes()
    end = content.rfind(b"\n") + 1
    return content[:end], content[end:]
