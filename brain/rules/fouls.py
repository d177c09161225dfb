"""Black's forbidden points in renju from their definitions: slow, for checks that must not trust
the search.
"""

from typing import NamedTuple

from brain.cell import Cell
from brain.lexicon import BLACK, EMPTY, STEPS
from brain.rules.fives import run_cells
from brain.rules.grid import Grid, empty_along, empty_cells, height_of, state, with_stone
from brain.rules.laws import TABLE

FEWEST_OF_A_FOUL = 4  # minimum black stones on a forbidden point's lines within five cells
DASH = "\N{EN DASH}"


class Foul(NamedTuple):
    """Why black may not play on a cell: the overlines, fours or threes that the stone would make.

    kind   "an overline", "a double four" or "a double three"
    lines  the first and the last stone of each, the new stone included
    """

    kind: str
    lines: tuple[tuple[Cell, Cell], ...]

    @property
    def text(self) -> str:
        """The kind with its lines: "a double three (h8 to k8 and j6 to j9)"."""
        *others, last = [f"{first}{DASH}{end}" for first, end in self.lines]
        return f"{self.kind} ({' and '.join([*([', '.join(others)] if others else []), last])})"


def is_foul(board: Grid, cell: int, colour: int, rule: int) -> bool:
    """Return whether a stone of a colour on an empty cell is a foul, which loses."""
    return TABLE[rule].laws[colour].fouls and forbidden(board, cell)


def forbidden(board: Grid, cell: int) -> bool:
    """Return whether black may not play on an empty cell in renju."""
    return bool(foul(board, cell))


def foul(board: Grid, cell: int) -> str:
    """Return the kind of foul that black's stone on an empty cell is in renju, "" if black may play
    there.
    """
    found = find_foul(board, cell)
    return found.kind if found else ""


def find_foul(board: Grid, cell: int) -> Foul | None:
    """Return why black may not play on an empty cell in renju, None if black may."""
    after = with_stone(board, cell, BLACK)
    if has_exact_five(after, cell):
        return None
    for kind, least, rows in (
        ("an overline", 1, overlines),
        ("a double four", 2, fours),
        ("a double three", 2, real_threes),
    ):
        found = [row for step in STEPS for row in rows(after, cell, step)]
        if len(found) >= least:
            height = height_of(board)
            return Foul(kind, tuple((Cell(min(r), height), Cell(max(r), height)) for r in found))
    return None


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
    return any(overlines(board, cell, step) for step in STEPS)


def overlines(board: Grid, cell: int, step: int) -> list[list[int]]:
    """Return the six or more black stones in a row in a line through a black stone, if any."""
    run = run_cells(board, cell, step)
    return [run] if len(run) > 5 else []


def stones_near(board: Grid, cell: int, step: int, distance: int) -> int:
    """Return the number of black stones in a line within a distance of a cell, itself included."""
    return sum(board.get(cell + k * step) == BLACK for k in range(-distance, distance + 1))


def count_fours(board: Grid, cell: int, step: int) -> int:
    """Return the number of fours in a line that include a black stone."""
    return len(fours(board, cell, step))


def fours(board: Grid, cell: int, step: int) -> list[list[int]]:
    """Return the fours in a line that include a black stone.

    A four is four stones that one more stone makes exactly five. A four with two such cells counts
    once.
    """
    if stones_near(board, cell, step, 4) < 4:
        return []
    found: list[list[int]] = []
    for gap in empty_along(board, cell, step, 4):
        run = run_cells(with_stone(board, gap, BLACK), gap, step)
        four = [stone for stone in run if stone != gap]
        if len(run) == 5 and cell in run and four not in found:
            found.append(four)
    return found


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


def real_threes(board: Grid, cell: int, step: int) -> list[list[int]]:
    """Return the three in a line that the stone on a cell is part of, if any: black may make it a
    straight four, but not at once a five.
    """
    for point in straight_four_points(board, cell, step):
        after = with_stone(board, point, BLACK)
        if not has_exact_five(after, point) and not forbidden(board, point):
            return [[stone for stone in run_cells(after, point, step) if stone != point]]
    return []
