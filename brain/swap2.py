"""Swap2: who opens, puts three stones; the other chooses a colour, or puts two more and leaves that
choice to who opened.

Our openings come from `python -m protocol.match.tuning.swap2_openings`, as steps from the centre.
They are even on boards of tournament size; for a smaller one an opening is made when it is asked
for.
"""

import zlib
from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle
from struct import iter_unpack

from brain.balance import balance, begun, score_of
from brain.engine import DATA, Analysis, Engine, Limit
from brain.lexicon import BLACK, WHITE, cell_at, column, row
from brain.symmetry import SYMMETRIES, Points, mirrored, swapped

SWAP: Points = ()
STONES = 3  # of an opening
FORMAT = "6b"  # an opening in a file: three steps as signed bytes, columns first
LEAST_SIZE = 15  # columns and rows, of a board that our openings are for
DOUBT = 30  # evaluation units by which the judgement of an opening is easily wrong


def answer(
    engine: Engine, stones: Sequence[tuple[int, int]], limit: Limit, variety: int = 0
) -> Points:
    """Return the stones that we put after none, three or five; none of them to swap.

    To swap is to take black; to put one stone is to take white. The engine's board must be empty,
    and is left so. Another number `variety`, or another game of the engine, is another opening.
    """
    if not stones:
        return _opening(engine, limit, variety)
    try:
        for (x, y), colour in zip(stones, cycle((BLACK, WHITE))):
            engine.place(cell_at(x, y), colour)
        limit = begun(limit)
        return _after_three(engine, limit) if len(stones) == STONES else _judged(engine, limit)[0]
    finally:
        engine.clear()


def openings(rule: int) -> tuple[Points, ...]:
    """Return a rule's balanced openings, each of three steps from the centre."""
    data = next(DATA.glob(f"swap2-{rule}-*.bin")).read_bytes()
    return tuple(((a, b), (c, d), (e, f)) for a, b, c, d, e, f in iter_unpack(FORMAT, data))


def _opening(engine: Engine, limit: Limit, variety: int) -> Points:
    """Return the three stones of an opening, one of ours in any turn if it is for such a board."""
    width, height = engine.width, engine.height
    number = zlib.crc32(f"{variety} {engine.game}".encode())
    if min(width, height) < LEAST_SIZE:
        return _made(engine, limit, number)
    ours = openings(engine.rule)
    turn, index = divmod(number, len(ours))
    return tuple(_turned(step, turn % len(SYMMETRIES), width, height) for step in ours[index])


def _made(engine: Engine, limit: Limit, number: int) -> Points:
    """Return an opening made now: any stone in the middle third, and two that balance it."""
    columns, rows = engine.width // 3, engine.height // 3
    first = cell_at(columns + number % columns, rows + number // columns % rows)
    engine.place(first, BLACK)
    try:
        return _points(first, *balance(engine, WHITE, 2, 0, limit).cells)
    finally:
        engine.clear()


def _turned(step: tuple[int, int], symmetry: int, width: int, height: int) -> tuple[int, int]:
    """Return the point that a step from the centre leads to, by a symmetry."""
    dx, dy = swapped(step, symmetry)
    return mirrored((width // 2 + dx, height // 2 + dy), symmetry, width, height)


def _after_three(engine: Engine, limit: Limit) -> Points:
    """Return the answer to three stones.

    To choose a colour gains what it is worth, less what we may be wrong by, for who put the stones
    knows them better. To put two more loses what is left of the balance, for the other chooses.
    """
    nodes = (limit.nodes + 1) // 2
    seconds = (limit.soft_seconds or limit.seconds) / 2
    part = replace(limit, soft_seconds=0, seconds=seconds, nodes=nodes)
    choice, score, stopped = _judged(engine, part)
    if stopped or abs(score) >= DOUBT:
        return choice
    pair = balance(engine, WHITE, 2, 0, replace(limit, nodes=nodes))
    return _points(*pair.cells) if abs(score) + abs(pair.score) < DOUBT else choice


def _judged(engine: Engine, limit: Limit) -> tuple[Points, float, bool]:
    """Return which colour to take, with white's best move, its score, and whether it was cut short
    by a stop.
    """
    seen: list[Analysis] = []
    result = engine.think(WHITE, limit, seen.append)
    score = score_of(seen)
    return SWAP if score < 0 else _points(result.move), score, result.stopped


def _points(*cells: int) -> Points:
    return tuple((column(cell), row(cell)) for cell in cells)
