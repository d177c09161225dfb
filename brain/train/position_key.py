"""A key for each position, the same for symmetric positions and for any order of the moves.

Alfred Zobrist, A new hashing method with application for game playing, 1970.
"""

import random
from collections.abc import Sequence
from functools import cache

import numpy as np

from brain.rules.symmetry import symmetries, transformed

KEY_BITS = 64


def position_key(size: int, cells: Sequence[int]) -> int:
    """Return the key of a position on a square board. Its stones are numbered `y * size + x` and
    alternate in colour, Black's first. Different positions hardly ever share a key.
    """
    keys, empty = _keys(size)
    stones = np.array(cells, np.int64)
    stones[::2] += size * size
    return int((np.bitwise_xor.reduce(keys[stones], axis=0) ^ empty).min())


@cache
def _keys(size: int) -> tuple[np.ndarray, np.uint64]:
    """Return the keys of stones by cell and symmetry, White's before Black's, uint64
    [2 * size * size, 8]; and the key of the empty board.
    """
    rng = random.Random(size)
    keys = np.array([rng.getrandbits(KEY_BITS) for _ in range(2 * size * size + 1)], np.uint64)
    cells = [(x, y) for y in range(size) for x in range(size)]
    turned = np.transpose(
        [
            [y * size + x for x, y in transformed(cells, symmetry, size, size)]
            for symmetry in symmetries(size, size)
        ]
    )
    return keys[np.concatenate([turned, turned + size * size])], keys[-1]
