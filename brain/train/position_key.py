"""Which positions are the same to a judge: those that differ by a symmetry of the board, or by the
order of their stones.

Alfred Zobrist, A new hashing method with application for game playing, 1970.
"""

import random
from collections.abc import Sequence
from functools import cache

import numpy as np

from brain.rules.symmetry import symmetries, transformed

BITS = 64  # of a key


def key(size: int, cells: Sequence[int]) -> int:
    """Return a number that positions of a square board share if they are the same, and hardly any
    others; the stones, as y * size + x, are in turn, black's first.
    """
    keys, empty = _keys(size)
    stones = np.array(cells, np.int64)
    stones[::2] += size * size
    return int((np.bitwise_xor.reduce(keys[stones], axis=0) ^ empty).min())


@cache
def _keys(size: int) -> tuple[np.ndarray, np.uint64]:
    """Return the keys of white's stones, then of black's, by cell and by symmetry, uint64
    [2 * size * size, 8]; and the empty board's.
    """
    draw = random.Random(size)
    keys = np.array([draw.getrandbits(BITS) for _ in range(2 * size * size + 1)], np.uint64)
    cells = [(x, y) for y in range(size) for x in range(size)]
    turned = np.transpose(
        [
            [y * size + x for x, y in transformed(cells, symmetry, size, size)]
            for symmetry in symmetries(size, size)
        ]
    )
    return keys[np.concatenate([turned, turned + size * size])], keys[-1]
