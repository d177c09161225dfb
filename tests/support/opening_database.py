"""The database of one opening, and certificates of many boards, for tests of databases."""

from functools import cache

from brain.cell import Cell
from brain.certificates import certificate
from brain.certificates.certificate import Certificate, MoveNode
from brain.engine import Engine
from brain.game_board import Board
from brain.lexicon import point_of
from brain.position import Position
from brain.proving import build_database
from brain.proving.prover import prove
from brain.rules.symmetry import transformed
from tests import DATA

MEMORY = 64 << 20  # bytes of an engine
MADE = [
    certificate.loads(bytes.fromhex(line))
    for line in (DATA / "certificates.txt").read_text().splitlines()
]
CERTIFICATES = [made for made in MADE if isinstance(made.nodes[-1], MoveNode)]
OPENING = Board.read("h8i12i7c13").position  # won in 15 plies


@cache
def proved(engine: Engine) -> Certificate:
    """Return the certificate of the opening."""
    return prove(engine, OPENING)


@cache
def collected(engine: Engine) -> bytes:
    """Return the database of the opening."""
    return build_database.collect(engine, [proved(engine)])


def under(position: Position, symmetry: int) -> Position:
    """Return a position under a symmetry."""
    size = position.width, position.height
    points = transformed([point_of(cell) for cell, _ in position.stones], symmetry, *size)
    stones = [
        (Cell.at(*point), colour)
        for point, (_, colour) in zip(points, position.stones, strict=True)
    ]
    return Position(*size, position.rule, stones, position.turn)
