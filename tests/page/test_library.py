"""RenLib's libraries on the page: the reader against Python's, and a file that a person opens."""

import base64
from pathlib import Path
from random import Random

import pytest

from brain.books import renlib
from brain.books.game_tree import GameTree, TreeNode
from brain.cell_names import name_of
from brain.lexicon import BLACK, WHITE
from tests.page.test_kept import TREE, kept, reload
from tests.support.board_page import BoardPage, Opened
from tests.support.random_trees import library_tree

SEED, TREES = 5, 40
TOLD = "const told = ({ move, comment, children }) => [move, comment, children.map(told)];"
READ = f"""{TOLD}
    const bytes = Uint8Array.from(atob(given), (sign) => sign.charCodeAt(0));
    try {{
        return told(readLibrary(bytes).game.root);
    }} catch (error) {{
        return error.values.text;
    }}"""
SGF = f"{TOLD} return told(readSgf(given).game.root);"
PASSED = [["i7", "", [["j10", "", []]]]]


def packed(content: bytes) -> str:
    """Return a file's content as the test passes it to the page."""
    return base64.b64encode(content).decode()


def told(node: TreeNode, label: str = "") -> list[object]:
    """Return a node as READ does."""
    move = name_of(*node.point, renlib.SIDE) if node.point else ""
    comment = "\n".join(filter(None, (label, node.comment)))
    labels = [(child.point and node.labels.get(child.point)) or "" for child in node.children]
    return [move, comment, [*map(told, node.children, labels)]]


def open_library(board: BoardPage, tree: GameTree, folder: Path) -> None:
    """Open the library of a tree by the dialog."""
    path = folder / "book.lib"
    path.write_bytes(renlib.dumps(tree))
    board.choose("open")
    board.page.set_input_files("#file-input", path)
    board.wait("game.rule === 4")


def test_the_page_reads_what_python_reads(still: BoardPage) -> None:
    rng = Random(SEED)
    for _ in range(TREES):
        content = renlib.dumps(library_tree(rng))
        expected = told(renlib.loads(content).tree.root)
        assert still.computed("library.js", READ, packed(content)) == expected


def test_an_old_comment_is_read(still: BoardPage) -> None:
    content = renlib.MAGIC.ljust(renlib.HEADER, b"\0") + b"\x78\x60" + b"Sm|rg}s" + b"\xae\0"
    found = still.computed("library.js", READ, packed(content))
    assert found == told(renlib.loads(content).tree.root)
    assert found[2][0][1].startswith("Sm\u00f6rg\u00e5s")


@pytest.mark.parametrize(
    "nodes", [b"\x00\x00\xff\x40", b"\x78\x48abc", b"\x78\x40\x79\x40"], ids=["cell", "text", "end"]
)
def test_a_damaged_library_is_refused_with_the_byte(nodes: bytes, still: BoardPage) -> None:
    content = renlib.MAGIC.ljust(renlib.HEADER, b"\0") + nodes
    with pytest.raises(ValueError, match="byte") as refused:
        renlib.loads(content)
    found = still.computed("library.js", READ, packed(content))
    assert str(refused.value).startswith(f"{found}: ")


def test_what_is_left_out_is_named(still: BoardPage) -> None:
    # h8 and its two labels of empty cells; then h8 again, twice.
    nodes = b"\x00\x00\x78\x00" + b"\x79\xc3\0\1a\0" + b"\x7a\xc3\0\1b\0" + b"\x78\xc0\x78\x40"
    content = renlib.MAGIC.ljust(renlib.HEADER, b"\0") + nodes
    read = renlib.loads(content)
    assert read.notes == ("skipped 2 moves to cells with a stone, the first at byte 36",)
    script = """
        const bytes = Uint8Array.from(atob(given), (sign) => sign.charCodeAt(0));
        return readLibrary(bytes).notes;"""
    assert still.computed("library.js", script, packed(content)) == [
        ["skipped", {"text": "h8, byte 36 (\u00d7 2)"}],
        ["bareLabels", {"count": 2}],
    ]


def test_a_pass_of_a_library_is_shown_kept_and_saved(opened: Opened, tmp_path: Path) -> None:
    tree = GameTree(renlib.SIDE, renlib.SIDE)
    first = tree.root.add((7, 7), BLACK)
    first.add((7, 6), WHITE)
    passed = first.add(None, WHITE)
    passed.comment = "White passes"
    passed.add((8, 6), BLACK).add((9, 9), WHITE)
    board = opened()
    open_library(board, tree, tmp_path)
    assert board.page.locator("#moves .branch button").all_inner_texts() == [
        "2 pass",
        "3 i7",
        "4 j10",
    ]
    board.page.click("#moves .branch button >> nth=1")
    board.wait("node.ply === 3 && tengen.page.node.look")
    assert board.page.get_attribute("[data-cell=i7]", "aria-label") == "i7, black 3"
    assert board.status() == "White to move"
    assert board.page.evaluate("location.hash") == (
        "#rule=renju&size=15&rows=below&black=h8&moves=i9j6&ply=1"
    )
    before = board.page.evaluate(TREE)
    kept(board)
    reload(board)
    assert board.page.evaluate(TREE) == before
    board.page.click("#back")
    board.wait("node.ply === 2 && tengen.page.node.look")
    assert board.page.input_value("#comment") == "White passes"
    assert board.status() == "Black to move"
    texts: list[str] = []
    for module, body in (("notation.js", "return sgfOf(tengen.page.game);"), ("reading.js", SGF)):
        texts.append(board.computed(module, body, *texts))
    assert texts == [
        "(;FF[4]GM[4]CA[UTF-8]AP[Tengen]SZ[15]RU[renju]\n;B[hh]\n(;W[hg])"
        "\n(;W[]C[White passes]\n;B[ig]\n;W[jj]))\n",
        ["", "", [["h8", "", [["h7", "", []], ["", "White passes", PASSED]]]]],
    ]


def test_a_library_opens_at_its_first_position(opened: Opened, tmp_path: Path) -> None:
    tree = GameTree(renlib.SIDE, renlib.SIDE)
    first = tree.root.add((7, 7), BLACK)
    first.comment = "the centre"
    for point in ((7, 6), (8, 6)):
        first.add(point, WHITE)
    board = opened()
    open_library(board, tree, tmp_path)
    assert board.ply() == 0
    board.page.click("#forward")
    board.wait("node.comment === 'the centre' && tengen.page.node.children.length === 2")
