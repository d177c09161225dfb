"""The stored data of the brain: files of brain/data, named NAME-RULE-HASH.bin.

HASH is the CRC-32 of the content in eight hex digits, so that a damaged file is never used.
"""

import zlib
from collections.abc import Iterator
from pathlib import Path

DATA = Path(__file__).parents[1] / "data"


class DataError(Exception):
    """A file of the brain's data is missing or damaged; the message names it."""


def read(name: str, rule: int) -> bytes:
    """Return a rule's data; an empty file means that there is none yet. Raises DataError for a
    missing or damaged file.
    """
    path = next(_files(name, rule), None)
    if path is None:
        raise DataError(f"{name}-{rule}-*.bin is missing in {DATA}: reinstall Tengen")
    content = path.read_bytes()
    if path.name != _file_name(name, rule, content):
        raise DataError(f"{path} is damaged: reinstall Tengen")
    return content


def write(name: str, rule: int, content: bytes) -> Path:
    """Replace a rule's data; return the file."""
    from brain.files.durable import write_atomically  # not needed to start

    path = DATA / _file_name(name, rule, content)
    write_atomically(path, content)
    for old in [*_files(name, rule)]:
        if old != path:
            old.unlink()
    return path


def _files(name: str, rule: int) -> Iterator[Path]:
    """Yield the file of a rule's data, if any. A glob would compile a regular expression."""
    start = f"{name}-{rule}-"
    return (
        path for path in DATA.iterdir() if path.name.startswith(start) and path.suffix == ".bin"
    )


def _file_name(name: str, rule: int, content: bytes) -> str:
    return f"{name}-{rule}-{zlib.crc32(content):08x}.bin"
