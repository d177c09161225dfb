"""The theorems: the files match their page, and parts of them are checked by the rules.

Only the smallest is unpacked here. `python -m tests.long.theorems` unpacks all.
"""

import gc
import os
import random
import re
from collections import Counter
from functools import cache
from hashlib import sha256
from math import inf
from pathlib import Path

import pytest

from brain.cell_names import ABOVE, name_of
from brain.certificates import certificate, packing
from brain.certificates.certificate import Certificate, CoverNode, LineNode, MoveNode
from brain.certificates.certificate_parts import check_part, parts_below, parts_of
from brain.lexicon import point_of
from brain.openings import opening_book
from brain.openings.opening_book import Opening
from brain.position import Position
from brain.rules.laws import rule_named
from brain.rules.symmetry import Points, lowest, symmetries, transformed
from tests import ROOT

PARTS = 4  # checked; `tengen verify` checks all
DOCS = ROOT / "docs"
FILES = DOCS / "theorems"
PAGE = (DOCS / "theorems.md").read_text(encoding="utf-8")
NAMES = re.findall(r"\(theorems/(\w+-\d+)\.packed\)", PAGE)  # in the order of the columns


def size_of(name: str) -> int:
    return int(name.split("-")[1])


ALL = "TENGEN_ALL_THEOREMS"  # in the environment: unpack every theorem
UNPACKED = NAMES if ALL in os.environ else NAMES[:1]
SIZES = sorted({size_of(name) for name in NAMES})


def path(name: str) -> Path:
    return FILES / f"{name}.packed"


@pytest.fixture(scope="module", params=UNPACKED)
def name(request: pytest.FixtureRequest) -> str:
    """Return a theorem's name. pytest runs all tests of one before those of the next."""
    return str(request.param)


@pytest.fixture(scope="module")
def claim(name: str) -> Certificate:
    """Return a theorem's certificate, which takes ten seconds to unpack."""
    gc.disable()  # millions of objects are made, and none becomes garbage
    try:
        return packing.loads(path(name).read_bytes())
    finally:
        gc.enable()


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


@pytest.mark.parametrize("name", NAMES)
def test_the_page_has_the_checksum_of_the_packed_file(name: str) -> None:
    data = path(name).read_bytes()
    assert f"\n{sha256(data).hexdigest()}  {name}.packed\n" in PAGE
    assert number_of("bytes", name) == len(data)


def test_the_page_describes_the_file(name: str, claim: Certificate) -> None:
    data, size = certificate.dumps(claim), size_of(name)
    assert claim.position == Position(size, size, rule_named(name.split("-")[0]))
    assert number_of("Black wins in at most", name) == claim.plies
    assert number_of(r"bytes, \[unpacked\]\S+", name) == len(data)
    kinds = Counter(type(node) for node in claim.nodes)
    assert number_of("nodes", name) == len(claim.nodes)
    assert number_of("threat lines", name) == kinds[LineNode]
    assert number_of("covers", name) == kinds[CoverNode]
    assert number_of("moves", name) == kinds[MoveNode]
    assert f"\n{sha256(data).hexdigest()}  {name}\n" in PAGE


def test_random_parts_of_it_hold_by_the_rules_alone(claim: Certificate) -> None:
    dice = random.Random(15)
    [(number, stones)] = parts_of(claim, 0)
    cover = claim.nodes[number]
    assert isinstance(cover, CoverNode)
    for reply, link in dice.sample(cover.branches, PARTS):
        parts = sorted(parts_below(claim, link, stones.answered(reply), 1))
        assert 0 < check_part(dice.choice(parts), claim, inf).plies < claim.plies


def test_the_page_lists_its_answers(name: str, claim: Certificate) -> None:
    found, size = set[Points](), size_of(name)
    first = claim.nodes[-1]
    assert isinstance(first, MoveNode)
    cover = claim.nodes[first.then.node]
    assert isinstance(cover, CoverNode)
    for reply, link in cover.branches:
        answer = claim.nodes[link.node]
        assert isinstance(answer, MoveNode)
        before = transformed([point_of(first.cell), point_of(reply)], link.symmetry, size, size)
        found.add(lowest((*before, point_of(answer.cell)), size, size))
    assert found == {lowest(opening, size, size) for opening, _ in rows(size)}


def test_the_page_lists_the_plies_of_the_hardest_reply(name: str, claim: Certificate) -> None:
    size = size_of(name)
    column = [other for other in NAMES if size_of(other) == size].index(name)
    assert 2 + max(plies[column] for _, plies in rows(size)) == claim.plies


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
