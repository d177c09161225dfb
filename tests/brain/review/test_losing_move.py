"""The move that lost a game, and the moves that would have held."""

import pytest

from brain.engine import Engine, Limit
from brain.lexicon import BLACK, RENJU, WHITE
from brain.proving.prover import NotProved
from brain.review import losing_move
from brain.review.game_review import review
from brain.review.losing_move import LosingMove
from protocol.reading.game_text import read
from protocol.reading.positions import Reading

EFFORT = 100  # nodes
# White had to stop black's open three with move 6.
LOST = "h8a1h9i7h10a3h11o1h12"
FOUL = "g8a1i8a15h7o1h9o15h8"  # a double three on h8, in renju
# Black has an open four, and White is to move.
LOST_ALREADY = "(;SZ[15]AB[gh][hh][ih][jh]AW[aa][ca][ea]PL[W];W[oo];B[kh])"


def found(text: str, rule: int | None = None) -> LosingMove:
    """Return the move that lost a game."""
    game = read(text, Reading(rule=rule))
    with Engine(64 << 20) as engine:
        nodes = review(game, engine, Limit(nodes=2000))
        return losing_move.find(game, nodes, engine, EFFORT)


def test_the_losing_move_is_the_last_one_in_whose_place_another_holds() -> None:
    lost = found(LOST)
    assert (lost.loser, lost.ply, lost.move.name, lost.foul) == (WHITE, 6, "a3", "")
    assert {cell.name for cell in lost.held} <= {"h6", "h7", "h11", "h12"}
    assert lost.held
    assert lost.claim
    assert (lost.claim.position.turn, lost.claim.plies) == (BLACK, 3)


def test_a_forbidden_move_loses_without_a_certificate() -> None:
    lost = found(FOUL, RENJU)
    assert (lost.loser, lost.ply, lost.move.name) == (BLACK, 9, "h8")
    assert (lost.foul, lost.claim) == ("a double three", None)
    assert lost.held


def test_a_loser_to_move_at_the_start_loses_by_the_first_move() -> None:
    lost = found(LOST_ALREADY)
    assert (lost.loser, lost.ply, lost.move.name, lost.held) == (WHITE, 1, "o1", ())
    assert lost.claim
    assert lost.claim.position.turn == BLACK


def test_a_winner_to_move_at_the_start_leaves_no_losing_move() -> None:
    lost = found(LOST_ALREADY.replace("PL[W];W[oo];B[kh]", "PL[B];B[kh]"))
    assert (lost.loser, lost.ply, lost.move, lost.held) == (WHITE, 0, 0, ())
    assert lost.claim


def test_a_move_that_missed_a_win_is_shown_the_mate() -> None:
    lost = found("h8a1h9a2h10a3h11a4o1a5")  # black has an open four, and makes no five
    assert (lost.loser, lost.ply, lost.winning_plies) == (BLACK, 9, 1)
    assert lost.winning in lost.held


def test_an_undecided_game_has_no_losing_move() -> None:
    with pytest.raises(NotProved, match="no side has a proved win at the end"):
        found("h8i9")
