"""Trains a rule's network on judged positions, and writes it: needs PyTorch.

    python -m brain.train.train_network --rule 0 --epochs 4 --test TEST FOLDER...

It learns the score that a search found, as a chance of winning, on top of the classical score; and,
so that the features see more, the move that the search chose. The rest of a row that is its own
decays. What is written are integers, and their loss is told.
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
from brain.kernels.eval.network import SCALE
from brain.layout import REGIONS
from brain.lexicon import BLACK, BORDER, COMBINATIONS, RENJU, RULES, STRIDE, WON
from brain.train.dataset import Positions, load
from brain.train.features import ORDER_UNIT, win_rates
from brain.train.model import POLICY, Batch, Network, packed, quantised, unpacked, use
from brain.train.tables import read

BATCH = 256  # positions
RATE, ROW_RATE = 4e-3, 1.5e-2  # the highest of one cycle, and that of the rows
DECAY = 0.02  # of the rows' rests
MOVE_SHARE = 0.02  # of the moves' loss in what is minimised
MOST_STONES = 90  # on a board to learn from: later ones are mostly dead
HELD_OUT = 25  # one game in so many checks the training


class Examples:
    """Positions as a network learns them."""

    def __init__(self, positions: Positions) -> None:
        self._positions, self._tables = positions, read(positions.rule)
        self._classical = (positions.static / SCALE).astype(np.float32)
        score = positions.score.astype(np.float32)
        self._label = win_rates(score)
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
    parser = argparse.ArgumentParser(
        prog="python -m brain.train.train_network", description="Train."
    )
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


if __name__ == "__main__":
    main()
