"""Wins that are tried on other boards with the same stones of the attacker.

The kernels verify each try, and no certificate is made of it.
"""

from itertools import islice

from brain.certificates.stones import Stones
from brain.certificates.tree import Attack, Tree
from brain.engine import Engine
from brain.lexicon import EMPTY
from brain.proving.threat_lines import (
    OTHER,
    OWN,
    Board,
    board_of,
    line_plies,
    may_attack,
    placed,
    plies_by_lines,
)

SIBLINGS = 8  # tried on a board at most
SIBLING_NODES = 200_000  # checked on it: a third of a second


class Siblings:
    """Winning moves with all their answers, on boards with the same stones of the attacker. One of
    them often wins unchanged on another board, because most replies are far away.
    """

    def __init__(self, engine: Engine, attacker: int) -> None:
        self.engine, self.attacker = engine, attacker
        self.tried: list[_Sibling] = []  # most recently used first
        self.after: dict[int, _Sibling] = {}  # by the last reply

    def add(self, reply: int, tree: Tree) -> None:
        """Add the tree that wins after a reply, unless it is a line or is here already."""
        if isinstance(tree, Attack) and all(tree != each.tree for each in self.tried):
            sibling = _Sibling(tree, self.engine, self.attacker)
            self.tried.insert(0, sibling)
            self.after[reply] = sibling

    def with_move(self, move: int) -> list[Attack]:
        """Return the trees that begin with a move, most recently used last."""
        trees = (each.tree for each in self.tried if each.tree.move == move)
        return list(islice(trees, SIBLINGS))[::-1]

    def reuse(self, reply: int, stones: Stones) -> tuple[Attack | None, int]:
        """Return a tree that wins on a board with the attacker to move, and its most plies; None
        and 0 if none does.
        """
        board = board_of(stones)
        first = [self.after[reply]] if reply in self.after else []
        for sibling in [*first, *(each for each in self.tried[:SIBLINGS] if each not in first)]:
            if plies := sibling.plies(board):
                self.tried.remove(sibling)
                self.tried.insert(0, sibling)
                self.after[reply] = sibling
                return sibling.tree, plies
        return None, 0


class _Sibling:
    """A tree that may win on other boards than its own."""

    def __init__(self, tree: Attack, engine: Engine, attacker: int) -> None:
        self.tree, self.engine, self.attacker = tree, engine, attacker
        self.left = 0  # nodes to be checked
        self.known: dict[tuple[int, Board], int] = {}

    def plies(self, board: Board) -> int:
        """Return the most plies in which the tree wins on a board, 0 if SIBLING_NODES nodes don't
        show a win.
        """
        self.left, self.known = SIBLING_NODES, {}
        plies = self.tree_plies(self.tree, board)
        self.known = {}
        return plies

    def tree_plies(self, tree: Tree, board: Board) -> int:
        """Return what `plies` does for a part of the tree."""
        if not isinstance(tree, Attack):
            return line_plies(self.engine, board, self.attacker, tree)
        key = id(tree), board
        if key not in self.known:
            self.known[key] = self.attack_plies(tree, board)
        return self.known[key]

    def attack_plies(self, tree: Attack, board: Board) -> int:
        """Return what `plies` does for a move with its answers."""
        if not may_attack(self.engine, board, self.attacker, tree.move):
            return 0
        after = placed(board, tree.move, OWN)
        if any(after[reply] != EMPTY for reply, _ in tree.branches):
            return 0
        replies = [reply for reply, _ in tree.branches]
        plies, replayed = plies_by_lines(self.engine, after, self.attacker, tree.lines, replies)
        self.left -= 1 + replayed
        for reply, then in tree.branches:
            if plies and self.left > 0:
                found = self.tree_plies(then, placed(after, reply, OTHER))
                plies = found and max(plies, 1 + found)
        return 1 + plies if plies and self.left > 0 else 0
