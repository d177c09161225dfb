"""Proven positions in one sorted file, for the engine to look up at the root.

A record has the winner of a position, the plies, the move, and the place of the certificate in the
file. Each part has a checksum, and a damaged part gives no answer. Beyond that, reading trusts the
file; `check` trusts nothing. docs/formats.md describes the file byte by byte.
"""

import mmap
import struct
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from operator import itemgetter
from os import PathLike
from typing import NamedTuple, Protocol

from brain.cell import Cell
from brain.certificates import certificate
from brain.certificates.certificate import SEAL, Certificate, MoveNode, Numbering, sealed
from brain.certificates.check import Checked, Refused, Rules
from brain.certificates.stones import Stones, bits, cells_of, stones_of
from brain.certificates.tree import Attack, Moves, tree_of
from brain.lexicon import EMPTY, WALL, opponent
from brain.rules.fouls import is_foul
from brain.rules.symmetry import symmetries, transformed

MAGIC = b"TENGEND1"
HEADER = struct.Struct("<8s4BIQ")  # magic, rule, columns, rows, 0, records, bytes of certificates
RECORD = struct.Struct("<16sHhII")  # the fields of DatabaseRecord
KEY = 16  # bytes
START = HEADER.size + SEAL  # of the records
STEP = RECORD.size + SEAL  # from one to the next

Grid = bytes  # what lies on each cell of a board, row by row
Checker = Callable[[Certificate], Checked]
Shown = dict[bytes, tuple[int, Collection[int]]]  # plies and moves of positions, by their keys


class DatabaseBoard(Protocol):
    """Stones on a board: an engine's, or a position's."""

    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    @property
    def rule(self) -> int: ...
    @property
    def stones(self) -> tuple[tuple[Cell, int], ...]: ...
    @property
    def walls(self) -> tuple[Cell, ...]: ...


class DatabaseRecord(NamedTuple):
    """A proven position, seen as its canonical form."""

    key: bytes
    move: int  # number of a cell, row by row: the best, or the reply that holds longest
    plies: int  # to the five, at most; negative where the side to move loses
    place: int  # of the certificate, among all
    size: int  # of the certificate, in bytes


@dataclass(frozen=True)
class Proven:
    """The known result of a position."""

    plies: int  # as in a record
    line: tuple[Cell, ...]  # the best moves of both sides, as far as they are known


