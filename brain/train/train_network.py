"""Trains a rule's network on labelled positions, and writes it. Needs PyTorch.

    python -m brain.train.train_network --rule 0 --epochs 4 --test TEST FOLDER...

The labels are the score of a search, as a win rate, and its move. The network learns the error of
the classical score. Learning the move as well improves its features. The residuals of the
embeddings have weight decay. The written network has integer weights; its loss is printed.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from brain.files import stored
from brain.files.durable import write_atomically
from brain.kernels.eval.network import SCALE
from brain.layout import REGIONS
from brain.lexicon import BLACK, BORDER, COMBINATIONS, STRIDE, WON
from brain.rules.laws import RULES, TABLE
from brain.train.dataset import Positions, load
from brain.train.features import ORDER_UNIT, thirds, win_rates
from brain.train.model import (
    POLICY,
    Batch,
    NetworkModel,
    Predictions,
    has_star,
    packed,
    quantised,
    unpacked,
    use,
)
from brain.train.run_config import BATCH
from brain.train.star_block import Grid
from brain.train.tables import read

RATE, EMBEDDING_RATE = 4e-3, 1.5e-2  # the highest learning rates of the one cycle
RESIDUAL_DECAY = 0.02  # weight decay
MOVE_WEIGHT = 0.02  # of the moves' cross-entropy in the loss
LATE_STONES = 90  # positions with as many are mostly dead, and are not used
HELD_OUT = 25  # one game in 25 is held out


class Examples:
    """Positions as a model's inputs and labels."""

    def __init__(self, positions: Positions) -> None:
        self._positions, self._tables = positions, read(positions.rule)
        self._classical = (positions.static / SCALE).astype(np.float32)
        self._label = win_rates(positions.score.astype(np.float32))
        self._stone_start = positions.stone_start
        self._chosen = np.where(positions.score > -WON, positions.chosen, -1)

    def batch(self, indices: np.ndarray) -> Batch:
        """Return some of the positions."""
        positions, tables = self._positions, self._tables
        position, cells = _ranges(positions.start, indices)
        first = np.searchsorted(position, np.arange(len(indices)))
        own, other, cell = (
            part[cells].astype(np.int64)
            for part in (positions.own, positions.other, positions.cell)
        )
        side, size = (
            part[indices].astype(np.int64)[position] for part in (positions.colour, positions.size)
        )
        side -= BLACK
        table = 0 if TABLE[positions.rule].is_symmetric else side * COMBINATIONS
        attack = tables.attack[side, own].astype(np.float32)
        row, column = cell // STRIDE - BORDER, cell % STRIDE - BORDER
        region = thirds(row, size) * 3 + thirds(column, size)
        move = self._chosen[indices]
        return Batch(
            own=torch.from_numpy(own + table),
            other=torch.from_numpy(other + table),
            position=torch.from_numpy(position),
            region=torch.from_numpy(position * REGIONS + region),
            order=torch.from_numpy((attack + tables.defence[1 - side, other]) / ORDER_UNIT),
            classical=torch.from_numpy(self._classical[indices]),
            label=torch.from_numpy(self._label[indices]),
            chosen=torch.from_numpy(np.where(move >= 0, first + move, -1)),
            grid=self._grid(indices, position, cell),
        )

    def _grid(self, indices: np.ndarray, position: np.ndarray, cell: np.ndarray) -> Grid:
        """Return where the cells and the stones of some positions lie."""
        positions = self._positions
        side = int(positions.size[indices].max())
        stone_position, stones = _ranges(self._stone_start, indices)

        def place(position: np.ndarray, cell: np.ndarray) -> Tensor:
            row, column = cell // STRIDE - BORDER, cell % STRIDE - BORDER
            return torch.from_numpy((position * side + row) * side + column)

        return Grid(
            boards=len(indices),
            side=side,
            cell=place(position, cell),
            stone=place(stone_position, positions.stone_cell[stones].astype(np.int64)),
            stone_side=torch.from_numpy(1 - positions.stone_own[stones].astype(np.int64)),
        )

    def batches(self, indices: np.ndarray) -> Iterator[Batch]:
        """Yield the positions in batches of BATCH, the last of which may be smaller."""
        for start in range(0, len(indices), BATCH):
            yield self.batch(indices[start : start + BATCH])


