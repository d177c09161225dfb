"""Files that are written whole or not at all."""

import os
from pathlib import Path


def check_plain(path: Path) -> None:
    """Raise ValueError if a path leads to anything but a plain file, such as a pipe, which would
    be waited for. A missing file is plain.
    """
    if path.exists() and not path.is_file():
        raise ValueError(f"{path} is not a regular file: move it away")


def write_atomically(path: Path, content: str | bytes) -> None:
    """Replace a file's content. If that fails, as on a full disk, or is killed, the old file stays;
    whoever has it open keeps it.
    """
    draft = path.with_name(f"{path.name}.{os.getpid()}.tmp")  # other processes have their own
    try:
        draft.write_bytes(content.encode() if isinstance(content, str) else content)
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)
