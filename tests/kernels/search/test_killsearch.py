"""The kill search finds wins by fours, and only such as the rest of the board has room for."""

import pytest

from brain.thinking.searcher import Searcher
from tests.support.boards import parse
from tests.support.searching import line_of, set_up
from tests.support.tactics import DEFENCES, WINS, Tactic

FOURS = [tactic for tactic in WINS if tactic.quiet == 0]
DEEPEST, NODES = 20, 10_000


def name_of(tactic: Tactic) -> str:
    """Return a test's name."""
    return f"rule {tactic.rule}: {tactic.name}"


def kill(searcher: Searcher, tactic: Tactic, depth: int = DEEPEST, nodes: int = NODES) -> int:
    """Return in how many plies the kill search wins, 0 if it doesn't."""
    record = searcher.record
    record.stop = 0
    return searcher.library.kill(record, tactic.colour, depth, nodes)


@pytest.mark.parametrize("tactic", FOURS, ids=name_of)
def test_a_win_by_fours_is_found_with_its_line(searcher: Searcher, tactic: Tactic) -> None:
    drawing = parse(tactic.drawing)
    set_up(searcher, drawing, tactic.rule)
    before = searcher.stones
    assert kill(searcher, tactic) == tactic.plies
    assert line_of(searcher)[0] in drawing.marks["m"]
    assert searcher.stones == before


@pytest.mark.parametrize("tactic", FOURS, ids=name_of)
def test_a_win_ends_on_the_board_and_may_take_its_last_cell(
    searcher: Searcher, tactic: Tactic
) -> None:
    for cells in range(tactic.plies + 1):
        set_up(searcher, parse(tactic.drawing), tactic.rule)
        searcher.record.max_stones = searcher.record.stones + cells
        found = kill(searcher, tactic)
        assert found <= cells
        assert (found > 0) == (cells >= tactic.plies) or 0 < found < tactic.plies


@pytest.mark.parametrize("tactic", DEFENCES, ids=name_of)
def test_nothing_is_claimed_where_there_is_a_defence(searcher: Searcher, tactic: Tactic) -> None:
    set_up(searcher, parse(tactic.drawing), tactic.rule)
    assert kill(searcher, tactic) == 0


def test_no_more_fours_are_tried_than_are_asked_for(searcher: Searcher) -> None:
    (tactic,) = [tactic for tactic in FOURS if tactic.name == "black makes five fours and five"]
    for depth in range(1, 7):  # the last four and five need no search
        set_up(searcher, parse(tactic.drawing), tactic.rule)
        assert (kill(searcher, tactic, depth) > 0) == (depth >= (tactic.plies - 5) // 2)


def test_no_win_is_claimed_and_none_denied_when_the_nodes_are_used_up(searcher: Searcher) -> None:
    (tactic,) = [tactic for tactic in FOURS if tactic.name == "black makes five fours and five"]
    set_up(searcher, parse(tactic.drawing), tactic.rule)
    assert kill(searcher, tactic, nodes=1) == 0
    assert kill(searcher, tactic) == tactic.plies  # the table has not learnt that there is none
