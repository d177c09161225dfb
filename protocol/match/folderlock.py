"""A match's folder belongs to one event for ever, and to one process at a time."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import psutil

from protocol.match.tournament import Event

SETTINGS = "match.json"
LOCK = "match.lock"  # process number and start of who holds the folder
MAY_CHANGE = ("rounds",)  # of the event, for more games may be wanted


@contextmanager
def claimed(folder: Path, event: Event) -> Iterator[None]:
    """Hold a folder, made if need be; ValueError when it is for other games, or held already."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = folder / LOCK
    if lock.exists() and _is_running(lock.read_text(encoding="ascii")):
        raise ValueError(f"another match is being played into {folder}")
    lock.write_text(_name(psutil.Process()), encoding="ascii")
    try:
        _claim(folder / SETTINGS, event)
        yield
    finally:
        lock.unlink()


def _claim(path: Path, event: Event) -> None:
    """Note which games a folder is for."""
    settings = {key: value for key, value in asdict(event).items() if key not in MAY_CHANGE}
    text = json.dumps(settings, indent=1)
    if not path.exists():
        draft = path.with_suffix(".tmp")
        draft.write_text(text, encoding="utf-8")
        os.replace(draft, path)
    elif path.read_text(encoding="utf-8") != text:
        raise ValueError(
            f"{path.parent} holds games of other engines, settings or openings: name another folder"
        )


def _is_running(name: str) -> bool:
    """Return whether the process of this name still runs."""
    pid = name.partition(" ")[0]
    try:
        return pid.isdecimal() and _name(psutil.Process(int(pid))) == name
    except psutil.NoSuchProcess:
        return False


def _name(process: psutil.Process) -> str:
    """Return what no two processes have in common."""
    return f"{process.pid} {process.create_time()}"
