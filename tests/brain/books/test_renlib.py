"""RenLib's libraries, from their bytes and back."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brain.books.game_tree import GameTree, NodeValue, TreeNode
from brain.books.renlib import dumps, loads
from brain.lexicon import BLACK, WHITE
from tests.support.random_trees import library_tree

HEAD = b"\xffRenLib\xff\x03\x04" + b"\xff" * 10


@settings(max_examples=50)
@given(st.integers(0, 1 << 32))
def test_a_tree_is_unchanged_by_a_round_trip(seed: int) -> None:
    tree = library_tree(Random(seed))
    for encoding in ("utf-8", "gb18030"):
        assert loads(dumps(tree, encoding), encoding).tree == tree


def test_nodes_are_read_with_variations_comments_marks_and_labels() -> None:
    tree = loads(HEAD + b"\0\0\x78\0\x69\x98hi\0\0\x89\x40\x57\x44").tree
    h8 = tree.root.children[0]
    assert (h8.point, h8.colour) == ((7, 7), BLACK)
    marked, plain = h8.children
    assert (marked.point, marked.comment, marked.properties) == ((8, 6), "hi", {"HO": ("1",)})
    assert (plain.point, plain.properties) == ((6, 5), {"START": ("1",)})
    assert marked.children[0].point == (8, 8)


def test_a_sibling_follows_the_leaf_that_ends_its_brother() -> None:
    tree = loads(HEAD + b"\0\0\x78\0\x69\x80\x59\x40\x57\x40").tree
    assert [[node.point for node in path[1:]] for path in tree.paths()] == [
        [],
        [(7, 7)],
        [(7, 7), (8, 6)],
        [(7, 7), (8, 6), (8, 5)],
        [(7, 7), (6, 5)],
    ]


def test_an_old_file_begins_with_the_first_move() -> None:
    old = HEAD[:9] + b"\0" + HEAD[10:]
    for content in (old + b"\x78\0\x79\x40", b"\x78\0\x79\x40"):
        assert [node.point for node in loads(content).tree.main_line()] == [(7, 7), (8, 7)]


def test_an_old_comment_ends_with_a_high_byte_and_has_swedish_letters() -> None:
    tree = loads(HEAD + b"\0\0\x78\x20f|r\xe1\x79\x40").tree
    assert tree.root.children[0].comment == "föra"
    assert tree.root.children[0].children[0].point == (8, 7)


def test_a_comment_has_its_first_line_apart() -> None:
    for raw, comment in ((b"a\bb\r\nc\0", "a\nb\nc"), (b"\bc\0\0", "c"), (b"a\b\0\0", "a")):
        assert loads(HEAD + b"\0\0\x78\x48" + raw).tree.root.children[0].comment == comment


def test_a_label_is_on_the_board_before_its_move() -> None:
    tree = loads(HEAD + b"\0\0\x78\x01\0\x01A\0\x79\x43\0\x01bc\0\0").tree
    assert tree.root.labels == {(7, 7): "A"}
    assert tree.root.children[0].labels == {(8, 7): "bc"}
    assert tree.root.children[0].children == []


@pytest.mark.parametrize("encoding", ["gb18030", "cp1252", "utf-8"])
def test_the_encoding_is_guessed(encoding: str) -> None:
    text = "kön är här" if encoding == "cp1252" else "黑先必胜 abc"
    content = HEAD + b"\0\0\x78\x48" + text.encode(encoding) + b"\0"
    content += b"\0" * (len(content) % 2)
    assert loads(content).tree.root.children[0].comment == text


def test_passes_alternate_the_colours() -> None:
    tree = loads(HEAD + b"\0\0\x78\0\0\0\x79\x40").tree
    assert [(node.point, node.colour) for node in tree.main_line()] == [
        ((7, 7), BLACK),
        (None, WHITE),
        ((8, 7), BLACK),
    ]


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", "byte 0: expected the header"),
        (b"!<arch>\n", "byte 0: expected the header of a RenLib library, got b'!<arch>"),
        (HEAD[:15], "byte 15: the file ends inside its header"),
        (HEAD[:8] + b"\x04\0" + HEAD[10:], "byte 8: expected version 3.4 or older, got 4.0"),
        (HEAD + b"\0\0\x10\0", "byte 22: 16 is not a cell"),
        (HEAD + b"\0\0\xf1\0", "byte 22: 241 is not a cell"),
        (HEAD + b"\0\0\x78\x08abc", "byte 24: the comment has no end"),
        (HEAD + b"\0\0\x78\x20abc", "byte 24: the comment has no end"),
        (HEAD + b"\0\0\x78\x01\0", "byte 24: the file ends inside a node"),
        (HEAD + b"\0\0\x78\x01\x02\x01", "byte 24: unknown flags 0x0201"),
        (HEAD + b"\0\0\x78\x40\x79\x40", "byte 24: expected the end"),
    ],
)
def test_an_error_names_the_byte(content: bytes, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        loads(content)


@pytest.mark.parametrize(
    ("rest", "points", "note"),
    [
        (b"\x78\x80\x79\0", 2, "the file ends at byte 26, where 1 more variations are announced"),
        (b"\x78\0\x78\0\x79\x40", 1, "skipped 1 moves to cells with a stone, the first at byte 24"),
        (b"\x78\x40\x0a", 1, "skipped the last byte, 24"),
    ],
)
def test_a_file_with_a_small_fault_is_read_and_the_fault_is_noted(
    rest: bytes, points: int, note: str
) -> None:
    read = loads(HEAD + b"\0\0" + rest)
    assert (len(read.tree), read.notes) == (points, (note,))


def test_a_move_that_is_repeated_is_one_variation() -> None:
    read = loads(HEAD + b"\0\0\x78\x80\x79\x40\x78\x08x\0\x69\x40")
    (h8,) = read.tree.root.children
    assert (h8.comment, [node.point for node in h8.children]) == ("x", [(8, 7), (8, 6)])


def test_what_a_library_lacks_is_written_as_moves_and_labels() -> None:
    tree = GameTree(set_up=(((0, 0), WHITE),))
    tree.root.comment = "start"
    move = tree.root.add((7, 7), BLACK)
    move.value = NodeValue("w", -29990, 0, 3)
    move.children.append(TreeNode(comment="remark"))
    move.children[0].add((8, 8), BLACK)
    read = loads(dumps(tree)).tree
    assert [(node.point, node.comment) for node in read.main_line()] == [
        (None, ""),
        ((0, 0), "start"),
        ((7, 7), "remark"),
        (None, ""),
        ((8, 8), ""),
    ]
    assert read.main_line()[1].labels == {(7, 7): "W"}


def test_a_tree_that_a_library_can_not_hold_is_refused() -> None:
    with pytest.raises(ValueError, match="holds a board of 15 x 15, not 19 x 19"):
        dumps(GameTree(19, 19))
    tree = GameTree()
    tree.root.comment = "必"
    with pytest.raises(ValueError, match="the encoding cp1252 lacks '必'"):
        dumps(tree, "cp1252")
