"""Reviews of games: the mistakes, and the move from which on a game was lost."""

from dataclasses import replace

import pytest

from brain.cell import Cell
from brain.engine import Engine, Limit
from brain.lexicon import BLACK, RENJU, WHITE
from brain.review.game_review import (
    SLIP,
    ReviewedPosition,
    mistakes,
    proved_from,
    review,
)
from brain.review.rules_state import RulesState
from protocol.reading.game_text import read
from protocol.reading.positions import Reading
from tests.support.reviews import line_of, reviewed

GOES_ON = RulesState(0, is_over=False)
LOST = "h8a1h9a2h10a3h11o1h12"
FOUL = "g8a1i8a15h7o1h9o15h8"  # a double three on h8, in renju


def node(ply: int, rate: float, mate: int = 0) -> ReviewedPosition:
    """Return a reviewed position in which the side to move has a win rate."""
    colour = BLACK if ply % 2 else WHITE
    move = f"h{ply}" if ply else ""
    return reviewed(ply, move, colour, GOES_ON, line_of(mate, rate, "a1"))


def test_the_engines_own_move_is_not_a_mistake() -> None:
    before, after = node(2, 0.8), node(3, 0.9)
    assert [mistake.loss for mistake in mistakes([before, after])] == [pytest.approx(0.7)]
    best = replace(after, move=Cell.named("a1"))
    assert mistakes([before, best]) == []


def test_a_loss_below_a_slip_is_not_a_mistake() -> None:
    assert mistakes([node(2, 0.5), node(3, 0.5 + SLIP - 0.01)]) == []
    assert [found.kind for found in mistakes([node(2, 0.5), node(3, 0.51 + SLIP)])] == ["slip"]


def test_an_undecided_game_is_not_proved_lost() -> None:
    assert proved_from([node(0, 0.5), node(1, 0.9)]) is None
    found = proved_from([node(0, 0.5), node(1, 0.9), node(2, 1, mate=5)])
    assert found
    assert (found.loser, found.node.ply, found.held) == (WHITE, 2, None)


def test_a_position_that_has_a_mate_has_a_certain_win_rate() -> None:
    assert (node(2, 0.5, mate=3).black_rate, node(3, 0.5, mate=3).black_rate) == (1, 0)
    assert (node(2, 0.5, mate=-4).winner, node(3, 0.5, mate=-4).winner) == (WHITE, BLACK)


def test_the_empty_board_is_even_and_an_unknown_position_is_not() -> None:
    assert reviewed(0, "", WHITE, GOES_ON, None).black_rate == 0.5
    assert reviewed(2, "h8", WHITE, GOES_ON, None).black_rate is None
    assert reviewed(2, "h8", WHITE, RulesState(0, is_over=True), None).black_rate == 0.5


def test_a_game_is_judged_from_its_end_backwards() -> None:
    plies: list[int] = []
    with Engine(64 << 20) as engine:
        nodes = review(read(LOST, Reading()), engine, Limit(nodes=100), plies.append)
    assert plies == list(range(9, -1, -1))
    assert [node.ply for node in nodes] == list(range(10))
    assert (nodes[0].move, nodes[0].line, nodes[9].line) == (0, None, None)
    assert (nodes[9].state.winner, nodes[9].black_rate) == (BLACK, 1)
    assert [cell.name for cell in nodes[9].state.five] == ["h12", "h11", "h10", "h9", "h8"]


def test_a_forbidden_last_move_loses() -> None:
    with Engine(64 << 20) as engine:
        *_, last = review(read(FOUL, Reading(rule=RENJU)), engine, Limit(nodes=100))
    assert last.state == RulesState(WHITE, is_over=True, is_foul=True)
    assert (last.winner, last.line) == (WHITE, None)
