"""The positions of a match as rows."""

from dataclasses import replace

import pytest

from brain.lexicon import BLACK, EMPTY, MATE, WON
from brain.train.position_table import NO_SCORE
from protocol.match.sample import match_rows
from protocol.records.games import DRAW, PlayedMove
from tests.support.match_games import GAME


def test_every_move_of_an_engine_is_a_row() -> None:
    first, second = match_rows([GAME])
    assert (first.stones, first.move, first.score) == ((112, 128, 96), 80, -3)
    assert (second.stones, second.move, second.score) == ((112, 128, 96, 80), 144, NO_SCORE)
    assert (first.rule, first.width, first.winner, first.depth) == (GAME.rule, 15, BLACK, 0)
    (_, _, third, _) = match_rows([GAME, replace(GAME, score=DRAW, width=20)])
    assert (third.game, third.winner, third.stones[0]) == (1, EMPTY, 7 * 20 + 7)


@pytest.mark.parametrize(
    ("message", "score", "is_proved"),
    [("ev +M7", MATE, True), ("ev -M8", -MATE, True), ("ev 29995", WON, False)],
)
def test_only_a_claimed_win_is_proved(message: str, score: int, is_proved: bool) -> None:
    (row,) = match_rows([replace(GAME, moves=(PlayedMove(0, 0, message=message),))])
    assert (row.score, row.is_proved) == (score, is_proved)
