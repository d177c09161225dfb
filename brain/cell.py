"""A cell as a value with its column, row and name.

A cell is an int, the padded index of the kernels, so it can be used as a number.
"""

from typing import Self, Union

from brain.lexicon import BLACK, MAX_SIZE, WHITE, cell_at, column, point_of, row
from brain.validation import pair_of

COLOUR_NAMES = {BLACK: "black", WHITE: "white"}

LETTERS = 26  # names of columns

Stone = tuple[int, int]  # cell, colour
Move = Union[str, tuple[int, int], "Cell"]  # "h8", a column and a row from 0, or a cell


def row_major(cell: int, width: int) -> int:
    """Return the number of a cell, row by row from 0, on a board of `width` columns."""
    return row(cell) * width + column(cell)


def from_row_major(number: int, width: int) -> int:
    """Return the cell with a row-major number."""
    return cell_at(number % width, number // width)


class Cell(int):
    """A cell of a board; its text is its name, "h8". 0 is not a cell, and is false."""

    __slots__ = ()

    @classmethod
    def at(cls, x: int, y: int) -> Self:
        """Return the cell of column x and row y, both counted from 0; ValueError if no board has
        it.
        """
        x, y = pair_of((x, y))
        if not (0 <= x < MAX_SIZE and 0 <= y < MAX_SIZE):
            raise ValueError(f"{name_of(x, y)} is off every board")
        return cls(cell_at(x, y))

    @classmethod
    def named(cls, name: str) -> Self:
        """Return the cell with a name: the column's letter from a, the row's number from 1.
        ValueError if no board has it.
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


class Cells(tuple[Cell, ...]):
    """Cells in order. `in` also accepts a name or a column and a row: "h8" in board.legal_moves."""

    __slots__ = ()

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str | tuple):
            try:
                move = Cell.at(*point_of_move(move))
            except ValueError:
                return False
        return super().__contains__(move)


def point_of_move(move: Move) -> tuple[int, int]:
    """Return the column and row of a move, both from 0; ValueError if it is not a move."""
    if isinstance(move, str):
        return point_named(move.strip().lower())
    if isinstance(move, Cell):
        return point_of(move)
    if isinstance(move, tuple | list):
        return pair_of(move)
    raise ValueError(f"expected a name such as 'h8', a column and a row, or a Cell, got {move!r}")


def point_named(name: str) -> tuple[int, int]:
    """Return the column and row of a name, both from 0; ValueError if it is not a cell."""
    letter, number = (name[:1], name[1:]) if isinstance(name, str) else ("", "")
    is_number = number.isascii() and number.isdecimal() and number[0] != "0" and len(number) < 3
    if not ("a" <= letter <= "z" and is_number):
        raise ValueError(f"{name!r} is not a cell")
    return ord(letter) - ord("a"), int(number) - 1


def name_of(x: int, y: int) -> str:
    """Return the name of a point; if it has no name, its column and row in brackets."""
    return f"{chr(ord('a') + x)}{y + 1}" if 0 <= x < LETTERS and y >= 0 else f"({x}, {y})"


def is_inside(cell: int, width: int, height: int) -> bool:
    """Return whether a cell is on a board."""
    return 0 <= column(cell) < width and 0 <= row(cell) < height
