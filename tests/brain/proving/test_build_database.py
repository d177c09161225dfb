"""What a database is made of: certificates of one board."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from brain.cell import Cell
from brain.certificates import certificate
from brain.certificates.certificate import Certificate, MoveNode
from brain.certificates.proof_database import (
    Database,
    check,
)
from brain.engine import Engine
from brain.game_board import Board
from brain.lexicon import point_of
from brain.position import Position
from brain.proving import build_database
from brain.proving.fastcheck import check as fast
from brain.proving.prover import prove
from brain.rules.symmetry import transformed
from tests import ROOT

MEMORY = 64 << 20
FILE = ROOT / "tests" / "data" / "certificates.txt"
MADE = [certificate.loads(bytes.fromhex(line)) for line in FILE.read_text().splitlines()]
CERTIFICATES = [made for made in MADE if isinstance(made.nodes[-1], MoveNode)]
OPENING = Board.read("h8i12i7c13").position  # won in 15 plies


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(MEMORY)


@pytest.fixture(scope="module")
def claim(engine: Engine) -> Certificate:
    """Return the certificate of the opening."""
    return prove(engine, OPENING)


@pytest.fixture(scope="module")
def opening(engine: Engine, claim: Certificate) -> bytes:
    """Return the database of the opening."""
    return build_database.collect(engine, [claim])


@pytest.fixture
def file(opening: bytes, tmp_path: Path) -> Path:
    path = tmp_path / "opening.positions"
    path.write_bytes(opening)
    return path


@pytest.fixture
def database(file: Path) -> Iterator[Database]:
    with closing(Database(file)) as database:
        yield database


def under(position: Position, symmetry: int) -> Position:
    """Return a position under a symmetry."""
    size = position.width, position.height
    points = transformed([point_of(cell) for cell, _ in position.stones], symmetry, *size)
    stones = [
        (Cell.at(*point), colour)
        for point, (_, colour) in zip(points, position.stones, strict=True)
    ]
    return Position(*size, position.rule, stones, position.turn)


def test_wins_in_few_plies_are_left_out_with_what_they_leave(
    engine: Engine, claim: Certificate, database: Database, tmp_path: Path
) -> None:
    path = tmp_path / "few.positions"
    path.write_bytes(build_database.collect(engine, [claim], 13))
    with closing(Database(path)) as few:
        assert check(few, lambda claim: fast(claim, engine)).plies == 15
        kept = {record.key: record.plies for record in few.records()}
    assert kept == {
        record.key: record.plies
        for record in database.records()
        if record.plies >= 13 or record.plies <= 1 - 13
    }
    with pytest.raises(ValueError, match="that wins in 17 plies or more"):
        build_database.collect(engine, [claim], 17)


def test_the_same_certificates_make_the_same_bytes(
    engine: Engine, claim: Certificate, opening: bytes
) -> None:
    claims = [claim, prove(engine, under(OPENING, 5))]
    assert build_database.collect(engine, claims) == build_database.collect(engine, claims[::-1])
    assert build_database.collect(engine, claims[:1]) == opening
    with pytest.raises(ValueError, match="of one rule and board"):
        build_database.collect(engine, CERTIFICATES)
    with pytest.raises(ValueError, match="no certificate with a move"):
        build_database.collect(engine, [])