class Database:
    """An open file. Raises ValueError for a wrong one, OSError for an unreadable one."""

    def __init__(self, path: str | PathLike[str]) -> None:
        """Open a file: its header is checked, and its length."""
        with open(path, "rb") as file:
            head = file.read(START)
            if not head.startswith(MAGIC):
                raise ValueError(f"{path} is not a Tengen database: it does not begin as one")
            if sealed(head[: HEADER.size]) != head:
                raise ValueError(f"{path} is damaged: the header's checksum is wrong")
            fields: tuple[int, ...] = HEADER.unpack_from(head)[1:]
            self.rule, self.width, self.height, _, self._count, size = fields
            self._cells = Numbering(self.width, self.height)
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._proofs = START + self._count * STEP
        if len(self._data) != self._proofs + size:
            self.close()
            raise ValueError(f"{path} is damaged: it is not as long as it says")

    def __len__(self) -> int:
        """Return the number of positions."""
        return self._count

    def close(self) -> None:
        """Close the file."""
        self._data.close()

    def proven(self, board: "DatabaseBoard", turn: int) -> Proven | None:
        """Return what is known of a board with a colour to move, None for nothing.

        Inside a certificate's line it is known by the stones that were placed last.
        """
        if (board.rule, board.width, board.height) != (self.rule, self.width, self.height):
            return None
        grid = bytearray(grid_of(board))
        if record := self.find(bytes(grid), turn):
            return Proven(record.plies, self._line(grid, turn))
        later: list[int] = []
        for cell, colour in reversed(board.stones):
            if colour == turn:
                return None  # the sides have not played in turn
            later.insert(0, cell)
            grid[self._cells.number(cell)], turn = EMPTY, colour
            if record := self.find(bytes(grid), turn):
                return self._followed(record, bytes(grid), turn, later)
        return None

    def find(self, grid: Grid, turn: int) -> DatabaseRecord | None:
        """Return a position's record, whose move is seen as the position is; None where there is
        none, or a damaged one.
        """
        form, symmetry = canonical(grid, self.width, self.height)
        key = key_of(self.rule, self.width, self.height, turn, form)
        number = bisect_left(range(self._count), key, key=self._key)
        record = self._record(number) if number < self._count else None
        if not record or record.key != key or record.move >= len(grid):
            return None
        move = orders(self.width, self.height)[symmetry][record.move]
        return record._replace(move=move) if grid[move] == EMPTY else None

    def records(self) -> Iterator[DatabaseRecord]:
        """Yield all records; ValueError for a damaged one, and for one out of order."""
        before = b""
        for number in range(self._count):
            record = self._record(number)
            if not record:
                raise ValueError(f"record {number} is damaged: its checksum is wrong")
            if record.key <= before:
                raise ValueError(f"record {number} is out of order")
            before = record.key
            yield record

    def certificate(self, record: DatabaseRecord) -> Certificate:
        """Return a record's certificate, not checked; ValueError for a damaged one."""
        start = self._proofs + record.place
        return certificate.loads(self._data[start : start + record.size])

    def _key(self, number: int) -> bytes:
        start = START + number * STEP
        return self._data[start : start + KEY]

    def _record(self, number: int) -> DatabaseRecord | None:
        """Return a record, None for a damaged one."""
        data = self._data[START + number * STEP : START + (number + 1) * STEP]
        return DatabaseRecord(*RECORD.unpack_from(data)) if sealed(data[:-SEAL]) == data else None

    # Boards.

    def _stones(self, grid: Grid, attacker: int) -> Stones:
        def cells(*states: int) -> int:
            return bits(self._cells.cell(n) for n, state in enumerate(grid) if state in states)

        other = opponent(attacker)
        return Stones(cells(attacker), cells(other), cells(EMPTY, attacker, other))

    # Lines.

    def _line(self, grid: bytearray, turn: int) -> tuple[Cell, ...]:
        """Return the best moves of both sides from a position with a record."""
        line: list[Cell] = []
        last: tuple[DatabaseRecord, Grid] | None = None
        while record := self.find(bytes(grid), turn):
            last = record, bytes(grid)
            line.append(self._cells.cell(record.move))
            grid[record.move], turn = turn, opponent(turn)
        if last and last[0].plies < 0:
            before = opponent(turn)
            known = self._followed(*last, before, [line[-1]])
            line += known.line if known else ()
        return tuple(line)

    def _followed(
        self, record: DatabaseRecord, grid: Grid, turn: int, later: list[int]
    ) -> Proven | None:
        """Return what is known after the moves that follow a lost position, the winner to move."""
        attack = self._attack(record, grid, turn)
        if not attack or len(later) % 2 == 0:
            return None
        rules, stones = Rules(self.rule, opponent(turn)), self._stones(grid, opponent(turn))
        stones = stones.answered(later[0])
        line = _answer(rules, attack, later[0], stones)
        for own, reply in zip(later[1::2], later[2::2], strict=True):
            line = line[1:] if line[:1] == (own,) else ()
            stones = stones.played(own).answered(reply)
        ends = [*cells_of(rules.fives(stones))]
        if not ends and not rules.danger(stones, 1):
            ends = [*rules.doubles(stones, stones.other)]
        tried = [(_plies(rules, each, stones), each) for each in (tuple(ends[:1]), line)]
        wins = [(plies, each) for plies, each in tried if plies]
        if not wins:
            return None
        plies, line = min(wins)
        return Proven(plies, _played(rules, line, stones))

    def _attack(self, record: DatabaseRecord, grid: Grid, turn: int) -> Attack | None:
        """Return the move that has led to a lost position, and all answers; None where the file
        doesn't have them.
        """
        if record.plies > 0:
            return None
        try:
            claim = self.certificate(record)
        except ValueError:
            return None
        lost = after_move(claim)
        for symmetry, form in enumerate(forms(grid, self.width, self.height)):
            if form == lost:
                tree = tree_of(claim, symmetry)
                return tree if isinstance(tree, Attack) else None
        return None


# Positions as bytes.


def grid_of(board: DatabaseBoard) -> Grid:
    """Return what lies on each cell of a board."""
    cells = Numbering(board.width, board.height)
    grid = bytearray(board.width * board.height)
    for cell, state in (*board.stones, *((wall, WALL) for wall in board.walls)):
        grid[cells.number(cell)] = state
    return bytes(grid)


def after_move(claim: Certificate) -> Grid:
    """Return what lies on each cell after the move that a certificate's root is; as before it,
    where it is none.
    """
    root, position = claim.nodes[-1], claim.position
    grid = bytearray(grid_of(position))
    if isinstance(root, MoveNode):
        grid[Numbering(position.width, position.height).number(root.cell)] = position.turn
    return bytes(grid)


def canonical(grid: Grid, width: int, height: int) -> tuple[Grid, int]:
    """Return the smallest of the forms of a board, and the first symmetry that gives it."""
    found = forms(grid, width, height)
    return min(found), found.index(min(found))


def forms(grid: Grid, width: int, height: int) -> list[Grid]:
    """Return a board under each of its symmetries."""
    return [bytes(view(grid)) for view in _views(width, height)]