def _ranges(start: np.ndarray, indices: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the entries of some positions, given where each position's begin: which of `indices`
    each belongs to, and its index.
    """
    counts = start[indices + 1] - start[indices]
    first = np.cumsum(counts) - counts
    position = np.repeat(np.arange(len(indices)), counts)
    return position, np.arange(counts.sum()) + (start[indices] - first)[position]


@dataclass(frozen=True)
class Losses:
    """How well a model predicts positions. Losses are cross-entropies in natural logarithms."""

    value: float  # of the win rates
    move: float  # of the moves
    hits: float  # fraction of the moves with the highest log odds; a tie of two counts one half
    shallow: float  # of the moves, by the policy at low depths

    def __str__(self) -> str:
        move = f"move {self.move:.3f}, hits {self.hits:.1%}, at low depths {self.shallow:.3f}"
        return f"value {self.value:.4f}, {move}"


@dataclass(frozen=True)
class Epoch:
    """The result of an epoch of training."""

    number: int  # from 1
    positions: int  # trained on
    loss: float  # of their win rates, on average over the epoch
    held_out: Losses  # on the games held out


def main() -> None:
    """Train a network, measure it, write it."""
    options = _options()
    torch.manual_seed(options.seed)
    test = load([options.test]) if options.test else None
    positions = load(options.folders, exclude=test.key if test else ())
    if options.policy_only:
        model = _all_but_policy(options.rule, options.policy_only.read_bytes())
    else:
        model = NetworkModel(options.rule, options.star)
    train(model, positions, options.epochs, options.seed, on_epoch=_report)
    network = quantised(model)
    if network.clipped:
        _print(f"{network.clipped} weights clipped to 16 bits")
    if test:
        indices, examples = np.arange(len(test)), Examples(test)
        _print(f"test: {measure(model, examples, indices)}")
        use(model, network.weights)
        _print(f"test, in integers: {measure(model, examples, indices)}")
    content = packed(network.weights)
    if options.out:
        write_atomically(options.out, content)
    else:
        print(stored.write("network", options.rule, content).name)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m brain.train.train_network", description="Train a rule's network."
    )
    add = parser.add_argument
    add("--rule", type=int, choices=RULES, required=True)
    add("--epochs", type=int, default=4, help="epochs of training")
    add("--seed", type=int, default=1, help="random seed of the training")
    add("--star", action="store_true", help="give the network a star block")
    add("--test", type=Path, metavar="FOLDER", help="folder with the test set")
    add("--out", type=Path, metavar="FILE", help="file to write (in brain/data)")
    add("--policy-only", type=Path, metavar="FILE", help="network to train only the policy of")
    add("folders", type=Path, nargs="+", help="folders with the training set")
    return parser.parse_args()


def _report(epoch: Epoch) -> None:
    _print(f"epoch {epoch.number}: {epoch.positions} positions, value {epoch.loss:.4f}")
    _print(f"held out: {epoch.held_out}")


def _print(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _all_but_policy(rule: int, content: bytes) -> NetworkModel:
    """Return the network in a file's content with a new policy, the only part to be trained."""
    model = NetworkModel(rule, has_star(content))
    new = quantised(model).weights
    use(model, unpacked(content) | {name: new[name] for name in POLICY if name in new})
    model.requires_grad_(False)
    for part in (model, model.star):
        if part is not None:
            part.move.requires_grad_()
            part.order.requires_grad_()
    return model


# Training.


def train(
    model: NetworkModel,
    positions: Positions,
    epochs: int,
    seed: int,
    on_step: Callable[[int, int], object] = lambda done, steps: None,
    on_epoch: Callable[[Epoch], object] = lambda epoch: None,
) -> None:
    """Train a model. The number of steps done and of all steps go to `on_step`, and the result of
    each epoch to `on_epoch`. ValueError for too few positions.
    """
    trained, held_out = split(positions)
    if len(trained) < BATCH:
        raise ValueError(f"{len(trained)} positions are too few to train on, {BATCH} are needed")
    per_epoch = len(trained) // BATCH
    examples, rng = Examples(positions), np.random.default_rng(seed)
    if model.star is not None and model.star.taps.requires_grad:
        model.star.choose_least(examples.batch(trained[::per_epoch]).order)
    optimizer = _optimizer(model)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=[EMBEDDING_RATE, EMBEDDING_RATE, RATE], total_steps=epochs * per_epoch + 1
    )
    done = 0
    for number in range(1, epochs + 1):
        total = 0.0
        for batch in examples.batches(rng.permutation(trained)[: per_epoch * BATCH]):
            total += _step(model, optimizer, batch)
            schedule.step()
            done += 1
            on_step(done, epochs * per_epoch)
        held_out_losses = measure(model, examples, held_out)
        on_epoch(Epoch(number, len(trained), total / per_epoch, held_out_losses))


