"""Fits a rule's tables to games of the engine against itself, and writes them.

    python -m brain.lab.tune --rule 0 --sizes 15 20 --games 1500 --nodes 6000 --seed 1

The static score is SCALE times the log odds of winning: what the empty cells are worth by their
combinations, what they are worth to the side to move by their classes for both sides, and the mask
of threats by itself. It is fitted to what a search makes of the same position, from the present
tables on (as Texel's tuning method, Peter Österlund, 2014, fits to results). The order of moves is
the log odds of being the move that the search chose, by a cell's combination for either side (Rémi
Coulom, Computing Elo ratings of move patterns in the game of Go, 2007); it is fitted only when
asked for. An entry of a table, or what is added to it, is the sum of what its line patterns, its
class or its bits are worth and of a rest of its own, which is kept small. The same arguments give
the same tables, whatever the number of processes.
"""

import argparse
import multiprocessing
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement

import numpy as np

from brain.kernels.patterns import class_of, combination_of, rule_has_fouls
from brain.lab.selfplay import NEAR, TAKEN, Player, Position
from brain.lab.tables import Tables, read, threat_bits, write
from brain.lexicon import (
    BLACK,
    CELL_FIVE,
    CELL_NONE,
    CELL_OPEN_FOUR,
    CLASSES,
    COMBINATIONS,
    PATTERNS,
    RENJU,
    RULES,
    VALUE_UNIT,
    WHITE,
    WON,
)

SCALE = 200.0  # evaluation units
ORDER_UNIT = 64.0  # of the move tables, for one of the log odds
CERTAIN = 600  # the score to be learnt, in evaluation units, where one side has won
HELD_OUT = 20  # one position of so many checks the fit
GAMES_AT_ONCE = 5
# What no position to learn from holds, as it needs no search, but must come first without one: cell
# class, and the log odds of playing there oneself and of keeping the other from it.
DECISIVE = ((CELL_OPEN_FOUR, 40.0, 0.0), (CELL_FIVE, 80.0, 60.0))
LARGEST = 32000  # of an int16 table
BATCH = 2048  # positions
PAIRS = CLASSES * CLASSES
ROUNDS = 15  # through all positions
VALUE_RATE, ORDER_RATE = 0.01, 0.03  # the first steps
RIDGE = 1.0  # penalty of a squared rest, against the summed loss
FADING = 0.9, 0.999  # of the means of slopes and of squared slopes

Arrays = Sequence[np.ndarray]
Slopes = Callable[[np.ndarray, Arrays], Arrays]


@dataclass(frozen=True)
class Data:
    """Positions, one a row; `own` and `other` are the side to move's and the opponent's."""

    own: np.ndarray  # [n, cells]: index of a table entry
    other: np.ndarray  # [n, cells]
    empty: np.ndarray  # [n, cells] bool
    near: np.ndarray  # [n, cells] bool: candidate moves
    mask: np.ndarray  # [n]: of threats
    score: np.ndarray  # [n]: of the search
    move: np.ndarray  # [n]: that it chose

    @property
    def label(self) -> np.ndarray:
        """The chance of winning to be learnt [n]."""
        return _chance(np.clip(self.score, -CERTAIN, CERTAIN) / SCALE)


def main() -> None:
    """Play, fit, check, and write."""
    parser = argparse.ArgumentParser(prog="python -m brain.lab.tune", description="Fit a rule.")
    parser.add_argument("--rule", type=int, choices=RULES, required=True)
    parser.add_argument("--sizes", type=int, nargs="+", default=[15])
    parser.add_argument("--games", type=int, default=1500, help="on each size")
    parser.add_argument("--nodes", type=int, default=6000, help="of a move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--order", action="store_true", help="fit the order of moves too")
    wish = parser.parse_args()
    data = collect(wish.rule, wish.sizes, wish.games, wish.nodes, wish.seed)
    tables = fit_values(wish.rule, data, read(wish.rule))
    if wish.order:
        tables = fit_order(wish.rule, data, tables)
    print(write(wish.rule, tables).name)


def shape_features(rule: int) -> np.ndarray:
    """Return how often each pattern is in a combination, and its class: [entries, n]."""
    width = PATTERNS + CLASSES
    colours = (BLACK, WHITE) if rule == RENJU else (BLACK,)
    features = np.zeros((len(colours), COMBINATIONS, len(colours), width))
    for patterns in combinations_with_replacement(range(PATTERNS), 4):
        for side, colour in enumerate(colours):
            row = features[side, combination_of(*patterns), side]
            for pattern in patterns:
                row[pattern] += 1
            row[PATTERNS + class_of(*patterns, rule_has_fouls(rule, colour))] = 1
    return features.reshape(len(colours) * COMBINATIONS, len(colours) * width)


