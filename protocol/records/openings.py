"""Openings: the stones that lie before the engines start. Reading, writing, turning, shuffling.

A line of a file is one opening, black's stone first, in either of two notations:
- offset, `dx,dy, dx,dy`: columns and rows from the centre, width // 2 and height // 2; Gomocup's;
- pos, `h8i9`: column letter and row number, a1 the upper left corner.

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
    """Return the openings of a file, empty lines left out; ValueError names a bad line."""
    openings = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            if line.strip():
                openings.append(parse_line(line, width, height))
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from error
    return tuple(openings)


def parse_line(line: str, width: int, height: int) -> Opening:
    """Return an opening in either notation; ValueError when it doesn't fit on the board."""
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
    """Return the openings made for a rule and a size; ValueError when there are none."""
    path = DATA / f"openings-{rule}-{width}.txt"
    if width != height or not path.exists():
        raise ValueError(f"no openings for rule {rule} on {width} x {height}")
    return parse(path.read_text(encoding="ascii"), width, height)


def offsets(opening: Opening, width: int, height: int) -> str:
    """Return an opening in offset notation."""
    return ", ".join(f"{x - width // 2},{y - height // 2}" for x, y in opening)


def shuffled(openings: Sequence[Opening], seed: int) -> tuple[Opening, ...]:
    """Return the openings in an order that the seed decides."""
    return tuple(random.Random(seed).sample(openings, len(openings)))


def opening_of(
    pair: int,
    openings: Sequence[Opening],
    size: tuple[int, int],
    turns: Sequence[int] = (IDENTITY,),
) -> Opening:
    """Return the opening of a pair of games: the list over and over, each time turned by the next
    symmetry. An empty list stands for the empty board.
    """
    if not openings:
        return ()
    again, index = divmod(pair, len(openings))
    return transformed(openings[index], turns[again % len(turns)], *size)
