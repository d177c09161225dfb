"""A board for proofs: sets of the attacker's stones, the defender's stones, and the board's cells.

A set of cells is an integer: bit c is set if cell c is in the set. So bit c of `cells >> k * step`
stands for the cell that is k steps from c.
"""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from brain.lexicon import BLACK, EMPTY, cell_at, opponent, point_of
from brain.position import Position
from brain.rules.grid import Grid
from brain.rules.symmetry import symmetries, transformed

Size = tuple[int, int]  # columns and rows


class Stones(NamedTuple):
    """A board as three sets of cells."""

    own: int  # the attacker's stones
    other: int  # the defender's
    inside: int  # the cells of the board without walls

    @property
    def empty(self) -> int:
        """The empty cells."""
        return self.inside & ~(self.own | self.other)

    def played(self, cell: int) -> "Stones":
        """Return the board with one more stone of the attacker."""
        return Stones(self.own | 1 << cell, self.other, self.inside)

    def answered(self, reply: int) -> "Stones":
        """Return the board with one more stone of the defender."""
        return Stones(self.own, self.other | 1 << reply, self.inside)

    def after(self, reply: int) -> "Stones":
        """Return the board after a reply. One on a stone of the attacker is a pass."""
        return self if self.own >> reply & 1 else self.answered(reply)

    def seen(self, symmetry: int, size: Size) -> "Stones":
        """Return the image of the board under a symmetry."""
        return Stones(*(_all_turned(cells, symmetry, size) for cells in self)) if symmetry else self

    def canonical(self, size: Size) -> tuple["Stones", int]:
        """Return the smallest image of the board under its symmetries, and that symmetry."""
        return min((self.seen(symmetry, size), symmetry) for symmetry in symmetries(*size))

    def grid(self, attacker: int) -> Grid:
        """Return the board as the functions of brain.rules read it."""
        grid = dict.fromkeys(cells_of(self.inside), EMPTY)
        grid |= dict.fromkeys(cells_of(self.own), attacker)
        return grid | dict.fromkeys(cells_of(self.other), opponent(attacker))


def stones_of(position: Position) -> Stones:
    """Return a position's board. The side to move attacks."""
    own = bits(cell for cell, colour in position.stones if colour == position.turn)
    inside = bits(position.board()) & ~bits(position.walls)
    return Stones(own, bits(cell for cell, _ in position.stones) & ~own, inside)


def position_of(stones: Stones, like: Position) -> Position:
    """Return the position of a board, with the size, rule, walls and side to move of another."""
    own, other = list(cells_of(stones.own)), list(cells_of(stones.other))
    sides = (own, other) if like.turn == BLACK else (other, own)
    return Position.of_colours(like.width, like.height, like.rule, like.turn, *sides, like.walls)


def bits(cells: Iterable[int]) -> int:
    """Return cells as a set."""
    return sum(1 << cell for cell in cells)


def cells_of(cells: int) -> Iterator[int]:
    """Yield the cells of a set, in order."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


@cache
def turned(cell: int, symmetry: int, size: Size) -> int:
    """Return the image of a cell under a symmetry of a board."""
    ((x, y),) = transformed([point_of(cell)], symmetry, *size)
    return cell_at(x, y)


@lru_cache(1 << 10)
def _all_turned(cells: int, symmetry: int, size: Size) -> int:
    images = _images(symmetry, size)
    return sum(images[cell] for cell in cells_of(cells))


@cache
def _images(symmetry: int, size: Size) -> dict[int, int]:
    """Return the image of each cell of a board under a symmetry, as a set of one cell."""
    cells = [cell_at(x, y) for y in range(size[1]) for x in range(size[0])]
    return {cell: 1 << turned(cell, symmetry, size) for cell in cells}
