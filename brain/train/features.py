"""Features and labels of what is trained: a rule's network, and its tables.

A feature is a table entry of an empty cell: the combination of patterns that a stone would make
there. In renju, where the colours differ, White's entries follow Black's. A label is the score of a
search as a win rate.
"""

from itertools import combinations_with_replacement

import numpy as np

from brain.kernels.eval.network import SCALE
from brain.kernels.position.patterns import class_of, combination_of
from brain.lexicon import BLACK, CLASSES, COMBINATIONS, PATTERNS, WHITE
from brain.rules.laws import TABLE

MATE_LABEL = 600  # evaluation units: the label of a mate, and the largest of any score
ORDER_UNIT = 64.0  # of the move tables, per unit of log odds


def shape_features(rule: int) -> np.ndarray:
    """Return how often each pattern is in each entry, and the entry's class as one of CLASSES:
    [entries, n], with columns of their own for each colour.
    """
    width = PATTERNS + CLASSES
    colours = (BLACK,) if TABLE[rule].is_symmetric else (BLACK, WHITE)
    features = np.zeros((len(colours), COMBINATIONS, len(colours), width))
    for patterns in combinations_with_replacement(range(PATTERNS), 4):
        for side, colour in enumerate(colours):
            entry = features[side, combination_of(*patterns), side]
            for pattern in patterns:
                entry[pattern] += 1
            entry[PATTERNS + class_of(*patterns, TABLE[rule].laws[colour].fouls)] = 1
    return features.reshape(len(colours) * COMBINATIONS, len(colours) * width)


def classes_of(shapes: np.ndarray) -> np.ndarray:
    """Return the cell class of each entry of `shape_features`."""
    by_colour = shapes.reshape(len(shapes), -1, PATTERNS + CLASSES)[:, :, PATTERNS:]
    return np.asarray(by_colour.any(1).argmax(1))


def thirds(place: np.ndarray, size: np.ndarray) -> np.ndarray:
    """Return which third of the board each row or column is in: 0, 1 or 2."""
    outer = (size + 1) // 3
    return np.asarray((place >= outer).astype(np.int64) + (place >= size - outer))


def win_rates(scores: np.ndarray) -> np.ndarray:
    """Return the labels of scores."""
    return sigmoid(np.clip(scores, -MATE_LABEL, MATE_LABEL) / SCALE)


def sigmoid(log_odds: np.ndarray) -> np.ndarray:
    """Return the probability of log odds."""
    return np.asarray(1 / (1 + np.exp(-log_odds)))


def cross_entropy(log_odds: np.ndarray, label: np.ndarray) -> float:
    """Return the mean cross-entropy of win rates, in natural logarithms."""
    return float((np.logaddexp(0, log_odds) - label * log_odds).mean())
