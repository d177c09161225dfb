"""The properties of a finished game."""

from dataclasses import replace

import pytest

from brain.lexicon import BLACK, WHITE, colour_of
from brain.rules.laws import RULE_NAMES, RULES
from protocol.records.games import (
    REASON,
    Ending,
    Game,
    PlayedMove,
    score_against,
    score_for,
)

GAME = Game(
    number=3,
    pair=1,
    black="Ada",
    white="Bob",
    rule=0,
    width=15,
    height=15,
    opening=((7, 7), (8, 8), (6, 6)),
    moves=(PlayedMove(5, 5, ms=10.0), PlayedMove(9, 9, ms=20.0), PlayedMove(4, 4, ms=30.0)),
    score=0.0,
    ending=Ending.FIVE,
)


def test_the_stones_are_the_opening_and_then_the_moves() -> None:
    assert GAME.stones == ((7, 7), (8, 8), (6, 6), (5, 5), (9, 9), (4, 4))
    assert GAME.plies == 6


@pytest.mark.parametrize(
    ("score", "winner", "loser"), [(1.0, "Ada", "Bob"), (0.0, "Bob", "Ada"), (0.5, None, None)]
)
def test_the_winner_is_whom_the_score_favours(
    score: float, winner: str | None, loser: str | None
) -> None:
    game = replace(GAME, score=score)
    assert (game.winner, game.loser) == (winner, loser)


def test_both_scores_make_one() -> None:
    assert (GAME.score_of("Ada"), GAME.score_of("Bob")) == (0.0, 1.0)
    won = replace(GAME, score=1.0)
    assert (won.score_of("Ada"), won.score_of("Bob")) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("exchange", "reason"),
    [
        ((), ""),
        (("> BEGIN", "< ERROR"), ""),
        (("> BEGIN", f"{REASON}exit status 1"), "exit status 1"),
        ((f"{REASON}exit status 1", "> END"), ""),
    ],
)
def test_the_reason_of_a_fault_is_the_last_line(exchange: tuple[str, ...], reason: str) -> None:
    assert replace(GAME, exchange=exchange).reason == reason


def test_an_engine_that_did_not_play_has_no_score() -> None:
    with pytest.raises(ValueError, match="Eve did not play game 3"):
        GAME.score_of("Eve")


def test_white_moves_first_after_an_odd_opening() -> None:
    assert [GAME.colour_of(index) for index in range(3)] == [WHITE, BLACK, WHITE]
    assert [move.ms for move in GAME.moves_of(WHITE)] == [10.0, 30.0]
    assert [move.ms for move in GAME.moves_of(BLACK)] == [20.0]


def test_black_moves_first_on_an_empty_board() -> None:
    game = replace(GAME, opening=())
    assert game.colour_of(0) == BLACK == colour_of(0)
    assert [move.ms for move in game.moves_of(BLACK)] == [10.0, 30.0]


def test_a_score_is_blacks() -> None:
    assert (score_for(BLACK), score_for(WHITE)) == (1.0, 0.0)
    assert (score_against(BLACK), score_against(WHITE)) == (0.0, 1.0)


def test_every_rule_has_a_name() -> None:
    assert tuple(RULE_NAMES) == RULES
