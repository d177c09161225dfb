"""Fives from their definition: slow, for checks that must not trust the search.

This module shares only the lexicon's constants with the kernels.
"""

from brain.lexicon import STEPS
from brain.rules.grid import Grid, state
from brain.rules.laws import TABLE, Law


def run_wins(length: int, capped_ends: int, law: Law) -> bool:
    """Return whether a run of `length` stones with `capped_ends` capped ends wins."""
    if length == 5:
        return not (law.caps and capped_ends == 2)
    return length > 5 and not law.exact


def run_ends(board: Grid, cell: int, step: int, colour: int) -> tuple[int, int]:
    """Return the first and the last cell of a colour's run if it has a stone on `cell`."""
    first = last = cell
    while board.get(first - step) == colour:
        first -= step
    while board.get(last + step) == colour:
        last += step
    return first, last


def is_five(board: Grid, cell: int, colour: int, rule: int) -> bool:
    """Return whether a stone of a colour on a cell wins; it may be on the board already.

    A line without another stone of the colour beside the cell has no run.
    """
    for step in STEPS:
        is_beside = board.get(cell + step) == colour or board.get(cell - step) == colour
        if is_beside and wins_along(board, cell, step, colour, rule):
            return True
    return False


def wins_along(board: Grid, cell: int, step: int, colour: int, rule: int) -> bool:
    """Return whether a stone of a colour on a cell wins in one of its lines."""
    first, last = run_ends(board, cell, step, colour)
    if last - first < 4 * step:
        return False
    length = (last - first) // step + 1
    ends = (state(board, first - step), state(board, last + step))
    return run_wins(length, ends.count(3 - colour), TABLE[rule].laws[colour])


def winning_cells(board: Grid, cell: int, rule: int) -> set[int]:
    """Return the stones of all winning runs through the stone on a cell."""
    runs = (
        run_cells(board, cell, step)
        for step in STEPS
        if wins_along(board, cell, step, board[cell], rule)
    )
    return {stone for run in runs for stone in run}


def run_cells(board: Grid, cell: int, step: int) -> list[int]:
    """Return the cells of the run of one colour through the stone on a cell."""
    first, last = run_ends(board, cell, step, board[cell])
    return list(range(first, last + 1, step))
