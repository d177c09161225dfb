"""Balanced openings of three stones, as swap and swap2 begin with.

`python -m protocol.match.tuning.swap2_openings` made our openings, as steps from the centre. They
are even on boards of tournament size. For a smaller board, an opening is made on request.
"""

import zlib
from struct import iter_unpack

from brain.engine import Engine, Limit
from brain.files import stored
from brain.lexicon import BLACK, WHITE, cell_at, point_of
from brain.openings.balance import balance
from brain.rules.symmetry import SYMMETRIES, Points, mirrored, swapped

OPENING_STONES = 3
FORMAT = "6b"  # an opening in a file: three steps as signed bytes, columns first
LEAST_SIZE = 15  # minimum columns and rows of a board for our openings


def openings(rule: int) -> tuple[Points, ...]:
    """Return a rule's balanced openings, each of three steps from the centre."""
    steps = iter_unpack(FORMAT, stored.read("swap2", rule))
    return tuple(((a, b), (c, d), (e, f)) for a, b, c, d, e, f in steps)


def opening(engine: Engine, limit: Limit, variety: int) -> Points:
    """Return one of our openings under any symmetry; for a smaller board, make one.

    The board must be empty. The `variety` and the number of the engine's game select the opening.
    """
    width, height = engine.width, engine.height
    number = drawn(engine, variety)
    if min(width, height) < LEAST_SIZE:
        return _made(engine, limit, number)
    ours = openings(engine.rule)
    symmetry, index = divmod(number, len(ours))
    return tuple(_point_at(step, symmetry % len(SYMMETRIES), width, height) for step in ours[index])


def drawn(engine: Engine, variety: int) -> int:
    """Return a number that the `variety` and the number of the engine's game determine."""
    return zlib.crc32(f"{variety} {engine.game}".encode())


def _made(engine: Engine, limit: Limit, number: int) -> Points:
    """Make an opening: a random stone in the middle third, and two that balance it."""
    columns, rows = engine.width // 3, engine.height // 3
    first = cell_at(columns + number % columns, rows + number // columns % rows)
    engine.place(first, BLACK)
    try:
        return _points(first, *balance(engine, WHITE, 2, 0, limit).cells)
    finally:
        engine.clear()


def _point_at(step: tuple[int, int], symmetry: int, width: int, height: int) -> tuple[int, int]:
    """Return the point at a step from the centre, under a symmetry."""
    dx, dy = swapped(step, symmetry)
    return mirrored((width // 2 + dx, height // 2 + dy), symmetry, width, height)


def _points(*cells: int) -> Points:
    return tuple(map(point_of, cells))
