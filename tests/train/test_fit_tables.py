"""Fitting recovers known tables, evaluates as the engine does, and is reproducible."""

import numpy as np
import pytest

from brain.layout import TERMS
from brain.lexicon import (
    FACTOR_BITS,
    FREESTYLE,
    cell_at,
)
from brain.train import fit_tables
from brain.train.features import shape_features
from brain.train.table_samples import TableSamples, collect
from brain.train.tables import Tables, hand_set

MEMORY = 64 << 20
NODES = 60
SIZE = 11
CELLS_INSIDE = [cell_at(x, y) for y in range(SIZE) for x in range(SIZE)]
LARGE = 1 << 20  # above every order


def test_descending_finds_the_tables_that_made_the_labels() -> None:
    rng = np.random.default_rng(2)
    features = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    truth = features @ np.array([0.5, -1.0]) + np.array([0.0, 0.0, 0.4])
    entries = rng.integers(0, 3, 60_000)
    labels = rng.random(len(entries)) < 1 / (1 + np.exp(-truth[entries]))

    def slopes(batch: np.ndarray, tables: fit_tables.Arrays) -> fit_tables.Arrays:
        error = 1 / (1 + np.exp(-tables[0][entries[batch]])) - labels[batch]
        return (np.bincount(entries[batch], error / len(batch), 3),)

    (table,) = fit_tables.descend((features,), slopes, np.arange(len(entries)), 0.03, [np.zeros(3)])
    assert table == pytest.approx(truth, abs=0.06)


def scores(rule: int, tables: Tables, samples: TableSamples) -> np.ndarray:
    """Return the static score of each position, in units of the tables."""
    value, tempo = tables.value.ravel().astype(int), tables.tempo[0].astype(int)
    sums = [(value[side] * samples.empty).sum(axis=1) for side in (samples.own, samples.other)]
    shapes = shape_features(rule)
    pairs, places = samples.pairs(shapes), samples.places(shapes)
    score, a, b, c, d = tables.census.reshape(-1, TERMS).astype(int)[places].sum(axis=1).T
    numbers = score + (a * b + c * d >> FACTOR_BITS)
    return np.asarray(sums[0] - sums[1] + pairs @ tempo.ravel() + numbers)


@pytest.fixture(scope="module")
def samples() -> TableSamples:
    """Return the positions of some games."""
    return collect(FREESTYLE, [SIZE, 9], 6, NODES, seed=1)


def test_fitted_values_follow_the_search(
    samples: TableSamples, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fit_tables, "BATCH", 64)
    by_hand = hand_set(FREESTYLE)
    before, after = (
        np.corrcoef(scores(FREESTYLE, tables, samples), samples.label)[0, 1]
        for tables in (by_hand, fit_tables.fit_values(FREESTYLE, samples, by_hand).tables)
    )
    assert after > before + 0.05


def test_the_fitted_order_puts_the_moves_it_was_fitted_to_first(
    samples: TableSamples, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fit_tables, "BATCH", 64)
    tables = fit_tables.fit_order(FREESTYLE, samples, hand_set(FREESTYLE)).tables
    order = tables.attack[0].astype(int)[samples.own] + tables.defence[0].astype(int)[samples.other]
    first = np.where(samples.near, order, -LARGE).argmax(axis=1)
    assert (first == samples.move).mean() > 0.3
