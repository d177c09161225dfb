"""A cell as a value with its column, row and name.

A cell is an int, the padded index of the kernels, so it can be used as a number. Its name depends
on the height of its board, which it carries: rows are counted from below.
"""

from collections.abc import Iterable
from typing import Self, Union

from brain.cell_names import ABOVE, name_of, point_named
from brain.lexicon import BLACK, MAX_SIZE, WHITE, cell_at, column, point_of, row
from brain.validation import pair_of

COLOUR_NAMES = {BLACK: "black", WHITE: "white"}

Stone = tuple[int, int]  # cell, colour
Move = Union[str, tuple[int, int], "Cell"]  # "h8", a column and a row from 0, or a cell


def row_major(cell: int, width: int) -> int:
    """Return the number of a cell, row by row from 0, on a board of `width` columns."""
    return row(cell) * width + column(cell)


def from_row_major(number: int, width: int) -> int:
    """Return the cell with a row-major number."""
    return cell_at(number % width, number // width)


class Cell(int):
    """A cell of a board; its text is its name, "h8". 0 is not a cell, and is false.

    `height` is the number of rows of its board, 0 if it is unknown. Cells are equal if they are as
    many columns and rows from the upper left corner.
    """

    height: int

    def __new__(cls, number: int, height: int = 0) -> Self:
        """Return the cell with a padded index; another cell's height is kept unless given."""
        cell = super().__new__(cls, number)
        cell.height = height or getattr(number, "height", 0)
        return cell

    def __reduce__(self) -> tuple[type[Self], tuple[int, int]]:
        return type(self), (int(self), self.height)

    @classmethod
    def at(cls, x: int, y: int, height: int = 0) -> Self:
        """Return the cell of column x and row y, both counted from 0 at the upper left; ValueError
        if the board lacks it.
        """
        x, y = pair_of((x, y))
        if not (0 <= x < MAX_SIZE and 0 <= y < (height or MAX_SIZE)):
            raise ValueError(f"{x}, {y} is off {_board_text(height)}")
        return cls(cell_at(x, y), height)

    @classmethod
    def named(cls, name: str, height: int = 15, rows: str = "") -> Self:
        """Return the cell with a name on a board of `height` rows. ValueError if the board lacks
        it. `rows` is "above" or "below" for a format that is fixed.
        """
        x, y = point_named(name, height, rows)
        if not (0 <= x < MAX_SIZE and 0 <= y < height):
            raise ValueError(f"{name} is off {_board_text(height)}")
        return cls(cell_at(x, y), height)

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
        """The column's letter from a and the row's number from 1, such as "h8"; "none" for 0. A
        cell of unknown height has its column and row from 0 instead, "(7, 7)".
        """
        return self.name_in("") if self else "none"

    def name_in(self, rows: str) -> str:
        """Return the name in a format that is fixed: `rows` are counted from "above" or "below"."""
        if not (self.height or rows == ABOVE):
            return f"{self.x, self.y}"
        return name_of(self.x, self.y, self.height, rows)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<Cell {self.name}>"


def _board_text(height: int) -> str:
    return f"a board of {height} rows" if height else "every board"


class Cells(tuple[Cell, ...]):
    """Cells in order. `in` also accepts a name or a column and a row: "h8" in board.legal_moves."""

    __slots__ = ()

    def __contains__(self, move: object) -> bool:
        if self and isinstance(move, str | tuple):
            try:
                move = Cell.at(*point_of_move(move, self[0].height))
            except ValueError:
                return False
        return super().__contains__(move)


def point_of_move(move: Move, height: int) -> tuple[int, int]:
    """Return the column and row of a move on a board of `height` rows, both from 0; ValueError if
    it is not a move. The board may lack the point.
    """
    if isinstance(move, str):
        return point_named(move.strip().lower(), height)
    if isinstance(move, Cell):
        return point_of(move)
    if isinstance(move, tuple | list):
        return pair_of(move)
    raise ValueError(f"expected a name such as 'h8', a column and a row, or a Cell, got {move!r}")


def cells_on(height: int, cells: Iterable[int]) -> tuple[Cell, ...]:
    """Return numbers as cells of a board of `height` rows."""
    return tuple(Cell(cell, height) for cell in cells)


def is_inside(cell: int, width: int, height: int) -> bool:
    """Return whether a cell is on a board."""
    return 0 <= column(cell) < width and 0 <= row(cell) < height
