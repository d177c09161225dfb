"""Swap2: the first player places three stones. The second chooses a colour, or places two more
stones and leaves the choice to the first.

`python -m protocol.match.tuning.swap2_openings` made our openings, as steps from the centre. They
are even on boards of tournament size. For a smaller board, an opening is made on request.
"""

import zlib
from collections.abc import Sequence
from itertools import cycle
from struct import iter_unpack

from brain.engine import Analysis, Engine, Limit
from brain.files import stored
from brain.lexicon import BLACK, WHITE, cell_at, point_of
from brain.openings.balance import balance, begun, score_of
from brain.rules.symmetry import SYMMETRIES, Points, mirrored, swapped

SWAP: Points = ()  # the answer that takes black
OPENING_STONES = 3
FORMAT = "6b"  # an opening in a file: three steps as signed bytes, columns first
LEAST_SIZE = 15  # minimum columns and rows of a board for our openings
USUAL_S = 2.0  # for an answer to a person
DOUBT = 30  # evaluation units: the typical error of an opening's score


def answer(
    engine: Engine, stones: Sequence[tuple[int, int]], limit: Limit, variety: int = 0
) -> Points:
    """Return the stones that we place on a board with none, three or five; SWAP to place none.

    A swap takes black; one stone takes white. The engine's board must be empty, and is empty
    afterwards. The `variety` and the number of the engine's game select the opening.
    """
    if not stones:
        return _opening(engine, limit, variety)
    try:
        for (x, y), colour in zip(stones, cycle((BLACK, WHITE))):
            engine.place(cell_at(x, y), colour)
        limit = begun(limit)
        return (
            _after_three(engine, limit)
            if len(stones) == OPENING_STONES
            else _judged(engine, limit)[0]
        )
    finally:
        engine.clear()


def openings(rule: int) -> tuple[Points, ...]:
    """Return a rule's balanced openings, each of three steps from the centre."""
    steps = iter_unpack(FORMAT, stored.read("swap2", rule))
    return tuple(((a, b), (c, d), (e, f)) for a, b, c, d, e, f in steps)


def _opening(engine: Engine, limit: Limit, variety: int) -> Points:
    """Return one of our openings under any symmetry; for a smaller board, make one."""
    width, height = engine.width, engine.height
    number = zlib.crc32(f"{variety} {engine.game}".encode())
    if min(width, height) < LEAST_SIZE:
        return _made(engine, limit, number)
    ours = openings(engine.rule)
    symmetry, index = divmod(number, len(ours))
    return tuple(_point_at(step, symmetry % len(SYMMETRIES), width, height) for step in ours[index])


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


def _after_three(engine: Engine, limit: Limit) -> Points:
    """Return the answer to three stones.

    Choosing a colour gains its score minus DOUBT, as the other player knows the opening better.
    Placing two more stones loses the remaining imbalance, as the other player chooses then.
    """
    nodes = (limit.nodes + 1) // 2
    seconds = (limit.soft_seconds or limit.seconds) / 2
    part = limit._replace(soft_seconds=0, seconds=seconds, nodes=nodes)
    choice, score, stopped = _judged(engine, part)
    if stopped or abs(score) >= DOUBT:
        return choice
    pair = balance(engine, WHITE, 2, 0, limit._replace(nodes=nodes))
    return _points(*pair.cells) if abs(score) + abs(pair.score) < DOUBT else choice


def _judged(engine: Engine, limit: Limit) -> tuple[Points, float, bool]:
    """Return SWAP if black is better, else white's best move; white's score; and whether `stop` cut
    the search short.
    """
    seen: list[Analysis] = []
    result = engine.think(WHITE, limit, seen.append)
    score = score_of(seen)
    return SWAP if score < 0 else _points(result.move), score, result.stopped


def _points(*cells: int) -> Points:
    return tuple(map(point_of, cells))
