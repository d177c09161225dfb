"""Builds databases from certificates. Each move in a certificate proves two positions: the one
before it, which is won, and the one after it, which is lost.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import inf

from brain.certificates import certificate
from brain.certificates.board_bytes import BoardBytes, canonical, cells_inside
from brain.certificates.certificate import (
    Certificate,
    CoverNode,
    Link,
    MoveNode,
    Numbering,
    sealed,
)
from brain.certificates.check import check_claim
from brain.certificates.proof_database import HEADER, MAGIC, RECORD, key_of
from brain.certificates.stones import turned
from brain.certificates.tree import Reader
from brain.engine import Engine
from brain.lexicon import BLACK, EMPTY, WALL, WHITE, opponent
from brain.position import Position
from brain.proving import kernel_checker
from brain.proving.kernel_checker import NodeChecker
from brain.proving.threat_lines import OTHER, OWN, placed, replies_covered
from brain.proving.write_nodes import nodes_of
from brain.rules.fouls import is_foul
from brain.rules.symmetry import inverse

Form = tuple[BoardBytes, int]  # a canonical form, and the symmetry that leads to it
SWAPPED = bytes((EMPTY, WHITE, BLACK, WALL)).ljust(256)  # the states if White attacks


@dataclass(frozen=True)
class Entry:
    """The content of a record, with its certificate."""

    plies: int
    move: int
    proof: bytes  # the certificate's file


def collect(
    engine: Engine, claims: Iterable[Certificate], fewest: int = 0, most: float = inf
) -> bytes:
    """Return a database, as bytes, of the positions that certificates of one rule and board prove.

    The order of the certificates does not matter. Wins in fewer than `fewest` plies are left out,
    with the positions after their moves. So is a certificate that is one line, because the engine
    finds such a win itself. ValueError for a certificate that is refused or takes more than `most`
    nodes to check, and if no position is left.
    """
    boards, entries = set[tuple[int, int, int]](), dict[bytes, Entry]()
    for claim in claims:
        position = claim.position
        boards.add((position.rule, position.width, position.height))
        if len(boards) > 1:
            raise ValueError(
                "a database has one rule and board size, but the certificates have several"
            )
        if kernel_checker.is_too_long(claim):
            raise ValueError("a line of a certificate is too long")
        check_claim(claim, _Collector(claim, engine, fewest, entries, most).root_plies())
    if not entries:
        which = f" that wins in {fewest} plies or more" if fewest else ""
        raise ValueError(f"there is no certificate with a move{which}")
    return dumps(*boards.pop(), entries)


def dumps(rule: int, width: int, height: int, entries: Mapping[bytes, Entry]) -> bytes:
    """Return the bytes of a database with entries by their keys. Equal certificates are written
    once.
    """
    records, proofs, places = bytearray(), bytearray(), dict[bytes, int]()
    for key, entry in sorted(entries.items()):
        if entry.proof not in places:
            places[entry.proof] = len(proofs)
            proofs += entry.proof
        place, size = places[entry.proof], len(entry.proof)
        records += sealed(RECORD.pack(key, entry.move, entry.plies, place, size))
    head = HEADER.pack(MAGIC, rule, width, height, 0, len(entries), len(proofs))
    return sealed(head) + records + proofs


class _Collector(NodeChecker):
    """A checker that adds the entries of each move, on every board where the move is checked."""

    def __init__(
        self,
        claim: Certificate,
        engine: Engine,
        fewest: int,
        entries: dict[bytes, Entry],
        most: float,
    ) -> None:
        position = claim.position
        engine.set_up(position)
        super().__init__(engine, position, claim.nodes, most)
        self.rule, self.size = position.rule, (position.width, position.height)
        self.numbering, self.cells = Numbering(*self.size), cells_inside(*self.size)
        self.reader, self.fewest, self.entries = Reader(claim), fewest, entries
        self.collected: set[tuple[int, BoardBytes]] = set()

    def attack(self, link: Link, board: BoardBytes) -> int:
        """Return the most plies in which a link's node wins, and add the entries of a move."""
        plies = super().attack(link, board)
        node, board = self.nodes[link.node], self.seen(board, link.symmetry)
        if (
            isinstance(node, MoveNode)
            and plies >= self.fewest
            and (link.node, board) not in self.collected
        ):
            self.collected.add((link.node, board))
            won = self.form(board)
            proof = self.proof(link.node, won, plies)
            self.add_entry(won, self.attacker, {node.cell: plies}, proof, plies)
            after = self.seen(placed(board, node.cell, OWN), node.then.symmetry)
            if answered := self.answered(node.then, after):
                defender = opponent(self.attacker)
                self.add_entry(self.form(after), defender, answered, proof, 1 - plies)
        return plies

    def answered(self, link: Link, board: BoardBytes) -> dict[int, int]:
        """Return the replies that are not fouls, each with the most plies after it."""
        cover = self.nodes[link.node]
        assert isinstance(cover, CoverNode)
        answered: dict[int, int] = {}
        for line in self.lines_of(cover):
            answered = replies_covered(self.engine, board, self.attacker, line) | answered
        answered |= {
            reply: self.attack(then, placed(board, reply, OTHER)) for reply, then in cover.branches
        }
        colours = self.in_colours(board)
        grid = {cell: colours[cell] for cell in self.cells}
        return {
            reply: plies
            for reply, plies in answered.items()
            if not is_foul(grid, reply, opponent(self.attacker), self.rule)
        }

    def proof(self, number: int, form: Form, plies: int) -> bytes:
        """Return the certificate of a move, for the canonical form of its position."""
        board, symmetry = form
        black, white, walls = (
            [cell for cell in self.cells if board[cell] == state] for state in (BLACK, WHITE, WALL)
        )
        position = Position.of_colours(*self.size, self.rule, self.attacker, black, white, walls)
        tree = self.reader.tree(number, inverse(symmetry, *self.size))
        return certificate.dumps(Certificate(position, plies, nodes_of(tree, position)))

    def form(self, board: BoardBytes) -> Form:
        """Return the canonical form of a checker's board, and the symmetry that leads to it."""
        return canonical(self.in_colours(board), self.size)

    def in_colours(self, board: BoardBytes) -> BoardBytes:
        """Return a checker's board with the colours of the attacker and the defender."""
        return board if self.attacker == BLACK else board.translate(SWAPPED)

    def add_entry(
        self, form: Form, turn: int, moves: dict[int, int], proof: bytes, plies: int
    ) -> None:
        """Add the entry of a position, whose move is the one of the most plies, unless there is a
        better entry: one of fewer plies, or of as many with a shorter certificate.
        """
        board, symmetry = form
        numbers = {
            self.numbering.number(turned(cell, symmetry, self.size)): plies_after
            for cell, plies_after in moves.items()
        }
        move = max(numbers, key=lambda number: (numbers[number], -number))
        entry, key = Entry(plies, move, proof), key_of(self.rule, self.size, turn, board)
        self.entries[key] = min(entry, self.entries.get(key, entry), key=_order)


def _order(entry: Entry) -> tuple[int, int, bytes, int]:
    """Return the sort key of entries, the best first."""
    return abs(entry.plies), len(entry.proof), entry.proof, entry.move
