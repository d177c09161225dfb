"""Threat lines by the kernels: they find a line, replay it, and list the replies that it covers.

The board is an argument: 1 is a stone of the attacker, 2 one of the defender. Size and rule are the
engine's. A line has at most LONGEST_LINE moves.
"""

import ctypes
from collections.abc import Iterable
from functools import lru_cache

from brain.certificates.board_bytes import BoardBytes
from brain.certificates.stones import Stones, cells_of
from brain.certificates.tree import Moves
from brain.engine import Engine
from brain.layout import LONGEST_LINE
from brain.lexicon import CELLS, EMPTY, WALL

OWN, OTHER = b"\1", b"\2"


def board_of(stones: Stones) -> BoardBytes:
    """Return a board as the kernels read it."""
    board = bytearray(_bare(stones.inside))
    for code, cells in ((1, stones.own), (2, stones.other)):
        for cell in cells_of(cells):
            board[cell] = code
    return bytes(board)


@lru_cache(1)
def _bare(inside: int) -> BoardBytes:
    """Return a board without stones, as the kernels read it."""
    cells = set(cells_of(inside))
    return bytes(EMPTY if cell in cells else WALL for cell in range(CELLS))


def placed(board: BoardBytes, cell: int, stone: bytes) -> BoardBytes:
    """Return a board with one more stone."""
    return board[:cell] + stone + board[cell + 1 :]


def find_line(engine: Engine, board: BoardBytes, attacker: int, tries: int) -> Moves:
    """Return a line that wins for the attacker, who is to move; empty when none is found."""
    library, record = engine.searcher.library, engine.searcher.line_record
    record.board[:] = board
    length = library.find_line(record, attacker, LONGEST_LINE, tries)
    return tuple(record.moves[:length])


def line_plies(engine: Engine, board: BoardBytes, attacker: int, line: Moves) -> int:
    """Return the most plies in which a line wins, 0 if it doesn't."""
    library, record = engine.searcher.library, engine.searcher.line_record
    record.board[:] = board
    record.moves[: len(line)] = line
    return library.line_plies(record, attacker, len(line))


def replies_covered(
    engine: Engine, board: BoardBytes, attacker: int, line: Moves
) -> dict[int, int]:
    """Return the replies, the defender to move, after which a line wins, each with the most
    plies.
    """
    library, record = engine.searcher.library, engine.searcher.line_record
    ctypes.memset(record.covered, 0, ctypes.sizeof(record.covered))
    record.board[:] = board
    record.moves[: len(line)] = line
    library.replies_covered(record, attacker, len(line))
    plies = record.covered
    return {cell: plies[cell] for cell in range(CELLS) if not board[cell] and plies[cell]}


def cover_plies(
    engine: Engine,
    board: BoardBytes,
    attacker: int,
    lines: Iterable[Moves],
    branches: dict[int, int],
) -> tuple[int, int]:
    """Return the most plies in which a cover wins, the defender to move, 0 if it doesn't; and how
    often a line was replayed.

    The first line that wins answers a reply, unless the reply has a branch: `branches` maps it to
    the plies of that win.
    """
    library, record = engine.searcher.library, engine.searcher.line_record
    ctypes.memset(record.covered, 0, ctypes.sizeof(record.covered))
    for reply, found in branches.items():
        record.covered[reply] = found
    record.board[:] = board
    left, replayed = board.count(EMPTY) - len(branches), 0
    for line in lines:
        replayed += left
        record.moves[: len(line)] = line
        left -= library.replies_covered(record, attacker, len(line))
    return library.cover_plies(record, attacker), replayed


def plies_by_lines(
    engine: Engine, board: BoardBytes, attacker: int, lines: Iterable[Moves], replies: Iterable[int]
) -> tuple[int, int]:
    """Return what `cover_plies` does before the branches are verified: each of the `replies` that
    have a branch counts as a win in one ply. A cover with a reply that no line answers fails here,
    before any of its branches is walked.
    """
    return cover_plies(engine, board, attacker, lines, dict.fromkeys(replies, 1))


def may_attack(engine: Engine, board: BoardBytes, attacker: int, cell: int) -> bool:
    """Return whether the attacker may play on a cell and makes no five there, which would be a
    line.
    """
    library, record = engine.searcher.library, engine.searcher.line_record
    record.board[:] = board
    return bool(library.may_attack(record, attacker, cell))
