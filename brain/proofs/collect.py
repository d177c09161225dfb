"""Makes a database of certificates: every move of theirs is a proven position, and so is what it
leaves to the other side.
"""

from collections.abc import Iterable

from brain.engine import Engine
from brain.lexicon import column, opponent, row
from brain.position import Position
from brain.proofs import certificate, fastcheck
from brain.proofs.certificate import Certificate
from brain.proofs.check import Stones, stones_of
from brain.proofs.database import Entry, canonical, dumps, grid_of, key_of, orders
from brain.proofs.prover import Prover, certified
from brain.proofs.tree import Attack, Tree, tree_of, tree_under, turned

Board = tuple[int, int, int]  # rule, columns, rows


def collect(engine: Engine, claims: Iterable[Certificate]) -> bytes:
    """Return the bytes of a database of all that certificates of one rule and board show, the same
    in whichever order they come. ValueError for a wrong one, and where there is nothing.

    A certificate that is one line shows nothing here: the engine finds such a win itself.
    """
    boards, entries = set[Board](), dict[bytes, Entry]()
    known = dict[tuple[int, Stones, Attack], int]()
    for claim in claims:
        position = claim.position
        boards.add((position.rule, position.width, position.height))
        if len(boards) > 1:
            raise ValueError("a database is of one rule and board, but there are several")
        if fastcheck.is_too_long(claim):
            raise ValueError("a line of a certificate is too long")
        fastcheck.check(claim, engine)
        _Walk(engine, position, known, entries).plies(tree_of(claim), stones_of(position))
    if not entries:
        raise ValueError("there is no certificate with a move")
    return dumps(*boards.pop(), entries)


class _Walk:
    """A walk through all moves of a certificate."""

    def __init__(
        self,
        engine: Engine,
        position: Position,
        known: dict[tuple[int, Stones, Attack], int],
        entries: dict[bytes, Entry],
    ) -> None:
        """Note the plies of each move in `known`, and what it shows in `entries`."""
        self.engine, self.prover = engine, Prover(engine, position)
        self.board = position.rule, position.width, position.height
        self.attacker = position.turn
        self.known, self.entries = known, entries

    def plies(self, tree: Tree, stones: Stones) -> int:
        """Return the most plies in which a tree wins."""
        if not isinstance(tree, Attack):
            return self.engine.line_plies(fastcheck.board_of(stones), self.attacker, tree)
        key = self.attacker, stones, tree
        if key not in self.known:
            self.known[key] = self.shown(tree, stones)
        return self.known[key]

    def shown(self, attack: Attack, stones: Stones) -> int:
        """Note what a move shows; return the most plies in which it wins."""
        after = stones._replace(own=stones.own | 1 << attack.move)
        answered: dict[int, int] = {}  # the plies after each reply that is no foul
        for line in attack.lines:
            found = self.engine.covered(fastcheck.board_of(after), self.attacker, line)
            answered = found | answered
        answered |= {
            reply: self.plies(then, after.answered(reply)) for reply, then in attack.branches
        }
        plies = 2 + max(answered.values(), default=0)
        proof = self.proof(attack, stones)
        self.note(stones, self.attacker, {attack.move: plies}, proof, plies)
        if answered:
            self.note(after, opponent(self.attacker), answered, proof, 1 - plies)
        return plies

    def proof(self, attack: Attack, stones: Stones) -> bytes:
        """Return the certificate of a move, of the canonical form of its position."""
        position, size = self.prover.placed(stones), self.board[1:]
        _, symmetry = canonical(grid_of(position), *size)
        sides = (
            [turned(cell, symmetry, size) for cell in cells]
            for cells in (position.black, position.white, position.walls)
        )
        form = Position.of_colours(
            *self.board[1:], self.board[0], self.attacker, *map(sorted, sides)
        )
        tree = tree_under(attack, symmetry, size)
        return certificate.dumps(certified(self.engine, form, tree))

    def note(
        self, stones: Stones, turn: int, moves: dict[int, int], proof: bytes, plies: int
    ) -> None:
        """Note a position with the move of the most plies, unless a better entry is there: one of
        fewer plies, or else with a shorter certificate.
        """
        grid = grid_of(self.prover.placed(stones))
        form, symmetry = canonical(grid, *self.board[1:])
        shown = orders(*self.board[1:])[symmetry]
        numbers = {
            shown.index(row(cell) * self.board[1] + column(cell)): worth
            for cell, worth in moves.items()
        }
        move = max(numbers, key=lambda number: (numbers[number], -number))
        entry, key = Entry(plies, move, proof), key_of(*self.board, turn, form)
        self.entries[key] = min(entry, self.entries.get(key, entry), key=_worth)


def _worth(entry: Entry) -> tuple[int, int, bytes, int]:
    return abs(entry.plies), len(entry.proof), entry.proof, entry.move
