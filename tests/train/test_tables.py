"""A rule's tables: set by hand, read, and those that the engine evaluates by."""

import ctypes
from dataclasses import fields

import numpy as np
import pytest

from brain.engine import Engine
from brain.lexicon import (
    BLACK,
    CARO,
    CARO_EXACT,
    FREESTYLE,
    STANDARD,
    WHITE,
    cell_at,
)
from brain.thinking import native
from brain.train.tables import Tables, read

MEMORY = 64 << 20


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
