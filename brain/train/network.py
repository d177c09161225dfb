"""Trains a rule's network on judged positions, and writes it: needs PyTorch.

    python -m brain.train.network --rule 0 --epochs 4 --test TEST FOLDER...

It learns the score that a search found, as a chance of winning, on top of the classical score; and,
so that the features see more, the move that the search chose. A row of features is the sum of what
the line patterns give, what the class gives, and a rest of its own, which decays (Stockfish's
"factorizer" of its networks does so for its inputs). What is written are integers, and their loss
is told: it is the loss of what the kernels compute (kernels/network.py), but for rounding.
"""

import argparse
import math
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from brain import stored
from brain.kernels.network import ACTIVATION_BITS, SCALE, WEIGHT_BITS
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
from brain.lexicon import BLACK, BORDER, COMBINATIONS, RENJU, RULES, STRIDE, WON
from brain.train.fit import CERTAIN, ORDER_UNIT, shape_features
from brain.train.load import Positions, load
from brain.train.tables import read

BATCH = 256  # positions
RATE, ROW_RATE = 4e-3, 1.5e-2  # the highest of one cycle, and that of the rows
DECAY = 0.02  # of the rows' rests
MOVE_SHARE = 0.02  # of the moves' loss in what is minimised
MOST_STONES = 90  # on a board to learn from: later ones are mostly dead
HELD_OUT = 25  # one game in so many checks the training
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

    def forward(self, batch: "Batch") -> tuple[Tensor, Tensor]:
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

    def _moves(self, sums: Tensor, features: Tensor, batch: "Batch") -> Tensor:
        weights = self.move(sums.sum(1) / ALL_DIVISOR * ALL_GAIN)
        return (features * weights[batch.position]).sum(1) + self.order * batch.order


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


class Examples:
    """Positions as a network learns them."""

    def __init__(self, positions: Positions) -> None:
        self._positions, self._tables = positions, read(positions.rule)
        self._classical = (positions.static / SCALE).astype(np.float32)
        score = positions.score.astype(np.float32)
        self._label = 1 / (1 + np.exp(-np.clip(score, -CERTAIN, CERTAIN) / SCALE))
        self._chosen = np.where(positions.score > -WON, positions.chosen, -1)

    def batch(self, chosen: np.ndarray) -> Batch:
        """Return the positions with some numbers."""
        positions, tables = self._positions, self._tables
        start = positions.start[chosen]
        counts = positions.start[chosen + 1] - start
        first = np.cumsum(counts) - counts
        position = np.repeat(np.arange(len(chosen)), counts)
        cells = np.arange(counts.sum()) + (start - first)[position]
        own, other, cell = (
            part[cells].astype(np.int64)
            for part in (positions.own, positions.other, positions.cell)
        )
        side, size = (
            part[chosen].astype(np.int64)[position] for part in (positions.colour, positions.size)
        )
        side -= BLACK
        table = side * COMBINATIONS if positions.rule == RENJU else 0
        attack = tables.attack[side, own].astype(np.float32)
        row, column = cell // STRIDE - BORDER, cell % STRIDE - BORDER
        region = third(row, size) * 3 + third(column, size)
        move = self._chosen[chosen]
        return Batch(
            own=torch.from_numpy(own + table),
            other=torch.from_numpy(other + table),
            position=torch.from_numpy(position),
            region=torch.from_numpy(position * REGIONS + region),
            order=torch.from_numpy((attack + tables.defence[1 - side, other]) / ORDER_UNIT),
            classical=torch.from_numpy(self._classical[chosen]),
            label=torch.from_numpy(self._label[chosen]),
            chosen=torch.from_numpy(np.where(move >= 0, first + move, -1)),
        )


def third(place: np.ndarray, size: np.ndarray) -> np.ndarray:
    """Return which third of the board a row or column is in."""
    outer = (size + 1) // 3
    return np.asarray((place >= outer).astype(np.int64) + (place >= size - outer))


@dataclass(frozen=True)
class Losses:
    """How well positions are predicted."""

    value: float  # log loss of the chance of winning
    move: float  # log loss of the move
    first: float  # share of the moves that come first, ties counted by halves, thirds and so on


