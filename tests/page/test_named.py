"""The named openings on the page: found under every symmetry, and chosen for a new game."""

import pytest

from brain.game_board import Board
from brain.openings.named_openings import OPENINGS
from brain.rules.symmetry import SYMMETRIES
from tests.support.board_page import BoardPage, function

TITLE = "return given.map(([stones, size]) => openingOf(stones, size, size)?.code ?? null);"


def test_the_page_names_the_openings_that_python_names(still: BoardPage) -> None:
    boards = [
        (opening.code, opening.board().transform(symmetry))
        for opening in OPENINGS
        for symmetry in SYMMETRIES
    ]
    boards += [
        ("", Board.read("h8j9h10")),
        ("", Board.read("h8h9")),
        ("D4", Board.read("h8i8i7a1")),
    ]
    boards += [("D1", OPENINGS[0].board(20))]
    given = [
        ([(cell.name, colour) for cell, colour in board.stones], board.width) for _, board in boards
    ]
    found = still.page.evaluate(function("named.js", TITLE), given)
    assert found == [code or None for code, _ in boards]


def test_a_named_opening_begins_a_game_and_is_shown(board: BoardPage) -> None:
    board.new_game(opponent="people", rule="4", opening="D4")
    board.wait("node.look")
    assert board.page.inner_text("#terms").endswith("· D4 Kagetsu")
    assert board.page.evaluate("tengen.page.node.ply") == 3
    board.speak("zh-TW")
    assert board.page.inner_text("#terms").endswith("D4 花月")
    board.page.keyboard.press("ArrowLeft")
    assert "花月" not in board.page.inner_text("#terms")


@pytest.mark.parametrize("side", ["black", "white"])
def test_the_engine_plays_its_colour_after_a_named_opening(side: str, board: BoardPage) -> None:
    board.new_game(side=side, rule="4", opening="I13")
    plies = {"black": 4, "white": 3}[side]
    board.wait(f"node.ply === {plies} && tengen.page.task === ''")
