"""A game as Piskvork saves it (.psq): a header, a stone a line, the two names, an error code.

A stone is `x,y,ms`, counted from 1. The file knows neither the rule nor who won, nor where the
opening ended: its stones took 0 ms.

Petr Laštovička: Piskvork, https://github.com/plastovicka/Piskvork, source/game.cpp
"""

import re
from dataclasses import dataclass

from protocol.records.games import FAILURES, Ending, Game, Move
from protocol.records.text import one_line

NORMAL, UNKNOWN, FAILED, TIMED_OUT = 0, -1, -2, 15  # error codes
CODES = dict.fromkeys(FAILURES, FAILED) | {
    Ending.TIME: TIMED_OUT,
    Ending.NO_ANSWER: TIMED_OUT,
}
COMPUTERS = "11:11"  # two engines, no time limit named
BLACK_FIRST = 0

_HEADER = re.compile(r"Piskvorky (\d+)x(\d+), *\d+:\d+, *(\d)")
_STONE = re.compile(r"(\d+),(\d+),(-?\d+)")
_CODE = re.compile(r"-?\d+")


@dataclass(frozen=True)
class Saved:
    """What a .psq file holds."""

    width: int
    height: int
    moves: tuple[Move, ...]  # the opening's stones too
    black: str
    white: str
    code: int = UNKNOWN


def dumps(game: Game) -> str:
    """Return a game as the text of a .psq file."""
    stones = [f"{x + 1},{y + 1},0" for x, y in game.opening]
    stones += [f"{move.x + 1},{move.y + 1},{round(move.ms)}" for move in game.moves]
    header = f"Piskvorky {game.width}x{game.height}, {COMPUTERS}, {BLACK_FIRST}"
    names = [one_line(name) for name in game.names]
    code = CODES.get(game.ending, NORMAL)
    return "\n".join([header, *stones, *names, str(code), ""])


def loads(text: str) -> Saved:
    """Return what a .psq file holds; names and code may be missing. ValueError for another file."""
    first, _, rest = text.partition("\n")
    header = _HEADER.match(first)
    if not header:
        raise ValueError("not a .psq file")
    width, height, second_first = (int(number) for number in header.groups())
    lines = [line.rstrip("\r") for line in rest.split("\n")]
    stones = []
    while lines and (stone := _STONE.match(lines[0])):
        x, y, ms = (int(number) for number in stone.groups())
        if not (0 < x <= width and 0 < y <= height):
            raise ValueError(f"stone {lines[0]} is off the board")
        stones.append(Move(x - 1, y - 1, ms))
        del lines[0]
    names, code = _footer(lines)
    black, white = reversed(names) if second_first else names
    return Saved(width, height, tuple(stones), black, white, code)


def _footer(lines: list[str]) -> tuple[tuple[str, str], int]:
    """Return both names, empty when they are missing, and the error code."""
    first, second, code = (*lines, "", "", "")[:3]
    if _CODE.fullmatch(code):
        return (first, second), int(code)
    return ("", ""), int(first) if _CODE.fullmatch(first) else UNKNOWN
