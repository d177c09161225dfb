"""A cover counts the replies after which its line wins, as replaying after each one shows."""

import pytest

from brain.engine import Engine
from brain.proving.threat_lines import OTHER, find_line, line_plies, placed, replies_covered
from brain.rules.laws import RULES
from tests.support.line_boards import line_boards


@pytest.mark.parametrize("rule", RULES)
def test_a_line_covers_the_replies_after_which_it_wins(engine: Engine, rule: int) -> None:
    covered = 0
    for at, dice in line_boards(engine, rule, 200):
        line = find_line(engine, at.board, at.attacker, 200) or tuple(dice.sample(at.empty, 1))
        found = replies_covered(engine, at.board, at.attacker, line)
        each = {
            reply: line_plies(engine, placed(at.board, reply, OTHER), at.attacker, line)
            for reply in at.empty
        }
        assert found == {reply: plies for reply, plies in each.items() if plies}
        covered += len(found)
    assert covered > 0
