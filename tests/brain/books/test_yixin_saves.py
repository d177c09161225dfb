"""Yixin-Board's .sav and .pos files."""

import pytest

from brain.books.game_tree import GameTree
from brain.books.yixin_saves import dump_pos, dump_sav, load_pos, load_sav
from brain.lexicon import BLACK, FREESTYLE, RENJU, WHITE
from brain.rules.symmetry import Points


def played(points: Points, width: int = 15, height: int = 15) -> GameTree:
    """Return the tree of a game by the rule of a .sav file."""
    tree = GameTree(width, height, FREESTYLE)
    node = tree.root
    for number, point in enumerate(points):
        node = node.add(point, WHITE if number % 2 else BLACK)
    return tree


def test_a_sav_file_has_rows_then_columns_and_row_0_on_top() -> None:
    tree = load_sav(b"15\r\n20\r\n2\r\n0 7\r\n14 19\r\n")
    assert tree == played(((7, 0), (19, 14)), 20, 15)
    assert dump_sav(tree) == b"15\n20\n2\n0 7\n14 19\n"


def test_a_pos_file_has_a_byte_for_each_move() -> None:
    tree = load_pos(bytes((3, 112, 0, 224)))
    assert [node.point for node in tree.main_line()] == [(7, 7), (0, 0), (14, 14)]
    assert (tree.rule, dump_pos(tree)) == (RENJU, bytes((3, 112, 0, 224)))


def test_a_pos_file_may_have_a_pass() -> None:
    assert [node.point for node in load_pos(bytes((2, 112, 240))).main_line()] == [(7, 7), None]


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"15\n15", "expected two numbers for each of rows, columns and stones, got 2 numbers"),
        (b"15\n15\n2\n7 7\n", "expected two numbers for each of 2 stones, got 5 numbers"),
        (b"15\n15\nx\n", "number 3: expected an integer, got 'x'"),
        (b"15\n15\n1\n7 15\n", "node 2: p8 is off the board"),
        (b"99\n15\n0\n", "expected a board of"),
        (b" " * 100_000, "bytes at most"),
    ],
)
def test_a_wrong_sav_file_is_refused(content: bytes, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        load_sav(content)


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", "byte 0: the file ends before its last move"),
        (b"\x02\x70", "byte 2: the file ends before its last move"),
        (b"\x01\x70\x71", "byte 2: expected the end after 1 moves"),
        (b"\x01\xe1", "byte 1: 225 is not a cell"),
        (b"\x02\x70\x70", "node 3: h8 has a stone"),
    ],
)
def test_a_wrong_pos_file_is_refused(content: bytes, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        load_pos(content)


def test_a_pos_file_is_for_15_x_15() -> None:
    with pytest.raises(ValueError, match="holds a board of 15 x 15, not 19 x 19"):
        dump_pos(GameTree(19, 19))
