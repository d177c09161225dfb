"""A board as text and as a picture."""

from xml.etree import ElementTree

import pytest

from brain.cell import Cell
from brain.game_board import Board
from brain.lexicon import FREESTYLE, WHITE
from brain.notation import drawing
from brain.notation.drawing import GhostStone

SVG = "{http://www.w3.org/2000/svg}"
GHOSTS: drawing.Marks = {Cell.named("c3", 5): GhostStone("1", WHITE)}


def labels(picture: str) -> list[str]:
    """Return the texts inside the board of 5 x 5 in a picture."""
    texts = ElementTree.fromstring(picture).iter(f"{SVG}text")
    inside = [text for text in texts if min(float(text.attrib["x"]), float(text.attrib["y"])) >= 0]
    return [text.text or "" for text in inside]


def test_text_has_the_last_stone_in_brackets() -> None:
    board = Board.read("a1 b2 e1", 5, FREESTYLE)
    assert drawing.text(board).splitlines() == [
        "    a b c d e",
        " 5  . . . . .",
        " 4  . . . . .",
        " 3  . . . . .",
        " 2  . O . . .",
        " 1  X . . .(X)",
    ]


def test_text_has_brackets_at_the_left_edge_when_the_last_stone_lies_there() -> None:
    assert drawing.text(Board.read("a3", 5, FREESTYLE)).splitlines()[3] == " 3 (X). . . ."


def test_text_has_no_brackets_when_the_board_is_empty() -> None:
    assert "(" not in drawing.text(Board((5, 5), FREESTYLE))


def test_text_has_the_label_of_a_mark() -> None:
    board = Board.read("a1", 5, FREESTYLE)
    assert drawing.text(board, GHOSTS).splitlines()[3] == " 3  . . 1 . ."


def test_a_picture_numbers_stones_as_they_were_placed() -> None:
    assert labels(drawing.svg(Board.read("a1 b2 e1", 5, FREESTYLE))) == ["1", "2", "3"]


def test_a_picture_numbers_only_marks_when_there_are_some() -> None:
    assert labels(drawing.svg(Board.read("a1 b2", 5, FREESTYLE), GHOSTS)) == ["1"]


def test_a_picture_marks_only_the_last_stone() -> None:
    assert drawing.svg(Board.read("a1 b2 e1", 5, FREESTYLE)).count(drawing.LAST) == 1
    assert drawing.LAST not in drawing.svg(Board((5, 5), FREESTYLE))


def test_a_picture_has_a_cross_when_the_last_stone_is_forbidden() -> None:
    board = Board.read("a1 b2 e1", 5, FREESTYLE)
    assert drawing.FOUL not in drawing.svg(board)
    picture = drawing.svg(board, has_foul=True)
    assert drawing.FOUL in picture
    assert "<title>5 x 5, 3 stones, the last at e1, forbidden</title>" in picture


@pytest.mark.parametrize(
    ("size", "points"),
    [
        ((15, 15), [(3, 3), (11, 3), (7, 7), (3, 11), (11, 11)]),
        ((20, 20), [(3, 3), (16, 3), (3, 16), (16, 16)]),
        ((5, 5), [(2, 2)]),
    ],
)
def test_a_board_has_a_star_at_its_centre_when_its_sides_are_odd(
    size: tuple[int, int], points: list[tuple[int, int]]
) -> None:
    assert drawing.star_points(*size) == points
