"""Packed certificates: the same after unpacking, and refused when they are damaged."""

import lzma
import random
import subprocess
import sys
from pathlib import Path

import pytest

from brain.certificates import certificate, packing
from brain.certificates.certificate import (
    PACKED_MAGIC,
    ByteReader,
    Certificate,
    CoverNode,
    LineNode,
    Link,
    MoveNode,
    Node,
)
from brain.lexicon import BLACK, FREESTYLE, cell_at
from brain.position import Position
from tests import ROOT

LINES = (ROOT / "tests" / "data" / "certificates.txt").read_text().splitlines()
FILES = [bytes.fromhex(line) for line in LINES]
LARGEST = max(FILES, key=len)
DAMAGES = 300
FAST = ({"id": lzma.FILTER_LZMA2, "preset": 0},)  # a compression that takes no memory to begin


@pytest.mark.parametrize("data", FILES, ids=range(len(FILES)))
def test_unpacking_restores_the_packed_certificate(
    data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packing, "FILTERS", FAST)
    claim = certificate.loads(data)
    assert packing.loads(packing.dumps(claim)) == claim


@pytest.mark.parametrize("step", [1, -1])
def test_answers_pending_for_long_are_encoded_by_their_numbers(step: int) -> None:
    cells = [*Position(20, 20, FREESTYLE).board()][:300]
    moves = [MoveNode(cell, Link(1)) for cell in cells]
    places = range(2, 2 + len(moves))[::step]
    branches = tuple((cell, Link(place)) for cell, place in zip(cells, places, strict=True))
    nodes: list[Node] = [
        LineNode((cells[0],)),
        CoverNode((0,), ()),
        *moves,
        CoverNode((0,), branches),
    ]
    nodes.append(MoveNode(cells[0], Link(len(nodes) - 1)))
    claim = Certificate(Position(20, 20, FREESTYLE), 5, tuple(nodes))
    assert packing.loads(packing.dumps(claim)) == claim


def test_a_damaged_file_is_refused() -> None:
    packed = packing.dumps(certificate.loads(LARGEST))
    dice = random.Random(1)
    for _ in range(DAMAGES):
        damaged = bytearray(packed)
        damaged[dice.randrange(len(packed))] ^= 1 << dice.randrange(8)
        with pytest.raises(ValueError, match=r"packed|damaged"):
            packing.loads(bytes(damaged))
        with pytest.raises(ValueError, match=r"packed|damaged"):
            packing.loads(packed[: dice.randrange(len(packed))])


def test_a_file_that_expands_too_far_is_refused() -> None:
    packed = lzma.compress(bytes(1 << 20), preset=0)
    most = packing.MOST_TIMES * len(packed) + packing.MOST_BESIDES
    with pytest.raises(ValueError, match=f"damaged, or expands to more than {most} bytes"):
        packing.loads(certificate.PACKED_MAGIC + packed)


def test_unused_nodes_are_refused_before_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "_Reader", None)
    columns = [b""] * len(packing.COLUMNS)
    columns[:3] = bytes(9), bytes([1]) * 9, bytes(9)  # nine lines of a move each
    with pytest.raises(ValueError, match=certificate.UNUSED):
        packing.loads(_packed(columns))


def test_a_wrong_number_of_columns_is_refused() -> None:
    with pytest.raises(ValueError, match="expected 13 columns, got 12"):
        packing.loads(_packed([b""] * 12))


def _packed(columns: list[bytes]) -> bytes:
    """Return a packed file with columns."""
    head = certificate.dumps(Certificate(Position(15, 15, FREESTYLE), 1, ()))
    parts = [certificate.number_bytes(len(part)) + part for part in (head, *columns)]
    return certificate.PACKED_MAGIC + lzma.compress(b"".join(parts), filters=FAST)


def test_a_change_of_the_columns_is_refused_or_gives_another_certificate() -> None:
    packed = packing.dumps(certificate.loads(LARGEST))
    start = len(certificate.PACKED_MAGIC)
    content = lzma.decompress(packed[start:])
    dice = random.Random(2)
    refused = 0
    for _ in range(DAMAGES):
        damaged = bytearray(content)
        damaged[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
        try:
            found = packing.loads(packed[:start] + lzma.compress(bytes(damaged), filters=FAST))
        except ValueError:
            refused += 1
        else:
            assert certificate.dumps(found) != LARGEST
    assert refused


@pytest.mark.parametrize("number", range(2, 1 + len(packing.COLUMNS)))
def test_a_column_with_a_number_that_nothing_reads_is_refused(number: int) -> None:
    content = packing._content(certificate.loads(LARGEST))
    parts = [*packing._parts(content)]  # the head, the kinds, and the other columns
    parts[number] += certificate.number_bytes(0)
    longer = b"".join(certificate.number_bytes(len(part)) + part for part in parts)
    packed = certificate.PACKED_MAGIC + lzma.compress(longer)
    with pytest.raises(ValueError, match="not encoded as it should be"):
        packing.loads(packed)


def test_the_module_packs_and_unpacks_files(tmp_path: Path) -> None:
    plain, packed, again = (tmp_path / name for name in ("plain", "packed", "again"))
    plain.write_bytes(LARGEST)
    for given, made in ((plain, packed), (packed, again)):
        command = [sys.executable, "-m", "brain.certificates.packing", str(given), str(made)]
        subprocess.run(command, cwd=ROOT, check=True)
    assert packed.read_bytes() == packing.dumps(certificate.loads(LARGEST))
    assert again.read_bytes() == LARGEST


def test_an_answer_is_written_by_recency_among_the_last_256_moves() -> None:
    """A cover answers its last reply with the first of 256 or 257 moves."""
    for moves, expected in ((256, 3 * 255 + packing.BY_RECENCY), (257, packing.BY_MOVE)):
        nodes: list[Node] = [LineNode((cell_at(0, 0),)), CoverNode((0,), ())]
        nodes += [MoveNode(cell_at(n % 22, n // 22), Link(1)) for n in range(moves)]
        links = [*(Link(2 + n) for n in range(1, moves)), Link(2)]
        replies = (cell_at(n % 22, n // 22) for n in range(moves))
        nodes.append(CoverNode((), tuple(zip(replies, links, strict=True))))
        nodes.append(MoveNode(cell_at(21, 21), Link(len(nodes) - 1)))
        claim = Certificate(Position(22, 22, FREESTYLE, (), BLACK), 9, tuple(nodes))
        data = packing.dumps(claim)
        assert packing.loads(data) == claim
        reader = ByteReader(lzma.decompress(data[len(PACKED_MAGIC) :]))
        parts = []
        while reader.at < len(reader.data):
            size = reader.number()
            parts.append(reader.data[reader.at : reader.at + size])
            reader.at += size
        answers = parts[1 + packing.COLUMNS.index("answers")]
        assert ByteReader(answers).number() == expected
