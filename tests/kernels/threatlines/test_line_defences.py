"""The defences to a threat are those that the checker finds."""

import pytest

from brain.certificates.check import Refused
from brain.certificates.stones import bits
from brain.engine import Engine
from brain.proving.threat_lines import line_plies
from brain.rules.laws import RULES
from tests.support.line_boards import LineBoard, line_boards


def defences(at: LineBoard, cell: int) -> int:
    """Return the defences to a move, -1 if it doesn't threaten."""
    try:
        return next(at.checker.steps((cell,), at.stones)).defences
    except Refused:
        return -1


@pytest.mark.parametrize("rule", RULES)
def test_a_threat_has_the_defences_that_the_checker_finds(engine: Engine, rule: int) -> None:
    threats = 0
    for at, _ in line_boards(engine, rule, 30):
        for cell in at.empty:
            expected = defences(at, cell)
            record = engine.searcher.line_record
            record.reached = 0
            line_plies(engine, at.board, at.attacker, (cell,))
            if expected > 0:
                found = record.held[0][: record.held_count[0]]
                assert record.reached == 1
                assert bits(found) == expected
                threats += 1
    assert threats > 0
