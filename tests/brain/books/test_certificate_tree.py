"""A certificate as a tree: replies as branches, and a pass for those that lines answer."""

import pytest

from brain.books.certificate_tree import AT_ONCE, MORE, OTHERS, tree_of_proof
from brain.books.renlib import dumps, loads
from brain.certificates import certificate
from brain.certificates.certificate import Certificate, CoverNode, LineNode, Link, MoveNode
from brain.lexicon import FREESTYLE, WHITE, cell_at
from brain.position import Position
from brain.rules.symmetry import MIRROR_X
from tests import ROOT

LINES = (ROOT / "tests" / "data" / "certificates.txt").read_text().splitlines()
CLAIMS = [certificate.loads(bytes.fromhex(line)) for line in LINES[1::2]]
MOST = 2000
A, B, C, D = (cell_at(x, y) for x, y in ((0, 0), (1, 1), (2, 2), (8, 4)))


@pytest.mark.parametrize("claim", CLAIMS, ids=str)
def test_a_tree_can_be_played_and_begins_with_the_claim(claim: Certificate) -> None:
    tree, _ = tree_of_proof(claim, MOST)
    tree.check()
    assert tree.root.comment.startswith("Black wins in" if claim.position.turn == 1 else "White")
    assert tree.root.children[0].colour == claim.position.turn


def test_a_cover_has_its_replies_and_a_pass_for_the_others() -> None:
    nodes = (
        LineNode((A, B)),
        LineNode((C,)),
        CoverNode((1,), ((B, Link(0)), (D, Link(0, MIRROR_X)))),
        MoveNode(cell_at(4, 4), Link(2)),
    )
    tree, cut = tree_of_proof(Certificate(Position(9, 9, FREESTYLE), 9, nodes), MOST)
    (move,) = tree.root.children
    first, second, other = move.children
    assert cut == 0
    assert [child.point for child in move.children] == [(1, 1), (8, 4), None]
    assert (other.comment, other.colour) == (OTHERS, WHITE)
    assert [child.point for child in other.children] == [(2, 2)]
    assert first.children[0].point == (0, 0)
    assert second.children[0].point == (8, 0)  # the mirror image


def test_a_line_shows_the_replies_that_it_answers() -> None:
    stones = [(cell_at(x, 4), 1) for x in (3, 4, 5)] + [(cell_at(x, 0), 2) for x in (0, 4, 8)]
    position = Position(9, 9, FREESTYLE, stones)
    line = LineNode((cell_at(2, 4),))
    tree, _ = tree_of_proof(Certificate(position, 3, (line,)), MOST)
    (move,) = tree.root.children
    assert (move.point, move.comment, move.children) == ((2, 4), AT_ONCE, [])


def test_the_limit_leaves_out_the_deepest_variations() -> None:
    claim = max(CLAIMS, key=lambda one: len(one.nodes))
    tree, cut = tree_of_proof(claim, 5)
    left = [node for _, node in tree.walk() if MORE in node.comment]
    assert len(left) == cut > 0


def test_a_theorem_is_written_as_a_library() -> None:
    claim = next(one for one in CLAIMS if one.position.width == one.position.height == 15)
    tree, _ = tree_of_proof(claim, MOST)
    read = loads(dumps(tree)).tree
    assert len(read) >= len(tree)
