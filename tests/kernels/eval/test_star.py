"""The star block: what it keeps between positions, the symmetries, which cells see, and the policy
at low depths.
"""

import ctypes
import random
from collections.abc import Iterator

import numpy as np
import pytest

from brain.engine import Engine
from brain.layout import NetworkMemory, Record
from brain.lexicon import BLACK, INFINITY, STANDARD, WHITE, cell_at
from brain.rules.symmetry import symmetries, transformed
from brain.thinking.native import Library
from tests.support import network_twin as twin

MEMORY = 1 << 20
SIZE = 11
WEIGHTS = twin.with_star(twin.random_weights(1), 1)
CONTENT = twin.packed(WEIGHTS, 1)
Stones = list[tuple[int, int]]  # black's first


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine(MEMORY) as found:
        yield found


def some_stones(seed: int, count: int) -> Stones:
    cells = [(x, y) for x in range(SIZE) for y in range(SIZE)]
    return random.Random(seed).sample(cells, count)


def place(library: Library, record: Record, stones: Stones, first: int = BLACK) -> None:
    for number, (x, y) in enumerate(stones):
        library.place(record, cell_at(x, y), first if number % 2 == 0 else 3 - first)


def fresh_score(engine: Engine, stones: Stones) -> int:
    """Return the score of stones on a new board."""
    engine.new_game(SIZE, SIZE, STANDARD)
    engine.searcher.load_network(CONTENT)
    place(engine.searcher.library, engine.searcher.record, stones)
    score = engine.searcher.library.judge(engine.searcher.record, BLACK)
    assert score == twin.score(WEIGHTS, engine, BLACK, 1)
    return score


def test_a_score_does_not_depend_on_positions_judged_before(engine: Engine) -> None:
    one, other = some_stones(1, 9), some_stones(2, 14)
    wanted = [fresh_score(engine, stones) for stones in (one, other)]
    library, record = engine.searcher.library, engine.searcher.record
    engine.new_game(SIZE, SIZE, STANDARD)
    engine.searcher.load_network(CONTENT)
    found = []
    for stones in (one, other):
        place(library, record, stones)
        library.judge(record, WHITE)
        found.append(library.judge(record, BLACK))
        for _ in stones:
            library.lift(record)
    assert found == wanted


def test_a_copied_record_has_a_grid_of_its_own(engine: Engine) -> None:
    stones, other = some_stones(3, 10), some_stones(4, 6)
    wanted = fresh_score(engine, other)
    fresh_score(engine, stones)
    network = NetworkMemory(CONTENT)
    library, copies = engine.searcher.library, [Record() for _ in range(3)]
    for copy in copies:
        ctypes.memmove(
            ctypes.byref(copy), ctypes.byref(engine.searcher.record), ctypes.sizeof(Record)
        )
        network.attach(copy)
        for _ in stones:
            library.lift(copy)
        place(library, copy, other)
        assert library.judge(copy, BLACK) == wanted


def test_mirrored_positions_have_the_same_score(engine: Engine) -> None:
    stones = some_stones(5, 12)
    turned = [list(transformed(stones, one, SIZE, SIZE)) for one in symmetries(SIZE, SIZE)]
    assert len({tuple(one) for one in turned}) == 8
    assert len({fresh_score(engine, one) for one in turned}) == 1


def test_the_block_changes_the_score(engine: Engine) -> None:
    stones = some_stones(6, 12)
    plain = {name: WEIGHTS[name] for name in twin.random_weights(1)}
    starred = fresh_score(engine, stones)
    engine.searcher.load_network(twin.packed(plain, 1))
    assert engine.searcher.library.judge(engine.searcher.record, BLACK) != starred


@pytest.mark.parametrize("least", [0, twin.LEAST, 1 << 17])
def test_cells_see_from_an_order_by_the_tables_on(least: int, engine: Engine) -> None:
    weights = {**WEIGHTS, "star_least": np.full_like(WEIGHTS["star_least"], least)}
    fresh_score(engine, some_stones(7, 12))
    engine.searcher.load_network(twin.packed(weights, 1))
    found = engine.searcher.library.judge(engine.searcher.record, BLACK)
    assert found == twin.score(weights, engine, BLACK, 1)


@pytest.mark.parametrize(("depth", "is_shallow"), [(2, True), (3, False)])
def test_the_policy_at_low_depths_is_a_layer_of_its_own(
    depth: int, is_shallow: bool, engine: Engine
) -> None:
    engine.forget()
    engine.new_game(SIZE, SIZE, STANDARD)
    engine.searcher.load_network(CONTENT)
    library, record = engine.searcher.library, engine.searcher.record
    place(library, record, [(5, 5), (2, 8), (8, 3)])
    wanted = twin.order(WEIGHTS, engine, WHITE, 1, is_shallow)
    library.search(record, WHITE, depth, -INFINITY, INFINITY)
    found = dict(zip(record.moves[0][: len(wanted)], record.scores[0][: len(wanted)], strict=True))
    assert found == wanted
