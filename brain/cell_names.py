"""Names of cells: a letter for the column, from a, and a number for the row, from 1.

Rows are numbered from below, or from above. No other module converts names. A format that is fixed
gives its own `rows`; everything else counts as people do, which the entry point may change.
docs/formats.md has a table of the formats.
"""

ROWS = BELOW, ABOVE = "below", "above"
LETTERS = 26  # names of columns
LONGEST = 3  # characters of a name

_FIRST = ord("a")
_shown = [BELOW]  # how people count


def shown_rows() -> str:
    """Return how people count rows: BELOW, unless the entry point has changed it."""
    return _shown[0]


def show_rows(rows: str) -> None:
    """Change how people count rows, BELOW or ABOVE; only the entry point does so."""
    _shown[0] = rows


def corner_text() -> str:
    """Return where a1 is, as people count."""
    return f"a1 is the {'upper' if shown_rows() == ABOVE else 'lower'} left corner"


def column_name(x: int) -> str:
    """Return the letter of a column, which counts from 0."""
    return chr(_FIRST + x)


def column_named(letter: str) -> int:
    """Return the column with a letter of either case."""
    return ord(letter.lower()) - _FIRST


def row_number(y: int, height: int, rows: str = "") -> int:
    """Return the number of a row, which counts from 0 at the top; 0 or less if it has none."""
    return y + 1 if (rows or _shown[0]) == ABOVE else height - y


def row_numbered(number: int, height: int, rows: str = "") -> int:
    """Return the row with a number; negative or too large if the board lacks it."""
    return number - 1 if (rows or _shown[0]) == ABOVE else height - number


def name_of(x: int, y: int, height: int, rows: str = "") -> str:
    """Return the name of a point; its column and row in brackets if it has none, or if the height
    of its board is unknown, 0.
    """
    number = row_number(y, height, rows)
    if 0 <= x < LETTERS and number > 0:
        return f"{column_name(x)}{number}"
    return f"({x}, {y})"


def point_named(name: str, height: int, rows: str = "") -> tuple[int, int]:
    """Return the column and row of a name, both from 0; ValueError if it is not a name. The board
    may lack the point.
    """
    letter, number = (name[:1], name[1:]) if isinstance(name, str) else ("", "")
    is_number = number.isascii() and number.isdecimal() and number[0] != "0"
    if not ("a" <= letter <= "z" and is_number and len(name) <= LONGEST):
        raise ValueError(f"{name!r} is not a cell")
    return column_named(letter), row_numbered(int(number), height, rows)
