"""The file of proven positions: which ones it refuses, and how the engine answers by it."""

import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from brain.cell import row_major
from brain.certificates import certificate
from brain.certificates.board_bytes import bytes_of, canonical, cells_inside
from brain.certificates.certificate import Certificate, MoveNode, sealed
from brain.certificates.check import Checked, Refused
from brain.certificates.database_lines import Proven, proven
from brain.certificates.proof_database import (
    HEADER,
    MAGIC,
    RECORD,
    START,
    STEP,
    Database,
    after_move,
    check,
    key_of,
)
from brain.certificates.stones import turned
from brain.engine import Engine, Limit
from brain.lexicon import BLACK, EMPTY, WHITE, opponent
from brain.position import Position
from brain.proving.build_database import Entry, dumps
from brain.thinking.think import Analysis
from tests import ROOT
from tests.support.opening_database import MEMORY, OPENING, collected, proved

NODES = 1  # too few to find a win


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(MEMORY)


@pytest.fixture(scope="module")
def claim(engine: Engine) -> Certificate:
    """Return the certificate of the opening."""
    return proved(engine)


@pytest.fixture(scope="module")
def opening(engine: Engine) -> bytes:
    """Return the database of the opening."""
    return collected(engine)


@pytest.fixture
def file(opening: bytes, tmp_path: Path) -> Path:
    path = tmp_path / "opening.positions"
    path.write_bytes(opening)
    return path


def test_a_file_that_is_cut_under_its_reader_gives_no_answer(file: Path, engine: Engine) -> None:
    with closing(Database(file)) as positions:
        last = max(positions.records(), key=lambda record: record.place)
        for length in (len(file.read_bytes()) - 1, START + STEP, START, 0):
            with file.open("r+b") as writer:
                writer.truncate(length)
            with pytest.raises(ValueError, match=r"damaged|as one"):
                positions.certificate(last)
        assert proven(positions, OPENING, OPENING.turn) is None
        with pytest.raises(ValueError, match="record 0 is damaged"):
            next(positions.records())


def test_a_file_that_is_not_a_whole_database_is_refused_with_a_reason(file: Path) -> None:
    whole = file.read_bytes()
    for content, reason in (
        (b"", "does not begin as one"),
        (b"TENGENC1" + whole[8:], "does not begin as one"),
        (whole[: START - 1], "header's checksum is wrong"),
        (whole[:9] + b"\x09" + whole[10:], "header's checksum is wrong"),
        (whole[:-1], "its length is not the one"),
        (whole + b"\0", "its length is not the one"),
    ):
        file.write_bytes(content)
        with pytest.raises(ValueError, match=reason):
            Database(file)


def test_a_damaged_record_answers_nothing_and_is_named(file: Path, opening: bytes) -> None:
    whole = known(opening, file)
    assert whole
    for byte in range(START, START + 8 * STEP, 7):
        content = bytearray(opening)
        content[byte] ^= 0x40
        file.write_bytes(content)
        with closing(Database(file)) as damaged:
            record = (byte - START) // STEP
            with pytest.raises(ValueError, match=rf"record {record} is damaged"):
                check(damaged, nothing)
            found = proven(damaged, OPENING, OPENING.turn)
            if found:  # as far as the records are whole
                assert found == replace(whole, line=whole.line[: len(found.line)])


def test_a_record_twice_is_refused(file: Path, opening: bytes) -> None:
    fields = HEADER.unpack_from(opening)
    head = sealed(HEADER.pack(*fields[:5], fields[5] + 1, fields[6]))
    file.write_bytes(head + opening[START : START + STEP] + opening[START:])
    with closing(Database(file)) as doubled, pytest.raises(ValueError, match="1 is out of order"):
        check(doubled, nothing)


@pytest.mark.parametrize(
    ("place", "size", "reason"),
    [(1, -1, "record 1 is damaged: its certificate overlaps another"), (2, -1, "ends beyond")],
)
def test_certificates_that_overlap_or_end_beyond_the_file_are_not_read(
    place: int, size: int, reason: str, claim: Certificate, file: Path
) -> None:
    data = certificate.dumps(claim)
    form, symmetry = canonical(bytes_of(OPENING), (15, 15))
    key = key_of(0, (15, 15), BLACK, form)
    root = claim.nodes[-1]
    assert isinstance(root, MoveNode)
    move = row_major(turned(root.cell, symmetry, (15, 15)), 15)
    fields = [(key, move, 15, 0, len(data)), (b"\xff" * 16, move, 15, place, len(data) + size)]
    records = b"".join(sealed(RECORD.pack(*each)) for each in fields[place - 1 :])
    count = len(records) // STEP
    file.write_bytes(sealed(HEADER.pack(MAGIC, 0, 15, 15, 0, count, len(data))) + records + data)
    with closing(Database(file)) as made, pytest.raises(ValueError, match=reason):
        check(made, nothing)


def nothing(claim: Certificate) -> Checked:
    """Check nothing, as it is not the certificate that is wrong."""
    return Checked(claim.plies, 0)


def known(opening: bytes, file: Path) -> Proven | None:
    """Return what the undamaged file knows of the opening."""
    path = file.with_suffix(".whole")
    path.write_bytes(opening)
    with closing(Database(path)) as whole:
        return proven(whole, OPENING, OPENING.turn)


def test_damaged_certificates_are_refused_and_lead_to_no_error(file: Path, opening: bytes) -> None:
    records = int.from_bytes(opening[12:16], "little")
    proofs = START + records * STEP
    file.write_bytes(opening[:proofs] + bytes(byte ^ 1 for byte in opening[proofs:]))
    with closing(Database(file)) as damaged:
        found = proven(damaged, OPENING, OPENING.turn)
        assert found
        assert found.plies == 15
        with pytest.raises(ValueError, match="doesn't begin as one"):
            check(damaged, nothing)


