"""The names of a match's engines: those given, else those that the brains report to ABOUT."""

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

from protocol.client.brain_client import OK
from protocol.client.brain_process import BrainProcess, Gone
from protocol.match.player import Entrant
from protocol.piskvork.commands import About, Start
from protocol.piskvork.grammar import lines_of

LONGEST_NAME = 40  # characters kept of a reported name

_NAME = re.compile(r'\bname\s*=\s*"\s*([^"]*?)\s*"', re.IGNORECASE)


def program_name(command: Sequence[str]) -> str:
    """Return the name of a command's program."""
    return Path(command[0]).stem


def name_in(about: str) -> str:
    """Return the name in an answer to ABOUT, "" without one."""
    found = _NAME.search(about)
    return found[1][:LONGEST_NAME] if found else ""


def reported_name(entrant: Entrant, start: Start, patience_ms: int) -> str:
    """Return the name that a brain reports, "" if it does not start or reports none.

    START follows ABOUT: a brain that ignores ABOUT answers START, which saves the wait.
    """
    until = time.monotonic() + patience_ms / 1000
    try:
        brain = BrainProcess(entrant.command, entrant.folder or None)
    except OSError:
        return ""
    try:
        brain.send(*lines_of(About()), *lines_of(start))
        while (text := brain.receive(until).text).upper() != OK and "ERROR" not in text.upper():
            if name := name_in(text):
                return name
    except (Gone, TimeoutError):
        pass  # the match itself reports what is wrong with the brain
    finally:
        brain.end()
    return ""


def distinct(names: Sequence[str]) -> Iterator[str]:
    """Yield the names; a repeated one gets the first free number: `Tengen`, `Tengen 2`."""
    taken = set(names)
    used: set[str] = set()
    for name in names:
        if name in used:
            name = next(text for n in count(2) if (text := f"{name} {n}") not in taken)
        taken.add(name)
        used.add(name)
        yield name


def named(entrants: Sequence[Entrant], names: Sequence[str]) -> tuple[Entrant, ...]:
    """Return the engines with these names, made distinct."""
    return tuple(
        replace(entrant, name=name) for entrant, name in zip(entrants, distinct(names), strict=True)
    )
