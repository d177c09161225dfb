"""Certificates as trees: every part sees the board of the position."""

import pytest

from brain.cell import Cell
from brain.certificates.certificate import Certificate, CoverNode, LineNode, Link, MoveNode, Node
from brain.certificates.stones import turned
from brain.certificates.tree import Attack, Tree, tree_of
from brain.lexicon import FREESTYLE
from brain.position import Position
from brain.proving.write_nodes import nodes_of
from brain.rules.symmetry import IDENTITY, inverse, symmetries

SIZE = 9, 9
POSITION = Position(*SIZE, FREESTYLE)
A2, B4, C3, D1, E5, H9 = (
    Cell.at(*point) for point in ((0, 1), (1, 3), (2, 2), (3, 0), (4, 4), (7, 8))
)
LATER = Attack(B4, ((A2, C3),), ())
TREE = Attack(E5, ((C3, D1),), ((D1, LATER), (A2, (H9,))))


def claim(*nodes: Node) -> Certificate:
    """Return a certificate of the empty board."""
    return Certificate(POSITION, 1, nodes)


def seen(tree: Tree, symmetry: int) -> Tree:
    """Return a tree under a symmetry, from the definition."""
    if not isinstance(tree, Attack):
        return tuple(turned(cell, symmetry, SIZE) for cell in tree)
    lines = tuple(tuple(turned(cell, symmetry, SIZE) for cell in line) for line in tree.lines)
    branches = [
        (turned(reply, symmetry, SIZE), seen(then, symmetry)) for reply, then in tree.branches
    ]
    by_reply = sorted(branches, key=lambda branch: branch[0])
    return Attack(turned(tree.move, symmetry, SIZE), lines, tuple(by_reply))


def test_a_tree_is_its_moves_when_the_root_is_a_line() -> None:
    assert tree_of(claim(LineNode((A2, C3)))) == (A2, C3)


def test_a_tree_comes_back_when_it_is_read_from_its_nodes() -> None:
    assert tree_of(claim(*nodes_of(TREE, POSITION))) == TREE


@pytest.mark.parametrize("symmetry", symmetries(*SIZE))
def test_a_tree_is_turned_back_when_its_position_is_seen_under_a_symmetry(symmetry: int) -> None:
    nodes = nodes_of(TREE, POSITION)
    assert tree_of(claim(*nodes), symmetry) == seen(TREE, inverse(symmetry, *SIZE))


@pytest.mark.parametrize("symmetry", symmetries(*SIZE))
def test_replies_are_in_order_when_the_cover_sees_the_board_turned(symmetry: int) -> None:
    replies = sorted(turned(cell, symmetry, SIZE) for cell in (A2, D1, H9))
    branches = tuple((reply, Link(0, IDENTITY)) for reply in replies)
    cover, root = CoverNode((), branches), MoveNode(E5, Link(1, symmetry))
    tree = tree_of(claim(LineNode((C3,)), cover, root))
    assert isinstance(tree, Attack)
    assert [reply for reply, _ in tree.branches] == sorted((A2, D1, H9))


def test_a_node_is_read_once_when_two_replies_lead_to_it() -> None:
    same = nodes_of(Attack(E5, (), ((A2, LATER), (D1, LATER))), POSITION)
    tree = tree_of(claim(*same))
    assert isinstance(tree, Attack)
    assert tree.branches[0][1] == tree.branches[1][1] == LATER
