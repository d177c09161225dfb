"""Checks of boards, cells and stones: ValueError names the invalid stone, cell or number."""

from collections.abc import Iterable, Sequence
from typing import Any

from brain.cell import COLOUR_NAMES, Cell, Stone, is_inside
from brain.lexicon import BLACK, MAX_SIZE, MIN_SIZE, WHITE
from brain.rules.laws import RULES
from brain.validation import index_of, number_of, several_of


def cell_of(given: object, height: int) -> Cell:
    """Return the cell with a number on a board of `height` rows."""
    number = index_of(given)
    if number is None:
        raise ValueError(f"{given!r} is not a cell, such as Cell.named('h8')")
    check_height(given, height)
    return Cell(number, height)


def check_height(given: object, height: int) -> None:
    """Raise ValueError for a cell of a board with another number of rows."""
    rows = given.height if isinstance(given, Cell) else 0
    if rows not in (0, height):
        raise ValueError(f"{given} is a cell of a board of {rows} rows: expected {height} rows")


def cells_of(name: str, given: object, height: int) -> tuple[Cell, ...]:
    """Return an argument that must be cells."""
    return tuple(cell_of(cell, height) for cell in several_of(name, given))


def stones_of(given: Any, height: int) -> tuple[Stone, ...]:
    """Return stones, each a cell and a number; the colour is not checked."""
    try:
        pairs = [(cell, colour) for cell, colour in given]
    except (TypeError, ValueError):
        raise ValueError(f"stones: expected a list of (cell, colour), got {given!r}") from None
    return tuple((cell_of(cell, height), colour) for cell, colour in pairs)


def check_board(width: int, height: int, rule: int) -> None:
    """Raise ValueError unless the size and the rule are supported."""
    columns, rows = number_of("width", width), number_of("height", height)
    if not (MIN_SIZE <= columns <= MAX_SIZE and MIN_SIZE <= rows <= MAX_SIZE):
        raise ValueError(
            f"expected a board of {MIN_SIZE} to {MAX_SIZE} columns and rows, got {columns} x {rows}"
        )
    if number_of("rule", rule) not in RULES:
        raise ValueError(f"rule: expected one of {', '.join(map(str, RULES))}, got {rule}")


def check_colour(colour: int) -> None:
    """Raise ValueError unless a number is a colour."""
    if index_of(colour) not in COLOUR_NAMES:
        raise ValueError(f"{colour!r} is not a colour: {BLACK} is black, {WHITE} is white")


def check_stones(width: int, height: int, stones: Sequence[Stone], walls: Iterable[int]) -> None:
    """Raise ValueError unless stones and walls are on different cells of the board."""
    taken: dict[int, int] = {}
    for number, cell in enumerate((*(cell for cell, _ in stones), *walls), 1):
        if not is_inside(cell, width, height):
            raise ValueError(f"{Cell(cell, height)} is off the board of {width} x {height}")
        if cell in taken:
            raise ValueError(f"stones {taken[cell]} and {number} are both on {Cell(cell, height)}")
        taken[cell] = number
    for _, colour in stones:
        check_colour(colour)
