"""Openings: the stones on the board before the engines move. Reading, writing, turning, shuffling.

A file has one opening a line, black's stone first, in either of two notations:
- offset, `dx,dy, dx,dy`, as at Gomocup: columns and rows from the centre (width // 2, height // 2);
- pos, `h8i9`: column letter and row number; a1 is the upper left corner.

Petr Laštovička: Piskvork, https://github.com/plastovicka/Piskvork, openings.txt;
c-gomoku-cli, https://github.com/dhbloo/c-gomoku-cli, README
"""

import random
import re
from collections.abc import Sequence
from pathlib import Path

from brain.lexicon import RENJU, cell_at, name_of
from protocol.records.games import Point

Opening = tuple[Point, ...]

DATA = Path(__file__).parent / "data"
MIRROR_X, MIRROR_Y, SWAP_AXES = 1, 2, 4  # a symmetry is a sum of these, the swap done first
SYMMETRIES = range(8)
IDENTITY = 0

_OFFSETS = re.compile(r"-?\d+,-?\d+(,-?\d+,-?\d+)*")
_POSITIONS = re.compile(r"([a-z]\d+)+")


def parse(text: str, width: int, height: int) -> tuple[Opening, ...]:
    """Return the openings in a file's text, empty lines skipped; ValueError names a bad line."""
    openings = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            if line.strip():
                openings.append(parse_line(line, width, height))
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from error
    return tuple(openings)


def parse_line(line: str, width: int, height: int) -> Opening:
    """Return the opening of a line in either notation; ValueError if it does not fit the board."""
    line = "".join(line.lower().split())
    opening: Opening
    if _OFFSETS.fullmatch(line):
        numbers = [int(number) for number in line.split(",")]
        steps = zip(numbers[::2], numbers[1::2], strict=True)
        opening = tuple((width // 2 + dx, height // 2 + dy) for dx, dy in steps)
    elif _POSITIONS.fullmatch(line):
        names = re.findall(r"([a-z])(\d+)", line)
        opening = tuple((ord(column) - ord("a"), int(row) - 1) for column, row in names)
    else:
        raise ValueError("neither offsets nor positions")
    if not all(0 <= x < width and 0 <= y < height for x, y in opening):
        raise ValueError(f"a stone is off the board of {width} x {height}")
    if len(set(opening)) < len(opening):
        raise ValueError("two stones on one cell")
    return opening


def shipped(rule: int, width: int, height: int) -> tuple[Opening, ...]:
    """Return the openings that come with the program; ValueError if there are none."""
    path = DATA / f"openings-{rule}-{width}.txt"
    if width != height or not path.exists():
        raise ValueError(f"no openings for rule {rule} on {width} x {height}")
    return parse(path.read_text(encoding="ascii"), width, height)


def offsets(opening: Opening, width: int, height: int) -> str:
    """Return an opening in offset notation."""
    return ", ".join(f"{x - width // 2},{y - height // 2}" for x, y in opening)


def positions(opening: Opening) -> str:
    """Return an opening in pos notation."""
    return "".join(name_of(cell_at(x, y)) for x, y in opening)


def shuffled(openings: Sequence[Opening], seed: int) -> tuple[Opening, ...]:
    """Return the openings in an order determined by the seed."""
    return tuple(random.Random(seed).sample(openings, len(openings)))


def symmetries(width: int, height: int) -> tuple[int, ...]:
    """Return the symmetries of a board, the identity first: eight of a square, else four."""
    return tuple(SYMMETRIES if width == height else SYMMETRIES[:SWAP_AXES])


def transformed(opening: Opening, symmetry: int, width: int, height: int) -> Opening:
    """Return an opening as a symmetry of the board turns it."""
    points = [(y, x) for x, y in opening] if symmetry & SWAP_AXES else opening
    return tuple(
        (width - 1 - x if symmetry & MIRROR_X else x, height - 1 - y if symmetry & MIRROR_Y else y)
        for x, y in points
    )


def opening_of(
    pair: int,
    openings: Sequence[Opening],
    size: tuple[int, int],
    turns: Sequence[int] = (IDENTITY,),
) -> Opening:
    """Return the opening of a pair of games. The list repeats, on each pass with the next symmetry
    of `turns`; an empty list means the empty board.
    """
    if not openings:
        return ()
    passes, index = divmod(pair, len(openings))
    return transformed(openings[index], turns[passes % len(turns)], *size)


def canonical(opening: Opening, rule: int, width: int, height: int) -> tuple[Opening, Opening]:
    """Return the stones of both colours, in order, the same for all openings that are one but for
    symmetry and, where the rule treats the colours alike, for colour.
    """
    forms = [transformed(opening, turn, width, height) for turn in symmetries(width, height)]
    sides = [(tuple(sorted(form[::2])), tuple(sorted(form[1::2]))) for form in forms]
    if rule != RENJU:
        sides += [(white, black) for black, white in sides]
    return min(sides)
