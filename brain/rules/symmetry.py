"""The eight symmetries of a board: axes swapped or not, then columns, rows or both mirrored."""

from collections.abc import Iterable
from functools import cache

from brain.rules.laws import TABLE

Point = tuple[int, int]  # column and row, counted from 0
Points = tuple[Point, ...]

MIRROR_X, MIRROR_Y, SWAP_AXES = 1, 2, 4  # a symmetry is a sum of these, the swap done first
SYMMETRIES = range(8)
IDENTITY = 0
TELLING: Points = ((0, 0), (1, 0), (0, 2))  # no two symmetries move all of these alike


def symmetries(width: int, height: int) -> tuple[int, ...]:
    """Return the symmetries of a board, the identity first: eight of a square, else four."""
    return tuple(SYMMETRIES if width == height else SYMMETRIES[:SWAP_AXES])


def transformed(points: Iterable[Point], symmetry: int, width: int, height: int) -> Points:
    """Return points of a board under a symmetry."""
    return tuple(mirrored(swapped(point, symmetry), symmetry, width, height) for point in points)


def swapped(point: Point, symmetry: int) -> Point:
    """Return a point, or a step, with its axes swapped if the symmetry swaps them."""
    return point[::-1] if symmetry & SWAP_AXES else point


def mirrored(point: Point, symmetry: int, width: int, height: int) -> Point:
    """Return a point of a board with the axes mirrored that the symmetry mirrors."""
    x, y = point
    return (
        width - 1 - x if symmetry & MIRROR_X else x,
        height - 1 - y if symmetry & MIRROR_Y else y,
    )


@cache
def between(one: int, other: int, width: int, height: int) -> int:
    """Return the symmetry from what is seen under one to what is seen under another."""
    seen, wanted = (transformed(TELLING, each, width, height) for each in (one, other))
    return next(
        symmetry
        for symmetry in symmetries(width, height)
        if transformed(seen, symmetry, width, height) == wanted
    )


def inverse(symmetry: int, width: int, height: int) -> int:
    """Return the symmetry that undoes another."""
    return between(symmetry, IDENTITY, width, height)


def lowest(points: Points, width: int, height: int) -> Points:
    """Return points in turn under the symmetry that gives the lowest: the same for all games that
    differ only by a symmetry.
    """
    return min(transformed(points, each, width, height) for each in symmetries(width, height))


def canonical(stones: Points, rule: int, width: int, height: int) -> tuple[Points, Points]:
    """Return the stones of both colours, sorted: the same for all games that differ only by a
    symmetry or, if both colours have the same law, by an exchange of the colours. `stones` are in
    turn, black's first.
    """
    forms = [transformed(stones, symmetry, width, height) for symmetry in symmetries(width, height)]
    sides = [(tuple(sorted(form[::2])), tuple(sorted(form[1::2]))) for form in forms]
    if TABLE[rule].is_symmetric:
        sides += [(white, black) for black, white in sides]
    return min(sides)
