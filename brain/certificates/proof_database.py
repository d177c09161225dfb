"""Proved positions in one sorted file, for the engine to look up at the root.

A record has the winner of a position, the plies, the move, and the place of the certificate in the
file. Each part has a checksum, and a damaged part gives no answer. Apart from that, the reader
trusts the file; `check` trusts nothing. docs/formats.md describes the file byte by byte.
"""

import struct
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator
from hashlib import blake2b
from operator import itemgetter
from os import PathLike, fstat
from threading import Lock
from typing import NamedTuple

from brain.certificates import certificate
from brain.certificates.board_bytes import BoardBytes, bytes_of, canonical, cells_inside
from brain.certificates.certificate import SEAL, Certificate, MoveNode, Numbering, sealed
from brain.certificates.check import Checked, Refused
from brain.certificates.stones import Size, cells_of, stones_of, turned
from brain.lexicon import EMPTY, opponent
from brain.rules.fouls import is_foul
from brain.rules.symmetry import inverse

MAGIC = b"TENGEND1"
HEADER = struct.Struct("<8s4BIQ")  # magic, rule, columns, rows, 0, records, bytes of certificates
RECORD = struct.Struct("<16sHhII")  # the fields of DatabaseRecord
KEY = 16  # bytes
START = HEADER.size + SEAL  # of the records
STEP = RECORD.size + SEAL  # from one record to the next

Checker = Callable[[Certificate], Checked]
Shown = dict[bytes, tuple[int, Collection[int]]]  # plies and moves of positions, by their keys


class DatabaseRecord(NamedTuple):
    """A proved position in its canonical form."""

    key: bytes
    move: int  # the cell's number, row by row: the best move, or the reply that holds longest
    plies: int  # to the five, at most; negative if the side to move loses
    place: int  # of the certificate, in bytes from the first certificate
    size: int  # of the certificate, in bytes


class Database:
    """An open file. ValueError for a file that is not a database, OSError for an unreadable one.

    It may be used by several threads. If the file changes meanwhile, what was read is damaged.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        """Open a file. Its header and its length are checked."""
        self._lock = Lock()
        self._file = open(path, "rb", buffering=0)  # noqa: SIM115  open until `close`
        try:
            self._read_header(path)
        except ValueError:
            self.close()
            raise

    def _read_header(self, path: str | PathLike[str]) -> None:
        head = self._read(0, START)
        if not head.startswith(MAGIC):
            raise ValueError(f"{path} is not a Tengen database: it does not begin as one")
        if sealed(head[: HEADER.size]) != head:
            raise ValueError(f"{path} is damaged: the header's checksum is wrong")
        fields: tuple[int, ...] = HEADER.unpack_from(head)[1:]
        self.rule, width, height, _, self._count, size = fields
        self.size: Size = width, height
        self.numbering = Numbering(width, height)
        self._proofs = START + self._count * STEP
        self.proof_bytes = size  # of all certificates
        if fstat(self._file.fileno()).st_size != self._proofs + size:
            raise ValueError(f"{path} is damaged: its length is not the one in its header")

    def __len__(self) -> int:
        """Return the number of positions."""
        return self._count

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def find(self, board: BoardBytes, turn: int) -> DatabaseRecord | None:
        """Return the record of a board with a colour to move; None if it is missing or damaged. Its
        move is turned to that board.
        """
        form, symmetry = canonical(board, self.size)
        key = key_of(self.rule, self.size, turn, form)
        number = bisect_left(range(self._count), key, key=self._key)
        record = self._record(number) if number < self._count else None
        if not record or record.key != key or record.move >= self.size[0] * self.size[1]:
            return None
        back = inverse(symmetry, *self.size)
        cell = turned(self.numbering.cell(record.move), back, self.size)
        return record._replace(move=self.numbering.number(cell)) if board[cell] == EMPTY else None

    def records(self) -> Iterator[DatabaseRecord]:
        """Yield all records; ValueError for a record that is damaged or out of order."""
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
        """Return the certificate of a record, not checked; ValueError for a damaged one."""
        if record.place + record.size > self.proof_bytes:
            raise ValueError("a record is damaged: its certificate ends beyond the file")
        return certificate.loads(self._read(self._proofs + record.place, record.size))

    def _key(self, number: int) -> bytes:
        return self._read(START + number * STEP, KEY)

    def _record(self, number: int) -> DatabaseRecord | None:
        """Return a record by its number, None for a damaged one."""
        data = self._read(START + number * STEP, STEP)
        is_whole = len(data) == STEP and sealed(data[:-SEAL]) == data
        return DatabaseRecord(*RECORD.unpack_from(data)) if is_whole else None

    def _read(self, start: int, size: int) -> bytes:
        """Return the bytes at a place, fewer at the file's end."""
        with self._lock:
            self._file.seek(start)
            return self._file.read(size)


def key_of(rule: int, size: Size, turn: int, form: BoardBytes) -> bytes:
    """Return the key of a canonical form with a colour to move."""
    states = bytes(itemgetter(*cells_inside(*size))(form))
    return blake2b(bytes((rule, *size, turn)) + states, digest_size=KEY).digest()


def after_move(claim: Certificate) -> BoardBytes:
    """Return the board after the move at a certificate's root; the position's own board if the root
    is a line.
    """
    root, position = claim.nodes[-1], claim.position
    board = bytearray(bytes_of(position))
    if isinstance(root, MoveNode):
        board[root.cell] = position.turn
    return bytes(board)


def check(database: Database, checker: Checker) -> Checked:
    """Return the most plies of all positions, and the nodes checked.

    Raises ValueError for a damaged file, Refused for a record that its certificate doesn't show,
    and the errors of `checker`.
    """
    shown: dict[int, Shown] = {}  # by the place of the certificate
    most = nodes = read = 0
    for number, record in enumerate(database.records()):
        if record.place not in shown:
            read += record.size
            if read > database.proof_bytes:
                raise ValueError(f"record {number} is damaged: its certificate overlaps another")
            claim = database.certificate(record)
            nodes += checker(claim).nodes
            shown[record.place] = _shown(claim)
        plies, moves = shown[record.place].get(record.key, (0, ()))
        if record.plies != plies or record.move not in moves:
            raise Refused(f"record {number} is not what its certificate shows")
        most = max(most, abs(plies))
    return Checked(most, nodes)


def _shown(claim: Certificate) -> Shown:
    """Return the plies and moves of the two positions that a certificate shows, by their keys: its
    own position, and the one after its move, where any legal reply loses.
    """
    position, root = claim.position, claim.nodes[-1]
    if not isinstance(root, MoveNode):
        raise Refused("a certificate has a line at its root, not a move")
    size = position.width, position.height
    won, symmetry = canonical(bytes_of(position), size)
    lost, other = canonical(after_move(claim), size)
    number, defender = Numbering(*size).number, opponent(position.turn)
    stones = stones_of(position).played(root.cell)
    grid = stones.grid(position.turn)
    replies = [
        number(turned(reply, other, size))
        for reply in cells_of(stones.empty)
        if not is_foul(grid, reply, defender, position.rule)
    ]
    moves = [number(turned(root.cell, symmetry, size))]
    return {
        key_of(position.rule, size, position.turn, won): (claim.plies, moves),
        key_of(position.rule, size, defender, lost): (1 - claim.plies, replies),
    }
