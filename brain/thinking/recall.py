"""Answers from databases instead of a search: from proofs, or from positions with values.

A proof answers every think of one line. A position database only chooses moves, in tasks that
follow it:

| the position has | the move |
|---|---|
| a five of either side in one move | the search's: no database decides there |
| a move of its own | that move |
| stored positions after its moves | the move with the highest value, from LEAST_VALUE |

Moves that are barred, forbidden or labelled `x` are left out. The score of a stored value never
claims a proof.
"""

import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from brain.cell import Cell
from brain.certificates.database_lines import Proven, proven
from brain.certificates.proof_database import MAGIC, Database
from brain.files.durable import check_plain
from brain.lexicon import BLACK, DRAW, EVAL_LIMIT, MATE, WHITE
from brain.score import Score
from brain.thinking.think import Analysis, Task

if TYPE_CHECKING:
    from brain.certificates.board_bytes import StonesOnBoard
    from brain.position_database import PositionDatabase, PositionEntry

    class RuledBoard(StonesOnBoard, Protocol):
        """An engine's board, with its rules."""

        def is_empty(self, cell: int) -> bool: ...
        def is_forbidden(self, cell: int) -> bool: ...
        def can_make_five(self, colour: int) -> bool: ...


SQLITE = b"SQLite format 3"  # begins a position database
LEAST_VALUE = 0  # of a move that a stored value chooses: even chances
LABEL_VALUES = {"w": EVAL_LIMIT, "d": DRAW, "l": -EVAL_LIMIT}  # for the side that made the move
AVOIDED = "x"  # label


class Databases:
    """Open files of both kinds, in the order in which they are asked."""

    def __init__(self, paths: Iterable[str | os.PathLike[str]]) -> None:
        """Open the files. ValueError for one that is damaged or not a database, OSError for one
        that can't be read.
        """
        self.paths = tuple(paths)
        self.proofs: list[Database] = []
        self.positions: list[PositionDatabase] = []
        try:
            for path in self.paths:
                self._open(path)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the files."""
        for proofs in self.proofs:
            proofs.close()
        for positions in self.positions:
            positions.close()

    def recall(self, board: "RuledBoard", task: Task) -> Analysis | None:
        """Return the line that answers a task without a search; None if no database has one."""
        if not task.recalls or task.lines > 1:
            return None
        began = task.limit.since or time.perf_counter()
        found = self._proven(board, task) or (self._chosen(board, task) if task.follows else None)
        elapsed_ms = (time.perf_counter() - began) * 1000
        return found._replace(elapsed_ms=elapsed_ms) if found else None

    def _open(self, path: str | os.PathLike[str]) -> None:
        if not isinstance(path, str | os.PathLike):
            raise ValueError(f"path: expected a file, got {path!r}")
        check_plain(Path(path))
        with open(path, "rb") as file:
            head = file.read(len(SQLITE))
        if head == SQLITE:
            from brain.position_database import PositionDatabase  # SQLite may be missing

            self.positions.append(PositionDatabase(path))
        elif head.startswith(MAGIC):
            self.proofs.append(Database(path))
        else:
            from brain.position_database import check_magic

            check_magic(Path(path), "database")

    def _proven(self, board: "RuledBoard", task: Task) -> Analysis | None:
        """Return the line of the first proof."""
        for database in self.proofs:
            found = proven(database, board, task.colour)
            if found and found.line[0] not in task.barred:
                return _of_proof(found)
        return None

    def _chosen(self, board: "RuledBoard", task: Task) -> Analysis | None:
        """Return the move of the first position database that has one."""
        if not self.positions or _has_five(board):
            return None
        for database in self.positions:
            try:
                found = _choice(database, board, task)
            except (OSError, ValueError):  # a damaged part of a file gives no answer
                continue
            if found:
                return found
        return None


def _of_proof(found: Proven) -> Analysis:
    score = Score(MATE - found.plies if found.plies > 0 else -MATE - found.plies)
    return Analysis(len(found.line), abs(found.plies), score, 0, 0.0, found.line)


def _has_five(board: "RuledBoard") -> bool:
    """Return whether a side has a five in one move."""
    return board.can_make_five(BLACK) or board.can_make_five(WHITE)


def _choice(database: "PositionDatabase", board: "RuledBoard", task: Task) -> Analysis | None:
    """Return the move that a position database chooses; None if it chooses none."""

    def is_allowed(cell: Cell) -> bool:
        is_legal = board.is_empty(cell) and not (task.colour == BLACK and board.is_forbidden(cell))
        return is_legal and cell not in task.barred

    entry = database.find(board, task.colour)
    if entry and entry.move and is_allowed(entry.move):
        return _of_value(entry.move, entry.value or DRAW, entry.depth)
    moves = {
        cell: (value, after.depth + 1)
        for cell, after in database.after(board, task.colour).items()
        if is_allowed(cell) and (value := _value_of(after)) is not None
    }
    best = max(moves, key=lambda cell: moves[cell][0], default=None)
    if best is None or moves[best][0] < LEAST_VALUE:
        return None
    return _of_value(best, *moves[best])


def _value_of(after: "PositionEntry") -> int | None:
    """Return the value of the move that leads to an entry, None without one."""
    if after.label == AVOIDED:
        return None
    value = LABEL_VALUES.get(after.label.lower())
    return -after.value if value is None and after.value is not None else value


def _of_value(cell: Cell, value: int, depth: int) -> Analysis:
    """Return a stored move as a line whose score is not a mate."""
    score = Score(max(-EVAL_LIMIT, min(EVAL_LIMIT, value)))
    return Analysis(depth, depth, score, 0, 0.0, (cell,))
