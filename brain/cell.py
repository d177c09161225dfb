"""A cell as a value with its column, row and name; and checks of what a caller gives, which raise
ValueError and name the argument.

A cell is still the padded index that the kernels use, so it goes wherever a number goes.
"""

from collections.abc import Iterable, Sequence
from math import inf
from operator import index
from typing import Any, Self

from brain.lexicon import (
    BLACK,
    MAX_SIZE,
    MIN_SIZE,
    RULES,
    WHITE,
    cell_at,
    column,
    row,
)

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
    """A cell of a board; 0 is no cell, and false. Its text is its name, "h8"."""

    __slots__ = ()

    @classmethod
    def at(cls, x: int, y: int) -> Self:
        """Return the cell of column x and row y, both counted from 0; ValueError where no board
        has it.
        """
        x, y = pair_of((x, y))
        if not (0 <= x < MAX_SIZE and 0 <= y < MAX_SIZE):
            raise ValueError(f"{name_of(x, y)} is on no board")
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
        raise ValueError(f"{name!r} is no cell")
    return ord(letter) - ord("a"), int(number) - 1


def name_of(x: int, y: int) -> str:
    """Return the name of a point, or its column and row in brackets where it has no name."""
    return f"{chr(ord('a') + x)}{y + 1}" if 0 <= x < LETTERS and y >= 0 else f"({x}, {y})"


def is_inside(cell: int, width: int, height: int) -> bool:
    """Return whether a cell is on a board."""
    return 0 <= column(cell) < width and 0 <= row(cell) < height


# What a caller gives.


def number_of(name: str, given: object, least: float = -inf, most: float = inf) -> int:
    """Return an argument that must be a whole number in a range."""
    number = _index(given)
    if number is None or not least <= number <= most:
        limits = f" from {least} to {most}" if most < inf else f", {least} or more"
        what = f"a whole number{limits if least > -inf else ''}"
        raise ValueError(f"{name} must be {what}, not {given!r}")
    return number


def text_of(name: str, given: object) -> str:
    """Return an argument that must be a text."""
    if not isinstance(given, str):
        raise ValueError(f"{name} must be a text, not {given!r}")
    return given


def pair_of(given: object) -> tuple[int, int]:
    """Return two whole numbers, a column and a row or so many of them."""
    numbers = [*map(_index, given)] if isinstance(given, Iterable) else []
    match numbers:
        case [int(first), int(second)]:
            return first, second
    raise ValueError(f"{given!r} is no pair of whole numbers")


def cell_of(given: object) -> Cell:
    """Return a cell that is given by its number."""
    number = _index(given)
    if number is None:
        raise ValueError(f"{given!r} is no cell, such as Cell.named('h8')")
    return Cell(number)


def several_of(name: str, given: object) -> Iterable[Any]:
    """Return an argument that must be a list, or the like, of something."""
    if not isinstance(given, Iterable):
        raise ValueError(f"{name} must be a list, not {given!r}")
    return given


def cells_of(name: str, given: object) -> tuple[Cell, ...]:
    """Return an argument that must be cells."""
    return tuple(map(cell_of, several_of(name, given)))


def stones_of(given: Any) -> tuple[tuple[Cell, int], ...]:
    """Return stones, each a cell and a number that may be a colour."""
    try:
        pairs = [(cell, colour) for cell, colour in given]
    except (TypeError, ValueError):
        raise ValueError(f"stones must be a list of cells with colours, not {given!r}") from None
    return tuple((cell_of(cell), colour) for cell, colour in pairs)


def _index(given: Any) -> int | None:
    """Return a whole number of any type, None for anything else."""
    is_number = hasattr(given, "__index__") and not isinstance(given, bool)
    return index(given) if is_number else None


def check_board(width: int, height: int, rule: int) -> None:
    """Raise ValueError unless boards may have the size and there is such a rule."""
    columns, rows = number_of("width", width), number_of("height", height)
    if not (MIN_SIZE <= columns <= MAX_SIZE and MIN_SIZE <= rows <= MAX_SIZE):
        raise ValueError(
            f"no board of {columns} x {rows}: {MIN_SIZE} to {MAX_SIZE} columns and rows"
        )
    if number_of("rule", rule) not in RULES:
        raise ValueError(f"unknown rule {rule}")


def check_colour(colour: int) -> None:
    """Raise ValueError unless a number is a colour."""
    if _index(colour) not in COLOUR_NAMES:
        raise ValueError(f"{colour!r} is no colour: {BLACK} is black, {WHITE} is white")


def check_stones(width: int, height: int, stones: Sequence[Stone], walls: Iterable[int]) -> None:
    """Raise ValueError unless stones and walls lie on the board, on different cells."""
    taken: dict[int, int] = {}
    for number, cell in enumerate((*(cell for cell, _ in stones), *walls), 1):
        if not is_inside(cell, width, height):
            raise ValueError(f"{Cell(cell)} is off the board of {width} x {height}")
        if cell in taken:
            raise ValueError(f"{Cell(cell)} is taken twice, by stones {taken[cell]} and {number}")
        taken[cell] = number
    for _, colour in stones:
        check_colour(colour)
