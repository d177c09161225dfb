"""A game on a terminal: stones, brackets, paint, and the width."""

import re
from collections.abc import Sequence

import pytest

from brain import BLACK, WHITE, Board
from protocol.play.dialogue import Dialogue
from protocol.play.screen import ASCII, PAINTED, PLAIN, Style, page
from tests.support.fixed_moves import DOUBLE_THREE, FOUR, Fixed

EMPTY = {BLACK: "Black", WHITE: "White"}
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def shown(board: Board, style: Style) -> str:
    return page(board, EMPTY, ("rule", "stones", "turn"), style)


def test_a_board_in_plain_text_has_names_and_brackets_around_the_last_stone() -> None:
    text = shown(Board.read("a1b2c3", 5), Style(PLAIN))
    assert text.splitlines() == [
        "   a b c d e",
        " 5 · · · · ·     ● Black",
        " 4 · · · · ·     ○ White",
        " 3 · ·(●)· ·     rule",
        " 2 · ○ · · ·",
        " 1 ● · · · ·     stones",
        "                 turn",
    ]


def test_forbidden_points_are_shown_to_black() -> None:
    board = Board.read(DOUBLE_THREE, rule="renju")
    text = shown(board, Style(ASCII))
    assert re.search(r"^ 5 \. \. \. X \* X", text, re.MULTILINE)
    assert "* forbidden" in text
    board.push("h8")
    assert "*" not in shown(board, Style(ASCII))


@pytest.mark.parametrize(
    ("moves", "rows"),
    [
        (f"{FOUR}l8", [" 8 . . . . . . .(X X X X X). . ."]),
        (
            "a1o1b2o3c3o5d4o7e5",
            [" 1(X). . . . . . . . . . . . . O", " 2 .(X). . . . . . . . . . . . ."],
        ),
    ],
)
def test_a_five_is_marked(moves: str, rows: Sequence[str]) -> None:
    text = shown(Board.read(moves), Style(ASCII))
    assert all(row in text for row in rows)


@pytest.mark.parametrize("size", [15, 20, 22])
@pytest.mark.parametrize("style", [PAINTED, PLAIN, ASCII])
@pytest.mark.parametrize("columns", [60, 80])
def test_a_page_fits_a_terminal(size: int, style: object, columns: int) -> None:
    assert isinstance(style, type(PLAIN))
    board = Board.read(DOUBLE_THREE, size, "renju")
    game = Dialogue(board, frozenset((BLACK,)), Fixed(), 100)
    text = page(board, game.players, game.notes, Style(style, style is PAINTED, columns))
    lines = ESCAPES.sub("", text).splitlines()
    assert max(map(len, lines)) <= columns
    assert all(lines[1 + y].startswith(f"{size - y:2}") for y in range(size))
    assert ("\x1b" in text) == (style is PAINTED)


def test_a_painted_board_has_lines_and_the_colours_of_the_stones() -> None:
    text = shown(Board.read("a5b5", 5), Style(PAINTED, has_paint=True))
    assert "└─┴─┴─┴─┘" in text
    assert re.search(r"38;5;16m●", text)
    assert re.search(r"38;5;231m●", text)
