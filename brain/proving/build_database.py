"""Makes a database of certificates: every move of theirs is a proven position, and so is what it
leaves to the other side.
"""

from collections.abc import Iterable

from brain.certificates import certificate
from brain.certificates.certificate import Certificate, CoverNode, Link, MoveNode, Numbering
from brain.certificates.check import check_claim
from brain.certificates.proof_database import Entry, Grid, canonical, dumps, key_of, orders
from brain.certificates.tree import Reader
from brain.engine import Engine
from brain.lexicon import BLACK, EMPTY, WALL, WHITE, cell_at, opponent
from brain.position import Position
from brain.proving import kernel_checker
from brain.proving.kernel_checker import NodeChecker
from brain.proving.threat_lines import OTHER, OWN, Board, placed, replies_covered
from brain.proving.write_nodes import nodes_of
from brain.rules.fouls import is_foul
from brain.rules.symmetry import inverse

Seen = tuple[Grid, int]  # a canonical form, and the symmetry that gives it
SWAPPED = bytes((EMPTY, WHITE, BLACK, WALL))  # the states of a board on which white attacks


def collect(engine: Engine, claims: Iterable[Certificate], least: int = 0) -> bytes:
    """Return a database, as bytes, of the positions that certificates of one rule and board prove.

    The order of the certificates does not matter. Wins in fewer than `least` plies are left out,
    with the positions after their moves. So is a certificate that is one line, because the engine
    finds such a win itself. ValueError for a refused certificate, and if no position is left.
    """
    boards, entries = set[tuple[int, int, int]](), dict[bytes, Entry]()
    for claim in claims:
        position = claim.position
        boards.add((position.rule, position.width, position.height))
        if len(boards) > 1:
            raise ValueError("a database is of one rule and board, but there are several")
        if kernel_checker.is_too_long(claim):
            raise ValueError("a line of a certificate is too long")
        check_claim(claim, _Collector(claim, engine, least, entries).root_plies())
    if not entries:
        which = f" that wins in {least} plies or more" if least else ""
        raise ValueError(f"there is no certificate with a move{which}")
    return dumps(*boards.pop(), entries)


class _Collector(NodeChecker):
    """A checker that notes what each move shows, on every board where it is checked."""

    def __init__(
        self, claim: Certificate, engine: Engine, least: int, entries: dict[bytes, Entry]
    ) -> None:
        position = claim.position
        engine.set_up(position)
        super().__init__(engine, position, claim.nodes)
        self.rule, self.size = position.rule, (position.width, position.height)
        self.numbering = Numbering(*self.size)
        self.cells = [cell_at(x, y) for y in range(position.height) for x in range(position.width)]
        self.reader, self.least, self.entries = Reader(claim), least, entries
        self.noted: set[tuple[int, Board]] = set()

    def attack(self, link: Link, board: Board) -> int:
        """Return what a checker does, and note what a move shows."""
        plies = super().attack(link, board)
        node, board = self.nodes[link.node], self.seen(board, link.symmetry)
        if (
            isinstance(node, MoveNode)
            and plies >= self.least
            and (link.node, board) not in self.noted
        ):
            self.noted.add((link.node, board))
            seen = self.canonical(board)
            proof = self.proof(link.node, seen, plies)
            self.note(seen, self.attacker, {node.cell: plies}, proof, plies)
            after = self.seen(placed(board, node.cell, OWN), node.then.symmetry)
            if answered := self.answered(node.then, after):
                lost = self.canonical(after)
                self.note(lost, opponent(self.attacker), answered, proof, 1 - plies)
        return plies

    def answered(self, link: Link, board: Board) -> dict[int, int]:
        """Return the most plies after each reply that a cover answers and that is not a foul."""
        cover = self.nodes[link.node]
        assert isinstance(cover, CoverNode)
        answered: dict[int, int] = {}
        for line in self.lines_of(cover):
            answered = replies_covered(self.engine, board, self.attacker, line) | answered
        answered |= {
            reply: self.attack(then, placed(board, reply, OTHER)) for reply, then in cover.branches
        }
        states = [EMPTY, self.attacker, opponent(self.attacker), WALL]
        grid = {cell: states[board[cell]] for cell in self.cells}
        return {
            reply: plies
            for reply, plies in answered.items()
            if not is_foul(grid, reply, opponent(self.attacker), self.rule)
        }

    def proof(self, number: int, seen: Seen, plies: int) -> bytes:
        """Return the certificate of a move, of the canonical form of its position."""
        form, symmetry = seen
        black, white, walls = (
            [cell for cell, found in zip(self.cells, form, strict=True) if found == state]
            for state in (BLACK, WHITE, WALL)
        )
        position = Position.of_colours(*self.size, self.rule, self.attacker, black, white, walls)
        tree = self.reader.tree(number, inverse(symmetry, *self.size))
        return certificate.dumps(Certificate(position, plies, nodes_of(tree, position)))

    def canonical(self, board: Board) -> Seen:
        """Return the canonical form of a checker's board, and the symmetry that gives it."""
        cells = bytes(board[cell] for cell in self.cells)
        grid = cells if self.attacker == BLACK else cells.translate(SWAPPED.ljust(256))
        return canonical(grid, *self.size)

    def note(self, seen: Seen, turn: int, moves: dict[int, int], proof: bytes, plies: int) -> None:
        """Note a position with the move of the most plies, unless a better entry is there: one of
        fewer plies, or else with a shorter certificate.
        """
        form, symmetry = seen
        shown = orders(*self.size)[symmetry]
        numbers = {shown.index(self.numbering.number(cell)): worth for cell, worth in moves.items()}
        move = max(numbers, key=lambda number: (numbers[number], -number))
        entry, key = Entry(plies, move, proof), key_of(self.rule, *self.size, turn, form)
        self.entries[key] = min(entry, self.entries.get(key, entry), key=_worth)


def _worth(entry: Entry) -> tuple[int, int, bytes, int]:
    return abs(entry.plies), len(entry.proof), entry.proof, entry.move
