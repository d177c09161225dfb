"""The threat search finds wins by threes and fours, and only such as the board has room for."""

import pytest

from brain.thinking.searcher import Searcher
from tests.support.boards import parse
from tests.support.searching import line_of, set_up
from tests.support.tactics import DEFENCES, WINS, Tactic

DEEPEST, NODES = 8, 10_000
SAFE = [tactic for tactic in DEFENCES if "five's cell" not in tactic.name]  # those lose slower


def name_of(tactic: Tactic) -> str:
    """Return a test's name."""
    return f"rule {tactic.rule}: {tactic.name}"


def threat_win(searcher: Searcher, tactic: Tactic, depth: int = DEEPEST, nodes: int = NODES) -> int:
    """Return in how many plies the threat search wins, 0 if it doesn't."""
    record = searcher.record
    record.stop = 0
    return searcher.library.threat_win(record, tactic.colour, depth, nodes)


@pytest.mark.parametrize("tactic", WINS, ids=name_of)
def test_a_win_by_threats_is_found_with_its_line(searcher: Searcher, tactic: Tactic) -> None:
    drawing = parse(tactic.drawing)
    set_up(searcher, drawing, tactic.rule)
    before = searcher.stones
    found = threat_win(searcher, tactic)
    assert found >= tactic.plies
    assert found > tactic.plies or line_of(searcher)[0] in drawing.marks["m"]
    assert searcher.stones == before


@pytest.mark.parametrize("tactic", WINS, ids=name_of)
def test_a_win_ends_on_the_board_and_may_take_its_last_cell(
    searcher: Searcher, tactic: Tactic
) -> None:
    for cells in range(tactic.plies + 1):
        set_up(searcher, parse(tactic.drawing), tactic.rule)
        searcher.record.max_stones = searcher.record.stones + cells
        found = threat_win(searcher, tactic)
        assert found <= cells
        assert (found > 0) == (cells >= tactic.plies) or 0 < found < tactic.plies


@pytest.mark.parametrize("tactic", SAFE, ids=name_of)
def test_nothing_is_claimed_where_there_is_a_defence(searcher: Searcher, tactic: Tactic) -> None:
    set_up(searcher, parse(tactic.drawing), tactic.rule)
    assert threat_win(searcher, tactic) == 0


def test_no_win_is_claimed_and_none_denied_when_the_nodes_are_used_up(searcher: Searcher) -> None:
    (tactic,) = [tactic for tactic in WINS if tactic.name == "black makes five fours and five"]
    set_up(searcher, parse(tactic.drawing), tactic.rule)
    assert threat_win(searcher, tactic, nodes=1) == 0
    assert threat_win(searcher, tactic) >= tactic.plies
