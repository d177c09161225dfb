"""A win is tried on other boards, and wins where its certificate does."""

from collections import Counter
from contextlib import suppress

import pytest

from brain.cell import Cell
from brain.certificates import certificate
from brain.certificates.check import Refused
from brain.certificates.stones import Stones, cells_of, position_of, stones_of
from brain.certificates.tree import Attack
from brain.game_board import Board
from brain.lexicon import cell_at
from brain.proving import kernel_checker, prover
from brain.proving.reuse import TRIED, RecentWins, Siblings, exchanged
from brain.proving.threat_lines import board_of, replies_covered
from brain.proving.write_nodes import nodes_of
from tests.long.proofs import Player


@pytest.fixture(scope="module")
def player() -> Player:
    return Player()


@pytest.fixture
def won(player: Player) -> tuple[prover.Prover, Stones, Attack]:
    """Return a prover, a board where the defender is to move, and what wins after a corner."""
    opening = Board.read("h8i12i7c13").position
    player.engine.set_up(opening)
    maker, stones = prover.Prover(player.engine, opening), stones_of(opening)
    tree = maker.tree(stones.answered(cell_at(0, 0)))
    assert isinstance(tree, Attack)
    return maker, stones, tree


def test_a_tree_wins_after_the_replies_after_which_its_certificate_does(
    won: tuple[prover.Prover, Stones, Attack],
) -> None:
    maker, stones, tree = won
    wins = Counter[bool]()
    for reply in [*cells_of(stones.empty)][::2]:
        after = stones.answered(reply)
        siblings = Siblings(maker.engine, maker.attacker)
        siblings.add(reply, after, tree)
        plies = plies_of(maker, after, tree)
        assert siblings.reuse(reply, after) == (tree if plies else None, plies), Cell(reply)
        wins[plies > 0] += 1
    assert min(wins[True], wins[False]) > 20


def plies_of(maker: prover.Prover, stones: Stones, tree: Attack) -> int:
    """Return the plies in which the certificate of a tree wins on a board, 0 if it doesn't."""
    position = position_of(stones, maker.position)
    claim = certificate.Certificate(position, 0, nodes_of(tree, position))
    with suppress(Refused):
        return kernel_checker.plies_of(claim, maker.engine)
    return 0


def test_a_branch_for_the_new_reply_becomes_one_for_the_old(
    won: tuple[prover.Prover, Stones, Attack],
) -> None:
    maker, stones, tree = won
    old, new = cell_at(0, 0), cell_at(14, 0)
    board = board_of(stones.answered(old).played(tree.move))
    answers = dict(tree.branches)
    for line in tree.lines:
        covered = replies_covered(maker.engine, board, maker.attacker, line)
        answers |= {reply: line for reply in covered if reply not in answers}
    without_lines = Attack(tree.move, (), tuple(sorted(answers.items())))
    after = stones.answered(new)
    assert not plies_of(maker, after, without_lines)
    siblings = Siblings(maker.engine, maker.attacker)
    siblings.add(old, stones.answered(old), without_lines)
    found, plies = siblings.reuse(new, after)
    assert found
    assert plies == plies_of(maker, after, found)
    assert dict(found.branches)[old] == answers[new]


def test_a_tree_without_a_branch_for_the_new_cell_is_not_copied(
    won: tuple[prover.Prover, Stones, Attack],
) -> None:
    _, stones, tree = won
    assert exchanged(tree, cell_at(0, 0), min(cells_of(stones.own)), {}) is tree


def test_a_win_below_a_move_is_tried_with_a_stone_of_the_defender_elsewhere(
    won: tuple[prover.Prover, Stones, Attack],
) -> None:
    maker, stones, tree = won
    new = prover.Prover(maker.engine, maker.position)
    new.winning[stones.own] = before = Siblings(new.engine, new.attacker)
    before.add(cell_at(0, 0), stones.answered(cell_at(0, 0)), tree)
    elsewhere = stones.answered(cell_at(14, 0)).played(tree.move)
    below = new.siblings(tree.move, elsewhere)
    attacks = [(reply, then) for reply, then in tree.branches if isinstance(then, Attack)]
    assert attacks
    for reply, then in attacks:
        assert below.reuse(reply, elsewhere.answered(reply))[0] == then
    other = next(cell for cell in cells_of(stones.empty) if cell != tree.move)
    assert new.siblings(other, stones.played(other)).recent.wins == []


def recent_wins(count: int) -> RecentWins[int]:
    """Return the wins `count` - 1 to 0, most recently used first."""
    recent = RecentWins[int]()
    for number in range(count):
        recent.use(number)
    return recent


def test_a_win_that_is_used_again_comes_first() -> None:
    recent = recent_wins(3)
    recent.use(0)
    assert recent.wins == [0, 2, 1]


def test_the_preferred_win_and_then_the_most_recent_are_tried_once() -> None:
    recent = recent_wins(TRIED + 2)
    assert recent.tried() == [*range(TRIED + 1, 1, -1)]
    assert recent.tried(TRIED) == [TRIED, TRIED + 1, *range(TRIED - 1, 1, -1)]
