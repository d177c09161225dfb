"""Samples of self-play as arrays, which a rule's tables are fitted to."""

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from brain.layout import COUNTS
from brain.lexicon import (
    BLACK,
    CELL_DOUBLE_TWO,
    CELL_NONE,
    CELL_OPEN_FOUR,
    CLASSES,
    COMBINATIONS,
    WHITE,
)
from brain.rules.laws import TABLE
from brain.train.features import classes_of, win_rates
from brain.train.samples import NEAR, TAKEN, Sample
from brain.train.selfplay import GamesTask, sampled_leaves

TASK_GAMES = 5
PAIRS = CLASSES * CLASSES


@dataclass(frozen=True)
class TableSamples:
    """Samples, one a row. `own` is the side to move, `other` the opponent."""

    own: np.ndarray  # [n, cells]: index of a table entry
    other: np.ndarray  # [n, cells]
    empty: np.ndarray  # [n, cells] bool
    near: np.ndarray  # [n, cells] bool: candidate moves
    score: np.ndarray  # [n]: of the search
    move: np.ndarray  # [n]: of the search

    @property
    def label(self) -> np.ndarray:
        """The win rate of each score [n]."""
        return win_rates(self.score)

    def counts(self, entries: int) -> np.ndarray:
        """Return how many of the mover's empty cells have each entry, minus the opponent's: int8
        [n, entries].
        """
        counts = np.zeros((len(self.own), entries), np.int8)
        for rows, own, other in self._cells():
            counts[rows, own] += 1
            counts[rows, other] -= 1
        return counts

    def pairs(self, shapes: np.ndarray) -> np.ndarray:
        """Return how many empty cells have each pair of classes, [n, PAIRS] int16. Black's class
        comes first, or the lower one if the colours have the same tables.

        Cells without a pattern of either side count 0. Their number would give away the board size.
        """
        classes = classes_of(shapes)
        pairs = np.zeros((len(self.own), PAIRS), np.int16)
        for rows, own, other in self._cells():
            entries = np.sort([own, other], axis=0)
            both = classes[entries]
            first, second = both if len(shapes) > COMBINATIONS else np.sort(both, axis=0)
            pairs[rows, first * CLASSES + second] += 1
        pairs[:, CELL_NONE * CLASSES + CELL_NONE] = 0
        return pairs

    def places(self, shapes: np.ndarray) -> np.ndarray:
        """Return the entries of the census that apply, [n, 2 * classes of the census], as indices
        of a table [colours, 2, CLASSES, COUNTS].
        """
        classes = classes_of(shapes)
        numbers = np.zeros((len(self.own), 2, CLASSES), np.int32)
        for rows, own, other in self._cells():
            numbers[rows, 0, classes[other]] += 1
            numbers[rows, 1, classes[own]] += 1
        is_white = self.own.max(1) >= COMBINATIONS
        colour = np.stack([~is_white & (len(shapes) > COMBINATIONS), is_white], axis=1)
        counted = np.arange(CELL_DOUBLE_TWO, CELL_OPEN_FOUR + 1)
        starts = ((colour * 2 + np.arange(2))[:, :, None] * CLASSES + counted) * COUNTS
        places = starts + np.minimum(numbers[:, :, counted], COUNTS - 1)
        return np.asarray(places.reshape(len(places), -1))

    def _cells(self) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
        """Yield for each cell the rows in which it is empty, and its entries there, own, other."""
        for cell in range(self.own.shape[1]):
            rows = np.flatnonzero(self.empty[:, cell])
            yield rows, self.own[rows, cell], self.other[rows, cell]


def collect(
    rule: int,
    sizes: Sequence[int],
    games: int,
    nodes: int,
    seed: int,
    on_task: Callable[[int, int], object] = lambda games, samples: None,
) -> TableSamples:
    """Return the samples of `games` games on a board of each size. The number of games and samples
    so far go to `on_task`. The number of processes does not change the result.
    """
    tasks = [
        GamesTask(rule, size, nodes, seed * games + start, min(TASK_GAMES, games - start))
        for size in sizes
        for start in range(0, games, TASK_GAMES)
    ]
    samples: list[Sample] = []
    with multiprocessing.get_context("spawn").Pool() as pool:
        for number, more in enumerate(pool.imap(sampled_leaves, tasks), 1):
            samples += more
            on_task(sum(task.games for task in tasks[:number]), len(samples))
    return arranged(rule, samples)


def arranged(rule: int, samples: Sequence[Sample]) -> TableSamples:
    """Return samples as arrays. Cells outside a smaller board are not empty. In renju the entries
    of White follow those of Black.
    """
    width = max(sample.cells.shape[1] for sample in samples)
    cells = np.full((len(samples), 2, width), TAKEN, np.uint16)
    for row, sample in zip(cells, samples, strict=True):
        row[:, : sample.cells.shape[1]] = sample.cells
    colour = np.array([sample.colour for sample in samples])
    taken = (cells & TAKEN) == TAKEN
    entries = np.where(taken, 0, cells & TAKEN).astype(np.int32)
    if not TABLE[rule].is_symmetric:
        sides = np.stack([colour, BLACK + WHITE - colour], axis=1)
        entries += np.where(sides == WHITE, COMBINATIONS, 0)[:, :, None]
    return TableSamples(
        entries[:, 0],
        entries[:, 1],
        ~taken[:, 0],
        ((cells[:, 0] & NEAR) > 0) & ~taken[:, 0],
        np.array([sample.score for sample in samples]),
        np.array([sample.move for sample in samples]),
    )
