"""The network in floating point, and its weights as the integers of a file. Needs PyTorch.

The embedding of a table entry is the sum of a term for each of its line patterns, a term for its
class, and a residual (Stockfish's networks factorize their inputs in this way). The kernel
brain/kernels/eval/network.py computes the same in integers, up to rounding.
"""

import math
from collections.abc import Container, Iterator
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from brain.kernels.eval.cell_features import FEATURE_BITS
from brain.kernels.eval.network import ACTIVATION_BITS, WEIGHT_BITS
from brain.kernels.eval.star import CHANNEL_BITS, MIX_BITS, SHOWN_BITS, TAP_BITS
from brain.layout import (
    FEATURES,
    INPUTS,
    LANES,
    NETWORK,
    ORDER_SPAN,
    REGION_KINDS,
    REGION_UNITS,
    REGIONS,
    STAR,
    STAR_MOST,
    STAR_TAPS,
    UNITS,
    Shape,
    network_shape,
)
from brain.lexicon import COMBINATIONS
from brain.train.features import ORDER_UNIT, shape_features
from brain.train.star_block import Grid, StarBlock

ROW_UNIT = 1 << FEATURE_BITS  # of an embedding's integers, for 1
TAP_UNIT, CHANNEL_UNIT, MIX_UNIT = 1 << TAP_BITS, 1 << CHANNEL_BITS, 1 << MIX_BITS
SHOWN_UNIT = ROW_UNIT << SHOWN_BITS
SUM_DIVISOR, ALL_DIVISOR = 8.0, 64.0  # of the sums over a region, and over all regions
WEIGHT_UNIT, ACTIVATION_UNIT = 1 << WEIGHT_BITS, 1 << ACTIVATION_BITS
LARGEST = 32767  # of 16 bits
MOST_CLIPPED = 0.001  # fraction of the weights that may be clipped to LARGEST
ALL_GAIN = 8.0  # scales the sum over all regions in training, which is slow without it
LIMIT = LARGEST / ACTIVATION_UNIT  # of an activation
CLASSICAL_LIMIT = 5.0  # log odds, of the classical score as an input
LAST_SCALE = 0.1  # of the last layer's initial weights, relative to PyTorch's
TERM_DEVIATION = 0.2  # standard deviation of the initial terms
KINDS = (0, 1, 0, 1, 2, 1, 0, 1, 0)  # of the regions: corner, edge, centre
GATE = 60  # evaluation units: how near to the search's window the network is evaluated
# The arrays of layout.NETWORK and layout.STAR for move ordering.
POLICY = (
    "policy",
    "policy_bias",
    "table_weight",
    "shallow_policy",
    "shallow_policy_bias",
    "shallow_table_weight",
)


@dataclass(frozen=True)
class Batch:
    """The inputs and labels of n positions."""

    own: Tensor  # [cells]: the table entry of the side to move
    other: Tensor  # [cells]: the table entry of the opponent
    position: Tensor  # [cells]: index of the cell's position in the batch
    region: Tensor  # [cells]: REGIONS * position + region
    order: Tensor  # [cells]: log odds of the move by the tables
    classical: Tensor  # [n]: log odds of winning by the classical score
    label: Tensor  # [n]: win rate
    chosen: Tensor  # [n]: index of the labelled move in the cells, -1 for none
    grid: Grid  # where the cells and stones lie


@dataclass(frozen=True)
class Predictions:
    """A model's log odds."""

    value: Tensor  # [n]: of winning
    moves: Tensor  # [cells]: of each cell's move
    shallow: Tensor | None  # [cells]: the same by the policy at low depths, of a star block


