"""Samples as arrays."""

from dataclasses import fields

import numpy as np

from brain.lexicon import (
    BLACK,
    COMBINATIONS,
    FREESTYLE,
    RENJU,
    WHITE,
)
from brain.train.samples import NEAR, TAKEN, Sample
from brain.train.table_samples import TableSamples, arranged, collect

NODES = 60


def test_the_same_seed_gives_the_same_positions() -> None:
    once, again = (collect(FREESTYLE, [9, 7], 1, NODES, seed=7) for _ in range(2))
    assert len(once.score) > 0
    for field in fields(TableSamples):
        assert np.array_equal(getattr(once, field.name), getattr(again, field.name))


def sample(cells: list[int], colour: int) -> Sample:
    return Sample(np.array([cells, cells], np.uint16), colour, 0, 0)


def test_cells_outside_a_smaller_board_are_not_empty() -> None:
    found = arranged(FREESTYLE, [sample([0] * 4, BLACK), sample([TAKEN, 5 | NEAR], BLACK)])
    assert found.empty.tolist() == [[True] * 4, [False, True, False, False]]
    assert found.near.tolist() == [[False] * 4, [False, True, False, False]]
    assert found.own[1].tolist() == [0, 5, 0, 0]


def test_whites_entries_follow_blacks_only_in_renju() -> None:
    for rule, first in ((FREESTYLE, 0), (RENJU, COMBINATIONS)):
        found = arranged(rule, [sample([7], WHITE)])
        assert (found.own.tolist(), found.other.tolist()) == ([[first + 7]], [[7]])


def test_the_opponents_entries_count_negatively() -> None:
    one = Sample(np.array([[3, 3], [4, 3]], np.uint16), BLACK, 0, 0)
    assert arranged(FREESTYLE, [one]).counts(6).tolist() == [[0, 0, 0, 1, -1, 0]]
