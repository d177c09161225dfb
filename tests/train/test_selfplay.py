"""Self-play: leaves of searches, as the search evaluated them."""

import random
from itertools import takewhile

from brain.engine import Engine, Limit
from brain.layout import SAMPLES
from brain.lexicon import BLACK, STANDARD, WHITE, cell_at
from brain.train.samples import TAKEN
from brain.train.selfplay import Player

MEMORY = 64 << 20
SIZE = 15
MIDDLE = [cell_at(x, y) for y in range(5, 10) for x in range(5, 10)]
NODES = Limit(nodes=3000)


def a_position() -> Engine:
    engine = Engine(MEMORY)
    engine.new_game(SIZE, SIZE, STANDARD)
    for number, cell in enumerate(random.Random(3).sample(MIDDLE, 4)):
        engine.place(cell, BLACK + number % 2)
    return engine


def test_leaves_are_sampled_by_their_moves_when_asked_for() -> None:
    unasking = a_position()
    unasked = unasking.think(BLACK, NODES).analysis
    assert unasking.searcher.record.sample_count == 0
    engine = a_position()
    record = engine.searcher.record
    record.sample_next = record.sample_period = 20
    record.sample_root = record.stones
    asked = engine.think(BLACK, NODES).analysis
    assert asked.line == unasked.line
    assert asked.nodes == unasked.nodes > 1000
    assert record.sample_count == min(SAMPLES, record.sample_leaves // 20) > 10
    for sample in record.sample_moves[: record.sample_count]:
        line = list(takewhile(bool, sample))
        assert 0 < len(line) <= record.selective_depth
        for number, cell in enumerate(line):
            assert engine.is_empty(cell)
            engine.place(cell, BLACK + number % 2)
        for cell in reversed(line):
            engine.take_back(cell)


def test_a_game_gives_leaves_of_many_depths_that_are_not_decided_at_sight() -> None:
    player = Player(STANDARD, SIZE, 600, seed=1)
    positions = [position for game in player.games(2) for position in game]
    stones = {int((position.cells[0] == TAKEN).sum()) for position in positions}
    assert len(positions) > 50
    assert len(stones) > 10
    assert {position.colour for position in positions} == {BLACK, WHITE}
