"""Checks the nodes of certificates, and trees, with the kernels.

It gives the verdicts of brain.certificates.check. It is much faster, and less trustworthy, because
it shares the kernels with the prover. The engine must be set up for a position of the same size,
rule and walls.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from contextlib import suppress
from hashlib import blake2b
from math import inf
from typing import Generic, TypeVar

from brain.cell import Cell
from brain.certificates import check as slow
from brain.certificates.board_bytes import BoardBytes, views
from brain.certificates.certificate import Certificate, CoverNode, LineNode, Link, Node
from brain.certificates.check import Checked, GivenUp, Refused, check_claim
from brain.certificates.stones import stones_of
from brain.certificates.tree import Attack, Moves, Tree
from brain.engine import Engine
from brain.layout import LONGEST_LINE
from brain.lexicon import EMPTY
from brain.position import Position
from brain.proving.threat_lines import (
    OTHER,
    OWN,
    board_of,
    line_plies,
    may_attack,
    placed,
    plies_by_lines,
)

DIGEST = 16  # bytes

Win = TypeVar("Win")


def check(certificate: Certificate, engine: Engine, most: float = inf) -> Checked:
    """Return the verdict of brain.certificates.check, and raise its errors.

    A certificate with a line too long for the kernels is checked by brain.certificates.check.
    """
    if is_too_long(certificate):
        return slow.check(certificate, most)
    engine.set_up(certificate.position)
    checker = NodeChecker(engine, certificate.position, certificate.nodes, most)
    plies = checker.root_plies()
    check_claim(certificate, plies)
    return Checked(plies, checker.checked)


def plies_of(certificate: Certificate, engine: Engine) -> int:
    """Return the most plies in which a certificate wins, whatever it claims; Refused if it doesn't
    win.
    """
    engine.set_up(certificate.position)
    return NodeChecker(engine, certificate.position, certificate.nodes).root_plies()


def is_too_long(certificate: Certificate) -> bool:
    """Return whether a line of a certificate has too many moves for the kernels."""
    lines = (node for node in certificate.nodes if isinstance(node, LineNode))
    return any(len(line.cells) > LONGEST_LINE for line in lines)


class KernelChecker(ABC, Generic[Win]):
    """Counts the plies in which lines and moves win on boards. A `Win` stands for one of them, and
    for its answers.

    `checked` counts the checked nodes; each replay of a line counts, too.
    """

    def __init__(self, engine: Engine, attacker: int, most: float = inf) -> None:
        self.engine, self.attacker = engine, attacker
        self.checked, self.most = 0, most

    @abstractmethod
    def attack(self, win: Win, board: BoardBytes) -> int:
        """Return the most plies in which a line or a move wins; Refused if it doesn't win, GivenUp
        after `most` nodes.
        """

    def plies(self, win: Win, board: BoardBytes) -> int:
        """Return the most plies in which a line or a move wins; 0 if it doesn't win, or if `most`
        nodes do not show it.
        """
        with suppress(Refused, GivenUp):
            return self.attack(win, board)
        return 0

    def line(self, cells: Moves, board: BoardBytes) -> int:
        """Return the most plies in which a line wins; Refused if it doesn't win."""
        plies = line_plies(self.engine, board, self.attacker, cells)
        if not plies:
            raise Refused("a line doesn't win")
        return plies

    def played(self, cell: int, board: BoardBytes) -> BoardBytes:
        """Return the board after a move; Refused for a move that is illegal or makes five."""
        if not may_attack(self.engine, board, self.attacker, cell):
            raise Refused(
                f"{Cell(cell, self.engine.height)} is not empty, makes five, or is forbidden"
            )
        return placed(board, cell, OWN)

    def cover(
        self, lines: Iterable[Moves], branches: Sequence[tuple[int, Win]], board: BoardBytes
    ) -> int:
        """Return the most plies in which a cover wins; Refused if it doesn't win."""
        if any(board[reply] != EMPTY for reply, _ in branches):
            raise Refused("the cell of a branch is not empty")
        self.count(1)
        replies = [reply for reply, _ in branches]
        plies, replayed = plies_by_lines(self.engine, board, self.attacker, lines, replies)
        self.count(replayed)
        if not plies:
            raise Refused("a reply makes five, or there is no answer to it")
        for reply, then in branches:
            plies = max(plies, 1 + self.attack(then, placed(board, reply, OTHER)))
        return plies

    def count(self, nodes: int) -> None:
        """Count checked nodes; raises GivenUp after `most`."""
        self.checked += nodes
        if self.checked > self.most:
            raise GivenUp(f"not checked within {self.most} nodes")


class NodeChecker(KernelChecker[Link]):
    """Checks the nodes of a certificate, each cover on each board once."""

    def __init__(
        self, engine: Engine, position: Position, nodes: Sequence[Node], most: float = inf
    ) -> None:
        super().__init__(engine, position.turn, most)
        self.position, self.nodes = position, nodes
        self.views = views((position.width, position.height))
        self.known: dict[tuple[int, bytes], int] = {}  # of covers, by the digests of their boards

    def root_plies(self) -> int:
        """Return the most plies in which the root wins; Refused if it doesn't win."""
        try:
            return self.attack(Link(len(self.nodes) - 1), board_of(stones_of(self.position)))
        except RecursionError:
            raise Refused("the nodes are nested too deeply") from None

    def attack(self, link: Link, board: BoardBytes) -> int:
        """Return the most plies in which a link's node wins; Refused if it doesn't win."""
        self.count(1)
        board = self.seen(board, link.symmetry)
        node = self.nodes[link.node]
        assert not isinstance(node, CoverNode)
        if isinstance(node, LineNode):
            return self.line(node.cells, board)
        return 1 + self.cover_once(node.then, self.played(node.cell, board))

    def cover_once(self, link: Link, board: BoardBytes) -> int:
        """Return the most plies in which a link's cover wins; Refused if it doesn't win."""
        board = self.seen(board, link.symmetry)
        key = link.node, blake2b(board, digest_size=DIGEST).digest()
        if key not in self.known:
            node = self.nodes[link.node]
            assert isinstance(node, CoverNode)
            self.known[key] = self.cover(self.lines_of(node), node.branches, board)
        return self.known[key]

    def lines_of(self, cover: CoverNode) -> list[Moves]:
        """Return the moves of a cover's lines."""
        found = (self.nodes[line] for line in cover.lines)
        return [line.cells for line in found if isinstance(line, LineNode)]

    def seen(self, board: BoardBytes, symmetry: int) -> BoardBytes:
        """Return a board under a symmetry."""
        return bytes(self.views[symmetry](board)) if symmetry else board


class TreeChecker(KernelChecker[Tree]):
    """Checks trees, each attack on each board once."""

    def __init__(self, engine: Engine, attacker: int, most: float = inf) -> None:
        super().__init__(engine, attacker, most)
        self.known: dict[tuple[int, BoardBytes], int] = {}  # by the identities of attacks

    def add_known(self, tree: Attack, board: BoardBytes, plies: int) -> None:
        """Record the plies of a tree's win on a board, so that it is not checked."""
        self.known[id(tree), board] = plies

    def attack(self, tree: Tree, board: BoardBytes) -> int:
        """Return the most plies in which a tree wins; Refused if it doesn't win."""
        if not isinstance(tree, Attack):
            return self.line(tree, board)
        key = id(tree), board
        if key not in self.known:
            after = self.played(tree.move, board)
            self.known[key] = 1 + self.cover(tree.lines, tree.branches, after)
        return self.known[key]
