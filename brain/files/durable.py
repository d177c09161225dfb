"""What is kept: only plain files are opened, and one is rewritten whole or not at all."""

import os
from pathlib import Path


def check_plain(path: Path) -> None:
    """Raise ValueError when a path leads to anything but a plain file, such as a pipe, which would
    be waited for; a missing one is plain.
    """
    if path.exists() and not path.is_file():
        raise ValueError(f"{path} is no plain file: move it away")


def rewrite(path: Path, content: str | bytes) -> None:
    """Replace a file's content; when that fails, as on a full disk, the old file stays. Who has it
    open keeps it.
    """
    draft = path.with_name(f"{path.name}.tmp")
    try:
        draft.write_bytes(content.encode() if isinstance(content, str) else content)
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)
