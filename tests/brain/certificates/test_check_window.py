"""The checker for windows of larger boards. tests/test_larger_boards.py plays its certificate."""

from dataclasses import replace
from functools import partial
from itertools import product
from random import Random

import pytest

from brain.cell import Cell
from brain.certificates import certificate, check, check_window
from brain.certificates.certificate import Certificate, CoverNode, LineNode, Link, MoveNode, Node
from brain.certificates.check import Refused
from brain.certificates.check_window import (
    FIRST,
    SECOND,
    CountingChecker,
    FarReplyChecker,
    crossing,
)
from brain.certificates.stones import Stones, bits, stones_of
from brain.engine import Engine
from brain.lexicon import BLACK, FREESTYLE, STANDARD, WHITE, cell_at
from brain.position import Position
from tests.support import all_checkers, javascript, line_game
from tests.support.boards import parse
from tests.support.far_game import far_reply
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

needs_javascript = pytest.mark.skipif(
    not javascript.is_there, reason="there is neither node nor Chromium"
)

AFTER_A_REPLY = "after a reply outside the defender may make five"
NEAR_THE_BORDER = "a stone near the border may become part of a three"


FEW_NODES = 1_000  # after which these forgeries are refused


def with_rows(drawing: str, rows: dict[int, str]) -> str:
    """Return a drawing with some rows replaced."""
    lines = drawing.strip().splitlines()
    return "\n".join(rows.get(number, line) for number, line in enumerate(lines))


def claim(text: str) -> Certificate:
    """Return a certificate of a drawn position: a line of `a`, or if there is a `b`, the move and
    its cover.
    """
    drawing = parse(text)
    black, white = (
        [cell for cell, state in drawing.board.items() if state == colour]
        for colour in (BLACK, WHITE)
    )
    position = Position.of_colours(9, 9, FREESTYLE, BLACK, black, white)
    if "b" not in text:
        return Certificate(position, 5, (LineNode((drawing.marked("a"),)),))
    ends = tuple(LineNode((drawing.marked(end),)) for end in "bc")
    nodes: tuple[Node, ...] = (
        *ends,
        CoverNode((0, 1), ()),
        MoveNode(drawing.marked("a"), Link(2)),
    )
    return Certificate(position, 3, nodes)


def refused(certificate: Certificate) -> str:
    """Return why a certificate is refused in a window."""
    with pytest.raises(Refused) as refusal:
        check_window.check(certificate)
    return str(refusal.value)


def refused_with(certificate: Certificate, outside: int) -> str:
    """Return why a certificate is refused in a window, with stones of White outside."""
    with pytest.raises(Refused) as refusal:
        CountingChecker(certificate, outside).whole()
    return str(refusal.value)


def test_the_certificate_wins_in_a_window_with_two_white_stones_outside() -> None:
    assert check_window.check(two_outside()).plies == check.check(two_outside()).plies == 19


def test_a_rule_in_which_six_do_not_win_is_refused() -> None:
    claimed = two_outside()
    black = [cell for cell, _ in claimed.position.stones]
    standard = Position.of_colours(13, 13, STANDARD, BLACK, black, [])
    assert refused(replace(claimed, position=standard)).startswith("only freestyle")


@pytest.mark.parametrize(
    ("drawing", "rows", "why"),
    [
        (TWO_THREES, {}, ""),
        (TWO_THREES, {0: ". . . . . . . . O"}, ""),
        (TWO_THREES, {0: ". . . . . . . . O", 1: ". . . . . . . . O"}, AFTER_A_REPLY),
        (TWO_THREES, {0: ". . . . . . . O O"}, AFTER_A_REPLY),
        (TWO_THREES, {0: ". O . . . . . . .", 1: "O . . . . . . . ."}, AFTER_A_REPLY),
        (OPEN_FOUR, {}, ""),
        (OPEN_FOUR, {0: ". . O . . . . . ."}, NEAR_THE_BORDER),
        (OPEN_FOUR, {3: ". . . . . . O . ."}, NEAR_THE_BORDER),
    ],
)
def test_a_certificate_is_refused_if_white_stones_near_the_border_are_dangerous(
    drawing: str, rows: dict[int, str], why: str
) -> None:
    made = claim(with_rows(drawing, rows))
    assert check.check(made).plies == made.plies
    if why:
        assert refused(made) == why
    else:
        assert check_window.check(made).plies == made.plies


def test_a_cover_is_refused_without_an_answer_to_a_reply_outside() -> None:
    made = claim(OPEN_FOUR)
    *ends, _, move = made.nodes
    assert (
        refused(replace(made, nodes=(*ends, CoverNode((), ()), move)))
        == "there is no answer to a reply outside"
    )


@pytest.mark.parametrize(
    "position",
    [
        Position(13, 13, FREESTYLE, [(cell_at(7, 6), BLACK), (cell_at(6, 6), BLACK)], BLACK),
        Position(13, 13, FREESTYLE, [(cell_at(7, 6), BLACK)], BLACK),
        Position(20, 20, FREESTYLE, [(FIRST, BLACK)], WHITE),
    ],
)
def test_a_certificate_of_another_position_proves_no_theorem(position: Position) -> None:
    with pytest.raises(Refused, match="no theorem about larger boards"):
        check_window.theorem_of(replace(two_outside(), position=position))


def equal_stones() -> Certificate:
    """Return a certificate of a position with as many stones of both colours."""
    return claim(with_rows(TWO_THREES, {0: ". . . . . . . . O", 8: ". O . . O . . O ."}))


