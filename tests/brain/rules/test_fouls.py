"""Black's forbidden points in renju, by their definition."""

import pytest

from brain.lexicon import BLACK, RENJU, WHITE
from brain.rules.fouls import DASH, find_foul, forbidden_cells, foul, is_foul
from brain.rules.laws import RULES
from tests.support.boards import parse

DOUBLE_THREE = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . X . . . .
    . . . . X . . . .
    . . X X m . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . ."""
DOUBLE_FOUR = """
    . . . . O . . . .
    . . . . X . . . .
    . . . . X . . . .
    . . . . X . . . .
    O X X X m . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . ."""
FOUR_AND_THREE = DOUBLE_FOUR.replace(". . . . X . . . .", ". . . . . . . . .", 1)
FIVE_AND_OVERLINE = """
    . . . . X . . . .
    . . . . X . . . .
    . . . . X . . . .
    . . . . X . . . .
    X X X X m X . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . ."""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (DOUBLE_THREE, "a double three"),
        (DOUBLE_FOUR, "a double four"),
        (". . X . X m X . X . .", "a double four"),
        (". X X X m X X . .", "an overline"),
    ],
)
def test_a_foul_is_named_when_black_may_not_play(text: str, reason: str) -> None:
    drawing = parse(text)
    assert foul(drawing.board, drawing.marked("m")) == reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (DOUBLE_THREE, "a double three (c5-e5 and e7-e5)"),
        (DOUBLE_FOUR, "a double four (b5-e5 and e8-e5)"),
        (". . X . X m X . X . .", "a double four (c1-g1 and e1-i1)"),
        (". X X X m X X . .", "an overline (b1-g1)"),
        (
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . m . . . .
            . . . X . X . . .
            . . X . . . X . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .""",
            "a double three (e6-g4 and e6-c4)",
        ),
    ],
)
def test_a_foul_names_its_lines_by_their_first_and_last_stone(text: str, reason: str) -> None:
    drawing = parse(text)
    found = find_foul(drawing.board, drawing.marked("m"))
    assert found is not None
    assert found.text == reason.replace("-", DASH)


@pytest.mark.parametrize("text", [FOUR_AND_THREE, FIVE_AND_OVERLINE, ". . X X X m . . ."])
def test_black_may_play_when_it_is_a_five_or_one_four(text: str) -> None:
    drawing = parse(text)
    assert foul(drawing.board, drawing.marked("m")) == ""


def test_a_three_does_not_count_when_a_white_stone_keeps_it_from_an_open_four() -> None:
    drawing = parse(DOUBLE_THREE.replace(". . X X m . .", "O . X X m . O"))
    assert foul(drawing.board, drawing.marked("m")) == ""


def test_a_foul_is_one_for_black_in_renju_alone() -> None:
    drawing = parse(DOUBLE_THREE)
    cell = drawing.marked("m")
    assert [rule for rule in RULES if is_foul(drawing.board, cell, BLACK, rule)] == [RENJU]
    assert not is_foul(drawing.board, cell, WHITE, RENJU)


def test_the_forbidden_cells_are_all_those_that_the_definition_forbids() -> None:
    drawing = parse(DOUBLE_THREE)
    empty = [cell for cell, state in drawing.board.items() if not state]
    found = [cell for cell in empty if foul(drawing.board, cell)]
    assert forbidden_cells(drawing.board) == found == [drawing.marked("m")]
