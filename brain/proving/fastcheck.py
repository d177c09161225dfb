"""The checker's fast twin: the same verdicts by the kernels, for large certificates.

It is much faster and less trustworthy, because it shares the kernels with the prover.
"""

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import blake2b
from math import inf
from operator import itemgetter

from brain.certificates import check as slow
from brain.certificates.certificate import Certificate, CoverNode, LineNode, Link, Node
from brain.certificates.check import Checked, GivenUp, Refused, check_claim
from brain.certificates.stones import stones_of, turned
from brain.engine import Engine
from brain.layout import LONGEST_LINE
from brain.lexicon import CELLS, EMPTY, cell_at
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
from brain.rules.symmetry import symmetries

DIGEST = 16  # bytes


def check(certificate: Certificate, engine: Engine, most: float = inf) -> Checked:
    """Return what brain.certificates.check does, and raise the same.

    A certificate with a line too long for the kernels is checked by brain.certificates.check.
    """
    if is_too_long(certificate):
        return slow.check(certificate, most)
    checker = FastChecker(certificate, engine, most)
    plies = checker.plies()
    check_claim(certificate, plies)
    return Checked(plies, checker.checked)


def plies_of(certificate: Certificate, engine: Engine) -> int:
    """Return the most plies in which a certificate wins, whatever it claims; Refused if it doesn't
    win.
    """
    return FastChecker(certificate, engine).plies()


def is_too_long(certificate: Certificate) -> bool:
    """Return whether a line of a certificate has too many moves for the kernels."""
    lines = (node for node in certificate.nodes if isinstance(node, LineNode))
    return any(len(line.cells) > LONGEST_LINE for line in lines)


class FastChecker:
    """Checks nodes on boards. The engine's board is set up for the certificate's position."""

    def __init__(self, certificate: Certificate, engine: Engine, most: float = inf) -> None:
        position = certificate.position
        self.engine, self.attacker = engine, position.turn
        self.nodes: Sequence[Node] = certificate.nodes
        engine.set_up(position)
        self.board = board_of(stones_of(position))
        self.turns = turns(position.width, position.height)
        self.checked, self.most = 0, most
        self.known: dict[tuple[int, bytes], int] = {}  # of covers, by the digests of their boards

    def plies(self) -> int:
        """Return the most plies in which the root wins; Refused if it doesn't."""
        try:
            return self.attack(Link(len(self.nodes) - 1), self.board)
        except RecursionError:
            raise Refused("the nodes are nested too deeply") from None

    def attack(self, link: Link, board: Board) -> int:
        """Return the most plies in which a line or a move wins; Refused if it doesn't."""
        self.count(1)
        board = self.seen(board, link.symmetry)
        node = self.nodes[link.node]
        assert not isinstance(node, CoverNode)
        if isinstance(node, LineNode):
            plies = line_plies(self.engine, board, self.attacker, node.cells)
            if not plies:
                raise Refused("a line doesn't win")
            return plies
        if not may_attack(self.engine, board, self.attacker, node.cell):
            raise Refused(f"{node.cell} is not empty, makes five, or is forbidden")
        return 1 + self.cover(node.then, placed(board, node.cell, OWN))

    def cover(self, link: Link, board: Board) -> int:
        """Return the most plies in which a cover wins; Refused if it doesn't."""
        board = self.seen(board, link.symmetry)
        key = link.node, blake2b(board, digest_size=DIGEST).digest()
        if key not in self.known:
            node = self.nodes[link.node]
            assert isinstance(node, CoverNode)
            self.known[key] = self.answers(node, board)
        return self.known[key]

    def answers(self, cover: CoverNode, board: Board) -> int:
        """Return what `cover` does, the cover seeing the board as it is."""
        if any(board[reply] != EMPTY for reply, _ in cover.branches):
            raise Refused("a branch is on no empty cell")
        self.count(1)
        lines, replies = self.lines_of(cover), [reply for reply, _ in cover.branches]
        plies, replayed = plies_by_lines(self.engine, board, self.attacker, lines, replies)
        self.count(replayed)
        if not plies:
            raise Refused("a reply makes five, or there is no answer to it")
        for reply, then in cover.branches:
            plies = max(plies, 1 + self.attack(then, placed(board, reply, OTHER)))
        return plies

    def lines_of(self, node: CoverNode) -> list[tuple[int, ...]]:
        """Return the moves of a cover's lines."""
        found = (self.nodes[line] for line in node.lines)
        return [line.cells for line in found if isinstance(line, LineNode)]

    def count(self, nodes: int) -> None:
        """Count nodes that are checked; raises GivenUp when there are too many."""
        self.checked += nodes
        if self.checked > self.most:
            raise GivenUp(f"not checked within {self.most} nodes")

    def seen(self, board: Board, symmetry: int) -> Board:
        """Return a board under a symmetry."""
        return bytes(self.turns[symmetry](board)) if symmetry else board


@cache
def turns(width: int, height: int) -> list[Callable[[Board], tuple[int, ...]]]:
    """Return what takes the cells of a board in the order in which each symmetry sees them."""
    cells = [cell_at(x, y) for y in range(height) for x in range(width)]
    found: list[Callable[[Board], tuple[int, ...]]] = []
    for symmetry in symmetries(width, height):
        order = list(range(CELLS))
        for cell in cells:
            order[turned(cell, symmetry, (width, height))] = cell
        found.append(itemgetter(*order))
    return found
