"""Positions to learn from: leaves of searches, as the search saw them."""

import random
from itertools import takewhile

from brain.engine import Engine, Limits
from brain.lab.selfplay import TAKEN, Player
from brain.layout import NOTES
from brain.lexicon import BLACK, STANDARD, WHITE, cell_at, opponent

MEMORY = 64 << 20
SIZE = 15
MIDDLE = [cell_at(x, y) for y in range(5, 10) for x in range(5, 10)]
NODES = Limits(nodes=3000)


def a_position() -> Engine:
    engine = Engine(MEMORY)
    engine.new_game(SIZE, SIZE, STANDARD)
    for number, cell in enumerate(random.Random(3).sample(MIDDLE, 4)):
        engine.play(cell, BLACK + number % 2)
    return engine


def test_leaves_are_noted_by_their_moves_when_asked_for() -> None:
    engine = a_position()
    record = engine.record
    unasked = engine.think(BLACK, NODES)
    assert record.noted == 0
    again = a_position()
    again.record.leaves, again.record.next_noted, again.record.note_period = 0, 20, 20
    asked = again.think(BLACK, NODES)
    assert asked.analysis.line == unasked.analysis.line
    assert asked.analysis.nodes == unasked.analysis.nodes > 1000
    assert again.record.noted == min(NOTES, again.record.leaves // 20) > 10
    for note in again.record.note[: again.record.noted]:
        line = list(takewhile(bool, note))
        assert 0 < len(line) <= again.record.selective_depth
        for number, cell in enumerate(line):
            assert again.is_empty(cell)
            again.play(cell, BLACK if number % 2 == 0 else WHITE)
        for cell in reversed(line):
            again.take_back(cell)


def test_a_game_gives_leaves_of_many_depths_that_are_not_decided_at_sight() -> None:
    player = Player(STANDARD, SIZE, 600, seed=1)
    positions = [position for game in player.games(2) for position in game]
    stones = {int((position.cells[0] == TAKEN).sum()) for position in positions}
    assert len(positions) > 50
    assert len(stones) > 10
    assert {position.colour for position in positions} == {BLACK, opponent(BLACK)}
