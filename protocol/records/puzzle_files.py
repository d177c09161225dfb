"""Puzzles as lines of JSON: a game that leads to a position, the move that wins or holds alone, and
the lines that prove it.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from brain.cell import Cell
from brain.certificates.certificate import Certificate, LineNode
from brain.files import journal
from brain.game_board import Board
from brain.notation import moves
from brain.position import Position
from brain.proving.puzzle import HOLD, KINDS, SHORTEST, check

SHORT, LONG = "short", "long"  # of those that are to be won
SORTS = (SHORT, LONG, HOLD)
SHIPPED = Path(__file__).parent / "data" / "puzzles.jsonl"
CUT = r"(\{.*)?"  # a line of a file that grows, cut off
TEXTS = ("kind", "moves", "first", "lines")


@dataclass(frozen=True)
class Problem:
    """A puzzle with the game that it is from."""

    game: int  # its number, from 1
    kind: str  # whether one move alone wins, or one alone holds
    rule: int
    width: int
    height: int
    moves: str  # black's first; who is to move then is to solve it
    first: str  # the solution
    lines: str  # the moves of the lines that prove it, which a space divides
    plies: int  # to the five at most; after a hold's other moves
    branches: int  # defences along a win's line; or a hold's lines
    decoys: int  # other threats, none of which wins; or other answers to one, all of which lose
    grade: int  # how hard it is, 1 to 5

    @property
    def position(self) -> Position:
        """The position to solve; ValueError if the moves do not lead to one."""
        return Board.of(moves.loads(self.moves), (self.width, self.height), self.rule).position

    @property
    def solution(self) -> Cell:
        """The first move."""
        return Cell.named(self.first)

    @property
    def cells(self) -> tuple[tuple[Cell, ...], ...]:
        """The moves of each line."""
        return tuple(
            tuple(Cell.at(*point) for point in moves.loads(line)) for line in self.lines.split()
        )

    @property
    def sort(self) -> str:
        """Its kind; of those that are to be won, whether the line is as short as any."""
        if self.kind == HOLD:
            return HOLD
        return SHORT if len(self.cells[0]) <= SHORTEST else LONG

    @property
    def claim(self) -> Certificate:
        """Why the side to move wins, not checked."""
        return Certificate(self.position, self.plies, (LineNode(self.cells[0]),))

    def check(self) -> int:
        """Return in how many plies the lines win; Refused where they don't prove the solution."""
        return check(self.position, self.kind, self.solution, self.cells)


def dumps(problem: Problem) -> str:
    """Return a puzzle's line, with its line end."""
    return json.dumps(asdict(problem), separators=(",", ":")) + "\n"


def loads(line: str) -> Problem:
    """Return the puzzle of a line; ValueError says why it is none."""
    try:
        found: Any = json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        raise ValueError(f"invalid JSON: {error}") from None
    names = [field.name for field in fields(Problem)]
    if not isinstance(found, dict) or sorted(found) != sorted(names):
        raise ValueError(f"expected an object with the keys {', '.join(names)}")
    for name, value in found.items():
        kind = str if name in TEXTS else int
        if type(value) is not kind:
            what = "text" if kind is str else "whole number"
            raise ValueError(f"{name}: expected a {what}, got {value!r}")
    if found["kind"] not in KINDS:
        raise ValueError(f"kind: expected one of {', '.join(KINDS)}, got {found['kind']!r}")
    return Problem(**found)


def read(path: Path) -> Iterator[Problem]:
    """Return the puzzles of a file; ValueError names a line that is none."""
    return journal.read(path, loads)
