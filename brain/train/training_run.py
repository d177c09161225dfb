"""A course: from no network to one that beats the classical evaluation, in rounds; needs PyTorch.

Each round has twice the positions of the one before. It plays the games that are missing, with the
classical evaluation alone, trains a network on all positions, measures its loss on others, which
far longer searches have judged, and has it play the classical evaluation, with as many nodes as it
searches in equal time.

All is in one folder: the course, games to learn from and to test with, a network for each round,
the curve. What is there is whole, so the same command goes on after a kill: with the game, or else
with the training or the duel. The course determines the curve, but for the seconds, and for the
speed unless that is given; training is in one thread, as more would add up in another order.
"""

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
import torch

from brain.files import journal, lock
from brain.files.durable import write_atomically
from brain.kernels.eval.network import SCALE
from brain.openings.opening_book import shipped
from brain.train import curve, duel, labelled_games, write_games
from brain.train.curve import Round
from brain.train.dataset import Positions, load
from brain.train.duel import Duel, Pair, Side
from brain.train.features import MATE_LABEL
from brain.train.model import Network, packed, quantised
from brain.train.selfplay import LEAF_DIVISOR, LEAVES
from brain.train.train_network import train

COURSE, GAMES, TEST = "course.json", "games", "test"
OTHERS = 0.2  # share of the games on boards of other sizes
TEST_NODES = 20  # times those of a position to learn from
TEST_LEAVES = 2  # of a move's search
TEST_SEED = 1_000_000  # from the seed of the games to that of those to test with
GROWTH = 2  # of the positions, from round to round
SPEED_DIGITS = 2


@dataclass(frozen=True)
class Course:
    """What determines the curve."""

    rule: int
    size: int = 15  # of the board of duels and most games
    seed: int = 1
    first: int = 20_000  # positions of the first round, at least
    nodes: int = 6000  # of a move of the games: half to twice of it
    epochs: int = 4  # of the training
    test: int = 4000  # positions to test with, at least
    pairs: int = 200  # of games in a duel
    duel_nodes: int = 8000  # of a move of the classical evaluation there
    speed: float = 0.0  # of the network, as a share of the classical evaluation's; 0 to measure it

    @property
    def lessons(self) -> labelled_games.Plan:
        """How the games to learn from are played."""
        return self._plan(OTHERS, 1, LEAVES, self.seed)

    @property
    def tests(self) -> labelled_games.Plan:
        """How the games to test with are played."""
        return self._plan(0.0, TEST_NODES, TEST_LEAVES, self.seed + TEST_SEED)

    def _plan(self, others: float, times: int, leaves: int, seed: int) -> labelled_games.Plan:
        """Return a plan whose positions are searched for so many times the usual nodes."""
        sizes, label_nodes = (self.size,), self.nodes // LEAF_DIVISOR * times
        return labelled_games.Plan(
            self.rule, sizes, others, self.nodes, label_nodes, leaves, seed, classical=True
        )


@dataclass(frozen=True)
class Extent:
    """How far to go, and how fast."""

    positions: int  # of the last round, at most
    seconds: float  # no round is begun that would probably end later
    processes: int


class Gauge(Protocol):
    """Shows how far a course is."""

    def begin(self, stage: str, total: int) -> None:
        """Show a new stage, of so many steps."""

    def at(self, done: int, note: str = "") -> None:
        """Show how many steps of the stage are done."""

    def ended(self, one: Round) -> None:
        """Show a round that has ended."""


def run(course: Course, folder: Path, extent: Extent, gauge: Gauge) -> list[Round]:
    """Run what is missing of a course; return all rounds. ValueError, OSError."""
    _check(course, extent)
    began = time.monotonic()
    folder.mkdir(parents=True, exist_ok=True)
    with _claimed(folder, course):
        torch.set_num_threads(1)
        rounds = curve.read(folder)
        if rounds:
            curve.write(folder, rounds)  # a kill may have come before the picture
        for one in rounds:
            gauge.ended(one)
        positions = course.first * GROWTH ** len(rounds)
        while positions <= extent.positions and _has_time(rounds, began, extent):
            rounds.append(_round(course, folder, positions, extent.processes, gauge))
            curve.write(folder, rounds)
            gauge.ended(rounds[-1])
            positions *= GROWTH
    return rounds


def network_file(course: Course, folder: Path, positions: int) -> Path:
    """Return the file with the weights of the round of so many positions."""
    return folder / f"network-{course.rule}-{positions}.bin"


def _has_time(rounds: Sequence[Round], began: float, extent: Extent) -> bool:
    """Return whether another round would probably end in time; the first always does."""
    expected = GROWTH * rounds[-1].seconds if rounds else 0
    return time.monotonic() - began + expected <= extent.seconds