def split(positions: Positions) -> tuple[np.ndarray, np.ndarray]:
    """Return the indices of the positions to train on, and of those to hold out."""
    is_held_out, is_used = positions.game % HELD_OUT == 0, positions.stones < LATE_STONES
    return np.flatnonzero(is_used & ~is_held_out), np.flatnonzero(is_used & is_held_out)


def _optimizer(model: NetworkModel) -> torch.optim.Optimizer:
    """Return the optimizer. Its groups: residuals, the other embedding weights, all others."""
    weights = dict(model.named_parameters())
    residual, *terms = [weights.pop(name) for name in ("residual", "terms", "embedding_bias")]
    return torch.optim.AdamW(
        [
            {"params": [residual], "weight_decay": RESIDUAL_DECAY},
            {"params": terms, "weight_decay": 0.0},
            {"params": list(weights.values()), "weight_decay": 0.0},
        ]
    )


def _step(model: NetworkModel, optimizer: torch.optim.Optimizer, batch: Batch) -> float:
    """Update a model by a batch; return the loss of the win rates before."""
    found = model(batch)
    value = functional.binary_cross_entropy_with_logits(found.value, batch.label)
    loss = value + MOVE_WEIGHT * _move_losses(found.moves, batch)[0].mean()
    if found.shallow is not None:
        loss = loss + MOVE_WEIGHT * _move_losses(found.shallow, batch)[0].mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return float(value.detach())


def _move_losses(moves: Tensor, batch: Batch) -> tuple[Tensor, Tensor]:
    """Return the cross-entropy of each labelled move, given the log odds of all, and whether it has
    the highest.
    """
    size = len(batch.label)
    highest = torch.full((size,), -torch.inf).scatter_reduce(
        0, batch.position, moves.detach(), "amax"
    )
    powers = torch.exp(moves - highest.index_select(0, batch.position))
    total = torch.zeros(size).index_add(0, batch.position, powers)
    has_move = batch.chosen >= 0
    chosen = batch.chosen[has_move]
    loss = total[has_move].log() + highest[has_move] - moves.index_select(0, chosen)
    best = (moves.detach() == highest[batch.position]).float()
    ties = torch.zeros(size).index_add(0, batch.position, best)
    return loss, best[chosen] / ties[has_move]


@torch.no_grad()
def measure(model: NetworkModel, examples: Examples, indices: np.ndarray) -> Losses:
    """Return the losses on some positions."""
    found = [_losses(model(batch), batch) for batch in examples.batches(indices)]
    return Losses(*(float(torch.cat(part).mean()) for part in zip(*found, strict=True)))


def _losses(found: Predictions, batch: Batch) -> tuple[Tensor, ...]:
    """Return the values of each position that Losses has the means of."""
    value = functional.binary_cross_entropy_with_logits(found.value, batch.label, reduction="none")
    shallow = found.moves if found.shallow is None else found.shallow
    return value, *_move_losses(found.moves, batch), _move_losses(shallow, batch)[0]


if __name__ == "__main__":
    main()
