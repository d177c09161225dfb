"""Wins that are tried again on other boards with the same stones of the attacker.

The kernels verify each try. A tree often wins on many boards, because most replies are far away.
Its branches for the new reply become branches for the old one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Generic, TypeVar

from brain.certificates.stones import Stones, cells_of
from brain.certificates.tree import Attack, Tree
from brain.engine import Engine
from brain.proving.kernel_checker import TreeChecker
from brain.proving.threat_lines import board_of

TRIED = 8  # wins that are tried on a board at most
TRIED_NODES = 200_000  # checked for each: a third of a second

Win = TypeVar("Win")
Branch = tuple[int, Tree]


class RecentWins(Generic[Win]):
    """Wins that are tried on other boards, most recently used first."""

    def __init__(self) -> None:
        self.wins: list[Win] = []

    def use(self, win: Win) -> None:
        """Move a win to the front, or add it there."""
        if win in self.wins:
            self.wins.remove(win)
        self.wins.insert(0, win)

    def tried(self, preferred: Win | None = None) -> list[Win]:
        """Return the wins to try on another board, in order: the `preferred` one, then the TRIED
        most recent ones.
        """
        recent = self.wins[:TRIED]
        return recent if preferred is None else [*dict.fromkeys((preferred, *recent))]


@dataclass(frozen=True, eq=False)  # comparing trees takes long
class _Sibling:
    """A tree that won after another reply, with the defender's stones there."""

    tree: Attack
    other: int

    def trees(self, stones: Stones) -> Iterator[Attack]:
        """Yield the trees that may win on a board: this one, and one for the stone that differs."""
        yield self.tree
        old, new = self.other & ~stones.other, stones.other & ~self.other
        if old.bit_count() == new.bit_count() == 1:
            (here,), (there,) = cells_of(old), cells_of(new)
            tree = exchanged(self.tree, here, there, {})
            if isinstance(tree, Attack) and tree is not self.tree:
                yield tree


def exchanged(tree: Tree, old: int, new: int, done: dict[int, Tree]) -> Tree:
    """Return a tree for the board where the defender has a stone on `new` in place of `old`.

    With either stone, a reply on the other of the two cells leads to the same board. So a branch
    for `new` becomes one for `old`. `done` has the results by the identities of attacks.
    """
    if not isinstance(tree, Attack):
        return tree
    if id(tree) not in done:
        branches = [_exchanged(branch, old, new, done) for branch in tree.branches]
        if all(now is then for now, then in zip(branches, tree.branches, strict=True)):
            done[id(tree)] = tree
        else:
            ordered = sorted(branches, key=lambda branch: branch[0])
            done[id(tree)] = replace(tree, branches=tuple(ordered))
    return done[id(tree)]


def _exchanged(branch: Branch, old: int, new: int, done: dict[int, Tree]) -> Branch:
    reply, then = branch
    if reply == new:
        return old, then
    tree = exchanged(then, old, new, done)
    return branch if tree is then else (reply, tree)


class Siblings:
    """Trees that won after replies to a move. They are tried after its other replies."""

    def __init__(self, engine: Engine, attacker: int) -> None:
        self.engine, self.attacker = engine, attacker
        self.recent = RecentWins[_Sibling]()
        self.after: dict[int, _Sibling] = {}  # the last that won, by the reply

    def add(self, reply: int, stones: Stones, tree: Tree) -> None:
        """Add the tree that wins on the board after a reply, unless it is a line or was added
        before.
        """
        if isinstance(tree, Attack) and all(tree != each.tree for each in self.recent.wins):
            self._use(reply, _Sibling(tree, stones.other))

    def add_below(self, move: int, stones: Stones, before: "Siblings") -> None:
        """Add the answers of trees of `before` that begin with a move. `stones` has the move."""
        found = (each for each in before.recent.wins if each.tree.move == move)
        for sibling in [*islice(found, TRIED)][::-1]:
            after = stones._replace(other=sibling.other)
            for reply, tree in sibling.tree.branches:
                self.add(reply, after.answered(reply), tree)

    def reuse(self, reply: int, stones: Stones) -> tuple[Attack | None, int]:
        """Return a tree that wins on the board after a reply, and the most plies; None and 0 if
        there is none.
        """
        board = board_of(stones)
        for sibling in self.recent.tried(self.after.get(reply)):
            for tree in sibling.trees(stones):
                if plies := TreeChecker(self.engine, self.attacker, TRIED_NODES).plies(tree, board):
                    is_same = tree is sibling.tree
                    self._use(reply, sibling if is_same else _Sibling(tree, stones.other))
                    return tree, plies
        return None, 0

    def _use(self, reply: int, sibling: _Sibling) -> None:
        self.recent.use(sibling)
        self.after[reply] = sibling
