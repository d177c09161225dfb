"""Fits a rule's tables to self-play, and writes them.

    python -m brain.train.fit_tables --rule 0 --sizes 15 20 --games 1500 --nodes 6000 --seed 1

The static score is SCALE times the log odds of winning. It is the sum of a value for each empty
cell by its combination, a value for the side to move by its classes for both sides, and a term for
the number of cells in each class. The tables are fitted to the scores of searches, starting from
the present ones (Texel's tuning method, Peter Österlund, 2014, fits to results of games).

The move order is the log odds that a search chooses a cell, by the cell's combination for either
side (Rémi Coulom, Computing Elo ratings of move patterns in the game of Go, 2007). It is fitted
only with --order.

A table entry is the sum of a term for each of its line patterns, a term for its class, and a
residual, which is kept small. The same arguments give the same tables, with any number of
processes.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from brain.kernels.eval.network import SCALE
from brain.layout import TERMS
from brain.lexicon import (
    CELL_FIVE,
    CELL_OPEN_FOUR,
    CLASSES,
    COMBINATIONS,
    FACTOR_BITS,
    VALUE_UNIT,
    WON,
)
from brain.rules.laws import RULES
from brain.train.features import ORDER_UNIT, classes_of, cross_entropy, shape_features, sigmoid
from brain.train.table_samples import PAIRS, TableSamples, collect
from brain.train.tables import Tables, read, write

ODDS_UNIT = float(SCALE * VALUE_UNIT)  # of a table of values, per unit of log odds
FACTOR_UNIT = (ODDS_UNIT * (1 << FACTOR_BITS)) ** 0.5
TERM_UNITS = np.array([ODDS_UNIT, *[FACTOR_UNIT] * (TERMS - 1)])
HELD_OUT = 20  # one block in 20 is held out
BLOCKS = 100  # contiguous, so that one search's leaves stay on one side of the split
# Classes that need no search are not in the samples, but their moves must come first: the log odds
# of playing there, and at least those of stopping the opponent there.
URGENT = ((CELL_OPEN_FOUR, 40.0, 0.0), (CELL_FIVE, 80.0, 60.0))
LARGEST_ENTRY = 32000  # of an int16 table
BATCH = 2048  # samples
EPOCHS = 15
VALUE_RATE, ORDER_RATE = 0.01, 0.03  # initial learning rates
RIDGE = 1.0  # penalty on a squared residual, relative to the sum of the losses
FACTOR_DEVIATION = 0.05  # standard deviation of the initial random factors
DECAYS = 0.9, 0.999  # of the means of gradients and of squared gradients
EPSILON = 1e-9  # of Adam

Arrays = Sequence[np.ndarray]
Gradients = Callable[[np.ndarray, Arrays], Arrays]


@dataclass(frozen=True)
class FittedValues:
    """Fitted tables, and their cross-entropy before and after on both parts of the samples."""

    tables: Tables
    trained: tuple[float, float]
    held_out: tuple[float, float]


@dataclass(frozen=True)
class FittedOrder:
    """Fitted tables, and the fraction of the moves that they put first in both parts of the
    samples.
    """

    tables: Tables
    trained: float
    held_out: float


def main() -> None:
    """Play, fit, print the losses, and write."""
    parser = argparse.ArgumentParser(
        prog="python -m brain.train.fit_tables", description="Fit a rule's tables to self-play."
    )
    add = parser.add_argument
    add("--rule", type=int, choices=RULES, required=True)
    add("--sizes", type=int, nargs="+", default=[15], help="board sizes")
    add("--games", type=int, default=1500, help="games on each size")
    add("--nodes", type=int, default=6000, help="nodes for a move")
    add("--seed", type=int, default=1, help="random seed of the games")
    add("--order", action="store_true", help="fit the move order, too")
    options = parser.parse_args()
    samples = collect(
        *(options.rule, options.sizes, options.games, options.nodes, options.seed),
        on_task=lambda games, count: _print(f"{games} games, {count} positions"),
    )
    fitted = fit_values(options.rule, samples, read(options.rule))
    for name, (before, after) in (("training", fitted.trained), ("held out", fitted.held_out)):
        _print(f"values, {name}: loss {before:.4f} before, {after:.4f} after")
    tables = fitted.tables
    if options.order:
        ordered = fit_order(options.rule, samples, tables)
        for name, hits in (("training", ordered.trained), ("held out", ordered.held_out)):
            _print(f"order, {name}: {hits:.1%} of the moves come first")
        tables = ordered.tables
    print(write(options.rule, tables).name)


def _print(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# Values.


@dataclass(frozen=True)
class _ValueLoss:
    """The cross-entropy of win rates, for tables of values, of pairs of classes, and the census."""

    counts: np.ndarray  # [n, entries]
    pairs: np.ndarray  # [n, PAIRS]
    places: np.ndarray  # [n, 2 * classes of the census]
    label: np.ndarray  # [n]

    def log_odds(self, batch: np.ndarray, tables: Arrays) -> tuple[np.ndarray, np.ndarray]:
        """Return the log odds [n], and their gradients by the terms of the census [n, TERMS]."""
        cells = self.counts[batch].astype(np.float32) @ tables[0] + self.pairs[batch] @ tables[1]
        score, a, b, c, d = tables[2].reshape(-1, TERMS)[self.places[batch]].sum(1).T
        odds = cells + score + a * b + c * d
        return np.asarray(odds), np.stack([np.ones_like(a), b, a, d, c], axis=1)

    def gradients(self, batch: np.ndarray, tables: Arrays) -> Arrays:
        """Return the gradients of the mean loss of a batch, by table."""
        odds, by_term = self.log_odds(batch, tables)
        error = (sigmoid(odds) - self.label[batch]) / len(batch)
        by_entry = self.counts[batch].T.astype(np.float32) @ error.astype(np.float32)
        by_place = np.zeros((tables[2].size // TERMS, TERMS))
        np.add.at(by_place, self.places[batch], (error[:, None] * by_term)[:, None])
        return by_entry, self.pairs[batch].T @ error, by_place.ravel()

    def mean(self, batch: np.ndarray, tables: Arrays) -> float:
        """Return the mean loss of a batch."""
        return cross_entropy(self.log_odds(batch, tables)[0], self.label[batch])


def fit_values(rule: int, samples: TableSamples, present: Tables) -> FittedValues:
    """Return the present tables with value, tempo and census fitted to samples. Some samples are
    held out.
    """
    shapes = shape_features(rule)
    loss = _ValueLoss(
        samples.counts(len(shapes)), samples.pairs(shapes), samples.places(shapes), samples.label
    )
    first = _initial_values(present, len(shapes))
    features = shapes, np.zeros((PAIRS, 1)), np.zeros((first[2].size, 1))
    trained, held_out = _split(np.arange(len(loss.label)))
    fitted = descend(features, loss.gradients, trained, VALUE_RATE, first)
    losses = ((loss.mean(part, first), loss.mean(part, fitted)) for part in (trained, held_out))
    return FittedValues(_with_values(present, fitted), *losses)


def _initial_values(present: Tables, entries: int) -> Arrays:
    """Return the present tables of values in log odds. A census without factors gets random ones,
    as factors of 0 would have no gradient.
    """
    census = present.census[: entries // COMBINATIONS] / TERM_UNITS
    if not census[..., 1:].any():
        rng = np.random.default_rng(1)
        census[..., 1:] = rng.normal(0, FACTOR_DEVIATION, census[..., 1:].shape)
    value, tempo = present.value.ravel()[:entries], present.tempo[0].ravel()
    return value / ODDS_UNIT, tempo / ODDS_UNIT, census


def _with_values(present: Tables, fitted: Arrays) -> Tables:
    """Return the present tables with fitted values, given in log odds."""
    value, tempo = (ODDS_UNIT * table for table in fitted[:2])
    census = TERM_UNITS * fitted[2].reshape(-1, *present.census.shape[1:])
    return replace(
        present,
        value=_rounded(_for_colours(value)),
        tempo=_rounded(_for_both(tempo, is_symmetric=len(value) == COMBINATIONS)),
        census=_rounded(np.broadcast_to(census, present.census.shape)),
    )


# The move order.


@dataclass(frozen=True)
class _OrderLoss:
    """The cross-entropy of moves, for tables of the mover's entries and of the opponent's."""

    samples: TableSamples
    entries: int  # of a table

    def log_odds(self, batch: np.ndarray, tables: Arrays) -> np.ndarray:
        """Return the log odds of each cell [n, cells], -inf if it is not a candidate."""
        odds = tables[0][self.samples.own[batch]] + tables[1][self.samples.other[batch]]
        return np.where(self.samples.near[batch], odds, -np.inf)

    def gradients(self, batch: np.ndarray, tables: Arrays) -> Arrays:
        """Return the gradients of the mean loss of a batch, by table."""
        odds = self.log_odds(batch, tables)
        error = np.exp(odds - odds.max(1, keepdims=True))
        error /= error.sum(1, keepdims=True)
        error[np.arange(len(batch)), self.samples.move[batch]] -= 1
        error = error.ravel() / len(batch)
        sides = self.samples.own, self.samples.other
        return tuple(np.bincount(side[batch].ravel(), error, self.entries) for side in sides)

    def hits(self, batch: np.ndarray, tables: Arrays) -> float:
        """Return the fraction of a batch's moves that come first."""
        first = self.log_odds(batch, tables).argmax(1)
        return float((first == self.samples.move[batch]).mean())


