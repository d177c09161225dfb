"""The checker for windows of larger boards. tests/test_larger_boards.py plays its certificate."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from brain.certificates import certificate, check, check_window
from brain.certificates.certificate import Certificate, CoverNode, LineNode, Link, MoveNode, Node
from brain.certificates.check import Refused
from brain.engine import Engine
from brain.lexicon import BLACK, FREESTYLE, STANDARD, WHITE
from brain.position import Position
from tests import ROOT
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

AFTER_A_REPLY = "after a reply outside the defender may make five"
NEAR_THE_BORDER = "a stone near the border may become part of a three"


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


def test_the_command_prints_what_a_file_proves(capsys: pytest.CaptureFixture[str]) -> None:
    assert check_window.main([str(ROOT / "docs" / "theorems" / "two-outside.json")]) == 0
    assert capsys.readouterr().out == "wins in a window in 19 plies: 3131 nodes checked\n"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (None, "No such file"),
        ("no certificate", "not a certificate"),
        (
            certificate.to_json(claim(with_rows(OPEN_FOUR, {0: "O . . . . . . . ."}))),
            NEAR_THE_BORDER,
        ),
    ],
)
def test_the_command_prints_one_line_on_stderr_for_a_file_that_it_refuses(
    text: str | None, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "claim.json"
    if text:
        path.write_text(text, encoding="utf-8")
    assert check_window.main([str(path)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("not proved: ")
    assert why in line


def test_lines_that_the_checker_accepts_win_from_a_window_of_seven() -> None:
    played = line_game.played(Engine(1 << 20), Random(1), 150)
    assert played["accepted", True] >= 10
    assert not played["accepted", False]
    assert played["refused", False]
