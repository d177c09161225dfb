"""Makes certificates smaller: the answer to a reply is tried after the same reply on other boards
where the attacker has the same stones.

    python -m brain.proving.merge FILE OUT

reads a certificate and writes one of the same position, packed. The kernels decide what wins.
"""

import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from brain.certificates import certificate_files, packing
from brain.certificates.certificate import (
    Certificate,
    CoverNode,
    LineNode,
    Link,
    MoveNode,
    Node,
    links_of,
)
from brain.certificates.check import GivenUp, Refused
from brain.certificates.stones import Stones, stones_of, turned
from brain.engine import Engine
from brain.proving import fastcheck
from brain.proving.fastcheck import FastChecker
from brain.proving.threat_lines import board_of
from brain.rules.symmetry import between, inverse

LATE = 10  # stones and more since the position: answers on such boards stay as they are
TRIED = 8  # answers on a board
TRIED_NODES = 200_000  # checked for each
MEMORY = 16  # MB, for an engine that searches nothing


def merged(claim: Certificate, engine: Engine) -> Certificate:
    """Return a certificate of the same position, with fewer nodes if answers can be merged."""
    merger = _Merger(claim, engine)
    root = merger.attack(len(claim.nodes) - 1, stones_of(claim.position))
    nodes = _reached(merger.nodes, root)
    plies = fastcheck.plies_of(replace(claim, nodes=nodes), engine)
    return replace(claim, plies=plies, nodes=nodes)


class _Merger:
    """Writes nodes again, after the old ones."""

    def __init__(self, claim: Certificate, engine: Engine) -> None:
        self.nodes = list(claim.nodes)
        self.numbers = {node: number for number, node in enumerate(self.nodes)}
        self.size = claim.position.width, claim.position.height
        self.plies, self.before = claim.plies, len(claim.position.stones)
        self.checker = FastChecker(claim, engine, TRIED_NODES)
        self.checker.nodes = self.nodes
        self.written: dict[tuple[int, Stones], int] = {}  # moves, by the old ones
        self.latest_copy: dict[int, int] = {}  # the latest copy, by the old number
        # By the attacker's stones, in a canonical form, and the reply, most recently used first.
        # They see that form.
        self.answers = defaultdict[tuple[int, int], list[Link]](list)

    def attack(self, number: int, stones: Stones) -> int:
        """Write a node that sees a board, the attacker to move; return the new one's number."""
        node = self.nodes[number]
        if isinstance(node, LineNode) or self.count(stones) >= LATE:
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
        """Write a cover that sees a board, as `attack` does."""
        cover = self.nodes[number]
        assert isinstance(cover, CoverNode)
        form, symmetry = stones._replace(other=0).canonical(self.size)
        branches = []
        for reply, link in cover.branches:
            after = stones.answered(reply)
            if isinstance(self.nodes[link.node], MoveNode):
                answers = self.answers[form.own, turned(reply, symmetry, self.size)]
                link = self.answer(link, after, answers, inverse(symmetry, *self.size))
            branches.append((reply, link))
        return self.add(CoverNode(cover.lines, tuple(branches)))

    def answer(self, link: Link, stones: Stones, answers: list[Link], back: int) -> Link:
        """Return a link to a winning node: one of `answers` if it wins here, else the rewritten
        target of `link`. `back` is the symmetry from the form that the answers see to the board.
        """
        tried = [self.seen(answer, back) for answer in answers[:TRIED]]
        if link.node in self.latest_copy:
            tried.insert(0, Link(self.latest_copy[link.node], link.symmetry))
        for each in dict.fromkeys(tried):
            if self.is_won(each, stones):
                link = each
                break
        else:
            board = stones.seen(link.symmetry, self.size)
            link = Link(self.attack(link.node, board), link.symmetry)
        kept = self.seen(link, inverse(back, *self.size))
        if kept in answers:
            answers.remove(kept)
        answers.insert(0, kept)
        return link

    def is_won(self, link: Link, stones: Stones) -> bool:
        """Return whether a link's node wins on a board, no later than the certificate."""
        checker = self.checker
        checker.checked, checker.known = 0, {}
        try:
            plies = checker.attack(link, board_of(stones))
        except (Refused, GivenUp):
            return False
        return plies <= self.plies - self.count(stones)

    def count(self, stones: Stones) -> int:
        """Return how many stones a board has, without those of the certificate's position."""
        return (stones.own | stones.other).bit_count() - self.before

    def seen(self, link: Link, symmetry: int) -> Link:
        """Return the link that is another's on a board that is seen under a symmetry."""
        return Link(link.node, between(symmetry, link.symmetry, *self.size))

    def add(self, node: Node) -> int:
        """Add a node unless an equal one exists; return its number."""
        number = self.numbers.setdefault(node, len(self.nodes))
        if number == len(self.nodes):
            self.nodes.append(node)
        return number


def _reached(nodes: Sequence[Node], root: int) -> tuple[Node, ...]:
    """Return the nodes that a root refers to, and those that they do, each after what it refers to;
    the root is the last.
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
    """Return a node that refers to others by their new numbers."""
    if isinstance(node, LineNode):
        return node
    if isinstance(node, MoveNode):
        return MoveNode(node.cell, replace(node.then, node=places[node.then.node]))
    branches = ((reply, replace(link, node=places[link.node])) for reply, link in node.branches)
    return CoverNode(tuple(places[line] for line in node.lines), tuple(branches))


if __name__ == "__main__":
    made = certificate_files.loads(Path(sys.argv[1]).read_bytes())
    Path(sys.argv[2]).write_bytes(packing.dumps(merged(made, Engine(MEMORY))))