def fit_order(rule: int, samples: TableSamples, present: Tables) -> FittedOrder:
    """Return the present tables with the move order fitted from scratch to samples. Some samples
    are held out.
    """
    shapes = shape_features(rule)
    loss = _OrderLoss(samples, len(shapes))
    is_candidate = samples.near[np.arange(len(samples.move)), samples.move]
    trained, held_out = _split(np.flatnonzero(is_candidate & (samples.score > -WON)))
    first = np.zeros(len(shapes)), np.zeros(len(shapes))
    fitted = descend((shapes, shapes), loss.gradients, trained, ORDER_RATE, first)
    hits = (loss.hits(part, fitted) for part in (trained[: len(held_out)], held_out))
    return FittedOrder(_with_order(present, fitted, classes_of(shapes)), *hits)


def _with_order(present: Tables, fitted: Arrays, classes: np.ndarray) -> Tables:
    """Return the present tables with a fitted move order, and URGENT moves first."""
    attack, defence = fitted
    for cell_class, own, other in URGENT:
        has_class = classes == cell_class
        attack[has_class], defence[has_class] = own, np.maximum(defence[has_class], other)
    attack, defence = (_rounded(ORDER_UNIT * _for_colours(table)) for table in (attack, defence))
    return replace(present, attack=attack, defence=defence)