@cache
def _views(width: int, height: int) -> list[Callable[[Grid], tuple[int, ...]]]:
    return [itemgetter(*order) for order in orders(width, height)]


@cache
def orders(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each symmetry, which cell of a board every cell of its form shows."""
    points = [(x, y) for y in range(height) for x in range(width)]
    found = []
    for symmetry in symmetries(width, height):
        seen = transformed(points, symmetry, width, height)
        shown = {y * width + x: number for number, (x, y) in enumerate(seen)}
        found.append(tuple(shown[number] for number in range(len(points))))
    return tuple(found)


def key_of(rule: int, width: int, height: int, turn: int, form: Grid) -> bytes:
    """Return the key of a canonical form."""
    return blake2b(bytes((rule, width, height, turn)) + form, digest_size=KEY).digest()


# Whole files.


@dataclass(frozen=True)
class Entry:
    """What a record is made of."""

    plies: int
    move: int
    proof: bytes  # the certificate's file


def dumps(rule: int, width: int, height: int, entries: Mapping[bytes, Entry]) -> bytes:
    """Return the bytes of a file with entries by their keys."""
    records, proofs, places = bytearray(), bytearray(), dict[bytes, int]()
    for key, entry in sorted(entries.items()):
        if entry.proof not in places:
            places[entry.proof] = len(proofs)
            proofs += entry.proof
        place, size = places[entry.proof], len(entry.proof)
        records += sealed(RECORD.pack(key, entry.move, entry.plies, place, size))
    head = HEADER.pack(MAGIC, rule, width, height, 0, len(entries), len(proofs))
    return sealed(head) + records + proofs


def check(database: Database, checker: Checker) -> Checked:
    """Return the most plies of all positions, and the nodes checked, where all of a file is right;
    raises ValueError for another, and what the checker raises.
    """
    shown: dict[int, Shown] = {}  # by the place of the certificate
    most = nodes = 0
    for number, record in enumerate(database.records()):
        if record.place not in shown:
            claim = database.certificate(record)
            nodes += checker(claim).nodes
            shown[record.place] = _shown(claim)
        plies, moves = shown[record.place].get(record.key, (0, ()))
        if record.plies != plies or record.move not in moves:
            raise Refused(f"record {number} is not what its certificate shows")
        most = max(most, abs(plies))
    return Checked(most, nodes)


def _shown(claim: Certificate) -> Shown:
    """Return plies and moves of the positions that a certificate shows, by their keys: its own, and
    the one after its move, which loses by any that is legal.
    """
    position, root = claim.position, claim.nodes[-1]
    if not isinstance(root, MoveNode):
        raise Refused("a certificate is a line alone")
    size = position.width, position.height
    won, symmetry = canonical(grid_of(position), *size)
    lost, other = canonical(after_move(claim), *size)
    numbering, defender = Numbering(*size), opponent(position.turn)

    def seen(cell: int, symmetry: int) -> int:
        return orders(*size)[symmetry].index(numbering.number(cell))

    moves = [seen(root.cell, symmetry)]
    stones = stones_of(position).played(root.cell)
    grid = stones.grid(position.turn)
    replies = [
        seen(reply, other)
        for reply in cells_of(stones.empty)
        if not is_foul(grid, reply, defender, position.rule)
    ]
    return {
        key_of(position.rule, *size, position.turn, won): (claim.plies, moves),
        key_of(position.rule, *size, defender, lost): (1 - claim.plies, replies),
    }


# A line's moves.


def _answer(rules: Rules, attack: Attack, reply: int, stones: Stones) -> Moves:
    """Return the line that answers a reply, which lies on the board; empty where it is none."""
    branch = dict(attack.branches).get(reply)
    if branch is not None:
        return () if isinstance(branch, Attack) else branch
    return next((line for line in attack.lines if _plies(rules, line, stones)), ())


def _plies(rules: Rules, line: Moves, stones: Stones) -> int:
    """Return the most plies in which a line wins, 0 if it doesn't."""
    try:
        return rules.line(line, stones)
    except Refused:
        return 0


def _played(rules: Rules, line: Moves, stones: Stones) -> tuple[Cell, ...]:
    """Return a line that wins, with the first of the defences to each move."""
    moves: list[Cell] = []
    for cell in line:
        moves.append(Cell(cell))
        is_five = rules.fives(stones) >> cell & 1
        stones = stones.played(cell)
        defences = 0 if is_five else rules.defences(stones, stones.other)[0]
        if not defences:
            break
        reply = (defences & -defences).bit_length() - 1
        moves.append(Cell(reply))
        stones = stones.answered(reply)
    return tuple(moves)
