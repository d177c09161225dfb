"""Makes certificates smaller: the answer to a reply is tried after the same reply on other boards
where the attacker has the same stones.

    python -m brain.proving.merge FILE OUT

reads a certificate and writes a packed one of the same position. The kernels decide which answers
win.
"""

import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from brain.certificates import certificate_files
from brain.certificates.certificate import (
    Certificate,
    CoverNode,
    LineNode,
    Link,
    MoveNode,
    Node,
    links_of,
)
from brain.certificates.stones import Stones, stones_of, turned
from brain.engine import Engine
from brain.files.durable import write_atomically
from brain.proving import kernel_checker
from brain.proving.kernel_checker import NodeChecker
from brain.proving.reuse import TRIED_NODES, RecentWins
from brain.proving.threat_lines import board_of
from brain.rules.symmetry import between, inverse

LATE = 10  # stones added to the position; answers after them stay as they are
MEMORY = 16  # MB, for an engine that searches nothing


def merged(claim: Certificate, engine: Engine) -> Certificate:
    """Return a certificate of the same position, with fewer nodes if answers can be merged."""
    engine.set_up(claim.position)
    merger = _Merger(claim, engine)
    root = merger.attack(len(claim.nodes) - 1, stones_of(claim.position))
    nodes = reached(merger.nodes, root)
    plies = kernel_checker.plies_of(replace(claim, nodes=nodes), engine)
    return replace(claim, plies=plies, nodes=nodes)


class _Merger:
    """Writes the nodes of a certificate again, behind the old ones."""

    def __init__(self, claim: Certificate, engine: Engine) -> None:
        self.claim, self.engine = claim, engine
        self.nodes = list(claim.nodes)
        self.numbers = {node: number for number, node in enumerate(self.nodes)}
        self.size = claim.position.width, claim.position.height
        self.before = len(claim.position.stones)
        self.written: dict[tuple[int, Stones], int] = {}  # new moves, by the old ones
        self.latest_copy: dict[int, int] = {}  # the latest new move, by the old one
        # Links to answers, by the canonical form of the attacker's stones, and by the reply. They
        # see that form.
        self.answers = defaultdict[tuple[int, int], RecentWins[Link]](RecentWins)

    def attack(self, number: int, stones: Stones) -> int:
        """Write a node that sees a board, the attacker to move; return the new node's number."""
        node = self.nodes[number]
        if isinstance(node, LineNode) or self.added(stones) >= LATE:
            return number
        assert isinstance(node, MoveNode)
        key = number, stones
        if key not in self.written:
            link = node.then
            after = stones.played(node.cell).seen(link.symmetry, self.size)
            then = Link(self.cover(link.node, after), link.symmetry)
            self.written[key] = self.latest_copy[number] = self.add(MoveNode(node.cell, then))
        return self.written[key]

    def cover(self, number: int, stones: Stones) -> int:
        """Write a cover that sees a board; return the new cover's number."""
        cover = self.nodes[number]
        assert isinstance(cover, CoverNode)
        form, symmetry = stones._replace(other=0).canonical(self.size)
        branches = []
        for reply, link in cover.branches:
            after = stones.answered(reply)
            if isinstance(self.nodes[link.node], MoveNode):
                answers = self.answers[form.own, turned(reply, symmetry, self.size)]
                link = self.answer(link, after, answers, symmetry)
            branches.append((reply, link))
        return self.add(CoverNode(cover.lines, tuple(branches)))

    def answer(self, link: Link, stones: Stones, answers: RecentWins[Link], symmetry: int) -> Link:
        """Return a link to a winning node: one of `answers` if it wins here, else the rewritten
        target of `link`. The answers see the board under `symmetry`.
        """
        back, copy = inverse(symmetry, *self.size), None
        if link.node in self.latest_copy:
            copy = self.seen(Link(self.latest_copy[link.node], link.symmetry), symmetry)
        tried = answers.tried(copy)
        found = next((each for each in tried if self.is_won(self.seen(each, back), stones)), None)
        if found is None:
            board = stones.seen(link.symmetry, self.size)
            found = self.seen(Link(self.attack(link.node, board), link.symmetry), symmetry)
        answers.use(found)
        return self.seen(found, back)

    def is_won(self, link: Link, stones: Stones) -> bool:
        """Return whether a link's node wins on a board, no later than the certificate claims."""
        checker = NodeChecker(self.engine, self.claim.position, self.nodes, TRIED_NODES)
        plies = checker.plies(link, board_of(stones))
        return 0 < plies <= self.claim.plies - self.added(stones)

    def added(self, stones: Stones) -> int:
        """Return how many stones a board has more than the certificate's position."""
        return (stones.own | stones.other).bit_count() - self.before

    def seen(self, link: Link, symmetry: int) -> Link:
        """Return the link to the same node from a board that is seen under a symmetry."""
        return Link(link.node, between(symmetry, link.symmetry, *self.size))

    def add(self, node: Node) -> int:
        """Add a node unless an equal one exists; return its number."""
        number = self.numbers.setdefault(node, len(self.nodes))
        if number == len(self.nodes):
            self.nodes.append(node)
        return number


def reached(nodes: Sequence[Node], root: int) -> tuple[Node, ...]:
    """Return the nodes that can be reached from a root, which comes last. Each node comes after
    those that it refers to.
    """
    places: dict[int, int] = {}

    def reach(number: int) -> None:
        for link, _ in links_of(nodes[number]):
            if link.node not in places:
                reach(link.node)
        places[number] = len(places)

    reach(root)
    return tuple(_renumbered(nodes[number], places) for number in places)


def _renumbered(node: Node, places: dict[int, int]) -> Node:
    """Return a node with the new numbers of the nodes that it refers to."""
    if isinstance(node, LineNode):
        return node
    if isinstance(node, MoveNode):
        return MoveNode(node.cell, replace(node.then, node=places[node.then.node]))
    branches = ((reply, replace(link, node=places[link.node])) for reply, link in node.branches)
    return CoverNode(tuple(places[line] for line in node.lines), tuple(branches))


if __name__ == "__main__":
    from brain.certificates import packing  # LZMA, which the tournament program lacks

    made = certificate_files.loads(Path(sys.argv[1]).read_bytes())
    write_atomically(Path(sys.argv[2]), packing.dumps(merged(made, Engine(MEMORY))))
