"""Moves as text, black's first. They are written as `h8i9`: the column's letter from a, and the
row's number from 1, counted from below unless the format says otherwise.

These forms can also be read:
- upper case, and spaces, commas, hyphens, arrows or underscores between moves;
- move numbers, `1. H8 i9 2. g9`, `1-h8, 2-i9`, and colours, `black h8 white i9`;
- pairs of numbers, `8,8 9,9`: column and row from 1, from above as in a PSQ file;
- a link to Gomoku Calculator, https://gomocalc.com/#/h8i9, or to PlayOK,
  https://www.playok.com/p/?g=gm+h8i9, whose rows count from below.

dhbloo: Gomoku Calculator, https://github.com/dhbloo/gomoku-calculator
"""

import re
from collections.abc import Iterable

from brain.cell_names import BELOW, column_named, name_of, row_numbered
from brain.lexicon import BLACK, MAX_SIZE, WHITE
from brain.notation.text import excerpt
from brain.rules.symmetry import Point, Points

ONLY_NUMBERS = re.compile(r"[\s,;]*-?[0-9]{1,9}(?:[\s,;]+-?[0-9]{1,9})*[\s,;]*$")

_LINK = re.compile(
    r"(?:https?://)?(?:www\.)?"
    r"(?:gomocalc\.com(?:/(?:index\.html)?)?(?:#/?(.*))?|playok\.com/p/\?g=gm\+(\w*)(?:#\d*)?)",
    re.I | re.DOTALL,
)
_BETWEEN = r"\s,;:_/|\u2010-\u2015\u2192\u3001\uff0c\uff1b\uff1a\u3002=>-"
_COLOURS = {BLACK: ("black", "黑", "●"), WHITE: ("white", "白", "○")}
_COLOUR = "|".join(name for names in _COLOURS.values() for name in names)
_TOKEN = re.compile(
    rf"(?P<colour>{_COLOUR})"
    r"|(?P<letter>[A-Za-z])\s*(?P<row>[0-9]+)"
    rf"|(?P<number>[0-9]+)(?:\s*[.)\uff0e\uff09]+|(?=[{_BETWEEN}]*(?:[A-Za-z]|{_COLOUR})))"
    rf"|(?P<between>[{_BETWEEN}]+)",
    re.I,
)
# The beginning of a text of moves, numbered or not, of a link, or of nothing.
START = re.compile(
    rf"[({_BETWEEN}]{{0,9}}(?:[0-9]{{1,3}}[.){_BETWEEN}]{{0,9}})?"
    rf"(?:(?:{_COLOUR})[{_BETWEEN}]{{0,9}})?[a-z]\s{{0,9}}[0-9]"
    r"|https?://|www\.|gomocalc\.|playok\.|$",
    re.I,
)
_GROUP = re.compile(r"-?[0-9]+(?:\s*,\s*-?[0-9]+)*")
_MOST_DIGITS = 3  # of a row's or a stone's number
MOST_STONES = MAX_SIZE * MAX_SIZE


def loads(text: str, height: int, rows: str = "") -> Points:
    """Return the points of moves on a board of `height` rows; ValueError if the text is not moves.
    `rows` is how a format counts rows.
    """
    text = text.strip().removeprefix("\ufeff")
    if link := _LINK.fullmatch(text):
        return _named(link[1] or link[2] or "", height, BELOW)
    if ONLY_NUMBERS.match(text):
        return _numbered(text)
    return _named(text, height, rows)


def dumps(points: Iterable[Point], height: int, rows: str = "") -> str:
    """Return the moves on points of a board of `height` rows."""
    return "".join(name_of(x, y, height, rows) for x, y in points)


def groups(text: str) -> list[tuple[int, ...]]:
    """Return the numbers of a text; numbers joined by commas form a group."""
    return [tuple(map(int, group.split(","))) for group in _GROUP.findall(text)]


def pairs(text: str) -> Points:
    """Return the numbers as pairs; ValueError if a group has an odd number of them."""
    found = groups(text)
    for group in found:
        if len(group) % 2:
            raise ValueError(f"expected pairs of numbers, got {','.join(map(str, group))}")
    numbers = [number for group in found for number in group]
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def _named(text: str, height: int, rows: str) -> Points:
    """Read moves as letters and numbers, with or without move numbers."""
    points: list[Point] = []
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if not token:
            rest = text[at:]
            whole = "" if rest == text else f" at {excerpt(rest)}"
            raise ValueError(f"{excerpt(text)} is not a list of moves such as h8i9{whole}")
        at = token.end()
        if token["letter"]:
            letter, number = token["letter"], token["row"]
            if len(number) > _MOST_DIGITS or not 1 <= int(number) <= height:
                what = f"stone {len(points) + 1}: {excerpt(letter + number)}"
                raise ValueError(f"{what} is off the board, which has {height} rows")
            points.append((column_named(letter), row_numbered(int(number), height, rows)))
            if len(points) > MOST_STONES:
                raise ValueError(f"expected at most {MOST_STONES} stones")
        elif token["colour"]:
            _check_colour(token["colour"], len(points))
        elif token["number"]:
            _check_number(token["number"], len(points))
    return tuple(points)


def _check_number(number: str, stones: int) -> None:
    """Raise ValueError unless a number before a move counts stones or pairs of stones."""
    possible = {stones + 1} if stones % 2 else {stones + 1, stones // 2 + 1}
    if len(number) > _MOST_DIGITS or int(number) not in possible:
        numbers = " or ".join(map(str, sorted(possible)))
        raise ValueError(f"expected move number {numbers}, got {excerpt(number)}")


def _check_colour(name: str, stones: int) -> None:
    """Raise ValueError unless a colour before a move is that of the side to move."""
    colour = WHITE if stones % 2 else BLACK
    if name.lower() not in _COLOURS[colour]:
        raise ValueError(f"move {stones + 1}: expected {_COLOURS[colour][0]}, got {name}")


def _numbered(text: str) -> Points:
    """Read pairs of numbers, counted from 1."""
    for x, y in pairs(text):
        if x < 1 or y < 1:
            raise ValueError(
                f"{x},{y} is not a cell: columns and rows count from 1 at the upper left corner"
            )
    return tuple((x - 1, y - 1) for x, y in pairs(text))
