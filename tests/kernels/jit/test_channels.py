"""Channels compute what plain integers do, also beyond the limits of 16 bits."""

import random
from typing import Any

import numpy as np
import pytest

from brain.layout import LANES
from tests.kernels.jit.test_vectors import aligned, clipped, probes, written

ROW = 5 * 2 * LANES  # bytes from a cell to the one below, on a board of five columns
LIMIT = 1 << 13  # of what a cell shows: the sum of four fits


def channels(rng: random.Random, limit: int, count: int = 1) -> Any:
    """Return random shorts for so many cells, some of them at the limits."""
    drawn = [rng.randint(-limit, limit - 1) for _ in range(count * LANES)]
    return aligned([rng.choice((-limit, limit - 1, number)) for number in drawn], np.int16)


def plus(total: Any, seen: list[int], weights: Any) -> list[int]:
    """Return channels plus products, rectified."""
    triples = zip(total.tolist(), seen, weights.tolist(), strict=True)
    return [max(0, clipped(one + (number * weight >> 16))) for one, number, weight in triples]


@pytest.fixture(params=range(3))
def rng(request: pytest.FixtureRequest) -> random.Random:
    return random.Random(request.param)


def test_a_cells_own_channels_are_weighted_and_added(rng: random.Random) -> None:
    total, cell, weights = (channels(rng, 1 << 15) for _ in range(3))
    found = written(probes.write_own, LANES, total, cell, weights)
    assert found == plus(total, cell.tolist(), weights)


def test_four_cells_around_are_summed_weighted_and_added(rng: random.Random) -> None:
    total, weights = channels(rng, 1 << 15), channels(rng, 1 << 15)
    board = channels(rng, LIMIT, 25)
    middle = board[12 * LANES :]
    across, down = 2 * LANES, ROW
    found = written(probes.write_four, LANES, total, middle, across, down, weights)
    cells = board.reshape(5, 5, LANES).astype(int)
    seen = cells[1, 2] + cells[3, 2] + cells[2, 1] + cells[2, 3]
    assert found == plus(total, seen.tolist(), weights)


def test_the_first_shorts_are_limited_and_raised(rng: random.Random) -> None:
    shorts = aligned([rng.randint(0, 3000) for _ in range(2 * LANES)], np.int16)
    found = written(probes.write_raised, LANES, shorts, 1023, 3)
    assert found == [min(number, 1023) << 3 for number in shorts.tolist()[:LANES]]


def test_ints_are_limited_and_added_to_channels(rng: random.Random) -> None:
    total = channels(rng, 1 << 15)
    ints = aligned([rng.randint(-1 << 17, 1 << 17) for _ in range(LANES)], np.int32)
    found = written(probes.write_channel_sum, LANES, total, ints)
    pairs = zip(total.tolist(), ints.tolist(), strict=True)
    assert found == [max(0, clipped(one + clipped(number))) for one, number in pairs]
