"""Trees in SGF: all variations, with what hangs on them."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brain.books.game_tree import GameTree, NodeValue
from brain.books.sgf_trees import dumps, loads
from brain.lexicon import BLACK, FREESTYLE, RENJU, WHITE
from tests.support.random_trees import full_tree


@settings(max_examples=50)
@given(st.integers(0, 1 << 32))
def test_a_tree_is_unchanged_by_a_round_trip(seed: int) -> None:
    tree = full_tree(Random(seed))
    (read,) = loads(dumps(tree))
    assert read.tree == tree
    assert read.notes == ()


def test_all_variations_are_read() -> None:
    branches = "(;W[ig]LB[aa:1][bb:x:y]TR[cc](;B[ii])(;B[]))(;C[remark];W[gf])"
    text = f"(;SZ[15]RU[RIF]C[start];B[hh]{branches})"
    (read,) = loads(text)
    tree = read.tree
    assert (tree.rule, tree.root.comment, tree.root.properties) == (
        RENJU,
        "start",
        {"RU": ("RIF",)},
    )
    first = tree.root.children[0].children[0]
    assert first.labels == {(0, 0): "1", (1, 1): "x:y"}
    assert first.marks == {(2, 2): "TR"}
    assert [child.point for child in first.children] == [(8, 8), None]
    remark = tree.root.children[0].children[1]
    assert (remark.colour, remark.comment, remark.children[0].point) == (0, "remark", (6, 5))


def test_a_root_may_have_a_move_and_a_set_up() -> None:
    (read,) = loads("(;SZ[15]AB[aa]AW[bb]B[cc]C[c];W[dd])")
    assert read.tree.set_up == (((0, 0), BLACK), ((1, 1), WHITE))
    assert [node.point for node in read.tree.main_line()] == [(2, 2), (3, 3)]
    assert read.tree.main_line()[0].comment == "c"


def test_a_file_that_sets_up_stones_later_keeps_its_first_variation_and_a_note() -> None:
    (read,) = loads("(;SZ[15];PL[B];B[aa](;W[bb])(;W[cc]))")
    assert [node.point for node in read.tree.main_line()][-1] == (1, 1)
    assert read.notes[0].startswith("skipped 1 variation")


def test_a_value_that_is_not_ours_is_kept() -> None:
    (read,) = loads("(;VALUE[12:3:1:w];B[aa]VALUE[high]LB[zz:1])")
    assert read.tree.root.value == NodeValue("w", 12, 3, 1)
    assert read.tree.main_line()[0].properties == {"VALUE": ("high",), "LB": ("zz:1",)}


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("(;SZ[15];B[zz])", r"node 2: B\[zz\] is not a point of 15 x 15"),
        ("(;SZ[15];B[aa]W[bb])", "node 2: the node has both B and W"),
        ("(;SZ[15];B[aa](;W[bb])(;W[aa]))", "node 4: a15 has a stone"),
        ("(;RU[hex])", "is not a known rule"),
        ("(;C[x])(;B[zz])", "game 2, node 1"),
    ],
)
def test_an_error_names_the_node(text: str, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        list(loads(text))


def test_a_rule_overrides_the_file() -> None:
    (read,) = loads("(;RU[hex];B[aa])", FREESTYLE)
    assert read.tree.rule == FREESTYLE


def test_a_deep_file_and_a_nested_one_are_read() -> None:
    tree = GameTree()
    node = tree.root
    for number in range(3_000):
        node.add(None, number % 2 + 1)
        node = node.add(None, number % 2 + 1)
    (read,) = loads(dumps(tree))
    assert read.tree == tree
