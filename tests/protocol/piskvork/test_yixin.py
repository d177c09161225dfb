"""Yixin-Board's words."""

from math import inf

import pytest

from brain.cell import Cell
from brain.thinking.clock import TimeControl
from protocol.piskvork import yixin
from protocol.piskvork.commands import SoosyrvStep
from protocol.piskvork.yixin import Labels, forbidden_line


@pytest.mark.parametrize(
    ("cell", "label", "yixin_label"),
    [(Cell.at(0, 0), "a1", "a15"), (Cell.at(2, 5), "c6", "f13"), (Cell.at(14, 0), "o1", "a1")],
)
def test_labels_are_those_of_the_managers_board(cell: int, label: str, yixin_label: str) -> None:
    assert Labels()(cell) == label
    assert Labels(15)(cell) == yixin_label


def test_forbidden_points_have_two_digits_for_every_number() -> None:
    assert forbidden_line((Cell.at(10, 3), Cell.at(2, 14))) == "FORBID 10030214."
    assert forbidden_line(()) == "FORBID ."


def test_only_both_times_together_mean_no_limit() -> None:
    assert yixin.is_unlimited(TimeControl(turn_ms=2_000_000, match_ms=100_000_000))
    assert not yixin.is_unlimited(TimeControl(turn_ms=2_000_000, match_ms=60_000))
    assert not yixin.is_unlimited(TimeControl(turn_ms=inf, match_ms=inf))


def test_a_step_of_swap2_answers_with_numbered_stones_or_with_a_choice() -> None:
    points = ((7, 7), (8, 9), (6, 5))
    assert yixin.swap2_lines(0, points) == (
        "MESSAGE SWAP2 MOVE1 7 7",
        "MESSAGE SWAP2 MOVE2 8 9",
        "MESSAGE SWAP2 MOVE3 6 5",
    )
    assert yixin.swap2_lines(3, points[:2])[0] == "MESSAGE SWAP2 MOVE4 7 7"
    assert yixin.swap2_lines(3, ()) == ("MESSAGE SWAP2 SWAP1 YES",)
    assert yixin.swap2_lines(5, ((3, 3),)) == ("MESSAGE SWAP2 SWAP2 NO",)


@pytest.mark.parametrize(
    ("number", "offers", "stones", "right"),
    [
        (1, 0, 0, True),
        (1, 0, 1, False),
        (2, 0, 3, True),
        (4, 0, 4, False),
        (4, 2, 4, True),
        (5, 2, 4, True),
        (5, 2, 5, False),
        (6, 0, 4, False),
        (6, 0, 6, True),
    ],
)
def test_a_step_of_soosyrv_needs_its_number_of_stones(
    number: int, offers: int, stones: int, right: bool
) -> None:
    step = SoosyrvStep(number, offers, tuple((x, 0) for x in range(stones)))
    assert (yixin.soosyrv_state(step, 15, 15) is not None) == right
