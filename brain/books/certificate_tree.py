"""A certificate as a tree to browse: the attacker's moves, and the defender's replies as branches.

A cover answers some replies by branches, all others by lines: a pass stands for the others. A reply
to a move of a line that is not shown loses at once. The tree is wide before it is deep, so a limit
cuts the deepest variations.
"""

from collections import deque
from typing import NamedTuple

from brain.books.game_tree import GameTree, TreeNode
from brain.cell import COLOUR_NAMES
from brain.certificates.certificate import Certificate, CoverNode, LineNode, Link, MoveNode
from brain.certificates.check import LineStep, Refused, Rules
from brain.certificates.stones import Stones, cells_of, stones_of, turned
from brain.lexicon import point_of
from brain.rules.laws import RULE_NAMES
from brain.rules.symmetry import IDENTITY, composed, inverse

MORE = "More in the certificate."
OTHERS = "Every other reply loses to one of these lines."
AT_ONCE = "Every reply loses at once."


class _Task(NamedTuple):
    """A node of the tree to continue."""

    node: TreeNode
    number: int  # of the certificate's node
    stones: Stones  # as the certificate's node sees them
    to_board: int  # symmetry from its view
    steps: tuple[LineStep, ...] = ()  # the rest of a line that has begun


class TreeOfProof(NamedTuple):
    """A tree, and how many of its nodes were not continued."""

    tree: GameTree
    cut: int


def tree_of_proof(certificate: Certificate, most: int) -> TreeOfProof:
    """Return a tree of a certificate with about `most` nodes at most. The certificate is not
    checked.
    """
    position = certificate.position
    set_up = ((point_of(cell), colour) for cell, colour in position.stones)
    tree = GameTree(position.width, position.height, position.rule, tuple(set_up), position.turn)
    side, rule = COLOUR_NAMES[position.turn].capitalize(), RULE_NAMES[position.rule]
    tree.root.comment = f"{side} wins in at most {certificate.plies} plies by the rule {rule}."
    grower = _Grower(certificate, tree)
    cut = grower.grow(most)
    return TreeOfProof(tree, cut)


class _Grower:
    """Continues the nodes of a tree."""

    def __init__(self, certificate: Certificate, tree: GameTree) -> None:
        position = certificate.position
        self.nodes, self.size = certificate.nodes, (position.width, position.height)
        self.rules = Rules(position.rule, position.turn)
        stones = stones_of(position)
        self.tasks = deque([_Task(tree.root, len(self.nodes) - 1, stones, IDENTITY)])
        self.count = 0

    def grow(self, most: int) -> int:
        """Continue nodes up to a limit; return the number of those that are left."""
        while self.tasks and self.count < most:
            task = self.tasks.popleft()
            node = self.nodes[task.number]
            if task.steps:
                self._step(task)
            elif isinstance(node, MoveNode):
                child = self._add(task, node.cell, self.rules.attacker)
                self._follow(task, child, node.then, task.stones.played(node.cell))
            elif isinstance(node, CoverNode):
                self._cover(task, node)
            else:
                self._line(task, node)
        for task in self.tasks:
            task.node.comment = "\n".join(filter(None, (task.node.comment, MORE)))
        return len(self.tasks)

    def _cover(self, task: _Task, cover: CoverNode) -> None:
        for reply, link in cover.branches:
            child = self._add(task, reply, self.rules.defender)
            self._follow(task, child, link, task.stones.answered(reply))
        if cover.lines and task.stones.empty.bit_count() > len(cover.branches):
            other = task.node.add(None, self.rules.defender)
            other.comment = OTHERS
            self.count += 1
            for line in cover.lines:
                self.tasks.append(_Task(other, line, task.stones, task.to_board))

    def _line(self, task: _Task, line: LineNode) -> None:
        """Begin a line; if its replies are unknown on this board, the defender passes."""
        try:
            steps = tuple(self.rules.steps(line.cells, task.stones))
        except Refused:
            node = task.node
            for number, cell in enumerate(line.cells):
                node = node.add(None, self.rules.defender) if number else node
                node = self._add(task._replace(node=node), cell, self.rules.attacker)
            return
        self._step(task._replace(steps=steps))

    def _step(self, task: _Task) -> None:
        """Play a move of a line, and the replies to it that the line answers."""
        step, *rest = task.steps
        child = self._add(task, step.cell, self.rules.attacker)
        if not step.defences:
            child.comment = AT_ONCE if step.plies > 1 else ""
            return
        for reply in cells_of(step.defences):
            after = self._add(task._replace(node=child), reply, self.rules.defender)
            self.tasks.append(task._replace(node=after, steps=tuple(rest)))

    def _add(self, task: _Task, cell: int, colour: int) -> TreeNode:
        self.count += 1
        return task.node.add(point_of(turned(cell, task.to_board, self.size)), colour)

    def _follow(self, task: _Task, child: TreeNode, link: Link, stones: Stones) -> None:
        """Continue a node with the certificate's node of a link."""
        back = inverse(link.symmetry, *self.size)
        seen = stones.seen(link.symmetry, self.size)
        self.tasks.append(_Task(child, link.node, seen, composed(back, task.to_board, *self.size)))
