"""Vectors compute what plain integers do, also beyond the limits of 16 bits."""

import random
from typing import Any

import numpy as np
import pytest

from brain.layout import LANES
from tests.support.kernels import Later

probes = Later("tests.kernels.jit.probes")
SHORTS = 2 * LANES
LIMITS = -(1 << 15), (1 << 15) - 1
LINE = 64  # bytes that weights are aligned to


def aligned(numbers: list[int], kind: Any) -> Any:
    """Return an array that begins at a multiple of LINE bytes."""
    memory = np.zeros(len(numbers) * 4 + LINE, np.uint8)
    start = -memory.ctypes.data % LINE
    made = memory[start : start + len(numbers) * np.dtype(kind).itemsize].view(kind)
    made[:] = numbers
    return made


def shorts(rng: random.Random, limit: int = 1 << 15) -> Any:
    """Return random shorts, some of them at the limits."""
    least, most = -limit, limit - 1
    drawn = [rng.randint(least, most) for _ in range(SHORTS)]
    return aligned([rng.choice((least, most, number)) for number in drawn], np.int16)


def ints(rng: random.Random) -> Any:
    """Return random ints."""
    return aligned([rng.randint(-(1 << 24), 1 << 24) for _ in range(LANES)], np.int32)


def clipped(number: int) -> int:
    """Return a number inside the limits of a short."""
    return max(LIMITS[0], min(LIMITS[1], number))


def wrapped(number: int) -> int:
    """Return the lowest 16 bits of a number as a short."""
    return (number - LIMITS[0]) % (1 << 16) + LIMITS[0]


def written(kernel: Any, count: int, *given: Any) -> list[int]:
    """Return the shorts that a kernel writes, given arrays by their address and numbers."""
    target = aligned([0] * SHORTS, np.int16)
    kernel(target.ctypes.data, *(it if isinstance(it, int) else it.ctypes.data for it in given))
    assert not target[count:].any()
    return [int(number) for number in target[:count]]


def pairs(a: Any, b: Any) -> list[int]:
    """Return the products of neighbours, added up two by two."""
    products = [int(x) * int(y) for x, y in zip(a, b, strict=True)]
    return [products[n] + products[n + 1] for n in range(0, len(products), 2)]


@pytest.fixture(params=range(5))
def rng(request: pytest.FixtureRequest) -> random.Random:
    return random.Random(request.param)


def test_a_rectified_sum_wraps_around_and_is_not_negative(rng: random.Random) -> None:
    a, b = shorts(rng), shorts(rng)
    expected = [max(0, wrapped(int(x) + int(y))) for x, y in zip(a, b, strict=True)]
    assert written(probes.write_rectified_sum, SHORTS, a, b) == expected


def test_a_limited_sum_stays_at_the_limit(rng: random.Random) -> None:
    a, b = shorts(rng), shorts(rng)
    a[0] = b[0] = (1 << 14) - 1
    expected = [
        clipped(max(0, wrapped(int(x) + int(y))) + max(0, wrapped(2 * int(x))))
        for x, y in zip(a, b, strict=True)
    ]
    assert written(probes.write_limited_sum, SHORTS, a, b) == expected
    assert expected[0] == LIMITS[1]


@pytest.mark.parametrize("bits", [0, 3, 15])
def test_shifted_shorts_keep_their_sign_and_are_added_within_the_limit(
    rng: random.Random, bits: int
) -> None:
    a, b = shorts(rng), shorts(rng)
    expected = [
        clipped(max(0, wrapped(2 * int(x))) + (int(y) >> bits)) for x, y in zip(a, b, strict=True)
    ]
    assert written(probes.write_shifted_sum, SHORTS, a, b, bits) == expected


@pytest.mark.parametrize("bits", [0, 8])
def test_a_pair_is_multiplied_by_each_pair_of_weights(rng: random.Random, bits: int) -> None:
    base, pair, weights = ints(rng), shorts(rng, 1 << 10), shorts(rng, 1 << 10)
    products = pairs([*pair[:2]] * LANES, weights)
    expected = [clipped(int(x) + y >> bits) for x, y in zip(base, products, strict=True)]
    assert written(probes.write_products, LANES, base, pair, weights, bits) == expected


@pytest.mark.parametrize("bits", [0, 8])
def test_neighbouring_products_are_added_to_ints(rng: random.Random, bits: int) -> None:
    base, a, b = ints(rng), shorts(rng, 1 << 10), shorts(rng, 1 << 10)
    totals = zip(base, pairs(a, b), strict=True)
    expected = [clipped(max(0, int(x) + y >> bits)) for x, y in totals]
    assert written(probes.write_rectified, LANES, base, a, b, bits) == expected


def test_totals_are_those_of_the_numbers(rng: random.Random) -> None:
    one, other = ints(rng), ints(rng)
    assert probes.total(one.ctypes.data, other.ctypes.data) == int(one.sum()) + int(other.sum())
    a, b = shorts(rng, 1 << 10), shorts(rng, 1 << 10)
    expected = sum(pairs([max(0, 2 * int(x)) for x in a], b))
    assert probes.dot_product(a.ctypes.data, b.ctypes.data) == expected
