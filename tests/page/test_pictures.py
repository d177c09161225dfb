"""Files of a game that a person saves: SGF with chances and shapes, and an animated picture."""

import re
from pathlib import Path

from tests.support.board_page import BoardPage, Opened

GAME = "#moves=h8a1h9a2h10a3"
CHANCES = [0.5, 0.5, 0.5, 0.2, 0.35, 0.6, 0.6]
LOOPS = b"NETSCAPE2.0"


def saved(board: BoardPage, kind: str) -> bytes:
    """Return the file that a button saves."""
    with board.page.expect_download() as download:
        board.page.evaluate(f"document.querySelector('[data-share={kind}]').click()")
    return Path(download.value.path()).read_bytes()


def test_sgf_keeps_chances_comments_and_shapes(opened: Opened) -> None:
    board = opened(address=GAME)
    board.review_as(CHANCES)
    board.page.evaluate("""() => {
        const { node } = tengen.page;
        Object.assign(node.parent, { comment: "A [slip]", shapes: [["h8", "i9"], ["c3", "c3"]] });
    }""")
    text = saved(board, "sgf").decode()
    node = next(line for line in text.split("\n;") if line.startswith("B[hj]"))
    assert node.startswith("B[hj]C[A [slip\\]\nBlack's chances: 60 %]SBKV[60.00]")
    assert node.strip(")\n").endswith("AR[hh:ii]CR[cc]")
    assert re.findall("BM|DO", text) == ["BM", "DO"]
    board.open(text)
    board.page.keyboard.press("ArrowLeft")
    assert board.page.input_value("#comment") == "A [slip]"
    assert board.state("node.shapes") == [["h8", "i9"], ["c3", "c3"]]
    assert board.page.locator("#graph .rate").count() == 1
    assert saved(board, "sgf").decode() == text


def test_a_gif_has_a_frame_for_each_move(opened: Opened) -> None:
    board = opened(address=GAME)
    content = saved(board, "gif")
    assert content.startswith(b"GIF89a")
    assert LOOPS in content[:900]
    assert content.count(b"\x21\xf9\x04") == 6  # graphic controls
    assert len(content) < 40_000
    assert board.page.locator("#board > svg").count() == 1
