"""The windows are counted as they lie on the board, and lines leave them as they were."""

import pytest

from brain.engine import Engine
from brain.lexicon import CELLS, DIRECTIONS, STEPS
from brain.proving.threat_lines import find_line, line_plies
from brain.rules.laws import RULES
from tests.support.line_boards import LineBoard, line_boards

NOT_ON_BOARD = 64  # stones of both in such a window


def counted(at: LineBoard) -> dict[int, tuple[int, int]]:
    """Return the stones of attacker and defender in each window of a board."""
    found = {}
    for direction in range(DIRECTIONS):
        for first in range(CELLS):
            cells = [first + k * STEPS[direction] for k in range(5)]
            if all(cell < CELLS and at.stones.inside >> cell & 1 for cell in cells):
                stones = [sum(of >> cell & 1 for cell in cells) for of in at.stones[:2]]
                found[direction * CELLS + first] = (stones[0], stones[1])
    return found


def read(engine: Engine) -> dict[int, tuple[int, int]]:
    """Return the stones in each window as the record has them."""
    record = engine.searcher.line_record
    numbers = range(DIRECTIONS * CELLS)
    both = ((n, record.window_own[n], record.window_other[n]) for n in numbers)
    return {n: (own, other) for n, own, other in both if own < NOT_ON_BOARD}


def hot(engine: Engine) -> list[int]:
    """Return the windows on the list of hot ones, sorted."""
    record = engine.searcher.line_record
    return sorted(record.hot_window[: record.hot_windows])


def expected_hot(windows: dict[int, tuple[int, int]]) -> list[int]:
    """Return the windows with three stones of one side at least and none of the other."""
    return sorted(n for n, (a, b) in windows.items() if min(a, b) == 0 and max(a, b) >= 3)


@pytest.mark.parametrize("rule", RULES)
def test_windows_are_counted_as_the_stones_lie(engine: Engine, rule: int) -> None:
    for at, _ in line_boards(engine, rule, 10):
        line_plies(engine, at.board, at.attacker, ())
        assert read(engine) == counted(at)
        assert hot(engine) == expected_hot(counted(at))


@pytest.mark.parametrize("rule", RULES)
def test_a_search_takes_back_every_stone_that_it_adds(engine: Engine, rule: int) -> None:
    for at, _ in line_boards(engine, rule, 10):
        find_line(engine, at.board, at.attacker, 100)
        record = engine.searcher.line_record
        assert bytes(record.board) == at.board
        assert read(engine) == counted(at)
        assert hot(engine) == expected_hot(counted(at))
        assert (record.key, record.doubts) == (0, 0)