def test_with_as_many_stones_of_both_colours_none_is_outside() -> None:
    made = equal_stones()
    assert check_window.check(made) == CountingChecker(made, 0).whole()
    assert check_window.theorem_of(made) == check_window.ANY_BOARD
    assert check_window.check(made).plies == made.plies
    assert refused_with(made, 2) == AFTER_A_REPLY


def test_lines_that_the_checker_accepts_win_from_a_window_of_seven() -> None:
    played = line_game.played(Engine(1 << 20), Random(1), 150)
    assert played["accepted", True] >= 10
    assert not played["accepted", False]
    assert played["refused", False]


def slow_crossing(stones: Stones, size: int, outside: int, count: int, least: int) -> int:
    """Return the same as `crossing`, cell by cell."""
    found = set()
    for x, y in product(range(-4, size + 4), repeat=2):
        for dx, dy in (1, 0), (0, 1), (1, 1), (-1, 1):
            points = [(x + k * dx, y + k * dy) for k in range(5)]
            cells = [cell_at(*point) for point in points if {*point} <= {*range(size)}]
            other = sum(stones.other >> cell & 1 for cell in cells)
            enough = other >= least and other + min(5 - len(cells), outside) >= count
            if 0 < len(cells) < 5 and enough and not bits(cells) & stones.own:
                found |= {*cells}
    return bits(found)


@pytest.mark.parametrize("size", [7, 9, 13])
def test_fives_across_the_border_are_found_as_cell_by_cell(size: int) -> None:
    dice, cells = Random(size), [cell_at(x, y) for x in range(size) for y in range(size)]
    for outside, count, least in product(range(4), (3, 4), (0, 1)):
        chosen = dice.sample(cells, 3 * size)
        stones = Stones(bits(chosen[:size]), bits(chosen[size:]), bits(cells))
        expected = slow_crossing(stones, size, outside, count, least)
        assert crossing(stones, (size, size), outside, count, least) == expected


def test_the_certificate_for_one_far_reply_answers_near_replies() -> None:
    assert FarReplyChecker(far_reply()).most_plies(range(4, 5)) <= far_reply().plies == 23


def test_a_certificate_for_one_far_reply_is_refused_without_an_answer_to_a_near_one() -> None:
    *nodes, cover, root = far_reply().nodes
    assert isinstance(cover, CoverNode)
    (reply, _), *others = cover.branches
    made = replace(far_reply(), nodes=(*nodes, replace(cover, branches=tuple(others)), root))
    assert refused(made) == f"there is no answer to {Cell(reply, 20)}"


def test_a_certificate_for_one_far_reply_is_refused_with_another_second_stone() -> None:
    *nodes, root = far_reply().nodes
    assert isinstance(root, MoveNode)
    made = replace(far_reply(), nodes=(*nodes, replace(root, cell=cell_at(9, 9))))
    assert refused(made) == "the second stone is not beside the first"


@needs_javascript
def test_the_checker_in_javascript_finds_as_many_plies_and_nodes() -> None:
    files = [certificate.dumps(made) for made in (two_outside(), far_reply())]
    with javascript.running(javascript.CHECK_WINDOW) as verdicts:
        found = verdicts(files, javascript.ALL)
    assert [(one["plies"], one["nodes"]) for one in found] == [(19, 3_131), (23, 223_676)]
    assert all(one["ok"] for one in found)


@needs_javascript
def test_the_checker_in_javascript_counts_no_stone_outside_either() -> None:
    made = equal_stones()
    with javascript.running(javascript.CHECK_WINDOW) as verdicts:
        (found,) = verdicts([certificate.dumps(made)], javascript.ALL)
    shown = check_window.check(made)
    assert (found["plies"], found["nodes"]) == (shown.plies, shown.nodes)


@needs_javascript
def test_both_checkers_refuse_forged_certificates_for_one_far_reply() -> None:
    made = far_reply()
    *nodes, cover, root = made.nodes
    assert isinstance(cover, CoverNode)
    assert isinstance(root, MoveNode)
    unanswered = replace(cover, branches=cover.branches[1:])
    other_stone = partial(Position, 20, 20, FREESTYLE, turn=BLACK)
    forged = {
        "no answer to a near reply": replace(made, nodes=(*nodes, unanswered, root)),
        "another second stone": replace(
            made, nodes=(*made.nodes[:-1], replace(root, cell=cell_at(9, 9)))
        ),
        "another first stone": replace(made, position=other_stone([(cell_at(10, 10), BLACK)])),
        "a white stone": replace(made, position=other_stone([(FIRST, WHITE)])),
        "a root that is a line": replace(made, nodes=(LineNode((SECOND,)),)),
        "a larger window": replace(
            made, position=Position(21, 21, FREESTYLE, [(FIRST, BLACK)], BLACK)
        ),
    }
    files = [(name, certificate.dumps(claim)) for name, claim in forged.items()]
    tally = all_checkers.compare_windows(files, FEW_NODES)
    assert tally.differing == []
    assert (tally.accepted.total(), tally.given_up) == (0, 0)


def test_four_stones_outside_are_dangerous() -> None:
    made = claim(TWO_THREES)
    stones = stones_of(made.position)
    assert not CountingChecker(made, 2).danger(stones, 1)
    checker = CountingChecker(made, 4)
    checker.outside = 4
    assert checker.danger(stones, 1)
