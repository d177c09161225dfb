"""Black's forbidden points in renju from their definitions: slow, for checks that must not trust
the search.
"""

from brain.lexicon import BLACK, EMPTY, STEPS
from brain.rules.fives import run_cells
from brain.rules.grid import Grid, empty_along, empty_cells, state, with_stone
from brain.rules.laws import TABLE

FEWEST_OF_A_FOUL = 4  # minimum black stones on a forbidden point's lines within five cells


def is_foul(board: Grid, cell: int, colour: int, rule: int) -> bool:
    """Return whether a stone of a colour on an empty cell is a foul, which loses."""
    return TABLE[rule].laws[colour].fouls and forbidden(board, cell)


def forbidden(board: Grid, cell: int) -> bool:
    """Return whether black may not play on an empty cell in renju."""
    return bool(foul(board, cell))


def foul(board: Grid, cell: int) -> str:
    """Return why black may not play on an empty cell in renju, "" if black may."""
    after = with_stone(board, cell, BLACK)
    if has_exact_five(after, cell):
        return ""
    if has_overline(after, cell):
        return "an overline"
    if sum(count_fours(after, cell, step) for step in STEPS) >= 2:
        return "a double four"
    if sum(is_real_three(after, cell, step) for step in STEPS) >= 2:
        return "a double three"
    return ""


def forbidden_cells(board: Grid) -> list[int]:
    """Return the empty cells where black may not play in renju, in order.

    A forbidden cell has at least FEWEST_OF_A_FOUL black stones on its lines.
    """
    steps = [k * step for step in STEPS for k in range(-5, 6) if k]
    return [
        cell
        for cell in empty_cells(board)
        if sum(board.get(cell + step) == BLACK for step in steps) >= FEWEST_OF_A_FOUL
        and forbidden(board, cell)
    ]


# In the functions below, the new stone is on the board.


def has_exact_five(board: Grid, cell: int) -> bool:
    """Return whether a black stone is one of exactly five in a row."""
    return any(len(run_cells(board, cell, step)) == 5 for step in STEPS)


def has_overline(board: Grid, cell: int) -> bool:
    """Return whether a black stone is one of six or more in a row."""
    return any(len(run_cells(board, cell, step)) > 5 for step in STEPS)


def stones_near(board: Grid, cell: int, step: int, distance: int) -> int:
    """Return the number of black stones in a line within a distance of a cell, itself included."""
    return sum(board.get(cell + k * step) == BLACK for k in range(-distance, distance + 1))


def count_fours(board: Grid, cell: int, step: int) -> int:
    """Return the number of fours in a line that include a black stone.

    A four is four stones that one more stone makes exactly five. A four with two such cells counts
    once.
    """
    if stones_near(board, cell, step, 4) < 4:
        return 0
    fours = set()
    for gap in empty_along(board, cell, step, 4):
        run = run_cells(with_stone(board, gap, BLACK), gap, step)
        if len(run) == 5 and cell in run:
            fours.add(frozenset(run) - {gap})
    return len(fours)


def is_exact_five(board: Grid, cell: int, step: int) -> bool:
    """Return whether black's stone on a cell would make exactly five in a line."""
    after = with_stone(board, cell, BLACK)
    return state(board, cell) == EMPTY and len(run_cells(after, cell, step)) == 5


def straight_four_points(board: Grid, cell: int, step: int) -> list[int]:
    """Return the cells where black makes a straight four with the stone on a cell.

    A straight four is four in a row that a stone on either end makes exactly five.
    """
    if stones_near(board, cell, step, 3) < 3:
        return []
    points = []
    for point in empty_along(board, cell, step, 3):
        after = with_stone(board, point, BLACK)
        run = run_cells(after, point, step)
        ends = (run[0] - step, run[-1] + step)
        if len(run) == 4 and cell in run and all(is_exact_five(after, end, step) for end in ends):
            points.append(point)
    return points


def is_real_three(board: Grid, cell: int, step: int) -> bool:
    """Return whether the stone on a cell is part of a three: black may make it a straight four, but
    not at once a five.
    """
    return any(
        not has_exact_five(with_stone(board, point, BLACK), point) and not forbidden(board, point)
        for point in straight_four_points(board, cell, step)
    )
