"""Writes trees as the nodes of a certificate."""

from brain.certificates.certificate import CoverNode, LineNode, Link, MoveNode, Node
from brain.certificates.stones import Stones, stones_of, turned
from brain.certificates.tree import Attack, Moves, Tree
from brain.position import Position
from brain.rules.symmetry import IDENTITY, between


def nodes_of(tree: Tree, position: Position) -> tuple[Node, ...]:
    """Return the nodes of a position's tree. The root comes last."""
    writer = _Writer(position)
    writer.tree(tree, stones_of(position), IDENTITY)
    return tuple(writer.nodes)


class _Writer:
    """Writes trees as nodes. Equal nodes are written once. All covers, and all moves except the
    root, see the canonical form of their board.

    A symmetry always leads from the position's board to the board that a node sees.
    """

    def __init__(self, position: Position) -> None:
        self.size = position.width, position.height
        self.nodes: dict[Node, int] = {}
        self.written: dict[int, tuple[int, int]] = {}  # node and symmetry, by a tree's name
        self.boards: dict[Stones, tuple[Attack, int, int]] = {}  # tree, symmetry and node
        self.names: dict[object, int] = {}  # by the content of a tree
        self.named: dict[tuple[int, int], int] = {}  # names, by a tree's identity and a symmetry

    def tree(self, tree: Tree, stones: Stones, symmetry: int) -> int:
        """Write a tree, whose node sees the board under a symmetry; return the node's number."""
        if not isinstance(tree, Attack):
            return self.add(LineNode(tuple(self.turned(cell, symmetry) for cell in tree)))
        after = stones.played(tree.move)
        _, then = after.canonical(self.size)
        link = Link(self.cover(tree, after, then), between(symmetry, then, *self.size))
        return self.add(MoveNode(self.turned(tree.move, symmetry), link))

    def cover(self, attack: Attack, stones: Stones, symmetry: int) -> int:
        """Write the cover of a move, which sees the board under a symmetry; return its number."""
        lines = tuple(self.tree(line, stones, symmetry) for line in attack.lines)
        branches, trees = [], dict(attack.branches)
        for reply in sorted(trees, key=lambda reply: self.turned(reply, symmetry)):
            node, then = self.branch(trees[reply], stones.after(reply), symmetry)
            link = Link(node, between(symmetry, then, *self.size))
            branches.append((self.turned(reply, symmetry), link))
        return self.add(CoverNode(lines, tuple(branches)))

    def branch(self, tree: Tree, stones: Stones, symmetry: int) -> tuple[int, int]:
        """Write the answer to a reply; return its number, and the symmetry under which it sees the
        board. A line sees the board under `symmetry`. Trees are written once if they are equal, or
        equal under the symmetry that makes their boards equal.
        """
        if not isinstance(tree, Attack):
            return self.tree(tree, stones, symmetry), symmetry
        name = self.name(tree, IDENTITY)
        if name in self.written:
            return self.written[name]
        form, then = stones.canonical(self.size)
        if form in self.boards:
            twin, turn, node = self.boards[form]
            if self.name(tree, then) == self.name(twin, turn):
                return node, then
        node = self.tree(tree, stones, then)
        self.written[name] = node, then
        self.boards[form] = tree, then, node
        return node, then

    def name(self, attack: Attack, symmetry: int) -> int:
        """Return the name of a tree under a symmetry: a number that only equal trees share."""
        key = id(attack), symmetry
        if key not in self.named:
            lines = (tuple(self.turned(cell, symmetry) for cell in line) for line in attack.lines)
            branches = (
                (self.turned(reply, symmetry), self.name_of(tree, symmetry))
                for reply, tree in attack.branches
            )
            content = self.turned(attack.move, symmetry), tuple(lines), frozenset(branches)
            self.named[key] = self.names.setdefault(content, len(self.names))
        return self.named[key]

    def name_of(self, tree: Tree, symmetry: int) -> int | Moves:
        """Return the name of a tree under a symmetry; for a line, its moves."""
        if isinstance(tree, Attack):
            return self.name(tree, symmetry)
        return tuple(self.turned(cell, symmetry) for cell in tree)

    def add(self, node: Node) -> int:
        """Add a node unless an equal one exists; return its number."""
        return self.nodes.setdefault(node, len(self.nodes))

    def turned(self, cell: int, symmetry: int) -> int:
        """Return a cell under a symmetry."""
        return turned(cell, symmetry, self.size)
