"""Trees that win in a window of a larger board, some of which answer a reply outside by a move."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from brain.certificates import certificate
from brain.certificates.certificate import Certificate
from brain.certificates.check import Refused
from brain.certificates.check_window import CountingChecker
from brain.certificates.stones import Stones, stones_of
from brain.certificates.tree import Attack, Tree
from brain.engine import Engine
from brain.lexicon import BLACK, FREESTYLE, cell_at
from brain.position import Position
from brain.proving import prover
from brain.proving.window_prover import WindowProver
from brain.proving.write_nodes import nodes_of
from tests.support import javascript, line_game

needs_javascript = pytest.mark.skipif(
    not javascript.is_there, reason="there is neither node nor Chromium"
)

FEW_TRIES = 2  # of a search for a line: so it finds none after a pass, where there is one
GAMES = 40
# Columns and rows in a window of seven.
BLACK_STONES = (5, 0), (0, 1), (5, 1), (1, 2), (2, 2), (4, 5)


def position() -> Position:
    """Return a position in which the prover answers a pass by a move."""
    stones = [cell_at(*point) for point in BLACK_STONES]
    return Position.of_colours(7, 7, FREESTYLE, BLACK, stones, [])


@cache
def tree(passes: int) -> Tree:
    """Return a tree that wins from the position."""
    engine = Engine(1 << 20)
    engine.set_up(position())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prover, "LINE_TRIES", FEW_TRIES)
        maker = WindowProver(engine, position(), 0, passes)
        maker.thinks = (500,)
        return maker.find_attack(stones_of(position()))


@cache
def claim() -> Certificate:
    """Return a certificate of the position that answers a pass by a move, read from its file."""
    made = Certificate(position(), 0, nodes_of(tree(1), position()))
    made = replace(made, plies=CountingChecker(made, 0).most_plies())
    return certificate.loads(certificate.dumps(made))


def has_pass(tree: Tree) -> bool:
    """Return whether a tree answers a pass by a branch."""
    return isinstance(tree, Attack) and any(
        reply == tree.move or has_pass(then) for reply, then in tree.branches
    )


def test_a_pass_is_answered_by_a_move_only_if_that_is_allowed() -> None:
    assert has_pass(tree(1))
    assert not has_pass(tree(0))


def test_black_wins_games_in_which_white_passes() -> None:
    dice = Random(1)
    checker = CountingChecker(claim(), 0)
    assert all(line_game.is_won(checker, 0, dice) for _ in range(GAMES))


@needs_javascript
def test_the_checker_in_javascript_finds_as_many_plies_and_nodes() -> None:
    checker = CountingChecker(claim(), 0)
    with javascript.running(javascript.CHECK_LEMMA_3, 0) as verdicts:
        (found,) = verdicts([certificate.dumps(claim())], javascript.ALL)
    assert (found["plies"], found["nodes"]) == (checker.most_plies(), checker.checked)


def without_passes(tree: Tree) -> Tree:
    """Return a tree without branches that answer a pass."""
    if not isinstance(tree, Attack):
        return tree
    kept = ((reply, without_passes(then)) for reply, then in tree.branches if reply != tree.move)
    return replace(tree, branches=tuple(kept))


def test_a_cover_is_refused_without_its_branch_for_a_pass() -> None:
    made = replace(claim(), nodes=nodes_of(without_passes(tree(1)), position()))
    with pytest.raises(Refused, match="there is no answer to a reply outside"):
        CountingChecker(made, 0).most_plies()


def test_a_reply_on_a_stone_of_the_attacker_is_a_pass() -> None:
    stones = Stones(0b100, 0b1, 0b1111)
    assert stones.after(2) == stones
    assert stones.after(1) == stones.answered(1)