def _check(course: Course, extent: Extent) -> None:
    """Raise ValueError for what can't be run."""
    write_games.check(course.lessons, extent.processes)
    shipped(course.rule, course.size, course.size)  # which a duel is played from
    if extent.positions < course.first:
        raise ValueError(f"--positions: the first round has {course.first} of them")


@contextmanager
def _claimed(folder: Path, course: Course) -> Iterator[None]:
    """Keep others from a folder; ValueError when it is another course's."""
    line = json.dumps(asdict(course)).encode() + b"\n"
    with (folder / COURSE).open("a+b") as file:
        lock.claim(file)
        journal.begin(file, line)
        if (found := file.read()) != line:
            raise ValueError(f"{folder} has another course: {_difference(found, course)}")
        yield


def _difference(found: bytes, course: Course) -> str:
    """Return what differs between the course of a file and another, as words."""
    try:
        other = Course(**json.loads(found))
    except (TypeError, ValueError):
        return f"{COURSE} is not of this version"
    pairs = zip(asdict(other).items(), asdict(course).values(), strict=True)
    return ", ".join(f"{name} {old}, not {new}" for (name, old), new in pairs if old != new)


# A round.


def _round(course: Course, folder: Path, positions: int, processes: int, gauge: Gauge) -> Round:
    """Run a round; return what it came to."""
    began = time.monotonic()
    _play(folder / TEST, course.tests, course.test, processes, gauge)
    _play(folder / GAMES, course.lessons, positions, processes, gauge)
    test = load([folder / TEST], enough=course.test)
    file = network_file(course, folder, positions)
    if not file.exists():
        learnt = load([folder / GAMES], but=test.key.tolist(), enough=positions)
        write_atomically(file, _trained(course, learnt, gauge))
    network = file.read_bytes()
    judged = load([folder / TEST], enough=course.test, network=network)
    wanted = np.clip(test.score, -MATE_LABEL, MATE_LABEL)
    speed = course.speed or round(duel.speed(_duel(course, network, 1.0)), SPEED_DIGITS)
    found = _outcome(course, _duel(course, network, speed), processes, gauge)
    return Round(
        positions=positions,
        loss=_loss(test, judged.static),
        classical=_loss(test, test.static),
        least=_loss(test, wanted),
        speed=speed,
        won=found.games.wins,
        drawn=found.games.draws,
        lost=found.games.losses,
        pairs=found.pairs,
        seconds=round(time.monotonic() - began),
    )


def _play(
    folder: Path, plan: labelled_games.Plan, positions: int, processes: int, gauge: Gauge
) -> None:
    """Have games with so many positions in a folder, or more."""
    gauge.begin(f"games to {'test with' if folder.name == TEST else 'learn from'}", positions)
    with closing(write_games.written(folder, plan, processes)) as found:
        for there in found:
            gauge.at(min(there.positions, positions), f"{there.games} games")
            if there.positions >= positions:
                return


def _trained(course: Course, positions: Positions, gauge: Gauge) -> bytes:
    """Return the content of the file of a network that has learnt from positions."""
    torch.manual_seed(course.seed)
    network = Network(course.rule)
    is_begun = False

    def stepped(done: int, steps: int) -> None:
        nonlocal is_begun
        if not is_begun:
            gauge.begin("training", steps)
            is_begun = True
        gauge.at(done)

    train(network, positions, course.epochs, course.seed, stepped)
    return packed(quantised(network))


def _loss(test: Positions, score: np.ndarray) -> float:
    """Return the log loss of scores as chances of winning, those of the search being true."""
    odds = score / SCALE
    true = 1 / (1 + np.exp(-np.clip(test.score, -MATE_LABEL, MATE_LABEL) / SCALE))
    return round(float((np.logaddexp(0, odds) - true * odds).mean()), 5)


def _duel(course: Course, network: bytes, speed: float) -> Duel:
    """Return a duel of a network of a speed with the classical evaluation."""
    sides = Side(network, max(1, round(speed * course.duel_nodes))), Side(b"", course.duel_nodes)
    return Duel(course.rule, course.size, sides, course.seed)


def _outcome(course: Course, wanted: Duel, processes: int, gauge: Gauge) -> duel.Outcome:
    """Play a duel; return what it came to."""
    gauge.begin("duel", course.pairs)
    played: list[Pair] = []
    for pair in duel.play(wanted, course.pairs, processes):
        played.append(pair)
        gauge.at(len(played), str(duel.outcome(played).strength))
    return duel.outcome(played)