class NetworkModel(nn.Module):
    """The network in floating point."""

    def __init__(self, rule: int, has_star: bool = False) -> None:
        """Set random weights, with which the score is nearly the classical one.

        The initial terms of both sides are opposite, so a feature is the difference of the two
        sides. A sum would hide which side has which pattern.
        """
        super().__init__()
        shapes = shape_features(rule)
        self.colours = len(shapes) // COMBINATIONS
        turned = np.roll(shapes.reshape(self.colours, COMBINATIONS, -1), 1, axis=0)
        both = np.stack([shapes, turned.reshape(shapes.shape)]).astype(np.float32)
        self.register_buffer("shapes", torch.from_numpy(both))
        terms = TERM_DEVIATION * torch.randn(shapes.shape[1], FEATURES)
        self.terms = nn.Parameter(torch.stack([terms, -terms]))
        self.residual = nn.Parameter(torch.zeros(2, len(shapes), FEATURES))
        self.embedding_bias = nn.Parameter(torch.zeros(FEATURES))
        self.region = nn.ModuleList(nn.Linear(FEATURES, REGION_UNITS) for _ in range(REGION_KINDS))
        self.first = nn.Linear(INPUTS - 1, UNITS)
        self.second = nn.Linear(UNITS, UNITS)
        self.last = nn.Linear(UNITS, 1)
        self.direct = nn.Linear(FEATURES, 1, bias=False)
        self.classical = nn.Parameter(torch.tensor(1.0))
        self.move = nn.Linear(FEATURES, FEATURES)
        self.order = nn.Parameter(torch.tensor(0.6))
        self.star = StarBlock() if has_star else None
        nn.init.zeros_(self.direct.weight)
        nn.init.zeros_(self.last.bias)
        with torch.no_grad():
            self.last.weight.mul_(LAST_SCALE)

    def embeddings(self) -> Tensor:
        """Return the embeddings, [own and other, entries, FEATURES]."""
        own, other = self.shapes @ self.terms + self.residual
        return torch.stack([own + self.embedding_bias, other])

    def forward(self, batch: Batch) -> Predictions:
        """Return the predictions for a batch."""
        own, other = self.embeddings()
        features = functional.relu(
            functional.embedding(batch.own, own) + functional.embedding(batch.other, other)
        )
        shallow = None
        if self.star is not None:
            shallow = _moves(self.star.move, self.star.order, features, batch)
            features = self.star(features, batch.grid, batch.order)
        moves = _moves(self.move, self.order, features, batch)
        return Predictions(self.head(_sums(features, batch), batch.classical), moves, shallow)

    def head(self, sums: Tensor, classical: Tensor) -> Tensor:
        """Return the log odds of winning, given the sums over regions [n, REGIONS, FEATURES]."""
        scaled = torch.clamp(sums / SUM_DIVISOR, max=LIMIT)
        everything = torch.clamp(sums.sum(1) / ALL_DIVISOR, max=LIMIT) * ALL_GAIN
        units = []
        for kind, layer in enumerate(self.region):
            regions = [number for number, other in enumerate(KINDS) if other == kind]
            units.append(functional.relu(layer(scaled[:, regions])).sum(1))
        known = torch.clamp(classical, -CLASSICAL_LIMIT, CLASSICAL_LIMIT)[:, None]
        first = functional.relu(self.first(torch.cat([everything, *units, known], 1)))
        second = functional.relu(self.second(first))
        found = self.last(second) + self.direct(everything)
        return found[:, 0] + self.classical * classical


def _sums(features: Tensor, batch: Batch) -> Tensor:
    """Return the sums of features over the regions, [n, REGIONS, FEATURES]."""
    size = len(batch.classical)
    sums = torch.zeros(size * REGIONS, FEATURES).index_add(0, batch.region, features)
    return sums.view(size, REGIONS, FEATURES)


def _moves(layer: nn.Linear, order: Tensor, features: Tensor, batch: Batch) -> Tensor:
    """Return the log odds of each cell's move [cells] by a policy's layer and the weight of the
    tables' order.
    """
    weights = layer(_sums(features, batch).sum(1) / ALL_DIVISOR * ALL_GAIN)
    # index_select, as the gradient of weights[position] takes several times as long
    return (features * weights.index_select(0, batch.position)).sum(1) + order * batch.order


# Integers.


@dataclass(frozen=True)
class QuantisedNetwork:
    """The weights of a network as integers, by the names of layout.NETWORK."""

    weights: dict[str, np.ndarray]
    clipped: int  # number of weights that did not fit into 16 bits


