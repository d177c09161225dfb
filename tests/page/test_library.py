"""RenLib's libraries on the page: the reader against Python's, and a file that a person opens."""

import base64
from pathlib import Path
from random import Random

import pytest

from brain.books import renlib
from brain.books.game_tree import GameTree, TreeNode
from brain.cell_names import name_of
from brain.lexicon import BLACK, WHITE
from tests.support.board_page import BoardPage, Opened
from tests.support.random_trees import library_tree

SEED, TREES = 5, 40
READ = """
    const bytes = Uint8Array.from(atob(given), (sign) => sign.charCodeAt(0));
    const told = ({ move, comment, children }) => [move, comment, children.map(told)];
    try {
        return told(readLibrary(bytes).game.root);
    } catch (error) {
        return error.values.text;
    }"""


def packed(content: bytes) -> str:
    """Return a file's content as the test passes it to the page."""
    return base64.b64encode(content).decode()


def told(node: TreeNode, label: str = "") -> list[object]:
    """Return a node as READ does: without the branches after a pass."""
    move = name_of(*node.point, renlib.SIDE) if node.point else ""
    comment = "\n".join(filter(None, (label, node.comment)))
    children = [(child, child.point) for child in node.children if child.point]
    return [move, comment, [told(one, node.labels.get(point, "")) for one, point in children]]


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


def test_a_library_opens_at_its_first_position(opened: Opened, tmp_path: Path) -> None:
    tree = GameTree(renlib.SIDE, renlib.SIDE)
    first = tree.root.add((7, 7), BLACK)
    first.comment = "the centre"
    for point in ((7, 6), (8, 6)):
        first.add(point, WHITE)
    path = tmp_path / "book.lib"
    path.write_bytes(renlib.dumps(tree))
    board = opened()
    board.choose("open")
    board.page.set_input_files("#file-input", path)
    board.wait("game.rule === 4")
    assert board.ply() == 0
    board.page.click("#forward")
    board.wait("node.comment === 'the centre' && tengen.page.node.children.length === 2")
