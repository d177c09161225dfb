"""The theorems: the files match their page, as far as their columns and their first nodes show.

`python -m tests.long.theorems` unpacks them, and checks random parts by the rules.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from hashlib import sha256
from itertools import islice

import pytest

from brain.cell_names import ABOVE, name_of
from brain.certificates import certificate, packing
from brain.certificates.certificate import COVER, LINE, MOVE, PACKED_MAGIC, Certificate
from brain.openings import opening_book
from brain.openings.opening_book import Opening
from brain.position import Position
from brain.rules.laws import rule_named
from brain.rules.symmetry import symmetries, transformed
from tests import ROOT

FIRST = 5_000  # nodes that are read and written again
DOCS = ROOT / "docs"
FILES = DOCS / "theorems"
PAGE = (DOCS / "theorems.md").read_text(encoding="utf-8")
NAMES = re.findall(r"\(theorems/(\w+-\d+)\.packed\)", PAGE)  # in the order of the columns


def size_of(name: str) -> int:
    """Return the size of a theorem's board."""
    return int(name.split("-")[1])


SIZES = sorted({size_of(name) for name in NAMES})

each_theorem = pytest.mark.parametrize("name", NAMES)


def packed(name: str) -> bytes:
    """Return a theorem's file."""
    return (FILES / f"{name}.packed").read_bytes()


def unread(name: str) -> tuple[Certificate, list[bytes]]:
    """Return a theorem's certificate without its nodes, and the columns of the nodes."""
    content = packing._unpacked(packed(name).removeprefix(PACKED_MAGIC))
    head, *columns = packing._parts(content)
    return certificate.unchecked(head), columns


def is_described(name: str, claim: Certificate, counts: Iterator[int]) -> bool:
    """Return whether the page has a theorem's position, plies, and counts of nodes: lines, covers
    and moves.
    """
    size = size_of(name)
    lines = ("Black wins in at most", "nodes", "threat lines", "covers", "moves")
    known = [*counts]
    numbers = [number_of(line, name) for line in lines]
    is_position = claim.position == Position(size, size, rule_named(name.split("-")[0]))
    return is_position and numbers == [claim.plies, sum(known), *known]


def number_of(line: str, name: str) -> int:
    """Return a number of a theorem in the page's first table."""
    cells = re.findall(rf"^\| {line} \|(.*)\|$", PAGE, re.MULTILINE)[0].split("|")
    return int(re.sub(r"\D", "", cells[NAMES.index(name)]))


@cache
def rows(size: int) -> tuple[tuple[Opening, tuple[int, ...]], ...]:
    """Return the page's rows on the replies on a board: each as an opening with the answer, and the
    plies of every theorem there.
    """
    section = re.split(rf"\n### {size} \S {size}\n", PAGE)[1].split("\n#")[0]
    found = re.findall(r"(?<=\| )(\w\d+) \| (\w\d+) \| (\d[\d, ]*)(?= \|)", section)
    centre = name_of(size // 2, size // 2, size, ABOVE)
    return tuple(
        (
            opening_book.parse_line(f"{centre}{reply}{answer}", size, size),
            tuple(int(count) for count in plies.split(",")),
        )
        for reply, answer, plies in found
    )


def test_every_file_is_on_the_page() -> None:
    assert sorted(NAMES) == sorted(found.stem for found in FILES.glob("*.packed"))


@each_theorem
def test_the_page_has_the_checksum_of_the_packed_file(name: str) -> None:
    data = packed(name)
    assert f"\n{sha256(data).hexdigest()}  {name}.packed\n" in PAGE
    assert number_of("bytes", name) == len(data)


@each_theorem
def test_the_page_describes_the_columns(name: str) -> None:
    claim, (kinds, *_) = unread(name)
    counted = Counter(kinds)
    assert is_described(name, claim, (counted[kind] for kind in (LINE, COVER, MOVE)))
    column = [other for other in NAMES if size_of(other) == size_of(name)].index(name)
    assert 2 + max(plies[column] for _, plies in rows(size_of(name))) == claim.plies


def test_the_first_nodes_are_written_as_they_were_read() -> None:
    claim, columns = unread(NAMES[0])
    size = claim.position.width, claim.position.height
    reader = packing._Reader(packing._columns(columns), size)
    first = replace(claim, nodes=tuple(islice(reader.nodes(), FIRST)))
    written = packing._Writer(first).columns.values()
    assert len(first.nodes) == FIRST
    for column, numbers in zip(columns, written, strict=True):
        assert column.startswith(packing._column_bytes(numbers))


@pytest.mark.parametrize("size", SIZES)
def test_every_reply_is_in_the_table_and_has_advice(size: int) -> None:
    answers = {opening for opening, _ in rows(size)}
    advice = opening_book.parse((FILES / f"advice-{size}.txt").read_text(), size, size)
    assert answers <= set(advice)
    replies = {
        transformed(opening[:2], symmetry, size, size)[1]
        for opening in answers
        for symmetry in symmetries(size, size)
    }
    assert len(replies) == size * size - 1
