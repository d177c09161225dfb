"""Long wins by threats are found; long_threats.py makes more and solves all."""

from collections import Counter

import pytest

from brain.game_board import Board
from brain.lexicon import FREESTYLE, RENJU, STANDARD
from brain.thinking.think import Limit
from tests.long.long_fours import solve
from tests.long.long_threats import MEMORY, PROBLEMS, SECOND, Threats, make

LINES = PROBLEMS.read_text("ascii").splitlines()
BOARDS = [Board.read(line) for line in LINES]
RULES = (FREESTYLE, STANDARD, RENJU)
MOST_LINES, LEAST_OF_A_RULE = 100, 15


def first_of(rule: int) -> Board:
    """Return the first problem of a rule."""
    return next(board for board in BOARDS if board.rule == rule)


@pytest.mark.parametrize("rule", RULES)
def test_a_long_win_of_a_rule_is_found(rule: int) -> None:
    assert solve(first_of(rule), Limit(nodes=SECOND), MEMORY.table_bytes) > 0


@pytest.mark.parametrize("rule", RULES)
def test_a_problem_is_long_and_not_solved_by_the_threat_search_of_a_second(rule: int) -> None:
    board = first_of(rule)
    assert Threats(rule, board.width).is_problem(board)


def test_the_file_has_problems_of_three_rules() -> None:
    assert len(set(LINES)) == len(LINES) <= MOST_LINES
    of_rule = Counter(board.rule for board in BOARDS)
    assert of_rule.keys() == {*RULES}
    assert min(of_rule.values()) >= LEAST_OF_A_RULE


@pytest.mark.parametrize("text", ["h8i9", "h8a1i8a2j8a3", "c3a1d4a3e5a5f6a7"])
def test_a_position_with_no_win_by_threats_or_a_short_one_is_not_a_problem(text: str) -> None:
    board = Board.read(text)
    assert not Threats(board.rule, board.width).is_problem(board)


def test_a_game_makes_at_most_one_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Threats, "is_problem", lambda self, board: len(board.stones) >= 10)
    made = [Board.read(text) for text in make(FREESTYLE, 15, 1, 2)]
    assert [len(board.stones) for board in made] == [10, 10]
