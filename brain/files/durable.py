"""Files that are written whole or not at all."""

import os
from pathlib import Path


def check_plain(path: Path) -> None:
    """Raise ValueError unless a path leads to a regular file or to none. Opening a FIFO, for
    example, would block.
    """
    if path.exists() and not path.is_file():
        raise ValueError(f"{path} is not a regular file: move it away")


def write_atomically(path: Path, content: str | bytes) -> None:
    """Replace a file's content atomically. After an error, such as a full disk, or a kill, the old
    file is unchanged. A program that has the old file open keeps reading it.
    """
    draft = path.with_name(f"{path.name}.{os.getpid()}.tmp")  # each process has its own
    try:
        draft.write_bytes(content.encode() if isinstance(content, str) else content)
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)
