"""A board for proofs: who attacks, who defends, and where, each as a set of cells.

A set of cells is a number: bit c is set when cell c is in the set, so bit c of `cells >> k * step`
stands for the cell that lies k steps from c.
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
    """A board."""

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

    def seen(self, symmetry: int, size: Size) -> "Stones":
        """Return the board under a symmetry."""
        return Stones(*(_all_turned(cells, symmetry, size) for cells in self)) if symmetry else self

    def canonical(self, size: Size) -> tuple["Stones", int]:
        """Return the smallest image of the board under its symmetries, and that symmetry."""
        return min((self.seen(symmetry, size), symmetry) for symmetry in symmetries(*size))

    def grid(self, attacker: int) -> Grid:
        """Return the board as brain.rules.laws reads it."""
        grid = dict.fromkeys(cells_of(self.inside), EMPTY)
        grid |= dict.fromkeys(cells_of(self.own), attacker)
        return grid | dict.fromkeys(cells_of(self.other), opponent(attacker))


def stones_of(position: Position) -> Stones:
    """Return a position's board, for the side to move."""
    own = bits(cell for cell, colour in position.stones if colour == position.turn)
    inside = bits(position.board()) & ~bits(position.walls)
    return Stones(own, bits(cell for cell, _ in position.stones) & ~own, inside)


def position_of(stones: Stones, like: Position) -> Position:
    """Return the position of a board whose size, rule, walls and attacker are another's."""
    own, other = list(cells_of(stones.own)), list(cells_of(stones.other))
    sides = (own, other) if like.turn == BLACK else (other, own)
    return Position.of_colours(like.width, like.height, like.rule, like.turn, *sides, like.walls)


def bits(cells: Iterable[int]) -> int:
    """Return the set of some cells."""
    return sum(1 << cell for cell in cells)


def cells_of(cells: int) -> Iterator[int]:
    """Yield the cells of a set, in order."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


@cache
def turned(cell: int, symmetry: int, size: Size) -> int:
    """Return a cell under a symmetry of a board."""
    ((x, y),) = transformed([point_of(cell)], symmetry, *size)
    return cell_at(x, y)


@lru_cache(1 << 10)
def _all_turned(cells: int, symmetry: int, size: Size) -> int:
    images = _images(symmetry, size)
    return sum(images[cell] for cell in cells_of(cells))


@cache
def _images(symmetry: int, size: Size) -> dict[int, int]:
    """Return each cell of a board under a symmetry, as a set."""
    cells = [cell_at(x, y) for y in range(size[1]) for x in range(size[0])]
    return {cell: 1 << turned(cell, symmetry, size) for cell in cells}
