"""A training run: rounds of self-play, training and measurement. Needs PyTorch.

Each round has twice the positions of the one before. It plays the missing games, with the classical
evaluation alone; trains a network on all positions; measures its loss on the test set, whose labels
come from far longer searches; and plays a duel with the classical evaluation in equal time.

One folder keeps the configuration, the games of the training set and the test set, each round's
network, and the learning curve. Its files are always complete, so a run that was killed can be
resumed. It repeats at most one game, training or duel. The configuration determines the curve,
except the seconds and a measured speed. PyTorch uses one thread, because with more the order of
additions would change.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Protocol

import numpy as np
import torch

from brain.files import journal, lock
from brain.files.durable import write_atomically
from brain.kernels.eval.network import SCALE
from brain.train import curve, duel, write_games
from brain.train.curve import RoundResult
from brain.train.dataset import Positions, load
from brain.train.duel import Duel, DuelResult, Pair, Side
from brain.train.features import MATE_LABEL, cross_entropy, win_rates
from brain.train.labelled_games import SelfPlayConfig
from brain.train.model import NetworkModel, packed, quantised
from brain.train.run_config import BATCH, Budget, RunConfig, check, network_file
from brain.train.train_network import Epoch, split, train
from brain.validation import json_of

CONFIG_FILE, GAMES, TEST = "course.json", "games", "test"
GROWTH = 2  # of the positions, from round to round
SPEED_DIGITS, LOSS_DIGITS = 2, 5


class TrainingProgress(Protocol):
    """Receives the progress of a training run."""

    def begin(self, stage: str, total: int = 0) -> None:
        """Begin a stage of `total` steps, 0 if unknown."""

    def at(self, done: int, note: str = "") -> None:
        """Receive the number of steps done in the stage."""

    def warn(self, text: str) -> None:
        """Receive a warning."""

    def ended(self, one: RoundResult) -> None:
        """Receive the result of a round."""


def run(
    config: RunConfig, folder: Path, budget: Budget, progress: TrainingProgress
) -> list[RoundResult]:
    """Start or resume a training run; return the results of all rounds. ValueError, OSError."""
    check(config, budget)
    began = time.monotonic()
    folder.mkdir(parents=True, exist_ok=True)
    with _claimed(folder, config):
        torch.set_num_threads(1)
        rounds = curve.read(folder)
        if rounds:
            curve.write(folder, rounds)  # a kill may have come before the picture
        for one in rounds:
            progress.ended(one)
        positions = config.first * GROWTH ** len(rounds)
        while positions <= budget.positions and _has_time(rounds, began, budget):
            rounds.append(_round(config, folder, positions, budget.processes, progress))
            curve.write(folder, rounds)
            progress.ended(rounds[-1])
            positions *= GROWTH
    return rounds


def _has_time(rounds: Sequence[RoundResult], began: float, budget: Budget) -> bool:
    """Return whether another round would probably end in time; always true for the first."""
    expected = GROWTH * rounds[-1].seconds if rounds else 0
    return time.monotonic() - began + expected <= budget.seconds


@contextmanager
def _claimed(folder: Path, config: RunConfig) -> Iterator[None]:
    """Lock a folder; ValueError if it has another configuration."""
    line = config.line().encode()
    with (folder / CONFIG_FILE).open("a+b") as file:
        lock.claim(file)
        journal.begin(file, line)
        if (found := file.read()) != line:
            raise ValueError(f"{folder} has another training run: {_difference(found, config)}")
        yield


def _difference(found: bytes, config: RunConfig) -> str:
    """Return the difference between the configuration in a file and another, as text."""
    try:
        other = RunConfig(**json_of(found))
    except (TypeError, ValueError):
        return f"{CONFIG_FILE} is from another version"
    pairs = zip(asdict(other).items(), asdict(config).values(), strict=True)
    return ", ".join(f"{name} {old}, not {new}" for (name, old), new in pairs if old != new)


# A round.


def _round(
    config: RunConfig, folder: Path, positions: int, processes: int, progress: TrainingProgress
) -> RoundResult:
    """Run a round; return its result."""
    began = time.monotonic()
    progress.begin("games of the test set", config.test)
    _play(folder / TEST, config.test_games, config.test, processes, progress)
    test = load([folder / TEST], enough=config.test)
    file = network_file(folder, config.rule, positions)
    if not file.exists():
        training = _training_set(config, folder, positions, test, processes, progress)
        write_atomically(file, _trained(config, training, progress))
    network = file.read_bytes()
    evaluated = load([folder / TEST], enough=config.test, network=network)
    speed = config.speed or round(duel.speed(_duel(config, network, 1.0)), SPEED_DIGITS)
    result = _play_duel(_duel(config, network, speed), config.pairs, processes, progress)
    return RoundResult(
        positions=positions,
        loss=_loss(test, evaluated.static),
        classical=_loss(test, test.static),
        floor=_loss(test, np.clip(test.score, -MATE_LABEL, MATE_LABEL)),
        speed=speed,
        won=result.games.wins,
        drawn=result.games.draws,
        lost=result.games.losses,
        pairs=result.pairs,
        seconds=round(time.monotonic() - began),
    )


def _training_set(
    config: RunConfig,
    folder: Path,
    positions: int,
    test: Positions,
    processes: int,
    progress: TrainingProgress,
) -> Positions:
    """Play the missing games and return at least `positions` positions, some of which the test set
    may have. A small set grows until it has held-out positions and a batch of others.
    """
    while True:
        progress.begin("games of the training set", positions)
        _play(folder / GAMES, config.training_games, positions, processes, progress)
        found = load([folder / GAMES], exclude=test.key.tolist(), enough=positions)
        trained, held_out = split(found)
        if len(trained) >= BATCH and len(held_out):
            return found
        positions += BATCH


def _play(
    folder: Path, config: SelfPlayConfig, positions: int, processes: int, progress: TrainingProgress
) -> None:
    """Play games until a folder has at least `positions` positions."""
    with closing(write_games.written(folder, config, processes)) as counted:
        for counts in counted:
            progress.at(min(counts.positions, positions), f"{counts.games} games")
            if counts.positions >= positions:
                return


def _trained(config: RunConfig, positions: Positions, progress: TrainingProgress) -> bytes:
    """Return the content of a network's file, trained on positions."""
    torch.manual_seed(config.seed)
    model = NetworkModel(config.rule, config.star)
    note = ""

    def on_step(done: int, steps: int) -> None:
        if done == 1:
            progress.begin("training", steps)
        progress.at(done, note)

    def on_epoch(epoch: Epoch) -> None:
        nonlocal note
        note = f"loss {epoch.held_out.value:.4f} after epoch {epoch.number}"

    train(model, positions, config.epochs, config.seed, on_step, on_epoch)
    network = quantised(model)
    if network.clipped:
        progress.warn(f"{network.clipped} weights clipped to 16 bits")
    return packed(network.weights)


def _loss(test: Positions, score: np.ndarray) -> float:
    """Return the cross-entropy of scores on the test set."""
    return round(cross_entropy(score / SCALE, win_rates(test.score)), LOSS_DIGITS)


def _duel(config: RunConfig, network: bytes, speed: float) -> Duel:
    """Return the duel between the classical evaluation and a network with a speed."""
    nodes = config.duel_nodes
    sides = Side(network, max(1, round(speed * nodes))), Side(b"", nodes)
    return Duel(config.rule, config.size, sides, config.seed)


def _play_duel(wanted: Duel, pairs: int, processes: int, progress: TrainingProgress) -> DuelResult:
    """Play a duel; return its result."""
    progress.begin("duel", pairs)
    played: list[Pair] = []
    for pair in duel.play(wanted, pairs, processes):
        played.append(pair)
        progress.at(len(played), str(duel.result_of(played).strength))
    return duel.result_of(played)
