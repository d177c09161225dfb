"""The checker for windows of larger boards. tests/test_larger_boards.py plays its certificate."""

from dataclasses import replace
from random import Random

import pytest

from brain.certificates import check, check_window
from brain.certificates.certificate import Certificate, CoverNode, LineNode, Link, MoveNode, Node
from brain.certificates.check import Refused
from brain.engine import Engine
from brain.lexicon import BLACK, FREESTYLE, STANDARD, WHITE
from brain.position import Position
from tests.support import line_game
from tests.support.boards import parse
from tests.support.window_game import two_outside

# a makes two open threes.
TWO_THREES = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . X . . . .
    . . . . X . . . .
    . . X X a . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
"""
# a makes an open four, with ends b and c.
OPEN_FOUR = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . b X X X a c . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
"""


def with_rows(drawing: str, rows: dict[int, str]) -> str:
    """Return a drawing with some rows replaced."""
    lines = drawing.strip().splitlines()
    return "\n".join(rows.get(number, line) for number, line in enumerate(lines))


def claim(text: str, plies: int, is_line: bool) -> Certificate:
    """Return a certificate of a drawn position: a line of `a`, or the move and its cover."""
    drawing = parse(text)
    black, white = (
        [cell for cell, state in drawing.board.items() if state == colour]
        for colour in (BLACK, WHITE)
    )
    position = Position.of_colours(9, 9, FREESTYLE, BLACK, black, white)
    if is_line:
        return Certificate(position, plies, (LineNode((drawing.marked("a"),)),))
    ends = tuple(LineNode((drawing.marked(end),)) for end in "bc")
    nodes: tuple[Node, ...] = (
        *ends,
        CoverNode((0, 1), ()),
        MoveNode(drawing.marked("a"), Link(2)),
    )
    return Certificate(position, plies, nodes)


def refused(certificate: Certificate) -> str:
    """Return why a certificate is refused in a window."""
    with pytest.raises(Refused) as refusal:
        check_window.check(certificate)
    return str(refusal.value)


def test_the_certificate_wins_in_a_window_with_two_white_stones_outside() -> None:
    assert check_window.check(two_outside()).plies == check.check(two_outside()).plies == 19


def test_a_rule_in_which_six_do_not_win_is_refused() -> None:
    claimed = two_outside()
    black = [cell for cell, _ in claimed.position.stones]
    standard = Position.of_colours(13, 13, STANDARD, BLACK, black, [])
    assert refused(replace(claimed, position=standard)).startswith("only freestyle")


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ({}, ""),
        ({0: ". . . . . . . . O"}, ""),
        ({0: ". . . . . . . . O", 1: ". . . . . . . . O"}, "after a reply outside"),
        ({0: ". . . . . . . O O"}, "after a reply outside"),
    ],
)
def test_a_line_of_threes_is_refused_if_two_stones_outside_may_make_a_four(
    rows: dict[int, str], why: str
) -> None:
    made = claim(with_rows(TWO_THREES, rows), 5, is_line=True)
    assert check.check(made).plies == 5
    if why:
        assert refused(made).startswith(why)
    else:
        assert check_window.check(made).plies == 5


@pytest.mark.parametrize(
    ("rows", "is_calm"),
    [({}, True), ({0: ". . O . . . . . ."}, False), ({3: ". . . . . . O . ."}, False)],
)
def test_a_cover_is_refused_if_a_stone_near_the_border_may_become_part_of_a_three(
    rows: dict[int, str], is_calm: bool
) -> None:
    made = claim(with_rows(OPEN_FOUR, rows), 3, is_line=False)
    assert check.check(made).plies == 3
    if is_calm:
        assert check_window.check(made).plies == 3
    else:
        assert refused(made) == "a stone near the border may become part of a three"


def test_a_cover_is_refused_without_an_answer_to_a_reply_outside() -> None:
    made = claim(OPEN_FOUR, 3, is_line=False)
    *ends, _, move = made.nodes
    assert (
        refused(replace(made, nodes=(*ends, CoverNode((), ()), move)))
        == "there is no answer to a reply outside"
    )


def test_lines_that_the_checker_accepts_win_from_a_window_of_seven() -> None:
    played = line_game.played(Engine(1 << 20), Random(1), 150)
    assert played["accepted", True] >= 10
    assert not played["accepted", False]
    assert played["refused", False]
