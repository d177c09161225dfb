"""The puzzles packed for the page: the bytes of one, and the complete list."""

from dataclasses import replace

import pytest

from brain.cell import row_major
from brain.proving.puzzle import HOLD
from protocol.page import problems
from protocol.page.problems import HELD, RECORD, SIDE
from protocol.records import puzzle_files

SHIPPED = list(puzzle_files.read(puzzle_files.SHIPPED))


def test_every_puzzle_that_comes_along_is_packed() -> None:
    content = problems.content()
    assert len(content) == RECORD * len(SHIPPED)
    assert content[:RECORD] == problems.record(SHIPPED[0])


def test_a_record_begins_with_rule_grade_and_solution() -> None:
    hold = next(problem for problem in SHIPPED if problem.kind == HOLD)
    expected = (hold.rule, hold.grade + HELD, row_major(hold.solution, SIDE))
    assert tuple(problems.record(hold)[:3]) == expected


def test_a_board_has_five_cells_a_byte_in_base_three() -> None:
    found = problems.record(SHIPPED[0])[3:]
    digits = [byte // 3**place % 3 for byte in found for place in range(5)]
    stones = {row_major(cell, SIDE): colour for cell, colour in SHIPPED[0].position.stones}
    assert digits == [stones.get(cell, 0) for cell in range(SIDE * SIDE)]


def test_a_puzzle_on_another_board_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a puzzle on 15 x 15"):
        problems.record(replace(SHIPPED[0], width=16))
