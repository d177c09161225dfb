"""Long wins by fours are found; long_fours.py makes more and solves all."""

import random
from collections import Counter

import pytest

from brain.game_board import Board
from brain.lexicon import BLACK, FREESTYLE, WHITE, cell_at
from brain.rules.laws import RULES
from brain.thinking.think import Limit
from tests.long.long_fours import (
    LEAST_PLIES,
    MOST_PLIES,
    PROBLEMS,
    Kills,
    Stones,
    is_legal,
    least_fours,
    solve,
)
from tests.long.long_fours_growth import Growth, finished

LINES = PROBLEMS.read_text("ascii").splitlines()
SECOND = Limit(nodes=500_000)  # as many nodes as a second is taken for
MOST_LINES, LEAST_OF_A_RULE = 100, 20


@pytest.mark.parametrize("rule", RULES)
def test_a_long_win_of_a_rule_is_found(rule: int) -> None:
    boards = [board for board in map(Board.read, LINES) if board.rule == rule]
    assert solve(boards[-1], SECOND) >= LEAST_PLIES


@pytest.mark.parametrize("rule", RULES)
def test_a_problem_is_long_and_sound(rule: int) -> None:
    board = [board for board in map(Board.read, LINES) if board.rule == rule][-1]
    kills = Kills(rule, board.width)
    stones: Stones = dict(board.stones)
    assert least_fours(kills, stones)
    assert LEAST_PLIES <= 1 + len(kills.line()) <= MOST_PLIES
    assert is_legal(stones, kills.line(), rule, board.width)


def test_the_file_has_problems_of_every_rule() -> None:
    assert len(set(LINES)) == len(LINES) <= MOST_LINES
    of_rule = Counter(Board.read(line).rule for line in LINES)
    assert min(of_rule[rule] for rule in RULES) >= LEAST_OF_A_RULE


def test_a_win_is_found_among_fours_of_no_use() -> None:
    assert solve(Board.read(LINES[0]), SECOND) >= LEAST_PLIES


def test_a_grown_problem_is_solved() -> None:
    growth = Growth(Kills(FREESTYLE, 20), random.Random(1))
    text = finished(growth, growth.grown(LEAST_PLIES))
    assert solve(Board.read(text), SECOND) >= LEAST_PLIES


def test_a_short_win_is_not_a_problem() -> None:
    board = Board.setup(["c3", "d3", "e3", "f3"], ["a1", "b15", "o1"])
    stones: Stones = dict(board.stones)
    assert not least_fours(Kills(board.rule, board.width), stones)


def test_a_line_with_a_move_that_does_not_threaten_five_is_not_legal() -> None:
    row = [cell_at(x, 3) for x in range(6)]
    stones = {row[0]: WHITE, row[1]: BLACK, row[2]: BLACK, row[3]: BLACK}
    assert is_legal(stones, [row[4], row[5]], 0, 15)
    assert not is_legal(stones, [cell_at(9, 9), row[4]], 0, 15)
