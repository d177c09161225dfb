"""The lock of a match's folder: one event for good, one process at a time."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from protocol.match.tournament import Event

if TYPE_CHECKING:
    import psutil

EVENT = "match.json"  # the event, without the fields that may change
LOCK = "match.lock"  # process number and start time of the holder
MAY_CHANGE = ("rounds",)  # a match may be prolonged


@contextmanager
def locked(folder: Path, event: Event) -> Iterator[None]:
    """Lock a folder, created if missing; ValueError if it is another event's, or locked."""
    import psutil

    folder.mkdir(parents=True, exist_ok=True)
    lock = folder / LOCK
    if lock.exists() and _is_running(lock.read_text(encoding="ascii")):
        raise ValueError(f"another match is being played into {folder}")
    lock.write_text(_name(psutil.Process()), encoding="ascii")
    try:
        _assign(folder / EVENT, event)
        yield
    finally:
        lock.unlink()


def _assign(path: Path, event: Event) -> None:
    """Write the event that a folder belongs to; ValueError if it belongs to another."""
    fields = {key: value for key, value in asdict(event).items() if key not in MAY_CHANGE}
    text = json.dumps(fields, indent=1)
    if not path.exists():
        draft = path.with_suffix(".tmp")
        draft.write_text(text, encoding="utf-8")
        os.replace(draft, path)
    elif path.read_text(encoding="utf-8") != text:
        raise ValueError(
            f"{path.parent} holds games of other engines, settings or openings: name another folder"
        )


def _is_running(name: str) -> bool:
    """Return whether the process with this name still runs."""
    import psutil

    pid = name.partition(" ")[0]
    try:
        return pid.isdecimal() and _name(psutil.Process(int(pid))) == name
    except psutil.NoSuchProcess:
        return False


def _name(process: "psutil.Process") -> str:
    """Return a name that no other process ever has."""
    return f"{process.pid} {process.create_time()}"
