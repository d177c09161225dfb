"""A board as a dict from each cell to its state; all other cells are walls."""

from functools import cache

from brain.lexicon import EMPTY, WALL, cell_at, row

Grid = dict[int, int]


def empty_board(width: int, height: int) -> Grid:
    """Return a board without stones, its cells row by row."""
    return dict.fromkeys(_cells(width, height), EMPTY)


@cache
def _cells(width: int, height: int) -> tuple[int, ...]:
    return tuple(cell_at(x, y) for y in range(height) for x in range(width))


def height_of(board: Grid) -> int:
    """Return the number of rows of a board."""
    return row(max(board)) - row(min(board)) + 1


def with_stone(board: Grid, cell: int, colour: int) -> Grid:
    """Return a copy of a board with one more stone."""
    return {**board, cell: colour}


def state(board: Grid, cell: int) -> int:
    """Return the state of a cell, WALL outside the board."""
    return board.get(cell, WALL)


def empty_cells(board: Grid) -> list[int]:
    """Return the empty cells, in order."""
    return [cell for cell in board if board[cell] == EMPTY]


def empty_along(board: Grid, cell: int, step: int, reach: int) -> list[int]:
    """Return the empty cells of a line up to `reach` steps from a cell."""
    cells = range(cell - reach * step, cell + (reach + 1) * step, step)
    return [other for other in cells if board.get(other) == EMPTY]
