"""Certificates as trees. They are easier to walk than nodes: all moves of a tree see one board."""

from dataclasses import dataclass

from brain.certificates.certificate import Certificate, CoverNode, LineNode, Link
from brain.certificates.stones import turned
from brain.rules.symmetry import IDENTITY, between, inverse

Moves = tuple[int, ...]


@dataclass(frozen=True)
class Attack:
    """A move of the attacker, with the answers to all replies."""

    move: int
    lines: tuple[Moves, ...]
    branches: tuple[tuple[int, "Tree"], ...]  # reply and answer, in the order of the replies


Tree = Moves | Attack  # a threat line, or a move with answers


def tree_of(claim: Certificate, symmetry: int = IDENTITY) -> Tree:
    """Return the tree of a certificate. Its position is the image of the tree's board under
    `symmetry`.
    """
    return Reader(claim).tree(len(claim.nodes) - 1, symmetry)


class Reader:
    """Turns the nodes of a certificate into trees, each node once for each symmetry."""

    def __init__(self, claim: Certificate) -> None:
        self.nodes = claim.nodes
        self.size = claim.position.width, claim.position.height
        self.known: dict[tuple[int, int], Tree] = {}

    def tree(self, number: int, symmetry: int) -> Tree:
        """Return the tree of a node, which sees the tree's board under a symmetry."""
        key = number, symmetry
        if key not in self.known:
            node, back = self.nodes[number], inverse(symmetry, *self.size)
            assert not isinstance(node, CoverNode)
            if isinstance(node, LineNode):
                self.known[key] = self.line(node, back)
            else:
                move = turned(node.cell, back, self.size)
                self.known[key] = self.attack(move, node.then, symmetry)
        return self.known[key]

    def attack(self, move: int, then: Link, symmetry: int) -> Attack:
        """Return a move with the tree of its cover."""
        seen = self.after(symmetry, then)
        cover, back = self.nodes[then.node], inverse(seen, *self.size)
        assert isinstance(cover, CoverNode)
        lines = (self.nodes[number] for number in cover.lines)
        branches = (
            (turned(reply, back, self.size), self.tree(link.node, self.after(seen, link)))
            for reply, link in cover.branches
        )
        return Attack(
            move,
            tuple(self.line(line, back) for line in lines if isinstance(line, LineNode)),
            tuple(sorted(branches, key=lambda branch: branch[0])),
        )

    def line(self, line: LineNode, back: int) -> Moves:
        """Return a line's moves."""
        return tuple(turned(cell, back, self.size) for cell in line.cells)

    def after(self, symmetry: int, link: Link) -> int:
        """Return the symmetry under which a link's node sees the tree's board. The node that has
        the link sees it under `symmetry`.
        """
        return between(inverse(symmetry, *self.size), link.symmetry, *self.size)
