"""A window is put back for the next test without loading the page, which takes most of a test."""

from tests.support.board_page import BoardPage, Opened


def played(board: BoardPage) -> None:
    """Play, review, open the menu, and change the language."""
    board.new_game(opponent="people")
    board.play("h8", "i9")
    board.review_as([0.5, 0.4, 0.6])
    board.choose("open")
    board.page.click("#open-dialog button[value=cancel]")
    board.speak("ja")


def test_a_game_leaves_nothing_on_the_page(opened: Opened) -> None:
    board = opened()
    loads = board.loads
    played(board)
    board.begin()
    assert board.loads == loads, "RENEWED in tests/support/board_page.py does not put it back"
