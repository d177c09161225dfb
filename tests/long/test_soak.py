"""A few fast games without a fault; soak.py plays thousands."""

from dataclasses import replace

import pytest

from brain.lexicon import CARO, RENJU
from protocol.records.games import DRAW, LOSS, WIN, Ending, Game, PlayedMove
from tests.long.soak import ITSELF, OPPONENTS, TENGEN, TURN_MS, Tally, played

GAME = Game(
    *(1, 1, TENGEN, "weights", RENJU, 15, 15),
    opening=((7, 7),),
    moves=(PlayedMove(0, 0, 3.0), PlayedMove(1, 1, TURN_MS + 5.0)),
    score=LOSS,
    ending=Ending.FIVE,
)


@pytest.mark.parametrize(
    ("rule", "size", "opponents"), [(RENJU, 15, OPPONENTS[:2]), (CARO, 20, OPPONENTS[2:])]
)
def test_tengen_plays_fast_games_without_a_fault(
    rule: int, size: int, opponents: tuple[str, ...]
) -> None:
    tally = Tally()
    for game in played(rule, size, opponents, rounds=1, concurrency=2):
        tally.add(game)
    assert tally.games == 2 * len(opponents)
    assert tally.faults == []


@pytest.mark.parametrize("ending", [Ending.TIME, Ending.CRASH, Ending.ILLEGAL, Ending.FORBIDDEN])
def test_a_fault_of_tengen_is_counted_and_no_other_loss(ending: Ending) -> None:
    tally = Tally()
    fault = replace(GAME, ending=ending)
    own = replace(fault, white=ITSELF, score=WIN)
    for game in (GAME, fault, own, replace(fault, score=WIN), replace(GAME, score=DRAW)):
        tally.add(game)
    assert tally.faults == [fault, own]


def test_only_the_moves_of_tengen_are_timed() -> None:
    tally = Tally()
    tally.add(GAME)
    assert tally.late_ms == [5.0]
