"""Opening sets: reads, writes, turns and shuffles the stones on the board before the engines move.

A file has one opening per line, black's stone first, in one of two notations:
- offset, `dx,dy, dx,dy`, as at Gomocup: columns and rows from the centre (width // 2, height // 2);
- pos, `h8i9`, its rows counted from above, and the other notations that brain.notation.moves
  reads, except pairs of numbers counted from 1.

Petr Laštovička: Piskvork, https://github.com/plastovicka/Piskvork, openings.txt;
c-gomoku-cli, https://github.com/dhbloo/c-gomoku-cli, README
"""

import random
from collections.abc import Callable, Sequence
from pathlib import Path

from brain.cell_names import ABOVE, name_of
from brain.notation import moves
from brain.rules.laws import RULE_NAMES
from brain.rules.symmetry import IDENTITY, Point, Points, transformed

Opening = Points

DATA = Path(__file__).parent / "data"
SHIPPED, TOURNAMENT = "openings", "tournament"  # first parts of the names of files in DATA


def parse(
    text: str, width: int, height: int, check: Callable[[Opening], object] = bool
) -> tuple[Opening, ...]:
    """Return the openings in a file's text, empty lines skipped. ValueError names a line that is
    invalid or fails the check.
    """
    openings = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        try:
            if line.strip():
                openings.append(parse_line(line, width, height))
                check(openings[-1])
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from error
    return tuple(openings)


def parse_line(line: str, width: int, height: int) -> Opening:
    """Return the opening of a line in either notation; ValueError if it does not fit the board."""
    is_offsets = moves.ONLY_NUMBERS.match(line)
    try:
        points = moves.pairs(line) if is_offsets else moves.loads(line, height, ABOVE)
    except ValueError as error:
        raise ValueError(f"neither offsets nor positions: {error}") from error
    opening = points
    if is_offsets:
        opening = tuple((width // 2 + dx, height // 2 + dy) for dx, dy in points)
    numbers: dict[Point, int] = {}
    for number, point in enumerate(opening, 1):
        name = name_of(*point, height, ABOVE)
        if not (0 <= point[0] < width and 0 <= point[1] < height):
            text = f"{','.join(map(str, points[number - 1]))} from the centre" if is_offsets else ""
            raise ValueError(
                f"stone {number}, {text or name}, is off the board of {width} x {height}"
            )
        if point in numbers:
            raise ValueError(
                f"two stones on one cell: stone {number}, {name}, is on stone {numbers[point]}"
            )
        numbers[point] = number
    return opening


def shipped(rule: int, width: int, height: int, collection: str = SHIPPED) -> tuple[Opening, ...]:
    """Return a shipped set, SHIPPED or TOURNAMENT; ValueError if it has no openings for this rule
    and size.
    """
    path = DATA / f"{collection}-{rule}-{width}.txt"
    if width != height or not path.exists():
        found = DATA.glob(f"{collection}-{rule}-*")
        sizes = sorted(int(path.stem.split("-")[2]) for path in found)
        only = f", only on {' and '.join(f'{size} x {size}' for size in sizes)}" if sizes else ""
        raise ValueError(
            f"no openings for {RULE_NAMES[rule]} on {width} x {height} come with the program{only}"
        )
    return parse(path.read_text(encoding="ascii"), width, height)


def offsets(opening: Opening, width: int, height: int) -> str:
    """Return an opening in offset notation."""
    return ", ".join(f"{x - width // 2},{y - height // 2}" for x, y in opening)


def shuffled(openings: Sequence[Opening], seed: int) -> tuple[Opening, ...]:
    """Return the openings in an order that the seed determines."""
    return tuple(random.Random(seed).sample(openings, len(openings)))


def opening_of(
    pair: int,
    openings: Sequence[Opening],
    size: tuple[int, int],
    turns: Sequence[int] = (IDENTITY,),
) -> Opening:
    """Return the opening of a pair of games, counted from 0. The list repeats, and `turns` has the
    symmetry of each pass. An empty list means the empty board.
    """
    if not openings:
        return ()
    passes, index = divmod(pair, len(openings))
    return transformed(openings[index], turns[passes % len(turns)], *size)
