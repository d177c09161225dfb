"""What a stone on each cell is worth, kept up to date as stones come.

A brain defines the worth of a stone at the centre of a piece of a line; everything else follows.
Worths depend on a line's signs alone, so they are cached by them; a new stone changes only the four
lines through it.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Self

from brain.lexicon import STEPS, STRIDE
from tests.opponents.position import (
    FREE,
    OTHER,
    OUT,
    OWN,
    SWAPPED,
    Position,
    empty_board,
    put,
)

REACH = 5  # cells to either side that a worth may depend on
NEAR = 2  # cells; how far from all stones a move may be
HALF = 4  # cells to either side that matter to a five
LINES_KEPT = 1 << 16

Made = Callable[[str, str], int]  # a piece of line [2 * REACH + 1] and a side's sign to a worth
Pair = tuple[tuple[int, ...], tuple[int, ...]]  # worths for OWN and THEIRS
Table = Callable[[str], Pair]  # a line to the worths on each of its cells, 0 on stones
Lines = tuple[tuple[slice, range], ...]


@dataclass(frozen=True)
class Field:
    """A board and what a stone on each of its empty cells is worth to either side."""

    lines: dict[int, Lines]  # those through each cell
    table: Table
    board: str
    worth: tuple[list[int], list[int]]  # to OWN and THEIRS, [CELLS]; the sum of the four lines
    near: frozenset[int]  # empty cells near a stone

    @classmethod
    def of(cls, position: Position, table: Table) -> Self:
        """Return the field of a position."""
        lines = lines_through(position.width, position.height)
        board = position.board
        worth: tuple[list[int], list[int]] = ([0] * len(board), [0] * len(board))
        for cell in position.empty():
            for where, cells in lines[cell]:
                for side, worths in zip(worth, table(board[where]), strict=True):
                    side[cell] += worths[cells.index(cell)]
        around = {cell for stone in position.stones() for cell in neighbours(stone)}
        return cls(lines, table, board, worth, frozenset(around.intersection(position.empty())))

    def after(self, cell: int, sign: str) -> Self:
        """Return the field with one stone more."""
        board = put(self.board, cell, sign)
        worth = (self.worth[0].copy(), self.worth[1].copy())
        for where, cells in self.lines[cell]:
            before, now = self.table(self.board[where]), self.table(board[where])
            for side, old_worths, new_worths in zip(worth, before, now, strict=True):
                if old_worths != new_worths:
                    for other, old, new in zip(cells, old_worths, new_worths, strict=True):
                        side[other] += new - old
        near = {other for other in neighbours(cell) if board[other] == FREE}
        return type(self)(self.lines, self.table, board, worth, (self.near | near) - {cell})

    def worth_to(self, sign: str) -> list[int]:
        """Return what a stone on each cell is worth to a side."""
        own, theirs = self.worth
        return own if sign == OWN else theirs


def table_of(made: Made) -> Table:
    """Return the table that follows from what a stone in the centre of a piece of line is worth."""
    remembered = cache(made)

    @lru_cache(LINES_KEPT)
    def table(line: str) -> Pair:
        padded = OUT * REACH + line + OUT * REACH
        pieces = [padded[i : i + 2 * REACH + 1] for i in range(len(line))]
        own, theirs = (
            tuple(remembered(piece, sign) if piece[REACH] == FREE else 0 for piece in pieces)
            for sign in OTHER
        )
        return own, theirs

    return table


def gain_of(evaluate: Callable[[str], int]) -> Made:
    """Return what a stone adds to an evaluation of lines; OWN wants it high, THEIRS low."""

    def gain(piece: str, sign: str) -> int:
        change = evaluate(put(piece, REACH, sign)) - evaluate(piece)
        return change if sign == OWN else -change

    return gain


@cache
def neighbours(cell: int) -> tuple[int, ...]:
    """Return the cells near a cell, not all on the board."""
    square = range(-NEAR, NEAR + 1)
    return tuple(cell + y * STRIDE + x for y in square for x in square if x or y)


@cache
def lines_through(width: int, height: int) -> dict[int, Lines]:
    """Return the lines through each cell of a board, from edge to edge."""
    board = empty_board(width, height)
    return {
        cell: tuple(line_through(board, cell, step) for step in STEPS)
        for cell in range(len(board))
        if board[cell] == FREE
    }


def line_through(board: str, cell: int, step: int) -> tuple[slice, range]:
    """Return the line of an empty board through a cell, from edge to edge."""
    first = last = cell
    while board[first - step] != OUT:
        first -= step
    while board[last + step] != OUT:
        last += step
    return slice(first, last + 1, step), range(first, last + 1, step)


def line_seen(piece: str, sign: str) -> str:
    """Return a piece of line as the slow twin wants it, a side's new stone at its centre.

    Nothing behind the first cell that isn't the side's own or empty can matter.
    """
    seen = piece if sign == OWN else piece.translate(SWAPPED)
    sides = (seen[:REACH][::-1], seen[REACH + 1 :])
    left, right = (re.split("(?<=[O#])", side)[0][:HALF].ljust(HALF, OUT) for side in sides)
    return left[::-1] + OWN + right