@torch.no_grad()
def quantised(model: NetworkModel) -> QuantisedNetwork:
    """Return a model's weights as integers. ValueError if more than MOST_CLIPPED do not fit."""
    rounding = _Rounding()
    gains = torch.ones(INPUTS - 1)
    gains[:FEATURES] = ALL_GAIN
    embeddings = rounding.short(model.embeddings(), ROW_UNIT)
    shorts = {
        "region": np.stack([rounding.layer(layer.weight)[:, 0] for layer in model.region]),
        "hidden1": rounding.layer(model.first.weight * gains),
        "hidden2": rounding.layer(model.second.weight),
        "policy": rounding.layer(model.move.weight * ALL_GAIN),
        "output": rounding.short(model.last.weight[0], WEIGHT_UNIT),
        "skip": rounding.short(model.direct.weight[0] * ALL_GAIN, WEIGHT_UNIT),
        "embedding": embeddings.reshape(2, -1, COMBINATIONS, FEATURES).transpose(1, 0, 2, 3),
    }
    unit = WEIGHT_UNIT * ACTIVATION_UNIT
    star = _quantised_star(model.star, rounding) if model.star is not None else {}
    rounding.check()
    last_bias, gate = np.zeros(LANES, np.int32), np.zeros(LANES - 2, np.int32)
    last_bias[0], gate[0] = round(float(model.last.bias) * unit), GATE
    weights = shorts | {
        "region_bias": np.stack([_int(layer.bias, unit) for layer in model.region]),
        "hidden1_bias": _int(model.first.bias, unit),
        "hidden2_bias": _int(model.second.bias, unit),
        "policy_bias": _int(model.move.bias, unit),
        "output_bias": last_bias,
        "classical_weight": np.array([round(float(model.classical) * WEIGHT_UNIT)], np.int32),
        "table_weight": np.array([round(float(model.order) * WEIGHT_UNIT)], np.int32),
        "gate": gate,
        **star,
    }
    for name, code, shape in _arrays(weights):
        assert weights[name].dtype == np.dtype(code)
        assert weights[name].shape[1:] == shape[1:]
    return QuantisedNetwork(weights, rounding.clipped)


