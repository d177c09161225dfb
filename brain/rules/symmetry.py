"""The eight symmetries of a board: the axes are swapped or not, then columns and rows mirrored or
not.
"""

from collections.abc import Iterable
from functools import cache

from brain.rules.laws import TABLE

Point = tuple[int, int]  # column and row, counted from 0
Points = tuple[Point, ...]

MIRROR_X, MIRROR_Y, SWAP_AXES = 1, 2, 4  # a symmetry is a sum of these; the swap comes first
SYMMETRIES = range(8)
IDENTITY = 0
TELLING: Points = ((0, 0), (1, 0), (0, 2))  # their images determine a symmetry


def symmetries(width: int, height: int) -> tuple[int, ...]:
    """Return the symmetries of a board, identity first: eight of a square, otherwise four."""
    return tuple(SYMMETRIES if width == height else SYMMETRIES[:SWAP_AXES])


def transformed(points: Iterable[Point], symmetry: int, width: int, height: int) -> Points:
    """Return points of a board under a symmetry."""
    return tuple(mirrored(swapped(point, symmetry), symmetry, width, height) for point in points)


def swapped(point: Point, symmetry: int) -> Point:
    """Return a point, or a step, with its axes swapped if the symmetry swaps them."""
    return point[::-1] if symmetry & SWAP_AXES else point


def mirrored(point: Point, symmetry: int, width: int, height: int) -> Point:
    """Return a point of a board, mirrored as the symmetry mirrors it."""
    x, y = point
    return (
        width - 1 - x if symmetry & MIRROR_X else x,
        height - 1 - y if symmetry & MIRROR_Y else y,
    )


@cache
def between(one: int, other: int, width: int, height: int) -> int:
    """Return the symmetry that maps the image under `one` to the image under `other`."""
    seen, wanted = (transformed(TELLING, each, width, height) for each in (one, other))
    return next(
        symmetry
        for symmetry in symmetries(width, height)
        if transformed(seen, symmetry, width, height) == wanted
    )


def inverse(symmetry: int, width: int, height: int) -> int:
    """Return the symmetry that undoes another."""
    return between(symmetry, IDENTITY, width, height)


def composed(first: int, second: int, width: int, height: int) -> int:
    """Return the symmetry that is one after another."""
    return between(inverse(first, width, height), second, width, height)


def lowest(points: Points, width: int, height: int) -> Points:
    """Return the lexicographically lowest image of a game's points under the symmetries. It is the
    same for all games that are equal up to symmetry.
    """
    return min(transformed(points, each, width, height) for each in symmetries(width, height))


def canonical(stones: Points, rule: int, width: int, height: int) -> tuple[Points, Points]:
    """Return the canonical stones of both colours, sorted. They are the same for all positions that
    are equal up to symmetry and, if both colours have the same law, up to an exchange of the
    colours. `stones` alternate, black's first.
    """
    forms = [transformed(stones, symmetry, width, height) for symmetry in symmetries(width, height)]
    sides = [(tuple(sorted(form[::2])), tuple(sorted(form[1::2]))) for form in forms]
    if TABLE[rule].is_symmetric:
        sides += [(white, black) for black, white in sides]
    return min(sides)
