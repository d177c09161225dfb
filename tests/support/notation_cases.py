"""The cases that every reader of games passes: tests/data/notation has an input for each, and what
it says, or a text that the error contains.

A point is a column and a row from 0 at the upper left corner. Defaults: 15 x 15, freestyle, Black
to move. `notes` are texts that the reader's notes contain; `python_notes` and `page_notes` are of
one reader alone. `page` replaces fields for the page, which opens the first game of several. The
plain moves of a file with "rows": "above" are names whose rows count from above: its cases are read
as after `--rows above`. The command line reads a "book", which is not text.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from brain.cell import COLOUR_NAMES
from brain.cell_names import BELOW, show_rows
from brain.rules.laws import RULE_NAMES
from tests import ROOT

FOLDER = ROOT / "tests" / "data" / "notation"
USUAL = {"size": [15, 15], "rule": "freestyle", "turn": "black", "walls": []}
SAID = ("moves", "comments", "players", "winner")  # compared where the case has them


SETS = ("black", "white", "walls")


class Case(NamedTuple):
    """An input and what a reader must say of it."""

    name: str
    content: bytes | str
    file: str
    rows: str  # how people count
    expected: dict[str, Any]

    @property
    def error(self) -> str:
        """A text that the error contains, "" if the input can be read."""
        return str(self.expected.get("error", ""))


def cases(page: bool = False) -> list[Case]:
    """Return the cases for Python, or for the page."""
    found = []
    for path in sorted(FOLDER.glob("*.json")):
        told_of = json.loads(path.read_text("utf-8"))
        rows = told_of.get("rows", BELOW)
        for row in told_of["cases"]:
            told = {**row, **row.pop("page", {})} if page else row
            if page and "error" in row and "black" in told:
                del told["error"]
            content = bytes.fromhex(row["hex"]) if "hex" in row else row["text"]
            notes = (*told.get("notes", ()), *told.get(f"{'page' if page else 'python'}_notes", ()))
            expected = USUAL | told | {"notes": notes}
            found.append(
                Case(f"{path.stem}: {row['name']}", content, row.get("file", "x"), rows, expected)
            )
    return found


@contextmanager
def counted(rows: str) -> Iterator[None]:
    """Count rows from below or above."""
    show_rows(rows)
    yield
    show_rows(BELOW)


def named(colour: int | None) -> str | None:
    """Return the name of a colour."""
    return None if colour is None else COLOUR_NAMES[colour]


def differences(case: Case, said: dict[str, Any], notes: list[str]) -> list[str]:
    """Return a sentence for each field in which a reader differs from a case."""
    wanted = {name: case.expected[name] for name in (*USUAL, "black", "white")}
    wanted |= {name: sorted(wanted[name]) for name in SETS}
    wanted |= {name: case.expected[name] for name in SAID if name in case.expected}
    found = [
        f"{name}: expected {value}, got {said[name]}"
        for name, value in wanted.items()
        if (sorted(said[name]) if name in SETS else said[name]) != value
    ]
    text = " | ".join(notes)
    missing = [note for note in case.expected["notes"] if note not in text]
    found += [f"notes: expected {note}, got {text!r}" for note in missing]
    if notes and not case.expected["notes"]:
        found.append(f"notes: expected none, got {text!r}")
    return found


def rule_name(rule: int) -> str:
    """Return the name of a rule."""
    return RULE_NAMES[rule]
