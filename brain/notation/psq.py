"""A game as Piskvork saves it (.psq): a header, one stone per line, the two names, an error code.

A stone is `x,y,ms`; columns and rows count from 1. The file has neither the rule nor the winner.

Petr Laštovička: Piskvork, https://github.com/plastovicka/Piskvork, source/game.cpp
"""

import re
from dataclasses import dataclass

from brain.notation.text import one_line
from brain.rules.symmetry import Points

NORMAL, UNKNOWN = 0, -1  # error codes
COMPUTERS = "11:11"  # two engines without a time limit
BLACK_FIRST = 0

_HEADER = re.compile(r"Piskvorky (\d{1,3})x(\d{1,3}), *\d+:\d+, *(\d)", re.ASCII)
_STONE = re.compile(r"(\d{1,9}),(\d{1,9}),(-?\d{1,18})\s*", re.ASCII)
_CODE = re.compile(r"-?\d{1,9}", re.ASCII)


@dataclass(frozen=True)
class PsqGame:
    """The contents of a .psq file."""

    width: int
    height: int
    points: Points  # of the stones, in the order of placement
    times: tuple[int, ...]  # ms of each stone
    black: str = ""
    white: str = ""
    code: int = UNKNOWN


def dumps(saved: PsqGame) -> str:
    """Return the text of a .psq file."""
    stones = [f"{x + 1},{y + 1},{ms}" for (x, y), ms in zip(saved.points, saved.times, strict=True)]
    header = f"Piskvorky {saved.width}x{saved.height}, {COMPUTERS}, {BLACK_FIRST}"
    names = [one_line(name) for name in (saved.black, saved.white)]
    return "\n".join([header, *stones, *names, str(saved.code), ""])


def loads(text: str) -> PsqGame:
    """Return the contents of a .psq file; names and code may be missing. ValueError names an
    invalid line.
    """
    first, _, rest = text.removeprefix("\ufeff").partition("\n")
    header = _HEADER.match(first)
    if not header:
        raise ValueError("not a .psq file: expected a first line like  Piskvorky 15x15, 11:11, 0")
    width, height, second_first = (int(number) for number in header.groups())
    lines = [line.rstrip("\r") for line in rest.split("\n")]
    points, times = [], []
    for number, line in enumerate(lines, 2):
        stone = _STONE.fullmatch(line)
        if not stone:
            break
        x, y, ms = (int(text) for text in stone.groups())
        if not (0 < x <= width and 0 < y <= height):
            raise ValueError(f"line {number}: stone {x},{y} is off the board of {width} x {height}")
        points.append((x - 1, y - 1))
        times.append(ms)
    footer = lines[len(points) :]
    if any(_STONE.fullmatch(line) for line in footer):
        raise ValueError(f"line {len(points) + 2}: expected a stone x,y,ms, got {footer[0]!r}")
    names, code = _footer(footer)
    black, white = reversed(names) if second_first else names
    return PsqGame(width, height, tuple(points), tuple(times), black, white, code)


def _footer(lines: list[str]) -> tuple[tuple[str, str], int]:
    """Return both names, each "" if missing, and the error code."""
    first, second, code = (*lines, "", "", "")[:3]
    if _CODE.fullmatch(code):
        return (first, second), int(code)
    return ("", ""), int(first) if _CODE.fullmatch(first) else UNKNOWN
