"""The star block in floating point: cells see each other along lines. Needs PyTorch.

A cell sees the cells within STAR_REACH steps in its eight directions. The weights depend only on
the distance and on whether the direction is along a row or column, or along a diagonal. So the
block commutes with the symmetries of the board. Cells whose moves have a low order by the tables
do not see, which halves the block's cost. brain/kernels/eval/star.py computes the same in
integers, up to rounding.
"""

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from brain.kernels.eval.cell_features import FEATURE_BITS
from brain.kernels.eval.star import SHOWN_MOST
from brain.layout import FEATURES, ORDER_SPAN, STAR_CHANNELS, STAR_REACH, STAR_TAPS
from brain.train.features import ORDER_UNIT

TAP_DEVIATION, STONE_DEVIATION = 0.1, 0.1  # standard deviations of the initial weights
LAST_SCALE = 0.3  # of the second layer's initial weights, relative to PyTorch's
SIDE = 2 * STAR_REACH + 1  # of the square that the convolution sees
SEEING = 0.35  # of the cells near stones, those that see
ALL_SEE = -ORDER_SPAN / ORDER_UNIT  # log odds below those of any move
TABLE_ORDER = 0.6  # the initial weight of the tables' order in a policy
MOST = SHOWN_MOST / (1 << FEATURE_BITS)  # of a feature that takes part


@dataclass(frozen=True)
class Grid:
    """Where the cells and stones of n positions lie on n square boards, [n, side, side], flat."""

    boards: int
    side: int
    cell: Tensor  # [cells]: place of each cell
    stone: Tensor  # [stones]: place of each stone
    stone_side: Tensor  # [stones]: 0 for a stone of the side to move, 1 for the opponent's


class StarBlock(nn.Module):
    """Changes the first STAR_CHANNELS features of cells by what they see.

    `least` is the log odds of a move by the tables from which on its cell sees. At first, all do.

    It also has the layer of the policy at low depths, which reads the features as they were before.
    """

    def __init__(self) -> None:
        super().__init__()
        self.taps = nn.Parameter(TAP_DEVIATION * torch.randn(STAR_TAPS, STAR_CHANNELS))
        self.bias = nn.Parameter(torch.zeros(STAR_CHANNELS))
        self.stones = nn.Parameter(STONE_DEVIATION * torch.randn(2, STAR_CHANNELS))
        self.mix = nn.Linear(STAR_CHANNELS, STAR_CHANNELS)
        self.move = nn.Linear(FEATURES, FEATURES)
        self.order = nn.Parameter(torch.tensor(TABLE_ORDER))
        self.register_buffer("tap_of", tap_of())
        self.register_buffer("least", torch.tensor(ALL_SEE))
        nn.init.zeros_(self.mix.bias)
        with torch.no_grad():
            self.mix.weight.mul_(LAST_SCALE)

    def choose_least(self, order: Tensor) -> None:
        """Have SEEING of the cells see, given the log odds of some moves by the tables."""
        self.least.copy_(torch.quantile(order, 1 - SEEING, interpolation="higher"))

    def forward(self, features: Tensor, grid: Grid, order: Tensor) -> Tensor:
        """Return the features of all cells [cells, FEATURES], changed where a cell sees. `order` is
        the log odds of each cell's move by the tables.
        """
        taking = torch.clamp(features[:, :STAR_CHANNELS], max=MOST)
        places = grid.boards * grid.side * grid.side
        stones = functional.relu(self.stones).index_select(0, grid.stone_side)
        board = torch.zeros(places, STAR_CHANNELS)
        board = board.index_copy(0, torch.cat([grid.cell, grid.stone]), torch.cat([taking, stones]))
        board = board.view(grid.boards, grid.side, grid.side, STAR_CHANNELS).permute(0, 3, 1, 2)
        seen = functional.conv2d(
            board, self.square(), self.bias, padding=STAR_REACH, groups=STAR_CHANNELS
        )
        seen = functional.relu(seen).permute(0, 2, 3, 1).reshape(places, STAR_CHANNELS)
        changed = functional.relu(taking + self.mix(seen.index_select(0, grid.cell)))
        changed = torch.where((order >= self.least)[:, None], changed, features[:, :STAR_CHANNELS])
        return torch.cat([changed, features[:, STAR_CHANNELS:]], 1)

    def square(self) -> Tensor:
        """Return the weights as a square [STAR_CHANNELS, 1, SIDE, SIDE]."""
        padded = functional.pad(self.taps, (0, 0, 0, 1))  # the last row is 0
        return padded.index_select(0, self.tap_of).T.reshape(-1, 1, SIDE, SIDE)


def tap_of() -> Tensor:
    """Return which of the taps each cell of the square has, STAR_TAPS for none: [SIDE * SIDE]."""
    taps = torch.full((SIDE, SIDE), STAR_TAPS)
    middle = STAR_REACH
    taps[middle, middle] = 0
    for far in range(1, STAR_REACH + 1):
        for sign in (-far, far):
            taps[middle, middle + sign] = taps[middle + sign, middle] = far
            taps[middle + far, middle + sign] = taps[middle - far, middle + sign] = STAR_REACH + far
    return taps.view(-1)