def main() -> None:
    """Train, check, write."""
    parser = argparse.ArgumentParser(prog="python -m brain.train.network", description="Train.")
    parser.add_argument("--rule", type=int, choices=RULES, required=True)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--test", type=Path, help="a folder of positions to test with")
    parser.add_argument("--out", type=Path, help="a file to write instead of brain/data")
    parser.add_argument(
        "--policy-only", type=Path, metavar="FILE", help="a network to learn nothing but moves for"
    )
    parser.add_argument("folders", type=Path, nargs="+")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    test = load([options.test]) if options.test else None
    positions = load(options.folders, but=test.key if test else ())
    network = Network(options.rule)
    if options.policy_only:
        fresh = quantised(network)
        known = unpacked(options.policy_only.read_bytes())
        use(network, known | {name: fresh[name] for name in POLICY})
        network.requires_grad_(False)
        for part in (network.move.weight, network.move.bias, network.order):
            part.requires_grad_()
    train(network, positions, options.epochs, options.seed)
    weights = quantised(network)
    if test:
        rows, examples = np.arange(len(test)), Examples(test)
        _tell("test", measure(network, examples, rows))
        use(network, weights)
        _tell("test, in integers", measure(network, examples, rows))
    content = packed(weights)
    if options.out:
        options.out.write_bytes(content)
    else:
        print(stored.write("network", options.rule, content).name)


