"""Soosyrv-8, an opening rule of renju.

1. Black places one of the 26 openings of three stones; the other player may take black.
2. White places the fourth stone and names the number of fifth stones to offer, 1 to 8; the other
   player may take white.
3. Black offers that many fifth stones, all different up to symmetry.
4. White keeps one of them and moves.

The more offers there are, the worse for black is the one that white keeps. So white plays the
fourth stone after which the position is nearest to even, and asks for the number of offers that
brings it nearest.

Renju International Federation: "Opening rules: Soosyrv-8", https://www.renju.net/rules/
"""

import zlib
from collections.abc import Sequence
from itertools import cycle
from math import inf

from brain.engine import Analysis, Engine, Limit
from brain.lexicon import BLACK, WHITE, cell_at, opponent, point_of
from brain.openings.balance import balance, begun, elapsed_ms, score_of
from brain.rules.symmetry import SYMMETRIES, Point, Points, symmetries, transformed

STONES = {1: 0, 2: 3, 3: 3, 4: 4, 5: 4, 6: 4}  # on the board, by step of the opening
MOST_OFFERS = 8  # maximum number of fifth stones
EVEN = 6  # the opening is drawn from the EVEN openings nearest to even
DOUBT = 30  # evaluation units: the typical error of a position's score
SHORTEST_S = 1e-3  # of a think for which the limit leaves no time
SHORT = Limit(nodes=1000)  # of a think after a stop, and for a missing offer


def opening(engine: Engine, limit: Limit, variety: int = 0) -> Points:
    """Return three stones: one of the canonical openings nearest to even, under any symmetry. The
    `variety` and the number of the engine's game select it. The board must be empty.
    """
    number = zlib.crc32(f"{variety} {engine.game}".encode())
    turn, index = divmod(number, EVEN)
    steps = _nearest_to_even(engine, begun(limit))[index]
    return _placed(engine, transformed(steps, turn % len(SYMMETRIES), 1, 1))


def canonical() -> tuple[Points, ...]:
    """Return the 26 openings, unique up to symmetry, as steps from the centre. The second stone is
    next to the first, along a line or a diagonal; the third is within two steps of the first.
    """
    found = []
    for second in ((0, -1), (1, -1)):
        for third in ((x, y) for y in range(-2, 3) for x in range(-2, 3)):
            image = (-third[0], third[1]) if second == (0, -1) else (-third[1], -third[0])
            if third not in ((0, 0), second) and third >= image:
                found.append(((0, 0), second, third))
    return tuple(found)


def takes_black(engine: Engine, limit: Limit) -> bool:
    """Return whether to take black after three stones: if white is worse even with the best fourth
    stone and number of offers.
    """
    return fourth(engine, limit)[2] < -DOUBT


def fourth(engine: Engine, limit: Limit) -> tuple[Point, int, float]:
    """Return white's fourth stone, the number of fifth stones to ask for, and white's score."""
    limit = begun(limit)._replace(nodes=(limit.nodes + 1) // 2)
    seconds = (limit.soft_seconds or limit.seconds) / 2
    found = balance(engine, WHITE, 1, 0, limit._replace(seconds=seconds, soft_seconds=0))
    (cell,) = found.cells
    rest = SHORT if found.stopped else limit
    engine.place(cell, WHITE)
    try:
        scores = [-float(line.score) for line in _fifths(engine, MOST_OFFERS, rest)]
    finally:
        engine.take_back(cell)
    count, score = min(enumerate(scores, 1), key=lambda offer: abs(offer[1]), default=(1, 0.0))
    return point_of(cell), count, score


def takes_white(engine: Engine, offers: int, limit: Limit) -> bool:
    """Return whether to take white after four stones if black must offer `offers` fifth stones."""
    lines = _fifths(engine, offers, begun(limit))
    return bool(lines) and lines[-1].score < 0


def fifths(engine: Engine, offers: int, limit: Limit) -> Points:
    """Return black's best `offers` fifth stones, or all that the board has."""
    cells = [line.line[0] for line in _fifths(engine, offers, begun(limit))]
    barred = _twins(engine)
    while len(cells) < offers:
        cell = engine.think(BLACK, SHORT, barred=barred.union(cells)).move
        if not cell or cell in barred or cell in cells:
            break
        cells.append(cell)
    return tuple(map(point_of, cells))


def choice(engine: Engine, offered: Points, limit: Limit) -> Point:
    """Return the fifth stone that white keeps: the first of those that are worst for black."""
    scores = _scores(engine, [(point,) for point in offered], BLACK, begun(limit))
    return offered[scores.index(max(scores))]


def _nearest_to_even(engine: Engine, limit: Limit) -> list[Points]:
    """Return the canonical openings, nearest to even first."""
    openings = canonical()
    placed = [_placed(engine, steps) for steps in openings]
    scores = dict(zip(openings, _scores(engine, placed, BLACK, limit), strict=True))
    return sorted(openings, key=lambda steps: abs(scores[steps]))


def _scores(engine: Engine, additions: Sequence[Points], colour: int, limit: Limit) -> list[float]:
    """Return white's score, white to move, after each of `additions`; -inf once stopped.

    The stones of an addition are placed in turn, `colour` first, and removed again.
    """
    scores: list[float] = []
    for index, points in enumerate(additions):
        stones = [
            (cell_at(x, y), side)
            for (x, y), side in zip(points, cycle((colour, opponent(colour))), strict=False)
        ]
        try:
            for cell, side in stones:
                engine.place(cell, side)
            seen: list[Analysis] = []
            result = engine.think(WHITE, _part(limit, index, len(additions)), seen.append)
            scores.append(score_of(seen))
        finally:
            for cell, _ in reversed(stones):
                engine.take_back(cell)
        if result.stopped:
            break
    return scores + [-inf] * (len(additions) - len(scores))


def _fifths(engine: Engine, offers: int, limit: Limit) -> tuple[Analysis, ...]:
    """Return the lines of the best `offers` fifth stones, best first."""
    most = engine.width * engine.height
    result = engine.think(BLACK, limit, lines=min(offers, most), barred=_twins(engine))
    return tuple(line for line in result.lines if line.line)


def _twins(engine: Engine) -> frozenset[int]:
    """Return the empty cells that a symmetry of the stones maps to an earlier cell."""
    width, height = engine.width, engine.height
    sides = [
        tuple(point_of(cell) for cell, side in engine.stones if side == colour)
        for colour in (BLACK, WHITE)
    ]
    own = [
        symmetry
        for symmetry in symmetries(width, height)
        if all(set(transformed(side, symmetry, width, height)) == set(side) for side in sides)
    ]
    points = [(x, y) for y in range(height) for x in range(width)]
    return frozenset(
        cell_at(*point)
        for point in points
        if min(transformed((point,), symmetry, width, height) for symmetry in own) != (point,)
    )


def _part(limit: Limit, done: int, parts: int) -> Limit:
    """Return the limit of part `done + 1` of `parts` equal parts."""
    seconds = limit.soft_seconds or limit.seconds
    left = max(SHORTEST_S, seconds - elapsed_ms(limit) / 1000) if seconds else 0
    return Limit(left / (parts - done), (limit.nodes + parts - 1) // parts, limit.depth)


def _placed(engine: Engine, steps: Points) -> Points:
    """Return the points at steps from the centre."""
    return tuple((engine.width // 2 + dx, engine.height // 2 + dy) for dx, dy in steps)
