"""The prover: wins that are claimed are certified, in few bytes, and the checkers accept them."""

import pytest

from brain.certificates import certificate
from brain.certificates.check import check
from brain.certificates.stones import cells_of, position_of, stones_of
from brain.certificates.tree import Attack
from brain.game_board import Board
from brain.lexicon import FREESTYLE, cell_at
from brain.position import Position
from brain.proving import prover
from brain.proving.prover import NotProved
from brain.proving.reuse import Siblings
from brain.proving.threat_lines import board_of
from brain.proving.write_nodes import nodes_of
from brain.rules.laws import RULES
from tests.long.proofs import Player, examine
from tests.support import tactics as positions
from tests.support.boards import parse

ASKED = 800  # positions of each rule; python -m tests.long.proofs asks in more
QUIET = Board.read("e5d6c3g4e6e7c5c4d4f6b2a1e3f2", 9, FREESTYLE).position


@pytest.fixture(scope="module")
def player() -> Player:
    return Player()


@pytest.mark.parametrize("rule", RULES)
def test_every_win_that_the_kill_search_claims_is_certified(player: Player, rule: int) -> None:
    figures = examine(player, rule, ASKED, seed=rule)
    assert figures.refused == []
    assert figures.proved == figures.claimed.total()
    assert sum(count for plies, count in figures.claimed.items() if plies > 3) > 0


@pytest.mark.parametrize("won", positions.WINS, ids=lambda won: f"rule {won.rule}: {won.name}")
def test_the_wins_drawn_are_certified_in_as_many_plies(
    player: Player, won: positions.Tactic
) -> None:
    drawing = parse(won.drawing)
    stones = drawing.stones()
    walls = [cell for cell, state in drawing.board.items() if state == 3]
    position = Position(drawing.width, drawing.height, won.rule, stones, won.colour, walls)
    player.set_up(position)
    plies, move = player.claim(won.colour)
    if plies:
        made = player.prove(position, move)
        assert check(certificate.loads(certificate.dumps(made))).plies == plies == won.plies
    else:
        assert won.quiet > 0


def test_nothing_is_made_of_a_position_that_isnt_won(player: Player) -> None:
    position = Position(9, 9, FREESTYLE)
    with pytest.raises(NotProved, match=r"after e5: no win is found|no win is found"):
        prover.prove(player.engine, position)


def test_where_no_line_is_found_a_move_has_a_cover(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_line = prover.prove(player.engine, QUIET)
    assert by_line.nodes == (by_line.nodes[-1],)
    monkeypatch.setattr(prover, "LINE_TRIES", 0)
    by_move = prover.prove(player.engine, QUIET)
    assert isinstance(by_move.nodes[-1], certificate.MoveNode)
    assert check(by_move).plies == by_move.plies >= 7


def test_a_move_that_wins_after_another_reply_too_is_used_and_written_once(player: Player) -> None:
    opening = Board.read("h8i4i9c3").position
    player.engine.set_up(opening)
    maker, stones = prover.Prover(player.engine, opening), stones_of(opening)
    one, another = cell_at(0, 0), cell_at(14, 0)
    tree = maker.tree(stones.answered(one))
    assert isinstance(tree, Attack)
    siblings = Siblings(maker.engine, maker.attacker)
    assert siblings.reuse(another, stones.answered(another)) == (None, 0)
    siblings.add(one, stones.answered(one), tree)
    found, plies = siblings.reuse(another, stones.answered(another))
    assert found is tree
    board = position_of(stones.answered(another), opening)
    assert plies == check(prover.certified(player.engine, board, tree)).plies
    assert siblings.reuse(tree.move, stones.answered(tree.move)) == (None, 0)

    def written(*replies: int) -> tuple[certificate.Node, ...]:
        branches = tuple((reply, tree) for reply in replies)
        return nodes_of(Attack(cell_at(2, 2), (), branches), opening)

    *nodes, cover, root = written(one, another)
    *same, _, _ = written(one)
    assert nodes == same
    assert isinstance(cover, certificate.CoverNode)
    assert len({link.node for _, link in cover.branches}) == 1
    assert isinstance(root, certificate.MoveNode)


def test_no_line_is_searched_for_replies_where_none_wins_after_a_pass(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening = Board.read("h8h9").position
    player.engine.set_up(opening)
    maker, searched = prover.Prover(player.engine, opening), list[bytes]()
    monkeypatch.setattr(prover, "find_line", lambda engine, board, *_: searched.append(board))
    stones = stones_of(opening).played(cell_at(8, 7))
    assert maker.cover_with_lines(stones) == ([], [], [*cells_of(stones.empty)])
    assert searched == [board_of(stones)]
