"""A node's line, and when a search must end."""

from typing import Any

import pytest

from brain.layout import Record
from brain.lexicon import FREESTYLE
from brain.thinking import native
from tests.support import record_views as records
from tests.support.boards import empty_board
from tests.support.kernels import Plain, constants

node = Plain("brain.kernels.search.node")
POLLED = constants("search/node")["POLL_MASK"] + 1  # nodes between two looks at the clock


@pytest.fixture
def view() -> Any:
    """Return the record of an empty board."""
    record = Record()
    records.set_up(native.load(), record, empty_board(9, 9), FREESTYLE)
    return records.fields(record)


def test_a_line_is_a_move_and_the_line_after_it(view: Any) -> None:
    node.start_line(view, 3, 30)
    node.copy_line(view, 2, 20)
    node.copy_line(view, 1, 10)
    assert list(view.pv[1][: view.pv_length[1]]) == [10, 20, 30]


def test_a_line_is_one_move_when_nothing_follows(view: Any) -> None:
    view.pv_length[2] = 0
    node.copy_line(view, 1, 10)
    assert list(view.pv[1][: view.pv_length[1]]) == [10]


def test_a_search_without_limits_continues(view: Any) -> None:
    view.nodes = POLLED
    assert node.out_of_time(view) == 0


def test_a_search_ends_at_its_last_node(view: Any) -> None:
    view.node_limit = 7
    view.nodes = 6
    assert node.out_of_time(view) == 0
    view.nodes = 7
    assert node.out_of_time(view) == view.stop == 1


def test_a_deadline_is_seen_when_the_clock_is_looked_at(view: Any) -> None:
    view.deadline = 1
    view.nodes = POLLED + 1
    assert node.out_of_time(view) == 0
    view.nodes = 2 * POLLED
    assert node.out_of_time(view) == 1
