"""Fitting recovers known tables, evaluates as the engine does, and is reproducible."""

import ctypes
import random
from dataclasses import fields

import numpy as np
import pytest

from brain.cell import Cell
from brain.engine import Engine, Result
from brain.layout import TERMS
from brain.lexicon import (
    BLACK,
    CARO,
    CARO_EXACT,
    FACTOR_BITS,
    FREESTYLE,
    RENJU,
    STANDARD,
    VALUE_UNIT,
    WHITE,
    cell_at,
)
from brain.thinking import native
from brain.thinking.think import NOTHING
from brain.train import fit_tables
from brain.train.features import shape_features
from brain.train.samples import sample_of
from brain.train.table_samples import TableSamples, arranged, collect
from brain.train.tables import Tables, hand_set, read

MEMORY = 64 << 20
NODES = 60
SIZE = 11
CELLS_INSIDE = [cell_at(x, y) for y in range(SIZE) for x in range(SIZE)]
LARGE = 1 << 20  # above every order


@pytest.mark.parametrize("rule", [FREESTYLE, RENJU])
def test_a_position_holds_what_the_engine_evaluates(rule: int) -> None:
    tables = read(rule)
    engine = Engine(MEMORY)
    engine.new_game(SIZE, SIZE, rule)
    for number, cell in enumerate(random.Random(1).sample(CELLS_INSIDE, 30)):
        engine.place(cell, BLACK + number % 2)
        for colour in (BLACK, WHITE):
            position = sample_of(engine, colour, Result(Cell(CELLS_INSIDE[0]), NOTHING))
            (score,) = scores(rule, tables, arranged(rule, [position]))
            assert score // VALUE_UNIT == native.load().evaluate(engine.searcher.record, colour)


@pytest.mark.parametrize("rule", [FREESTYLE, STANDARD, CARO, CARO_EXACT])
def test_the_first_move_is_worth_the_same_on_every_board(rule: int) -> None:
    engine = Engine(MEMORY)
    worth = set()
    for size in (9, 15, 20):
        engine.new_game(size, size, rule)
        worth |= {
            native.load().evaluate(engine.searcher.record, colour) for colour in (BLACK, WHITE)
        }
    assert len(worth) == 1


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


def test_fitted_values_follow_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit_tables, "BATCH", 64)
    samples = collect(FREESTYLE, [SIZE, 9], 6, NODES, seed=1)
    by_hand = hand_set(FREESTYLE)
    before, after = (
        np.corrcoef(scores(FREESTYLE, tables, samples), samples.label)[0, 1]
        for tables in (by_hand, fit_tables.fit_values(FREESTYLE, samples, by_hand).tables)
    )
    assert after > before + 0.05


def test_the_fitted_order_puts_the_moves_it_was_fitted_to_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fit_tables, "BATCH", 64)
    samples = collect(FREESTYLE, [SIZE], 6, NODES, seed=1)
    tables = fit_tables.fit_order(FREESTYLE, samples, hand_set(FREESTYLE)).tables
    order = tables.attack[0].astype(int)[samples.own] + tables.defence[0].astype(int)[samples.other]
    first = np.where(samples.near, order, -LARGE).argmax(axis=1)
    assert (first == samples.move).mean() > 0.3


def test_the_same_seed_gives_the_same_positions() -> None:
    once, again = (collect(FREESTYLE, [9, 7], 3, NODES, seed=7) for _ in range(2))
    assert len(once.score) > 0
    for field in fields(TableSamples):
        assert np.array_equal(getattr(once, field.name), getattr(again, field.name))


def test_the_engine_evaluates_by_the_tables_in_the_folder() -> None:
    engine = Engine(MEMORY)
    engine.new_game(9, 9, FREESTYLE)
    engine.place(cell_at(4, 4), BLACK)
    record = engine.searcher.record
    tables = read(FREESTYLE)
    for field in fields(Tables):
        table = getattr(tables, field.name)
        place = getattr(record.tables, field.name)
        held = np.frombuffer(memoryview(place).cast("B"), np.int16)
        assert ctypes.sizeof(place) == held.nbytes
        assert np.array_equal(held[-table.size :], table.ravel())
