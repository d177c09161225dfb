"""Boards as bytes: the state of each cell. The database and the kernels of threat lines read them.

A symmetry takes a board to its image. The canonical form of a board is its smallest image.
"""

from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import Protocol

from brain.cell import Cell
from brain.certificates.stones import Size, turned
from brain.lexicon import CELLS, EMPTY, WALL, cell_at
from brain.rules.symmetry import symmetries

BoardBytes = bytes  # [CELLS]: EMPTY, BLACK, WHITE or WALL; what surrounds the board is WALL


class StonesOnBoard(Protocol):
    """An engine's board, or a position."""

    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    @property
    def rule(self) -> int: ...
    @property
    def stones(self) -> tuple[tuple[Cell, int], ...]: ...
    @property
    def walls(self) -> tuple[Cell, ...]: ...


def bytes_of(board: StonesOnBoard) -> BoardBytes:
    """Return a board as bytes."""
    states = bytearray([WALL]) * CELLS
    for cell in cells_inside(board.width, board.height):
        states[cell] = EMPTY
    for cell, state in (*board.stones, *((wall, WALL) for wall in board.walls)):
        states[cell] = state
    return bytes(states)


def canonical(board: BoardBytes, size: Size) -> tuple[BoardBytes, int]:
    """Return the canonical form of a board, and the first symmetry that takes the board to it."""
    found = images(board, size)
    return min(found), found.index(min(found))


def images(board: BoardBytes, size: Size) -> list[BoardBytes]:
    """Return the image of a board under each symmetry."""
    return [bytes(view(board)) for view in views(size)]


@cache
def cells_inside(width: int, height: int) -> tuple[int, ...]:
    """Return the cells of a board, row by row."""
    return tuple(cell_at(x, y) for y in range(height) for x in range(width))


@cache
def views(size: Size) -> list[Callable[[BoardBytes], tuple[int, ...]]]:
    """Return, for each symmetry, the function that reorders the states of a board by it."""
    found: list[Callable[[BoardBytes], tuple[int, ...]]] = []
    for symmetry in symmetries(*size):
        order = list(range(CELLS))
        for cell in cells_inside(*size):
            order[turned(cell, symmetry, size)] = cell
        found.append(itemgetter(*order))
    return found
