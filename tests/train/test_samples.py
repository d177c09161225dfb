"""Samples of positions: what the engine evaluates."""

import random

import numpy as np
import pytest

from brain.cell import Cell
from brain.engine import Engine, Result
from brain.layout import TERMS
from brain.lexicon import (
    BLACK,
    FACTOR_BITS,
    FREESTYLE,
    RENJU,
    VALUE_UNIT,
    WHITE,
    cell_at,
)
from brain.thinking import native
from brain.thinking.think import NOTHING
from brain.train.features import shape_features
from brain.train.samples import sample_of
from brain.train.table_samples import TableSamples, arranged
from brain.train.tables import Tables, read

MEMORY = 64 << 20
SIZE = 11
CELLS_INSIDE = [cell_at(x, y) for y in range(SIZE) for x in range(SIZE)]


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


def scores(rule: int, tables: Tables, samples: TableSamples) -> np.ndarray:
    """Return the static score of each position, in units of the tables."""
    value, tempo = tables.value.ravel().astype(int), tables.tempo[0].astype(int)
    sums = [(value[side] * samples.empty).sum(axis=1) for side in (samples.own, samples.other)]
    shapes = shape_features(rule)
    pairs, places = samples.pairs(shapes), samples.places(shapes)
    score, a, b, c, d = tables.census.reshape(-1, TERMS).astype(int)[places].sum(axis=1).T
    numbers = score + (a * b + c * d >> FACTOR_BITS)
    return np.asarray(sums[0] - sums[1] + pairs @ tempo.ravel() + numbers)