def _quantised_star(star: StarBlock, rounding: "_Rounding") -> dict[str, np.ndarray]:
    """Return a star block's weights as integers, by the names of layout.STAR."""
    stones = functional.relu(star.stones)
    table_weight, least = (np.zeros(LANES // 2, np.int32) for _ in range(2))
    table_weight[0] = round(float(star.order) * WEIGHT_UNIT)
    least[0] = round(float(star.least) * ORDER_UNIT) + ORDER_SPAN
    # A product keeps its upper bits, so each of the STAR_TAPS loses one half on average; the sum of
    # a mixed feature is rounded to the nearest.
    lost, half = STAR_TAPS / 2 / CHANNEL_UNIT, 1 / (2 * ROW_UNIT)
    return {
        "star_taps": rounding.short(star.taps, TAP_UNIT),
        "star_bias": rounding.short(star.bias + lost, CHANNEL_UNIT),
        "star_stones": np.minimum(rounding.short(stones, SHOWN_UNIT), STAR_MOST),
        "star_mix": rounding.layer(star.mix.weight, MIX_UNIT)[:, 0],
        "star_mix_bias": _int(star.mix.bias + half, MIX_UNIT * CHANNEL_UNIT),
        "shallow_policy": rounding.layer(star.move.weight * ALL_GAIN),
        "shallow_policy_bias": _int(star.move.bias, WEIGHT_UNIT * ACTIVATION_UNIT),
        "shallow_table_weight": table_weight,
        "star_least": least,
    }


def _arrays(weights: Container[str]) -> Iterator[tuple[str, str, Shape]]:
    """Yield the name, dtype and shape of each array of a network, with or without a star block."""
    return (array for array in (*NETWORK, *STAR) if array[0] in weights)


def packed(weights: dict[str, np.ndarray]) -> bytes:
    """Return weights as the content of a file."""
    return b"".join(
        np.ascontiguousarray(weights[name]).astype(f"<{code}").tobytes()
        for name, code, _ in _arrays(weights)
    )


def has_star(content: bytes) -> bool:
    """Return whether the content of a file has a star block. ValueError as for `unpacked`."""
    return network_shape(content).star > 0


def unpacked(content: bytes) -> dict[str, np.ndarray]:
    """Return the weights in the content of a file. ValueError if no network has its length."""
    found = network_shape(content)
    weights, start = {}, 0
    for name, code, shape in NETWORK + (STAR if found.star else ()):
        rows = found.colours if name == "embedding" else shape[0]
        values = np.frombuffer(content, f"<{code}", rows * math.prod(shape[1:]), start)
        weights[name] = values.reshape(rows, *shape[1:])
        start += values.nbytes
    return weights


@torch.no_grad()
def use(model: NetworkModel, weights: dict[str, np.ndarray]) -> None:
    """Set a model's weights to those of a file; both have a star block or neither. The residuals
    become the whole embeddings.
    """

    put, unit = _put, WEIGHT_UNIT * ACTIVATION_UNIT
    for kind, layer in enumerate(model.region):
        put(_unpaired(weights["region"][kind][:, None]), layer.weight)
        put(weights["region_bias"][kind] / unit, layer.bias)
    hidden = {"hidden1": model.first, "hidden2": model.second, "policy": model.move}
    for name, layer in hidden.items():
        put(_unpaired(weights[name])[:, : layer.in_features], layer.weight)
        put(weights[f"{name}_bias"] / unit, layer.bias)
    model.first.weight[:, :FEATURES].div_(ALL_GAIN)
    model.move.weight.div_(ALL_GAIN)
    put(weights["output"] / WEIGHT_UNIT, model.last.weight)
    put(weights["output_bias"][:1] / unit, model.last.bias)
    put(weights["skip"] / (WEIGHT_UNIT * ALL_GAIN), model.direct.weight)
    put(weights["classical_weight"] / WEIGHT_UNIT, model.classical)
    put(weights["table_weight"] / WEIGHT_UNIT, model.order)
    if model.star is not None:
        _use_star(model.star, weights)
    model.terms.zero_()
    model.embedding_bias.zero_()
    put(weights["embedding"].transpose(1, 0, 2, 3) / ROW_UNIT, model.residual)


def _use_star(star: StarBlock, weights: dict[str, np.ndarray]) -> None:
    """Set a star block's weights to those of a file."""
    lost, half = STAR_TAPS / 2 / CHANNEL_UNIT, 1 / (2 * ROW_UNIT)
    _put(weights["star_taps"] / TAP_UNIT, star.taps)
    _put(weights["star_bias"] / CHANNEL_UNIT - lost, star.bias)
    _put(weights["star_stones"] / SHOWN_UNIT, star.stones)
    _put(_unpaired(weights["star_mix"][:, None], MIX_UNIT), star.mix.weight)
    _put(weights["star_mix_bias"] / (MIX_UNIT * CHANNEL_UNIT) - half, star.mix.bias)
    _put(_unpaired(weights["shallow_policy"]) / ALL_GAIN, star.move.weight)
    _put(weights["shallow_policy_bias"] / (WEIGHT_UNIT * ACTIVATION_UNIT), star.move.bias)
    _put(weights["shallow_table_weight"][:1] / WEIGHT_UNIT, star.order)
    _put((weights["star_least"][:1] - ORDER_SPAN) / ORDER_UNIT, star.least)


def _put(values: np.ndarray, target: Tensor) -> None:
    target.copy_(torch.from_numpy(values.reshape(target.shape)))


def _unpaired(blocks: np.ndarray, unit: int = WEIGHT_UNIT) -> np.ndarray:
    """Return a layer's weights [outputs, 2 * pairs] from the integers of `_Rounding.layer`."""
    return blocks.transpose(1, 2, 0, 3).reshape(-1, 2 * len(blocks)) / unit


def _int(values: Tensor, unit: int) -> np.ndarray:
    """Return values in a unit as 32-bit integers."""
    return np.asarray(np.rint(values.numpy() * unit).astype(np.int32))


class _Rounding:
    """Rounds weights to 16-bit integers, and counts those that do not fit."""

    def __init__(self) -> None:
        self.count = self.clipped = 0

    def short(self, values: Tensor, unit: int) -> np.ndarray:
        """Return values in a unit as integers, clipped to LARGEST."""
        rounded = np.rint(values.numpy() * unit)
        fits = np.abs(rounded) <= LARGEST  # NaN does not
        self.count += rounded.size
        self.clipped += rounded.size - int(fits.sum())
        return np.asarray(np.clip(np.nan_to_num(rounded), -LARGEST, LARGEST).astype(np.int16))

    def layer(self, weight: Tensor, unit: int = WEIGHT_UNIT) -> np.ndarray:
        """Return a layer's weights [outputs, inputs] as integers, with two inputs side by side:
        [pairs, outputs / LANES, LANES, 2].
        """
        weights = self.short(weight, unit).T
        weights = np.pad(weights, ((0, len(weights) % 2), (0, 0)))
        blocks = weights.reshape(len(weights) // 2, 2, -1, LANES)
        return np.ascontiguousarray(blocks.transpose(0, 2, 3, 1))

    def check(self) -> None:
        """Raise ValueError if more than MOST_CLIPPED of the weights do not fit."""
        if self.clipped > MOST_CLIPPED * self.count:
            raise ValueError(
                f"{self.clipped} of {self.count} weights do not fit into 16 bits; at most"
                f" {MOST_CLIPPED:.1%} may be clipped"
            )
