"""The database of proven positions: what it finds, what it refuses, and games played by it."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from brain import certificate, collect
from brain.board import Board
from brain.cell import Cell
from brain.certificate import Certificate, Move
from brain.check import Checked, Refused
from brain.database import (
    START,
    STEP,
    Database,
    Entry,
    canonical,
    check,
    dumps,
    grid_of,
    key_of,
    orders,
)
from brain.engine import Engine
from brain.lexicon import BLACK, opponent
from brain.position import Position
from brain.prover import prove
from brain.symmetry import symmetries, transformed
from tests import ROOT

MEMORY = 64 << 20
GAMES = 3  # from each root
CARELESS = 0.3  # of the replies: any empty cell
NODES = 1  # too few to find a win
FILE = ROOT / "tests" / "data" / "certificates.txt"
MADE = [certificate.loads(bytes.fromhex(line)) for line in FILE.read_text().splitlines()]
CERTIFICATES = [made for made in MADE if isinstance(made.nodes[-1], Move)]
OPENING = Board.read("h8i12i7c13").position  # won in 15 plies


def board_of(claim: Certificate) -> tuple[int, int, int]:
    position = claim.position
    return position.rule, position.width, position.height


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
    return collect.collect(engine, [claim])


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
    points = transformed([(cell.x, cell.y) for cell, _ in position.stones], symmetry, *size)
    stones = [
        (Cell.at(*point), colour)
        for point, (_, colour) in zip(points, position.stones, strict=True)
    ]
    return Position(*size, position.rule, stones, position.turn)


# What it finds.


def test_every_symmetric_twin_is_found_with_a_move_that_wins(database: Database) -> None:
    for symmetry in symmetries(15, 15):
        twin = under(OPENING, symmetry)
        found = database.proven(twin, twin.turn)
        assert found
        assert found.plies == 15
        for ply, cell in enumerate(found.line):
            twin = Position(15, 15, 0, (*twin.stones, (cell, twin.turn)), opponent(twin.turn))
            after = database.proven(twin, twin.turn)
            if ply % 2 == 0 and after:
                assert -15 < after.plies <= ply - 14


def test_the_order_of_stones_doesnt_matter_at_a_record(database: Database) -> None:
    shuffled = Position(15, 15, 0, OPENING.stones[::-1], OPENING.turn)
    assert database.proven(shuffled, shuffled.turn) == database.proven(OPENING, OPENING.turn)


def test_nothing_is_known_elsewhere(database: Database) -> None:
    others = [
        Position(15, 15, 1, OPENING.stones, OPENING.turn),
        Position(20, 20, 0, OPENING.stones, OPENING.turn),
        Position(15, 15, 0, OPENING.stones, opponent(OPENING.turn)),
        Position(15, 15, 0, OPENING.stones, OPENING.turn, [Cell.named("a1")]),
        Board.read("h8i12i7").position,
        Board.read("h8i12i7c13a1").position,  # Black has not played what wins
    ]
    assert [database.proven(each, each.turn) for each in others] == [None] * len(others)


def test_the_same_certificates_make_the_same_bytes(
    engine: Engine, claim: Certificate, opening: bytes
) -> None:
    claims = [claim, prove(engine, under(OPENING, 5))]
    assert collect.collect(engine, claims) == collect.collect(engine, claims[::-1])
    assert collect.collect(engine, claims[:1]) == opening
    with pytest.raises(ValueError, match="of one rule and board"):
        collect.collect(engine, CERTIFICATES)
    with pytest.raises(ValueError, match="no certificate with a move"):
        collect.collect(engine, [])


# What it refuses.


def test_what_is_no_database_or_a_cut_one_is_refused_with_a_reason(file: Path) -> None:
    whole = file.read_bytes()
    for content, reason in (
        (b"", "doesn't begin as one"),
        (b"TENGENC1" + whole[8:], "doesn't begin as one"),
        (whole[: START - 1], "header's checksum is wrong"),
        (whole[:9] + b"\x09" + whole[10:], "header's checksum is wrong"),
        (whole[:-1], "not as long as it says"),
        (whole + b"\0", "not as long as it says"),
    ):
        file.write_bytes(content)
        with pytest.raises(ValueError, match=reason):
            Database(file)


def test_a_damaged_record_answers_nothing_and_is_named(file: Path, opening: bytes) -> None:
    for byte in range(START, START + 8 * STEP, 7):
        content = bytearray(opening)
        content[byte] ^= 0x40
        file.write_bytes(content)
        with closing(Database(file)) as damaged:
            record = (byte - START) // STEP
            with pytest.raises(ValueError, match=rf"record {record} is damaged"):
                check(damaged, nothing)
            assert damaged.proven(OPENING, OPENING.turn) in (None, known(opening, file))


def nothing(claim: Certificate) -> Checked:
    """Check nothing, as it is not the certificate that is wrong."""
    return Checked(claim.plies, 0)


def known(opening: bytes, file: Path) -> object:
    """Return what the undamaged file knows of the opening."""
    path = file.with_suffix(".whole")
    path.write_bytes(opening)
    with closing(Database(path)) as whole:
        return whole.proven(OPENING, OPENING.turn)


def test_damaged_certificates_are_refused_and_lead_to_no_error(file: Path, opening: bytes) -> None:
    records = int.from_bytes(opening[12:16], "little")
    proofs = START + records * STEP
    file.write_bytes(opening[:proofs] + bytes(byte ^ 1 for byte in opening[proofs:]))
    with closing(Database(file)) as damaged:
        found = damaged.proven(OPENING, OPENING.turn)
        assert found
        assert found.plies == 15
        with pytest.raises(ValueError, match="doesn't begin as one"):
            check(damaged, nothing)


@pytest.mark.parametrize(("plies", "move"), [(13, 0), (15, 1), (-15, 0)])
def test_a_record_that_its_certificate_doesnt_show_is_refused(
    plies: int, move: int, claim: Certificate, file: Path
) -> None:
    form, symmetry = canonical(grid_of(OPENING), 15, 15)
    key = key_of(0, 15, 15, BLACK, form)
    root = claim.nodes[-1]
    assert isinstance(root, Move)
    wins = orders(15, 15)[symmetry].index(Cell(root.cell).y * 15 + Cell(root.cell).x)
    for false in (0, 1):
        lie = Entry(plies if false else 15, wins + (move if false else 0), certificate.dumps(claim))
        file.write_bytes(dumps(0, 15, 15, {key: lie}))
        with closing(Database(file)) as made:
            if not false:
                assert check(made, nothing).plies == 15
                continue
            with pytest.raises(Refused, match="record 0 is not what its certificate shows"):
                check(made, nothing)