# Gradient descent.


def descend(
    features: Arrays, gradients: Gradients, rows: np.ndarray, rate: float, first: Arrays
) -> Arrays:
    """Return tables that minimise a loss on rows of samples and stay near the first ones. Given a
    batch of rows and the tables, `gradients` returns the gradients of the loss by table.

    Diederik Kingma and Jimmy Ba, Adam: a method for stochastic optimization, 2015; the rate falls
    along a half cosine.
    """
    rng = np.random.default_rng(1)
    weights = [np.zeros(feature.shape[1]) for feature in features]
    starts = [table.ravel() for table in first]
    residuals = [start.copy() for start in starts]
    adam = _Adam([*weights, *residuals])
    steps = EPOCHS * (len(rows) // BATCH)
    for step, batch in enumerate(_batches(rows, rng), 1):
        by_entry = gradients(batch, _tables(features, weights, residuals))
        by_weight = [f.T @ gradient for f, gradient in zip(features, by_entry, strict=True)]
        pulls = [RIDGE / len(rows) * (r - s) for r, s in zip(residuals, starts, strict=True)]
        by_residual = [gradient + pull for gradient, pull in zip(by_entry, pulls, strict=True)]
        adam.step([*by_weight, *by_residual], rate * (1 + np.cos(np.pi * step / steps)) / 2)
    return _tables(features, weights, residuals)


class _Adam:
    """Adam's means of the gradients, for parameters that it changes in place."""

    def __init__(self, parameters: Arrays) -> None:
        self._parameters = parameters
        self._means = [np.zeros_like(parameter) for parameter in parameters]
        self._squares = [np.zeros_like(parameter) for parameter in parameters]
        self._steps = 0

    def step(self, gradients: Arrays, rate: float) -> None:
        """Update the parameters by gradients."""
        self._steps += 1
        for parameter, gradient, mean, square in zip(
            self._parameters, gradients, self._means, self._squares, strict=True
        ):
            mean[:] = DECAYS[0] * mean + (1 - DECAYS[0]) * gradient
            square[:] = DECAYS[1] * square + (1 - DECAYS[1]) * gradient**2
            unbiased = mean / (1 - DECAYS[0] ** self._steps)
            variance = square / (1 - DECAYS[1] ** self._steps)
            parameter -= rate * unbiased / (np.sqrt(variance) + EPSILON)


def _tables(features: Arrays, weights: Arrays, residuals: Arrays) -> Arrays:
    return [f @ w + r for f, w, r in zip(features, weights, residuals, strict=True)]


def _batches(rows: np.ndarray, rng: np.random.Generator) -> Iterator[np.ndarray]:
    """Yield shuffled batches, EPOCHS times through the rows."""
    for _ in range(EPOCHS):
        mixed = rng.permutation(rows)
        for start in range(0, len(rows) - BATCH + 1, BATCH):
            yield mixed[start : start + BATCH]


def _split(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the rows to fit to, and the rows held out."""
    is_held_out = np.arange(len(rows)) * BLOCKS // len(rows) % HELD_OUT == 0
    return rows[~is_held_out], rows[is_held_out]


# Tables in integers.


def _for_colours(entries: np.ndarray) -> np.ndarray:
    """Return a table [2, COMBINATIONS]; both colours share entries that were fitted for both."""
    return np.asarray(np.broadcast_to(entries.reshape(-1, COMBINATIONS), (2, COMBINATIONS)))


def _for_both(pairs: np.ndarray, *, is_symmetric: bool) -> np.ndarray:
    """Return a table [2, CLASSES, CLASSES] by a colour's class and its opponent's."""
    black = pairs.reshape(CLASSES, CLASSES)
    if is_symmetric:
        black = np.triu(black) + np.triu(black, 1).T
    return np.stack([black, black.T])


def _rounded(table: np.ndarray) -> np.ndarray:
    return np.asarray(np.clip(np.rint(table), -LARGEST_ENTRY, LARGEST_ENTRY).astype(np.int16))


if __name__ == "__main__":
    main()
