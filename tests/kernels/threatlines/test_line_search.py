"""Lines that the search finds win, and it finds the shortest."""

import pytest

from brain.engine import Engine
from brain.proving.threat_lines import find_line
from brain.rules.laws import RULES
from tests.support.line_boards import line_boards

TRIES = 500


@pytest.mark.parametrize("rule", RULES)
def test_a_line_that_is_found_wins(engine: Engine, rule: int) -> None:
    found = 0
    for at, _ in line_boards(engine, rule, 60):
        line = find_line(engine, at.board, at.attacker, TRIES)
        if line:
            assert at.plies(line) > 0
            found += 1
    assert found > 0


@pytest.mark.parametrize("rule", RULES)
def test_no_line_of_one_move_wins_where_a_longer_one_is_found(engine: Engine, rule: int) -> None:
    for at, _ in line_boards(engine, rule, 30):
        line = find_line(engine, at.board, at.attacker, TRIES)
        if len(line) != 1:
            assert not any(at.plies((cell,)) for cell in at.empty)
