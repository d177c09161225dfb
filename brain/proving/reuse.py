"""Wins that are tried again on other boards with the same stones of the attacker.

The kernels verify each try. A tree often wins on many boards, because most replies are far away.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Generic, TypeVar

from brain.certificates.stones import Stones
from brain.certificates.tree import Attack, Tree
from brain.engine import Engine
from brain.proving.kernel_checker import TreeChecker
from brain.proving.threat_lines import board_of

TRIED = 8  # wins that are tried on a board at most
TRIED_NODES = 200_000  # checked for each: a third of a second

Win = TypeVar("Win")


class RecentWins(Generic[Win]):
    """Wins that are tried on other boards, most recently used first."""

    def __init__(self) -> None:
        self.wins: list[Win] = []

    def use(self, win: Win) -> None:
        """Move a win to the front, or add it there."""
        if win in self.wins:
            self.wins.remove(win)
        self.wins.insert(0, win)

    def first(
        self, plies: Callable[[Win], int], preferred: Win | None = None
    ) -> tuple[Win | None, int]:
        """Return the first win with more than 0 `plies`, and these plies; None and 0 if there is
        none. The `preferred` win is tried first, then the TRIED most recent ones.
        """
        tried = self.wins[:TRIED] if preferred is None else [preferred, *self.wins[:TRIED]]
        for win in dict.fromkeys(tried):
            if found := plies(win):
                return win, found
        return None, 0


@dataclass(frozen=True, eq=False)  # comparing trees takes long
class _Sibling:
    """A tree that won after another reply."""

    tree: Attack


class Siblings:
    """Trees that won after replies to a move. They are tried after its other replies."""

    def __init__(self, engine: Engine, attacker: int) -> None:
        self.engine, self.attacker = engine, attacker
        self.recent = RecentWins[_Sibling]()
        self.after: dict[int, _Sibling] = {}  # the last that won, by the reply

    def add(self, reply: int, tree: Tree) -> None:
        """Add the tree that wins after a reply, unless it is a line or was added before."""
        if isinstance(tree, Attack) and all(tree != each.tree for each in self.recent.wins):
            self._use(reply, _Sibling(tree))

    def with_move(self, move: int) -> list[Attack]:
        """Return the trees that begin with a move, most recently used last."""
        trees = (each.tree for each in self.recent.wins if each.tree.move == move)
        return list(islice(trees, TRIED))[::-1]

    def reuse(self, reply: int, stones: Stones) -> tuple[Attack | None, int]:
        """Return a tree that wins on the board after a reply, and the most plies; None and 0 if
        there is none.
        """
        board = board_of(stones)

        def plies(sibling: _Sibling) -> int:
            checker = TreeChecker(self.engine, self.attacker, TRIED_NODES)
            return checker.plies(sibling.tree, board)

        sibling, most = self.recent.first(plies, self.after.get(reply))
        if sibling is None:
            return None, 0
        self._use(reply, sibling)
        return sibling.tree, most

    def _use(self, reply: int, sibling: _Sibling) -> None:
        self.recent.use(sibling)
        self.after[reply] = sibling
