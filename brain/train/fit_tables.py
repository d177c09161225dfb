"""Fits a rule's tables to games of the engine against itself, and writes them.

    python -m brain.train.fit_tables --rule 0 --sizes 15 20 --games 1500 --nodes 6000 --seed 1

The static score is SCALE times the log odds of winning. It adds the worth of the empty cells by
their combinations, their worth to the side to move by their classes for both sides, and a term for
the counts of cells per class. It is fitted to the score that a search finds for the same position,
from the present tables on (as Texel's tuning method, Peter Österlund, 2014, fits to results).

The order of moves is the log odds of being the move that the search chose, by a cell's combination
for either side (Rémi Coulom, Computing Elo ratings of move patterns in the game of Go, 2007). It is
fitted only when asked for.

Fitting adds three things to an entry of a table: what its line patterns are worth, what its class
is worth, and a rest of its own, which is kept small. The same arguments give the same tables,
whatever the number of processes.
"""

import argparse
import multiprocessing
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement

import numpy as np

from brain.kernels.position.patterns import class_of, combination_of
from brain.layout import COUNTS, TERMS
from brain.lexicon import (
    BLACK,
    CELL_DOUBLE_TWO,
    CELL_FIVE,
    CELL_NONE,
    CELL_OPEN_FOUR,
    CLASSES,
    COMBINATIONS,
    FACTOR_BITS,
    PATTERNS,
    VALUE_UNIT,
    WHITE,
    WON,
)
from brain.rules.laws import RULES, TABLE
from brain.train.samples import NEAR, TAKEN, Sample
from brain.train.selfplay import Player
from brain.train.tables import Tables, read, write

SCALE = 200.0  # evaluation units
UNIT = SCALE * VALUE_UNIT  # of a table of values, per unit of log odds
FACTOR_UNIT = (UNIT * (1 << FACTOR_BITS)) ** 0.5
TERM_UNITS = np.array([UNIT, *[FACTOR_UNIT] * (TERMS - 1)])
ORDER_UNIT = 64.0  # of the move tables, per unit of log odds
CERTAIN = 600  # evaluation units: the score to be learnt where one side has won
HELD_OUT = 20  # one run of positions in so many checks the fit
RUNS = 100  # of positions, so long that they part the leaves of few searches
GAMES_AT_ONCE = 5
# Cell classes that need no search, so no position to learn from has them, but that must come first
# in the order; and the log odds of playing there oneself and of keeping the opponent from it.
DECISIVE = ((CELL_OPEN_FOUR, 40.0, 0.0), (CELL_FIVE, 80.0, 60.0))
LARGEST = 32000  # of an int16 table
BATCH = 2048  # positions
PAIRS = CLASSES * CLASSES
ROUNDS = 15  # through all positions
VALUE_RATE, ORDER_RATE = 0.01, 0.03  # learning rates at the start
RIDGE = 1.0  # penalty on a squared rest, in the units of the summed loss
FIRST_FACTOR = 0.05  # standard deviation of the random factors to start from
DECAYS = 0.9, 0.999  # of the means of gradients and of squared gradients

Arrays = Sequence[np.ndarray]
Gradients = Callable[[np.ndarray, Arrays], Arrays]


@dataclass(frozen=True)
class Data:
    """Positions, one a row; `own` and `other` are the side to move's and the opponent's."""

    own: np.ndarray  # [n, cells]: index of a table entry
    other: np.ndarray  # [n, cells]
    empty: np.ndarray  # [n, cells] bool
    near: np.ndarray  # [n, cells] bool: candidate moves
    score: np.ndarray  # [n]: of the search
    move: np.ndarray  # [n]: that it chose

    @property
    def label(self) -> np.ndarray:
        """The chance of winning to be learnt [n]."""
        return _chance(np.clip(self.score, -CERTAIN, CERTAIN) / SCALE)


def main() -> None:
    """Play, fit, check, and write."""
    parser = argparse.ArgumentParser(
        prog="python -m brain.train.fit_tables", description="Fit a rule."
    )
    parser.add_argument("--rule", type=int, choices=RULES, required=True)
    parser.add_argument("--sizes", type=int, nargs="+", default=[15])
    parser.add_argument("--games", type=int, default=1500, help="on each size")
    parser.add_argument("--nodes", type=int, default=6000, help="of a move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--order", action="store_true", help="fit the order of moves too")
    options = parser.parse_args()
    data = collect(options.rule, options.sizes, options.games, options.nodes, options.seed)
    tables = fit_values(options.rule, data, read(options.rule))
    if options.order:
        tables = fit_order(options.rule, data, tables)
    print(write(options.rule, tables).name)


