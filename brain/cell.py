"""A cell as a value with its column, row and name.

A cell is still the padded index that the kernels use, so it goes wherever a number goes.
"""

from typing import Self

from brain.lexicon import BLACK, MAX_SIZE, WHITE, cell_at, column, row
from brain.validation import pair_of

COLOUR_NAMES = {BLACK: "black", WHITE: "white"}

LETTERS = 26  # that name columns

Stone = tuple[int, int]  # cell, colour


def row_major(cell: int, width: int) -> int:
    """Return the number of a cell on a board of a width, row by row from 0."""
    return row(cell) * width + column(cell)


def from_row_major(number: int, width: int) -> int:
    """Return the cell that `row_major` gives a number."""
    return cell_at(number % width, number // width)


class Cell(int):
    """A cell of a board; 0 is not a cell, and false. Its text is its name, "h8"."""

    __slots__ = ()

    @classmethod
    def at(cls, x: int, y: int) -> Self:
        """Return the cell of column x and row y, both counted from 0; ValueError where no board
        has it.
        """
        x, y = pair_of((x, y))
        if not (0 <= x < MAX_SIZE and 0 <= y < MAX_SIZE):
            raise ValueError(f"{name_of(x, y)} is outside every board")
        return cls(cell_at(x, y))

    @classmethod
    def named(cls, name: str) -> Self:
        """Return the cell of a name, the column's letter from a and the row's number from 1;
        ValueError where no board has it.
        """
        return cls.at(*point_named(name))

    @property
    def x(self) -> int:
        """The column, counted from 0."""
        return column(self)

    @property
    def y(self) -> int:
        """The row, counted from 0."""
        return row(self)

    @property
    def name(self) -> str:
        """The column's letter from a and the row's number from 1; "none" for 0."""
        return name_of(column(self), row(self)) if self else "none"

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<Cell {self.name}>"


def point_named(name: str) -> tuple[int, int]:
    """Return the column and row of a name, both from 0; ValueError if it names no cell."""
    letter, number = (name[:1], name[1:]) if isinstance(name, str) else ("", "")
    is_number = number.isascii() and number.isdecimal() and number[0] != "0" and len(number) < 3
    if not ("a" <= letter <= "z" and is_number):
        raise ValueError(f"{name!r} is not a cell")
    return ord(letter) - ord("a"), int(number) - 1


def name_of(x: int, y: int) -> str:
    """Return the name of a point, or its column and row in brackets where it has no name."""
    return f"{chr(ord('a') + x)}{y + 1}" if 0 <= x < LETTERS and y >= 0 else f"({x}, {y})"


def is_inside(cell: int, width: int, height: int) -> bool:
    """Return whether a cell is on a board."""
    return 0 <= column(cell) < width and 0 <= row(cell) < height