# The fits.


def fit_values(rule: int, data: Data, present: Tables) -> Tables:
    """Return the present tables with what is worth something fitted to positions, of which some are
    held out to check the fit.
    """
    shapes = shape_features(rule)
    unit = SCALE * VALUE_UNIT
    counts = _counts(data, len(shapes))
    pairs = _pairs(data, shapes)

    def worth(batch: np.ndarray, tables: Arrays) -> np.ndarray:
        cells = counts[batch].astype(np.float32) @ tables[0]
        return np.asarray(cells + tables[1][data.mask[batch]] + pairs[batch] @ tables[2])

    kept = [present.value.ravel()[: len(shapes)], present.threat, present.tempo[0].ravel()]
    base = worth(np.arange(len(data.mask)), [table / unit for table in kept])
    label = data.label
    rows, held = _split(np.arange(len(label)))

    def slopes(batch: np.ndarray, tables: Arrays) -> Arrays:
        error = (_chance(base[batch] + worth(batch, tables)) - label[batch]) / len(batch)
        by_mask = np.bincount(data.mask[batch], error, len(tables[1]))
        by_entry = counts[batch].T.astype(np.float32) @ error.astype(np.float32)
        return by_entry, by_mask, pairs[batch].T @ error

    bits = threat_bits()
    features = (shapes, np.hstack([bits, np.ones((len(bits), 1))]), np.zeros((PAIRS, 1)))
    more = descend(features, slopes, rows, VALUE_RATE)
    for name, some in (("seen", rows), ("held out", held)):
        before, after = (_loss(base[some] + odds, label[some]) for odds in (0, worth(some, more)))
        _tell(f"values, positions {name}: log loss {before:.4f}, now {after:.4f}")
    value, threat, tempo = (unit * table for table in more)
    return replace(
        present,
        value=_rounded(present.value + _for_colours(value)),
        threat=_rounded(present.threat + threat),
        tempo=_rounded(present.tempo + _for_both(tempo, is_symmetric=len(shapes) == COMBINATIONS)),
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

    def slopes(batch: np.ndarray, tables: Arrays) -> Arrays:
        odds = log_odds(batch, tables)
        error = np.exp(odds - odds.max(1, keepdims=True))
        error /= error.sum(1, keepdims=True)
        error[np.arange(len(batch)), data.move[batch]] -= 1
        error = error.ravel() / len(batch)
        own, other = data.own[batch].ravel(), data.other[batch].ravel()
        return tuple(np.bincount(cells, error, len(shapes)) for cells in (own, other))

    attack, defence = descend((shapes, shapes), slopes, rows, ORDER_RATE)
    for name, some in (("seen", rows[: len(held)]), ("held out", held)):
        odds = log_odds(some, (attack, defence))
        first = odds.argmax(1) == data.move[some]
        _tell(f"order, positions {name}: {first.mean():.1%} of the moves come first")
    for kind, own, other in DECISIVE:
        is_kind = _classes(shapes) == kind
        attack[is_kind], defence[is_kind] = own, np.maximum(defence[is_kind], other)
    attack, defence = (_rounded(ORDER_UNIT * _for_colours(table)) for table in (attack, defence))
    return replace(present, attack=attack, defence=defence)


def descend(features: Arrays, slopes: Slopes, rows: np.ndarray, rate: float) -> Arrays:
    """Return tables that minimise a loss whose slopes are given for a batch of rows.

    Diederik Kingma and Jimmy Ba, Adam: a method for stochastic optimization, 2015; the rate falls
    along a half cosine.
    """
    dice = np.random.default_rng(1)
    weights = [np.zeros(feature.shape[1]) for feature in features]
    rests = [np.zeros(len(feature)) for feature in features]
    parameters = [*weights, *rests]
    means = [np.zeros_like(parameter) for parameter in parameters]
    squares = [np.zeros_like(parameter) for parameter in parameters]
    steps = ROUNDS * (len(rows) // BATCH)
    for step, batch in enumerate(_batches(rows, dice), 1):
        by_entry = slopes(batch, _tables(features, weights, rests))
        by_weight = [f.T @ slope for f, slope in zip(features, by_entry, strict=True)]
        pulls = [RIDGE / len(rows) * rest for rest in rests]
        by_rest = [slope + pull for slope, pull in zip(by_entry, pulls, strict=True)]
        pace = rate * (1 + np.cos(np.pi * step / steps)) / 2
        for i, slope in enumerate((*by_weight, *by_rest)):
            means[i] = FADING[0] * means[i] + (1 - FADING[0]) * slope
            squares[i] = FADING[1] * squares[i] + (1 - FADING[1]) * slope**2
            mean, square = means[i] / (1 - FADING[0] ** step), squares[i] / (1 - FADING[1] ** step)
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
    held = rows % HELD_OUT == 0
    return rows[~held], rows[held]


def _counts(data: Data, entries: int) -> np.ndarray:
    """Return how many of the mover's empty cells have each entry, less the opponent's: int8."""
    counts = np.zeros((len(data.mask), entries), np.int8)
    rows = np.arange(len(data.mask))
    for cell in range(data.own.shape[1]):
        empty = rows[data.empty[:, cell]]
        counts[empty, data.own[empty, cell]] += 1
        counts[empty, data.other[empty, cell]] -= 1
    return counts


def _pairs(data: Data, shapes: np.ndarray) -> np.ndarray:
    """Return how many empty cells have each pair of classes, black's first, [n, PAIRS] int16; where
    the colours are alike, the lower class comes first.

    Cells that are nothing to either side count 0: they would tell the size of the board.
    """
    classes = _classes(shapes)
    pairs = np.zeros((len(data.mask), PAIRS), np.int16)
    rows = np.arange(len(data.mask))
    for cell in range(data.own.shape[1]):
        empty = rows[data.empty[:, cell]]
        entries = np.sort([data.own[empty, cell], data.other[empty, cell]], axis=0)
        kinds = classes[entries]
        first, second = kinds if len(shapes) > COMBINATIONS else np.sort(kinds, axis=0)
        pairs[empty, first * CLASSES + second] += 1
    pairs[:, CELL_NONE * CLASSES + CELL_NONE] = 0
    return pairs


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
    positions: list[Position] = []
    with multiprocessing.get_context("spawn").Pool() as pool:
        for number, more in enumerate(pool.imap(_play, chunks), 1):
            positions += more
            _tell(f"{number * GAMES_AT_ONCE} games, {len(positions)} positions")
    return arranged(rule, positions)


def arranged(rule: int, positions: Sequence[Position]) -> Data:
    """Return positions as arrays: what is beyond a smaller board is not empty; in renju white's
    table entries follow black's.
    """
    most = max(position.cells.shape[1] for position in positions)
    cells = np.full((len(positions), 2, most), TAKEN, np.uint16)
    for row, position in zip(cells, positions, strict=True):
        row[:, : position.cells.shape[1]] = position.cells
    colour = np.array([position.colour for position in positions])
    taken = (cells & TAKEN) == TAKEN
    entries = np.where(taken, 0, cells & TAKEN).astype(np.int32)
    if rule == RENJU:
        sides = np.stack([colour, BLACK + WHITE - colour], axis=1)
        entries += np.where(sides == WHITE, COMBINATIONS, 0)[:, :, None]
    return Data(
        entries[:, 0],
        entries[:, 1],
        ~taken[:, 0],
        ((cells[:, 0] & NEAR) > 0) & ~taken[:, 0],
        np.array([position.mask for position in positions]),
        np.array([position.score for position in positions]),
        np.array([position.move for position in positions]),
    )


def _play(chunk: tuple[int, int, int, int, int]) -> list[Position]:
    rule, size, nodes, seed, count = chunk
    return [p for game in Player(rule, size, nodes, seed).games(count) for p in game]


def _for_colours(entries: np.ndarray) -> np.ndarray:
    """Return a table [2, COMBINATIONS], for both colours the same if it was fitted for both."""
    return np.asarray(np.broadcast_to(entries.reshape(-1, COMBINATIONS), (2, COMBINATIONS)))


def _for_both(pairs: np.ndarray, *, is_symmetric: bool) -> np.ndarray:
    """Return a table [2, CLASSES, CLASSES] by a colour's class and the other's."""
    black = pairs.reshape(CLASSES, CLASSES)
    if is_symmetric:
        black = black + np.triu(black, 1).T
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
