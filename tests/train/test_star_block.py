"""The star block in floating point, against sums cell by cell."""

from typing import Any

import numpy as np
import pytest

from brain.layout import FEATURES, STAR_CHANNELS, STAR_REACH

torch = pytest.importorskip("torch", reason="needs torch, of the extra train")

from brain.train.star_block import SEEING, Grid, StarBlock  # noqa: E402 (needs torch)

SIDE = 9
CELLS, STONES = [(4, 4), (0, 0), (2, 6), (8, 4)], [(3, 3), (4, 8)]
LEAST, ORDER = -9.0, [-9.0, -3.0, -9.5, 0.0]  # the third cell does not see


def seen_at(shown: dict[tuple[int, int], np.ndarray], taps: np.ndarray, at: tuple[int, int]) -> Any:
    """Return the weighted sum of what a cell sees."""
    total = shown.get(at, np.zeros(STAR_CHANNELS)) * taps[0]
    for far in range(1, STAR_REACH + 1):
        for y, x in np.ndindex(3, 3):
            step = y - 1, x - 1
            if step != (0, 0):
                tap = far if 0 in step else STAR_REACH + far
                cell = at[0] + far * step[0], at[1] + far * step[1]
                total = total + shown.get(cell, np.zeros(STAR_CHANNELS)) * taps[tap]
    return total


def test_a_cell_sees_cells_and_stones_in_eight_directions() -> None:
    torch.manual_seed(1)
    block = StarBlock()
    features = torch.rand(len(CELLS), FEATURES)
    second_board = SIDE * SIDE
    grid = Grid(
        boards=2,
        side=SIDE,
        cell=torch.tensor([second_board + y * SIDE + x for y, x in CELLS]),
        stone=torch.tensor([second_board + y * SIDE + x for y, x in STONES]),
        stone_side=torch.tensor([0, 1]),
    )
    with torch.no_grad():
        block.least.fill_(LEAST)
        found = block(features, grid, torch.tensor(ORDER)).numpy()
        stones = torch.relu(block.stones).numpy()
        weights = block.taps.numpy(), block.bias.numpy()
        mix, mix_bias = block.mix.weight.numpy(), block.mix.bias.numpy()
    own = features.numpy()[:, :STAR_CHANNELS]
    shown = dict(zip(CELLS, own, strict=True)) | dict(zip(STONES, stones, strict=True))
    for cell, order, before, after in zip(CELLS, ORDER, own, found, strict=True):
        hidden = np.maximum(seen_at(shown, weights[0], cell) + weights[1], 0)
        changed = np.maximum(before + mix @ hidden + mix_bias, 0)
        expected = changed if order >= LEAST else before
        assert after[:STAR_CHANNELS] == pytest.approx(expected, abs=1e-5)
    assert (found[:, STAR_CHANNELS:] == features.numpy()[:, STAR_CHANNELS:]).all()


def test_a_share_of_the_cells_sees_once_it_is_chosen() -> None:
    block, order = StarBlock(), torch.arange(-640, 640) / 64
    assert bool((order >= block.least).all())
    block.choose_least(order)
    assert float((order >= block.least).float().mean()) == pytest.approx(SEEING, abs=0.01)
