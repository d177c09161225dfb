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

from brain.notation import moves
from brain.symmetry import IDENTITY, Points, transformed

Opening = Points

DATA = Path(__file__).parent / "data"

_OFFSETS = re.compile(r"-?\d+,-?\d+(,-?\d+,-?\d+)*")


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
    line = "".join(line.split())
    if _OFFSETS.fullmatch(line):
        numbers = [int(number) for number in line.split(",")]
        steps = zip(numbers[::2], numbers[1::2], strict=True)
        opening = tuple((width // 2 + dx, height // 2 + dy) for dx, dy in steps)
    else:
        try:
            opening = moves.loads(line)
        except ValueError as error:
            raise ValueError("neither offsets nor positions") from error
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


def shuffled(openings: Sequence[Opening], seed: int) -> tuple[Opening, ...]:
    """Return the openings in an order determined by the seed."""
    return tuple(random.Random(seed).sample(openings, len(openings)))


def opening_of(
    pair: int,
    openings: Sequence[Opening],
    size: tuple[int, int],
    turns: Sequence[int] = (IDENTITY,),
) -> Opening:
    """Return the opening of a pair of games, counted from 0. The list repeats, each pass turned by
    the next symmetry of `turns`; an empty list means the empty board.
    """
    if not openings:
        return ()
    passes, index = divmod(pair, len(openings))
    return transformed(openings[index], turns[passes % len(turns)], *size)
