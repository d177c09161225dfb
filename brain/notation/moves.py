"""Moves as names, black's first: `h8i9`, the column's letter from a and the row's number from 1."""

import re
from collections.abc import Iterable

from brain.symmetry import Point, Points

_MOVES = re.compile(r"([a-z]\d+)*")
_MOVE = re.compile(r"([a-z])(\d+)")


def loads(text: str) -> Points:
    """Return the points of moves, in either case, blanks ignored; ValueError for anything else."""
    text = "".join(text.lower().split())
    if not _MOVES.fullmatch(text):
        raise ValueError(f"{text!r} is no list of moves")
    return tuple(
        (ord(letter) - ord("a"), int(number) - 1) for letter, number in _MOVE.findall(text)
    )


def dumps(points: Iterable[Point]) -> str:
    """Return the moves on points."""
    return "".join(f"{chr(ord('a') + x)}{y + 1}" for x, y in points)
