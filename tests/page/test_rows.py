"""Rows counted from below: what a person reads, types and shares. Cells in requests are keys, whose
rows count from above.
"""

import json
from typing import Any

import pytest

from tests.support.board_page import BoardPage, Opened

GAME = "#rule=renju&rows=below&moves=h8h9i10a1"
KEYS = ["h8", "h7", "i6", "a15"]


@pytest.fixture
def below(opened: Opened) -> BoardPage:
    """Return a page whose rows count from below, as they do unless a person changes it."""
    return opened(address=GAME, rows="below")


def edge(board: BoardPage) -> list[str]:
    """Return the names of rows at the board's edge, from the top."""
    return board.page.locator("#board .name").all_text_contents()[15:]


def listed(board: BoardPage) -> list[str]:
    texts = board.page.locator("#moves li").all_inner_texts()
    return [text.lstrip("1234567890 ") for text in texts]


def test_row_1_is_at_the_bottom_of_all_that_is_read(below: BoardPage) -> None:
    assert below.moves() == KEYS
    assert listed(below) == ["h8", "h9", "i10", "a1"]
    assert edge(below) == [str(number) for number in range(15, 0, -1)]
    assert below.page.get_attribute("[data-cell=i6]", "aria-label") == "i10, black 3"
    below.review_as([0.5, 0.5, 0.9, 0.9, 0.9], ["h8", "o1", "g7"])
    assert "Move 2, h9: 40 % given away. Better: o15" in below.page.inner_text("#verdict")


def test_a_move_that_is_typed_counts_as_the_board_does(below: BoardPage) -> None:
    below.page.keyboard.press("/")
    below.page.keyboard.type("j11\n")
    below.page.wait_for_selector("#open-dialog", state="hidden")
    below.wait("node.ply === 5")
    assert below.moves()[-1] == "j5"
    below.page.keyboard.press("/")
    for text in ("h9", "a16"):
        below.page.fill("#text", text)
        below.page.click("#read")
        assert below.page.inner_text("#text-error") == f"move 6, {text}, is not possible"


def test_the_setting_counts_from_above_and_is_kept(below: BoardPage) -> None:
    below.page.click("#settings")
    below.page.check("#settings-dialog input[value=above]", force=True)
    below.page.keyboard.press("Escape")
    assert listed(below) == KEYS
    assert edge(below)[0] == "1"
    assert below.page.get_attribute("[data-cell=i6]", "aria-label") == "i6, black 3"
    assert json.loads(below.page.evaluate("localStorage.tengen"))["rows"] == "above"


@pytest.mark.parametrize(
    ("address", "keys"),
    [
        ("#size=9&rows=below&black=a1&white=b9&moves=c2", [["a9", 1], ["b1", 2], ["c8", 1]]),
        ("#size=9&black=a1&white=b9&moves=c2", [["a1", 1], ["b9", 2], ["c2", 1]]),
    ],
)
def test_a_link_counts_from_above_unless_it_says_from_below(
    opened: Opened, address: str, keys: list[list[Any]]
) -> None:
    board = opened(address=address, rows="below")
    assert board.state("game.stonesAt(tengen.page.node)") == keys
