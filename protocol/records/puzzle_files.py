"""Puzzles as lines of JSON: a game that leads to a position, the only move that wins or holds, and
the lines that prove it.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from brain.cell import Cell
from brain.cell_names import ABOVE, ROWS
from brain.certificates.certificate import Certificate, LineNode
from brain.files import checksum, journal
from brain.game_board import Board
from brain.notation import moves
from brain.position import Position
from brain.proving.puzzle import HOLD, KINDS, SHORTEST, check
from brain.rules.symmetry import Points
from brain.validation import json_of

SHORT, LONG = "short", "long"  # sorts of puzzles of the kind WIN
SORTS = (SHORT, LONG, HOLD)
SHIPPED = Path(__file__).parent / "data" / "puzzles.jsonl"
CUT = r"(\{.*)?"  # an incomplete line of a file that grows
TEXTS = ("kind", "moves", "first", "lines", "rows")


@dataclass(frozen=True)
class Problem:
    """A puzzle and the game that leads to it."""

    game: int  # the game's number, from 1
    kind: str  # WIN: one move wins; HOLD: one move holds
    rule: int
    width: int
    height: int
    moves: str  # of the game, black's first; the side to move then solves the puzzle
    first: str  # the solution
    lines: str  # the moves of the lines that prove it, separated by a space
    plies: int  # maximum plies to the five; in HOLD, after a wrong move
    branches: int  # WIN: defences along the line; HOLD: number of lines
    decoys: int  # WIN: other threats, which do not win; HOLD: other answers to a threat, which lose
    grade: int  # difficulty, 1 to 5
    rows: str = ABOVE  # where the names of cells count rows from

    @property
    def position(self) -> Position:
        """The position to solve; ValueError if the moves do not lead to one."""
        return Board.of(self.points(self.moves), (self.width, self.height), self.rule).position

    @property
    def solution(self) -> Cell:
        """The first move."""
        return Cell.named(self.first, self.height, self.rows)

    @property
    def cells(self) -> tuple[tuple[Cell, ...], ...]:
        """The moves of each line."""
        return tuple(
            tuple(Cell.at(*point, self.height) for point in self.points(line))
            for line in self.lines.split()
        )

    def points(self, text: str) -> Points:
        """Return the points of moves of this puzzle."""
        return moves.loads(text, self.height, self.rows)

    @property
    def sort(self) -> str:
        """HOLD, or else SHORT or LONG by the length of the line."""
        if self.kind == HOLD:
            return HOLD
        return SHORT if len(self.cells[0]) <= SHORTEST else LONG

    @property
    def claim(self) -> Certificate:
        """The certificate of the win, not checked."""
        return Certificate(self.position, self.plies, (LineNode(self.cells[0]),))

    def check(self) -> int:
        """Return the maximum plies to the win; Refused if the lines do not prove the solution."""
        return check(self.position, self.kind, self.solution, self.cells)


def dumps(problem: Problem) -> str:
    """Return a puzzle's line, with its line end."""
    found = asdict(problem)
    if problem.rows == ABOVE:
        del found["rows"]
    return checksum.sealed_object(json.dumps(found, separators=(",", ":")))


def loads(line: str) -> Problem:
    """Return the puzzle of a line; ValueError if it is not a puzzle, or damaged."""
    text = checksum.opened_object(line)
    found = json_of(text)
    names = [field.name for field in fields(Problem)]
    if isinstance(found, dict):
        found.setdefault("rows", ABOVE)
    if not isinstance(found, dict) or sorted(found) != sorted(names):
        raise ValueError(f"expected an object with the keys {', '.join(names)}")
    for name, value in found.items():
        kind = str if name in TEXTS else int
        if type(value) is not kind:
            what = "a string" if kind is str else "an integer"
            raise ValueError(f"{name}: expected {what}, got {value!r}")
    if found["kind"] not in KINDS:
        raise ValueError(f"kind: expected one of {', '.join(KINDS)}, got {found['kind']!r}")
    if found["rows"] not in ROWS:
        raise ValueError(f"rows: expected {' or '.join(ROWS)}, got {found['rows']!r}")
    return Problem(**found)


def read(path: Path) -> Iterator[Problem]:
    """Return the puzzles of a file; ValueError names a line that is not a puzzle."""
    return journal.read(path, loads)
