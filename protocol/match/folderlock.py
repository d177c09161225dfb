"""The lock of a match's folder. A folder belongs to one event, and one process writes to it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from brain.files import lock
from brain.files.durable import check_plain, write_atomically
from brain.validation import json_of
from protocol.match.arena import Terms
from protocol.match.tournament import Event

EVENT = "match.json"  # the event, without the fields of MAY_CHANGE
LOCK = "match.lock"  # the id of the process that holds the lock; empty when unlocked
MAY_CHANGE = ("rounds",)  # a match may be extended


@contextmanager
def locked(folder: Path, event: Event) -> Iterator[None]:
    """Lock a folder and create it if missing. ValueError if it belongs to another event, is locked,
    or can't be locked.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with lock.held(folder / LOCK, f"another match is being played into {folder}"):
        _assign(folder / EVENT, event)
        yield


def _read(path: Path) -> object:
    """Return the event in a file, None if it is damaged. Terms that an earlier version did not have
    get their defaults.
    """
    try:
        saved = json_of(path.read_text(encoding="utf-8", errors="replace"))
        return saved | {"terms": asdict(Terms()) | saved["terms"]}
    except (KeyError, TypeError, ValueError):
        return None


def _assign(path: Path, event: Event) -> None:
    """Write the event that a folder belongs to; ValueError if it belongs to another."""
    fields = {key: value for key, value in asdict(event).items() if key not in MAY_CHANGE}
    text = json.dumps(fields, indent=1)
    check_plain(path)
    if not path.exists():
        write_atomically(path, text)
    elif _read(path) != json_of(text):
        raise ValueError(
            f"{path.parent} has games of other engines, settings or openings: choose another folder"
        )
