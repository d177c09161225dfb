"""Packs the shipped puzzles for the page; puzzles.js unpacks them.

Each has RECORD bytes: the rule; the grade, plus HELD for a hold; the cell of the first move; the
board, five cells per byte in base 3: empty, black, white. Cells are numbered row by row. Deflated
and in base64, that is 27 bytes each. The proofs are not packed: the page's kernels find them again.
"""

from functools import cache

from brain.cell import row_major
from brain.lexicon import BLACK, WHITE
from brain.proving.puzzle import HOLD
from protocol.records import puzzle_files
from protocol.records.puzzle_files import Problem

SIDE = 15  # columns and rows of every puzzle
BASE, DIGITS = 3, 5  # of the cells in a byte
HELD = 8
RECORD = 3 + SIDE * SIDE // DIGITS


@cache
def content() -> bytes:
    """Return the puzzles' records."""
    return b"".join(map(record, puzzle_files.read(puzzle_files.SHIPPED)))


def record(problem: Problem) -> bytes:
    """Return a puzzle's bytes; ValueError if its board has another size.

    Its moves are not checked by the rules: that would take a second for all puzzles.
    """
    if (problem.width, problem.height) != (SIDE, SIDE):
        raise ValueError(f"expected a puzzle on {SIDE} x {SIDE}")
    board = bytearray(SIDE * SIDE)
    for ply, (x, y) in enumerate(problem.points(problem.moves)):
        board[y * SIDE + x] = WHITE if ply % 2 else BLACK
    digits = (board[start : start + DIGITS] for start in range(0, len(board), DIGITS))
    grade = problem.grade + HELD * (problem.kind == HOLD)
    return bytes(
        (
            problem.rule,
            grade,
            row_major(problem.solution, SIDE),
            *(sum(lies * BASE**place for place, lies in enumerate(five)) for five in digits),
        )
    )