def shape_features(rule: int) -> np.ndarray:
    """Return the number of each pattern in each combination, and its class: [entries, n]."""
    width = PATTERNS + CLASSES
    colours = (BLACK,) if TABLE[rule].is_symmetric else (BLACK, WHITE)
    features = np.zeros((len(colours), COMBINATIONS, len(colours), width))
    for patterns in combinations_with_replacement(range(PATTERNS), 4):
        for side, colour in enumerate(colours):
            row = features[side, combination_of(*patterns), side]
            for pattern in patterns:
                row[pattern] += 1
            row[PATTERNS + class_of(*patterns, TABLE[rule].laws[colour].fouls)] = 1
    return features.reshape(len(colours) * COMBINATIONS, len(colours) * width)


# The fits.


def fit_values(rule: int, data: Data, present: Tables) -> Tables:
    """Return the present tables with value, tempo and census fitted to positions, of which some are
    held out to check the fit.
    """
    shapes = shape_features(rule)
    counts, pairs, places = _counts(data, len(shapes)), _pairs(data, shapes), _places(data, shapes)
    census = present.census[: len(shapes) // COMBINATIONS] / TERM_UNITS
    if not census[..., 1:].any():
        dice = np.random.default_rng(1)
        census[..., 1:] = dice.normal(0, FIRST_FACTOR, census[..., 1:].shape)
    first = present.value.ravel()[: len(shapes)] / UNIT, present.tempo[0].ravel() / UNIT, census
    label = data.label
    rows, held = _split(np.arange(len(label)))

    def judge(batch: np.ndarray, tables: Arrays) -> tuple[np.ndarray, np.ndarray]:
        """Return the log odds [n], and their gradients by the terms of the census [n, TERMS]."""
        cells = counts[batch].astype(np.float32) @ tables[0] + pairs[batch] @ tables[1]
        score, a, b, c, d = tables[2].reshape(-1, TERMS)[places[batch]].sum(1).T
        odds = cells + score + a * b + c * d
        return np.asarray(odds), np.stack([np.ones_like(a), b, a, d, c], axis=1)

    def gradients(batch: np.ndarray, tables: Arrays) -> Arrays:
        odds, by_term = judge(batch, tables)
        error = (_chance(odds) - label[batch]) / len(batch)
        by_entry = counts[batch].T.astype(np.float32) @ error.astype(np.float32)
        by_place = np.zeros((census.size // TERMS, TERMS))
        np.add.at(by_place, places[batch], (error[:, None] * by_term)[:, None])
        return by_entry, pairs[batch].T @ error, by_place.ravel()

    features = shapes, np.zeros((PAIRS, 1)), np.zeros((census.size, 1))
    fitted = descend(features, gradients, rows, VALUE_RATE, first)
    for name, some in (("seen", rows), ("held out", held)):
        before, after = (_loss(judge(some, tables)[0], label[some]) for tables in (first, fitted))
        _tell(f"values, positions {name}: log loss {before:.4f}, now {after:.4f}")
    value, tempo = (UNIT * table for table in fitted[:2])
    census = TERM_UNITS * fitted[2].reshape(census.shape)
    return replace(
        present,
        value=_rounded(_for_colours(value)),
        tempo=_rounded(_for_both(tempo, is_symmetric=len(shapes) == COMBINATIONS)),
        census=_rounded(np.broadcast_to(census, present.census.shape)),
    )


def fit_order(rule: int, data: Data, present: Tables) -> Tables:
    """Return the present tables with the order of moves fitted anew: the log odds of being chosen
    by the mover's combination and by the opponent's.
    """
    shapes = shape_features(rule)
    chosen = data.near[np.arange(len(data.move)), data.move]
    rows, held = _split(np.flatnonzero(chosen & (data.score > -WON)))

    def log_odds(batch: np.ndarray, tables: Arrays) -> np.ndarray:
        odds = tables[0][data.own[batch]] + tables[1][data.other[batch]]
        return np.where(data.near[batch], odds, -np.inf)

    def gradients(batch: np.ndarray, tables: Arrays) -> Arrays:
        odds = log_odds(batch, tables)
        error = np.exp(odds - odds.max(1, keepdims=True))
        error /= error.sum(1, keepdims=True)
        error[np.arange(len(batch)), data.move[batch]] -= 1
        error = error.ravel() / len(batch)
        own, other = data.own[batch].ravel(), data.other[batch].ravel()
        return tuple(np.bincount(cells, error, len(shapes)) for cells in (own, other))

    first = np.zeros(len(shapes)), np.zeros(len(shapes))
    attack, defence = descend((shapes, shapes), gradients, rows, ORDER_RATE, first)
    for name, some in (("seen", rows[: len(held)]), ("held out", held)):
        odds = log_odds(some, (attack, defence))
        hits = odds.argmax(1) == data.move[some]
        _tell(f"order, positions {name}: {hits.mean():.1%} of the moves come first")
    for cell_class, own, other in DECISIVE:
        has_class = _classes(shapes) == cell_class
        attack[has_class], defence[has_class] = own, np.maximum(defence[has_class], other)
    attack, defence = (_rounded(ORDER_UNIT * _for_colours(table)) for table in (attack, defence))
    return replace(present, attack=attack, defence=defence)


def descend(
    features: Arrays, gradients: Gradients, rows: np.ndarray, rate: float, first: Arrays
) -> Arrays:
    """Return tables that minimise a loss and stay near the first ones; `gradients` returns the
    loss's for a batch of rows.

    Diederik Kingma and Jimmy Ba, Adam: a method for stochastic optimization, 2015; the rate falls
    along a half cosine.
    """
    dice = np.random.default_rng(1)
    weights = [np.zeros(feature.shape[1]) for feature in features]
    starts = [table.ravel() for table in first]
    rests = [start.copy() for start in starts]
    parameters = [*weights, *rests]
    means = [np.zeros_like(parameter) for parameter in parameters]
    squares = [np.zeros_like(parameter) for parameter in parameters]
    steps = ROUNDS * (len(rows) // BATCH)
    for step, batch in enumerate(_batches(rows, dice), 1):
        by_entry = gradients(batch, _tables(features, weights, rests))
        by_weight = [f.T @ gradient for f, gradient in zip(features, by_entry, strict=True)]
        pulls = [RIDGE / len(rows) * (r - s) for r, s in zip(rests, starts, strict=True)]
        by_rest = [gradient + pull for gradient, pull in zip(by_entry, pulls, strict=True)]
        pace = rate * (1 + np.cos(np.pi * step / steps)) / 2
        for i, gradient in enumerate((*by_weight, *by_rest)):
            means[i] = DECAYS[0] * means[i] + (1 - DECAYS[0]) * gradient
            squares[i] = DECAYS[1] * squares[i] + (1 - DECAYS[1]) * gradient**2
            mean, square = means[i] / (1 - DECAYS[0] ** step), squares[i] / (1 - DECAYS[1] ** step)
            parameters[i] -= pace * mean / (np.sqrt(square) + 1e-9)
    return _tables(features, weights, rests)


def _tables(features: Arrays, weights: Arrays, rests: Arrays) -> Arrays:
    return [f @ w + r for f, w, r in zip(features, weights, rests, strict=True)]


def _batches(rows: np.ndarray, dice: np.random.Generator) -> Iterator[np.ndarray]:
    for _ in range(ROUNDS):
        mixed = dice.permutation(rows)
        for start in range(0, len(rows) - BATCH + 1, BATCH):
            yield mixed[start : start + BATCH]


def _split(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the rows to fit to, and those to check the fit with."""
    held = np.arange(len(rows)) * RUNS // len(rows) % HELD_OUT == 0
    return rows[~held], rows[held]


def _counts(data: Data, entries: int) -> np.ndarray:
    """Return how many of the mover's empty cells have each entry, less the opponent's: int8."""
    counts = np.zeros((len(data.own), entries), np.int8)
    for rows, own, other in _cells(data):
        counts[rows, own] += 1
        counts[rows, other] -= 1
    return counts


def _pairs(data: Data, shapes: np.ndarray) -> np.ndarray:
    """Return how many empty cells have each pair of classes, black's first, [n, PAIRS] int16; where
    the colours are alike, the lower class comes first.

    Cells that are nothing to either side count 0: they would tell the size of the board.
    """
    classes = _classes(shapes)
    pairs = np.zeros((len(data.own), PAIRS), np.int16)
    for rows, own, other in _cells(data):
        entries = np.sort([own, other], axis=0)
        both = classes[entries]
        first, second = both if len(shapes) > COMBINATIONS else np.sort(both, axis=0)
        pairs[rows, first * CLASSES + second] += 1
    pairs[:, CELL_NONE * CLASSES + CELL_NONE] = 0
    return pairs


def _places(data: Data, shapes: np.ndarray) -> np.ndarray:
    """Return the places of the counts of each class in a census, [n, 2 * classes that it counts]:
    indices of a table [colours, 2, CLASSES, COUNTS].
    """
    classes = _classes(shapes)
    numbers = np.zeros((len(data.own), 2, CLASSES), np.int32)
    for rows, own, other in _cells(data):
        numbers[rows, 0, classes[other]] += 1
        numbers[rows, 1, classes[own]] += 1
    is_white = data.own.max(1) >= COMBINATIONS
    colour = np.stack([~is_white & (len(shapes) > COMBINATIONS), is_white], axis=1)
    counted = np.arange(CELL_DOUBLE_TWO, CELL_OPEN_FOUR + 1)
    starts = ((colour * 2 + np.arange(2))[:, :, None] * CLASSES + counted) * COUNTS
    places = starts + np.minimum(numbers[:, :, counted], COUNTS - 1)
    return np.asarray(places.reshape(len(places), -1))


def _cells(data: Data) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Yield for each cell the rows in which it is empty, and its entries there, own and other."""
    for cell in range(data.own.shape[1]):
        rows = np.flatnonzero(data.empty[:, cell])
        yield rows, data.own[rows, cell], data.other[rows, cell]


def _classes(shapes: np.ndarray) -> np.ndarray:
    """Return the class of each entry."""
    by_colour = shapes.reshape(len(shapes), -1, PATTERNS + CLASSES)[:, :, PATTERNS:]
    return np.asarray(by_colour.any(1).argmax(1))


# The positions.


def collect(rule: int, sizes: Sequence[int], games: int, nodes: int, seed: int) -> Data:
    """Return the positions of so many games on a board of each size."""
    chunks = [
        (rule, size, nodes, seed * games + start, min(GAMES_AT_ONCE, games - start))
        for size in sizes
        for start in range(0, games, GAMES_AT_ONCE)
    ]
    positions: list[Sample] = []
    with multiprocessing.get_context("spawn").Pool() as pool:
        for number, more in enumerate(pool.imap(_play, chunks), 1):
            positions += more
            _tell(f"{number * GAMES_AT_ONCE} games, {len(positions)} positions")
    return arranged(rule, positions)


def arranged(rule: int, positions: Sequence[Sample]) -> Data:
    """Return positions as arrays. Cells beyond a smaller board are not empty; in renju the entries
    of white's table follow black's.
    """
    most = max(position.cells.shape[1] for position in positions)
    cells = np.full((len(positions), 2, most), TAKEN, np.uint16)
    for row, position in zip(cells, positions, strict=True):
        row[:, : position.cells.shape[1]] = position.cells
    colour = np.array([position.colour for position in positions])
    taken = (cells & TAKEN) == TAKEN
    entries = np.where(taken, 0, cells & TAKEN).astype(np.int32)
    if not TABLE[rule].is_symmetric:
        sides = np.stack([colour, BLACK + WHITE - colour], axis=1)
        entries += np.where(sides == WHITE, COMBINATIONS, 0)[:, :, None]
    return Data(
        entries[:, 0],
        entries[:, 1],
        ~taken[:, 0],
        ((cells[:, 0] & NEAR) > 0) & ~taken[:, 0],
        np.array([position.score for position in positions]),
        np.array([position.move for position in positions]),
    )


def _play(chunk: tuple[int, int, int, int, int]) -> list[Sample]:
    rule, size, nodes, seed, count = chunk
    return [p for game in Player(rule, size, nodes, seed).games(count) for p in game]


def _for_colours(entries: np.ndarray) -> np.ndarray:
    """Return a table [2, COMBINATIONS], the same for both colours if it was fitted for both."""
    return np.asarray(np.broadcast_to(entries.reshape(-1, COMBINATIONS), (2, COMBINATIONS)))


def _for_both(pairs: np.ndarray, *, is_symmetric: bool) -> np.ndarray:
    """Return a table [2, CLASSES, CLASSES] by a colour's class and the other's."""
    black = pairs.reshape(CLASSES, CLASSES)
    if is_symmetric:
        black = np.triu(black) + np.triu(black, 1).T
    return np.stack([black, black.T])


def _rounded(table: np.ndarray) -> np.ndarray:
    return np.asarray(np.clip(np.rint(table), -LARGEST, LARGEST).astype(np.int16))


def _chance(log_odds: np.ndarray) -> np.ndarray:
    return np.asarray(1 / (1 + np.exp(-log_odds)))


def _loss(log_odds: np.ndarray, label: np.ndarray) -> float:
    return float(np.mean(np.logaddexp(0, log_odds) - label * log_odds))


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