@pytest.mark.parametrize(("plies", "move"), [(13, 0), (15, 1), (-15, 0)])
def test_a_record_that_its_certificate_doesnt_show_is_refused(
    plies: int, move: int, claim: Certificate, file: Path
) -> None:
    form, symmetry = canonical(bytes_of(OPENING), (15, 15))
    key = key_of(0, (15, 15), BLACK, form)
    root = claim.nodes[-1]
    assert isinstance(root, MoveNode)
    wins = row_major(turned(root.cell, symmetry, (15, 15)), 15)
    for false in (0, 1):
        lie = Entry(plies if false else 15, wins + (move if false else 0), certificate.dumps(claim))
        file.write_bytes(dumps(0, 15, 15, {key: lie}))
        with closing(Database(file)) as made:
            if not false:
                assert check(made, nothing).plies == 15
                continue
            with pytest.raises(Refused, match="record 0 is not what its certificate shows"):
                check(made, nothing)


def test_a_move_beyond_the_board_gives_no_answer(claim: Certificate, file: Path) -> None:
    form, _ = canonical(bytes_of(OPENING), (15, 15))
    key = key_of(0, (15, 15), BLACK, form)
    for move in (225, 226, 65535):
        file.write_bytes(dumps(0, 15, 15, {key: Entry(15, move, certificate.dumps(claim))}))
        with closing(Database(file)) as made:
            assert made.find(bytes_of(OPENING), BLACK) is None


def test_a_database_without_positions_shows_nothing(file: Path) -> None:
    file.write_bytes(dumps(0, 15, 15, {}))
    with closing(Database(file)) as made:
        assert check(made, nothing) == Checked(0, 0)


@pytest.mark.parametrize("is_known", [True, False], ids=["taken", "unknown"])
def test_a_lost_record_has_a_legal_reply_of_its_certificate(
    is_known: bool, claim: Certificate, file: Path
) -> None:
    form, _ = canonical(after_move(claim), (15, 15))
    taken = next(row_major(cell, 15) for cell in cells_inside(15, 15) if form[cell] != EMPTY)
    key = key_of(0, (15, 15), WHITE, form) if is_known else bytes(16)
    plies = 1 - claim.plies if is_known else 0
    file.write_bytes(dumps(0, 15, 15, {key: Entry(plies, taken, certificate.dumps(claim))}))
    with (
        closing(Database(file)) as made,
        pytest.raises(Refused, match="record 0 is not what its certificate shows"),
    ):
        check(made, nothing)


# The engine.


def test_an_engine_answers_at_once_where_one_line_is_wanted(file: Path) -> None:
    reported: list[Analysis] = []
    with Engine(MEMORY, database=file) as engine:
        found = engine.analyse(OPENING, Limit(nodes=NODES), report=reported.append)
        assert (found.score.mate, found.analysis.nodes, reported) == (15, 0, [found.analysis])
        assert engine.play(OPENING, Limit(nodes=NODES)).move == found.move
        (own, reply, *_) = found.analysis.line
        engine.place(own, OPENING.turn)
        lost = engine.think(opponent(OPENING.turn), Limit(nodes=NODES))
        assert (lost.score.mate, lost.move) == (-14, reply)


def test_an_engine_searches_for_several_lines_a_barred_move_and_a_weaker_level(file: Path) -> None:
    with Engine(MEMORY, database=file) as engine:
        move = engine.analyse(OPENING, Limit(nodes=NODES)).move
        assert engine.analyse(OPENING, Limit(nodes=50), lines=2).analysis.nodes > 0
        assert engine.play(OPENING, Limit(nodes=50), strength=20).analysis.nodes > 0
        engine.set_up(OPENING)
        assert engine.think(OPENING.turn, Limit(nodes=50), barred=[move]).move != move


def test_the_empty_board_may_be_known_too(tmp_path: Path) -> None:
    centre, path = 7 * 15 + 7, tmp_path / "positions"
    key = key_of(0, (15, 15), BLACK, bytes_of(Position(15, 15, 0)))
    path.write_bytes(dumps(0, 15, 15, {key: Entry(33, centre, b"")}))
    with Engine(MEMORY, database=path) as engine:
        found = engine.analyse(Position(15, 15, 0), Limit(nodes=NODES))
        assert (found.move.name, found.score.mate, found.analysis.line) == ("h8", 33, (found.move,))
        assert engine.play(Position(15, 15, 0), Limit(nodes=NODES)).move == found.move


def test_a_wrong_file_is_refused_and_changes_nothing(file: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong"
    wrong.write_bytes(b"wrong")
    with Engine(MEMORY, database=file) as engine:
        with pytest.raises(ValueError, match="is not a Tengen database"):
            engine.set_database(wrong)
        with pytest.raises(FileNotFoundError):
            engine.set_database(tmp_path / "none")
        assert engine.analyse(OPENING, Limit(nodes=NODES)).score.mate == 15
    with pytest.raises(ValueError, match="is not a Tengen database"):
        Engine(MEMORY, database=wrong)


def test_nothing_is_loaded_without_a_file() -> None:
    program = "import sys; from brain.engine import Engine; Engine(); print(*sys.modules)"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True)
    unneeded = {
        *("brain.certificates.proof_database", "brain.certificates.check", "hashlib"),
        *("brain.thinking.recall", "brain.position_database", "sqlite3"),
    }
    assert not unneeded & set(done.stdout.split())
