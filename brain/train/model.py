"""The network in floating point, and its weights as the integers of a file: needs PyTorch.

A row of features is the sum of what the line patterns give, what the class gives, and a rest of its
own (Stockfish's "factorizer" of its networks does so for its inputs). kernels/network.py computes
the same in integers, but for rounding.
"""

import math
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from brain.kernels.eval.network import ACTIVATION_BITS, WEIGHT_BITS
from brain.layout import (
    FEATURES,
    INPUTS,
    LANES,
    NETWORK,
    NETWORK_OFFSETS,
    REGION_KINDS,
    REGION_UNITS,
    REGIONS,
    UNITS,
)
from brain.lexicon import COMBINATIONS
from brain.train.fit_tables import shape_features

ROW_UNIT = 64  # integers of a row, for 1
SUM_DIVISOR, ALL_DIVISOR = 8.0, 64.0  # of features summed over a region, and over all regions
WEIGHT_UNIT, ACTIVATION_UNIT = 1 << WEIGHT_BITS, 1 << ACTIVATION_BITS
LARGEST = 32767  # of a short
ALL_GAIN = 8.0  # the sum of all features is learnt from so much larger, or it is learnt slowly
LIMIT = LARGEST / ACTIVATION_UNIT  # of an activation
CLASSICAL_LIMIT = 5.0
FIRST_SHARE = 0.1  # of the usual size, of the last layer's weights at first
FIRST_ROW = 0.2  # standard deviation of what patterns and classes give at first
KINDS = (0, 1, 0, 1, 2, 1, 0, 1, 0)  # of the regions: corner, edge, middle
GATE = 60  # evaluation units
POLICY = ("move", "move_bias", "order")  # what only the order of moves needs


@dataclass(frozen=True)
class Batch:
    """Some positions. A cell's entry is a row of features; its region counts from the batch's
    first position.
    """

    own: Tensor  # [cells]
    other: Tensor  # [cells]
    position: Tensor  # [cells]
    region: Tensor  # [cells]
    order: Tensor  # [cells]: log odds of the move by the tables
    classical: Tensor  # [n]: log odds of winning by the classical score
    label: Tensor  # [n]: chance of winning
    chosen: Tensor  # [n]: cell of the batch, -1 for none to learn


class Network(nn.Module):
    """The network in floating point."""

    def __init__(self, rule: int) -> None:
        """Set the weights at random, so that the score is at first nearly the classical one.

        Features begin as differences between what a cell is to either side, rectified: sums of
        what both have would hide how they differ.
        """
        super().__init__()
        shapes = shape_features(rule)
        self.colours = len(shapes) // COMBINATIONS
        turned = np.roll(shapes.reshape(self.colours, COMBINATIONS, -1), 1, axis=0)
        both = np.stack([shapes, turned.reshape(shapes.shape)]).astype(np.float32)
        self.register_buffer("shapes", torch.from_numpy(both))
        first = FIRST_ROW * torch.randn(shapes.shape[1], FEATURES)
        self.shared = nn.Parameter(torch.stack([first, -first]))
        self.rest = nn.Parameter(torch.zeros(2, len(shapes), FEATURES))
        self.row_bias = nn.Parameter(torch.zeros(FEATURES))
        self.region = nn.ModuleList(nn.Linear(FEATURES, REGION_UNITS) for _ in range(REGION_KINDS))
        self.first = nn.Linear(INPUTS - 1, UNITS)
        self.second = nn.Linear(UNITS, UNITS)
        self.last = nn.Linear(UNITS, 1)
        self.direct = nn.Linear(FEATURES, 1, bias=False)
        self.classical = nn.Parameter(torch.tensor(1.0))
        self.move = nn.Linear(FEATURES, FEATURES)
        self.order = nn.Parameter(torch.tensor(0.6))
        nn.init.zeros_(self.direct.weight)
        nn.init.zeros_(self.last.bias)
        with torch.no_grad():
            self.last.weight.mul_(FIRST_SHARE)

    def rows(self) -> Tensor:
        """Return the rows of features, [own and other, entries, FEATURES]."""
        rows: Tensor = self.shapes @ self.shared + self.rest
        return torch.stack([rows[0] + self.row_bias, rows[1]])

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """Return the log odds of winning [n], and of each cell's move [cells]."""
        rows = self.rows()
        features = functional.relu(
            functional.embedding(batch.own, rows[0]) + functional.embedding(batch.other, rows[1])
        )
        size = len(batch.classical)
        sums = torch.zeros(size * REGIONS, FEATURES).index_add(0, batch.region, features)
        sums = sums.view(size, REGIONS, FEATURES)
        return self.head(sums, batch.classical), self._moves(sums, features, batch)

    def head(self, sums: Tensor, classical: Tensor) -> Tensor:
        """Return the log odds of winning from the regions' sums [n, REGIONS, FEATURES]."""
        scaled = torch.clamp(sums / SUM_DIVISOR, max=LIMIT)
        everything = torch.clamp(sums.sum(1) / ALL_DIVISOR, max=LIMIT) * ALL_GAIN
        units = []
        for kind, layer in enumerate(self.region):
            regions = [number for number, other in enumerate(KINDS) if other == kind]
            units.append(functional.relu(layer(scaled[:, regions])).sum(1))
        seen = torch.clamp(classical, -CLASSICAL_LIMIT, CLASSICAL_LIMIT)[:, None]
        first = functional.relu(self.first(torch.cat([everything, *units, seen], 1)))
        second = functional.relu(self.second(first))
        found = self.last(second) + self.direct(everything)
        return found[:, 0] + self.classical * classical

    def _moves(self, sums: Tensor, features: Tensor, batch: Batch) -> Tensor:
        weights = self.move(sums.sum(1) / ALL_DIVISOR * ALL_GAIN)
        return (features * weights[batch.position]).sum(1) + self.order * batch.order


