"""The line that a search tells with a win is as long as the win, in every rule."""

import random
from itertools import islice

import pytest

from brain.layout import Record
from brain.lexicon import CELL_FIVE, CELLS, opponent
from brain.rules.laws import RULES
from brain.thinking.native import Library
from tests.long.proofs import Player, claims

POSITIONS = {"kill": 300, "threats": 125}  # asked in each rule
SEED = 10  # of games in which a five has several answers, and the last of them is not the longest
# Plies that follow a threat which has no answer, whatever is played: a four, or else a three.
AFTER_FOUR, AFTER_THREE = 2, 4


def plies_of_line(library: Library, record: Record, colour: int, line: list[int]) -> int:
    """Return in how many plies a line wins: its last move wins without a search, or is a threat
    that has no answer. The position is changed and restored.
    """
    turn = colour
    for cell in line[:-1]:
        library.place(record, cell, turn)
        turn = opponent(turn)
    win = library.verdict(record, turn)
    after = win // CELLS
    if turn != colour or win == 0:
        library.place(record, line[-1], turn)
        after = 1 + (AFTER_FOUR if record.count[colour][CELL_FIVE] else AFTER_THREE)
        library.lift(record)
    for _ in line[:-1]:
        library.lift(record)
    return len(line) - 1 + after


@pytest.mark.parametrize("kind", POSITIONS)
@pytest.mark.parametrize("rule", RULES)
def test_line_is_as_long_as_the_win_claimed(rule: int, kind: str) -> None:
    player = Player(kind)
    record = player.engine.searcher.record
    won = 0
    for position, (plies, move) in islice(
        claims(player, rule, random.Random(SEED)), POSITIONS[kind]
    ):
        if plies:
            won += 1
            line = record.pv[0][: record.pv_length[0]]
            assert line[0] == move
            assert plies_of_line(player.library, record, position.turn, line) == plies, position
    assert won >= POSITIONS[kind] // 125
