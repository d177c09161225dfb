"""What determines a training run, and how far it goes. Needs neither PyTorch nor the kernels."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from brain.openings.opening_book import shipped
from brain.train import write_games
from brain.train.labelled_games import SelfPlayConfig
from brain.train.selfplay import LABEL_DIVISOR, SEARCH_LEAVES

BATCH = 256  # positions of a training step
OTHER_SIZE_SHARE = 0.2  # fraction of the games on boards of other sizes
TEST_NODES = 20  # nodes for a label of the test set, relative to the training set
TEST_LEAVES = 2  # of a move's search
TEST_SEED = 1_000_000  # added to the seed for the games of the test set


@dataclass(frozen=True)
class RunConfig:
    """The options that determine the learning curve, except the measured speed and the seconds."""

    rule: int
    size: int = 15  # of the board in duels and most games
    seed: int = 1
    first: int = 20_000  # positions of the first round, at least
    nodes: int = 6000  # for a move of self-play: half to twice this number
    epochs: int = 4  # of training
    test: int = 4000  # positions of the test set, at least
    pairs: int = 200  # of games in a duel
    duel_nodes: int = 8000  # for a move of the classical evaluation in a duel
    speed: float = 0.0  # of the search relative to the classical evaluation; 0 to measure it
    star: bool = False  # whether the network has a star block

    def line(self) -> str:
        """Return the configuration as a line of JSON. `star` is left out if it is false: folders of
        versions without star blocks lack it.
        """
        values = asdict(self)
        if not self.star:
            del values["star"]
        return json.dumps(values) + "\n"

    @property
    def training_games(self) -> SelfPlayConfig:
        """The self-play of the training set."""
        return self._games(OTHER_SIZE_SHARE, 1, SEARCH_LEAVES, self.seed)

    @property
    def test_games(self) -> SelfPlayConfig:
        """The self-play of the test set."""
        return self._games(0.0, TEST_NODES, TEST_LEAVES, self.seed + TEST_SEED)

    def _games(self, others: float, effort: int, leaves: int, seed: int) -> SelfPlayConfig:
        """Return self-play whose labels take `effort` times the usual nodes."""
        label_nodes = self.nodes // LABEL_DIVISOR * effort
        sizes = (self.size,)
        return SelfPlayConfig(
            self.rule, sizes, others, self.nodes, label_nodes, leaves, seed, classical=True
        )


@dataclass(frozen=True)
class Budget:
    """How far a training run goes, and on how many processes."""

    positions: int  # of the last round, at most
    seconds: float  # no round starts that would probably end later
    processes: int


def network_file(folder: Path, rule: int, positions: int) -> Path:
    """Return the network's file of the round with `positions` positions."""
    return folder / f"network-{rule}-{positions}.bin"


def check(config: RunConfig, budget: Budget) -> None:
    """Raise ValueError for a training run that is certain to fail."""
    write_games.check(config.training_games, budget.processes)
    shipped(config.rule, config.size, config.size)  # for the duels
    if config.first < BATCH:
        raise ValueError(f"--first must be {BATCH} or more, not {config.first}")
    if budget.positions < config.first:
        raise ValueError(f"--positions must be {config.first} or more, the first round's")