# Integers.


@torch.no_grad()
def quantised(network: Network) -> dict[str, np.ndarray]:
    """Return the weights as layout.NETWORK has them."""
    gains = torch.ones(INPUTS - 1)
    gains[:FEATURES] = ALL_GAIN
    unit = WEIGHT_UNIT * ACTIVATION_UNIT
    last_bias, gate = np.zeros(LANES, np.int32), np.zeros(LANES - 2, np.int32)
    last_bias[0], gate[0] = round(float(network.last.bias) * unit), GATE
    rows = _short(network.rows(), ROW_UNIT).reshape(2, network.colours, COMBINATIONS, FEATURES)
    weights = {
        "region": np.stack([_paired(layer.weight)[:, 0] for layer in network.region]),
        "hidden1": _paired(network.first.weight * gains),
        "hidden2": _paired(network.second.weight),
        "policy": _paired(network.move.weight * ALL_GAIN),
        "output": _short(network.last.weight[0], WEIGHT_UNIT),
        "skip": _short(network.direct.weight[0] * ALL_GAIN, WEIGHT_UNIT),
        "region_bias": np.stack([_int(layer.bias, unit) for layer in network.region]),
        "hidden1_bias": _int(network.first.bias, unit),
        "hidden2_bias": _int(network.second.bias, unit),
        "policy_bias": _int(network.move.bias, unit),
        "output_bias": last_bias,
        "classical_weight": np.array([round(float(network.classical) * WEIGHT_UNIT)], np.int32),
        "table_weight": np.array([round(float(network.order) * WEIGHT_UNIT)], np.int32),
        "gate": gate,
        "embedding": rows.transpose(1, 0, 2, 3),
    }
    for name, code, shape in NETWORK:
        assert weights[name].dtype == np.dtype(code)
        assert weights[name].shape[1:] == shape[1:]
    return weights


def packed(weights: dict[str, np.ndarray]) -> bytes:
    """Return weights as a file's content."""
    return b"".join(
        np.ascontiguousarray(weights[name]).astype(f"<{code}").tobytes()
        for name, code, _ in NETWORK
    )


def unpacked(content: bytes) -> dict[str, np.ndarray]:
    """Return the weights in a file's content."""
    weights = {}
    for name, code, shape in NETWORK:
        start, count = NETWORK_OFFSETS[name], math.prod(shape)
        most = (len(content) - start) // np.dtype(code).itemsize
        values = np.frombuffer(content, f"<{code}", min(count, most), start)  # rows may be missing
        weights[name] = values.reshape(-1, *shape[1:])
    return weights


@torch.no_grad()
def use(network: Network, weights: dict[str, np.ndarray]) -> None:
    """Have a network use weights as layout.NETWORK has them."""

    def put(values: np.ndarray, target: Tensor) -> None:
        target.copy_(torch.from_numpy(values.reshape(target.shape)))

    unit = WEIGHT_UNIT * ACTIVATION_UNIT
    for kind, layer in enumerate(network.region):
        put(_unpaired(weights["region"][kind][:, None]), layer.weight)
        put(weights["region_bias"][kind] / unit, layer.bias)
    hidden = {"hidden1": network.first, "hidden2": network.second, "policy": network.move}
    for name, layer in hidden.items():
        put(_unpaired(weights[name])[:, : layer.in_features], layer.weight)
        put(weights[f"{name}_bias"] / unit, layer.bias)
    network.first.weight[:, :FEATURES].div_(ALL_GAIN)
    network.move.weight.div_(ALL_GAIN)
    put(weights["output"] / WEIGHT_UNIT, network.last.weight)
    put(weights["output_bias"][:1] / unit, network.last.bias)
    put(weights["skip"] / (WEIGHT_UNIT * ALL_GAIN), network.direct.weight)
    put(weights["classical_weight"] / WEIGHT_UNIT, network.classical)
    put(weights["table_weight"] / WEIGHT_UNIT, network.order)
    network.shared.zero_()
    network.row_bias.zero_()
    put(weights["embedding"].transpose(1, 0, 2, 3) / ROW_UNIT, network.rest)


def _paired(weight: Tensor) -> np.ndarray:
    """Return a layer's weights [outputs, inputs] as integers, those of two inputs side by side:
    [pairs, outputs / LANES, LANES, 2].
    """
    weights = _short(weight, WEIGHT_UNIT).T
    weights = np.pad(weights, ((0, len(weights) % 2), (0, 0)))
    blocks = weights.reshape(len(weights) // 2, 2, -1, LANES)
    return np.ascontiguousarray(blocks.transpose(0, 2, 3, 1))


def _unpaired(blocks: np.ndarray) -> np.ndarray:
    """Return the weights [outputs, 2 * pairs] that _paired has made integers of."""
    return blocks.transpose(1, 2, 0, 3).reshape(-1, 2 * len(blocks)) / WEIGHT_UNIT


def _short(values: Tensor, unit: int) -> np.ndarray:
    limited = np.clip(np.rint(values.numpy() * unit), -LARGEST, LARGEST)
    return np.asarray(limited.astype(np.int16))


def _int(values: Tensor, unit: int) -> np.ndarray:
    return np.asarray(np.rint(values.numpy() * unit).astype(np.int32))