def train(
    network: Network,
    positions: Positions,
    epochs: int,
    seed: int,
    stepped: Callable[[int, int], object] = lambda done, steps: None,
) -> None:
    """Train on positions but for those of some games, which check it after each epoch. How many
    steps are done, of how many, goes to `stepped`. ValueError for too few positions.
    """
    held, early = positions.game % HELD_OUT == 0, positions.stones < MOST_STONES
    rows, checked = np.flatnonzero(early & ~held), np.flatnonzero(early & held)
    if len(rows) < BATCH:
        raise ValueError(f"{len(rows)} positions are too few to learn from: {BATCH} are needed")
    examples = Examples(positions)
    dice = np.random.default_rng(seed)
    weights = dict(network.named_parameters())
    rows_of = [weights.pop(name) for name in ("rest", "shared", "row_bias")]
    optimizer = torch.optim.AdamW(
        [
            {"params": rows_of[:1], "weight_decay": DECAY},
            {"params": rows_of[1:], "weight_decay": 0.0},
            {"params": list(weights.values()), "weight_decay": 0.0},
        ]
    )
    steps = epochs * (len(rows) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=[ROW_RATE, ROW_RATE, RATE], total_steps=steps + 1
    )
    done = 0
    for epoch in range(1, epochs + 1):
        total = 0.0
        for batch in _batches(examples, dice.permutation(rows)):
            value, move, _ = _losses(network, batch)
            loss = value.mean() + MOVE_SHARE * move.mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            total += float(value.detach().mean())
            done += 1
            stepped(done, steps)
        seen = total / (len(rows) // BATCH)
        print(f"epoch {epoch}: {len(rows)} positions, value {seen:.4f}", file=sys.stderr)
        _tell("held out", measure(network, examples, checked))


def _batches(examples: Examples, rows: np.ndarray) -> Iterator[Batch]:
    for start in range(0, len(rows) - BATCH + 1, BATCH):
        yield examples.batch(rows[start : start + BATCH])


def _losses(network: Network, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
    """Return the loss of each value, of each move to learn, and how far the latter comes first."""
    odds, moves = network(batch)
    value = functional.binary_cross_entropy_with_logits(odds, batch.label, reduction="none")
    size = len(odds)
    highest = torch.full((size,), -torch.inf).scatter_reduce(
        0, batch.position, moves.detach(), "amax"
    )
    powers = torch.exp(moves - highest[batch.position])
    total = torch.zeros(size).index_add(0, batch.position, powers)
    known = batch.chosen >= 0
    chosen = batch.chosen[known]
    move = total[known].log() + highest[known] - moves[chosen]
    best = (moves.detach() == highest[batch.position]).float()
    ties = torch.zeros(size).index_add(0, batch.position, best)
    return value, move, best[chosen] / ties[known]


@torch.no_grad()
def measure(network: Network, examples: Examples, rows: np.ndarray) -> Losses:
    """Return the losses of positions."""
    found = [
        _losses(network, examples.batch(rows[start : start + BATCH]))
        for start in range(0, len(rows), BATCH)
    ]
    value, move, first = (float(torch.cat(part).mean()) for part in zip(*found, strict=True))
    return Losses(value, move, first)


def _tell(what: str, found: Losses) -> None:
    text = f"value {found.value:.4f}, move {found.move:.3f}, first {found.first:.1%}"
    print(f"{what}: {text}", file=sys.stderr, flush=True)


# Integers.


@torch.no_grad()
def quantised(network: Network) -> dict[str, np.ndarray]:
    """Return the weights as layout.NETWORK has them."""

    def pairs(weight: Tensor) -> np.ndarray:
        weights = _short(weight, WEIGHT_UNIT).T
        weights = np.pad(weights, ((0, len(weights) % 2), (0, 0)))
        blocks = weights.reshape(len(weights) // 2, 2, -1, LANES)
        return np.ascontiguousarray(blocks.transpose(0, 2, 3, 1))

    gains = torch.ones(INPUTS - 1)
    gains[:FEATURES] = ALL_GAIN
    unit = WEIGHT_UNIT * ACTIVATION_UNIT
    last_bias, gate = np.zeros(LANES, np.int32), np.zeros(LANES - 2, np.int32)
    last_bias[0], gate[0] = round(float(network.last.bias) * unit), GATE
    rows = _short(network.rows(), ROW_UNIT).reshape(2, network.colours, COMBINATIONS, FEATURES)
    weights = {
        "region": np.stack([pairs(layer.weight)[:, 0] for layer in network.region]),
        "first": pairs(network.first.weight * gains),
        "second": pairs(network.second.weight),
        "move": pairs(network.move.weight * ALL_GAIN),
        "last": _short(network.last.weight[0], WEIGHT_UNIT),
        "direct": _short(network.direct.weight[0] * ALL_GAIN, WEIGHT_UNIT),
        "region_bias": np.stack([_int(layer.bias, unit) for layer in network.region]),
        "first_bias": _int(network.first.bias, unit),
        "second_bias": _int(network.second.bias, unit),
        "move_bias": _int(network.move.bias, unit),
        "last_bias": last_bias,
        "share": np.array([round(float(network.classical) * WEIGHT_UNIT)], np.int32),
        "order": np.array([round(float(network.order) * WEIGHT_UNIT)], np.int32),
        "gate": gate,
        "row": rows.transpose(1, 0, 2, 3),
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

    def outputs(blocks: np.ndarray) -> np.ndarray:
        """Return the weights of a layer, [outputs, inputs]: what `pairs` was given."""
        return blocks.transpose(1, 2, 0, 3).reshape(-1, 2 * len(blocks)) / WEIGHT_UNIT

    def put(values: np.ndarray, target: Tensor) -> None:
        target.copy_(torch.from_numpy(values.reshape(target.shape)))

    unit = WEIGHT_UNIT * ACTIVATION_UNIT
    for kind, layer in enumerate(network.region):
        put(outputs(weights["region"][kind][:, None]), layer.weight)
        put(weights["region_bias"][kind] / unit, layer.bias)
    for name in ("first", "second", "move"):
        layer = getattr(network, name)
        put(outputs(weights[name])[:, : layer.in_features], layer.weight)
        put(weights[f"{name}_bias"] / unit, layer.bias)
    network.first.weight[:, :FEATURES].div_(ALL_GAIN)
    network.move.weight.div_(ALL_GAIN)
    put(weights["last"] / WEIGHT_UNIT, network.last.weight)
    put(weights["last_bias"][:1] / unit, network.last.bias)
    put(weights["direct"] / (WEIGHT_UNIT * ALL_GAIN), network.direct.weight)
    put(weights["share"] / WEIGHT_UNIT, network.classical)
    put(weights["order"] / WEIGHT_UNIT, network.order)
    network.shared.zero_()
    network.row_bias.zero_()
    put(weights["row"].transpose(1, 0, 2, 3) / ROW_UNIT, network.rest)


def _short(values: Tensor, unit: int) -> np.ndarray:
    limited = np.clip(np.rint(values.numpy() * unit), -LARGEST, LARGEST)
    return np.asarray(limited.astype(np.int16))


def _int(values: Tensor, unit: int) -> np.ndarray:
    return np.asarray(np.rint(values.numpy() * unit).astype(np.int32))


if __name__ == "__main__":
    main()
