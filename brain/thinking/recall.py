"""Answers from a database of proven positions, instead of a search."""

import time
from typing import TYPE_CHECKING

from brain.certificates.database_lines import proven
from brain.lexicon import MATE
from brain.score import Score
from brain.thinking.think import Analysis, Task

if TYPE_CHECKING:
    from brain.certificates.board_bytes import StonesOnBoard
    from brain.certificates.proof_database import Database


def recall(database: "Database", board: "StonesOnBoard", task: Task) -> Analysis | None:
    """Return the line that a database has for a task's position, None if it has none."""
    if not task.recalls or task.lines > 1:
        return None
    began = task.limit.since or time.perf_counter()
    found = proven(database, board, task.colour)
    if not found or found.line[0] in task.barred:
        return None
    plies = found.plies
    return Analysis(
        depth=len(found.line),
        selective_depth=abs(plies),
        score=Score(MATE - plies if plies > 0 else -MATE - plies),
        nodes=0,
        elapsed_ms=(time.perf_counter() - began) * 1000,
        line=found.line,
    )
