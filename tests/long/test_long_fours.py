"""Long wins by fours are found; long_fours.py makes more and solves all."""

from collections.abc import Iterator

import pytest

from brain.game_board import Board
from brain.rules.laws import RULES
from brain.thinking.searcher import Searcher
from brain.thinking.think import Limit
from tests.long.long_fours import LEAST_PLIES, MOST_PLIES, PROBLEMS, solve, win_plies
from tests.support.searching import open_searcher

NODES = 400_000
LINES = PROBLEMS.read_text("ascii").splitlines()


@pytest.mark.parametrize("rule", RULES)
def test_the_longest_win_of_a_rule_is_found(rule: int) -> None:
    boards = [board for board in map(Board.read, LINES) if board.rule == rule]
    assert solve(boards[-1], Limit(nodes=NODES)) >= LEAST_PLIES


@pytest.fixture(scope="module")
def searcher() -> Iterator[Searcher]:
    with open_searcher() as searcher:
        yield searcher


@pytest.mark.parametrize("rule", RULES)
def test_the_problems_are_long_and_sound(searcher: Searcher, rule: int) -> None:
    boards = [board for board in map(Board.read, LINES) if board.rule == rule]
    searcher.load_rule(rule)
    for board in boards:
        assert LEAST_PLIES <= win_plies(searcher, rule, dict(board.stones)) <= MOST_PLIES


def test_a_short_win_is_no_problem(searcher: Searcher) -> None:
    board = Board.setup(["c3", "d3", "e3", "f3"], ["a1", "b15", "o1"])
    assert win_plies(searcher, board.rule, dict(board.stones)) == 0
