"""The theorems: the files are what their page says, and parts of them hold by the rules alone."""

import random
import re
from collections import Counter
from functools import cache
from hashlib import sha256
from math import inf
from pathlib import Path

import pytest

from brain.cell import Cell
from brain.lexicon import FREESTYLE, STANDARD
from brain.position import Position
from brain.proofs import certificate, packing
from brain.proofs.certificate import Certificate, Cover, Line, Move
from brain.proofs.parts import check_part, parts_below, parts_of
from brain.symmetry import Point, Points, lowest, symmetries, transformed
from protocol.records import openings
from tests import ROOT

SIZE = 15, 15
PARTS = 4  # checked; `tengen verify` checks all
DOCS = ROOT / "docs"
PAGE = (DOCS / "theorems.md").read_text(encoding="utf-8")
RULES = {"freestyle": FREESTYLE, "standard": STANDARD}  # by the page's columns, in order
ROWS = re.findall(r"(?<=\| )(\w\d+) \| (\w\d+) \| (\d+), (\d+)(?= \|)", PAGE)
OPENINGS = openings.parse("\n".join(f"h8{reply}{answer}" for reply, answer, *_ in ROWS), *SIZE)


def path(name: str) -> Path:
    return DOCS / "theorems" / f"{name}-15.packed"


def point(cell: int) -> Point:
    return Cell(cell).x, Cell(cell).y


@cache
def theorem(name: str) -> Certificate:
    return packing.loads(path(name).read_bytes())


def told(row: str, name: str) -> int:
    """Return the number that the page's first table tells of a theorem."""
    cells = re.findall(rf"^\| {row} \|(.*)\|(.*)\|$", PAGE, re.MULTILINE)[0]
    return int(re.sub(r"\D", "", cells[[*RULES].index(name)]))


@pytest.mark.parametrize("name", RULES)
def test_the_page_tells_what_the_file_is(name: str) -> None:
    claim, data = theorem(name), certificate.dumps(theorem(name))
    assert claim.position == Position(*SIZE, RULES[name])
    assert told("Black wins in at most", name) == claim.plies
    assert told("bytes", name) == path(name).stat().st_size
    assert told(r"bytes, \[unpacked\]\S+", name) == len(data)
    kinds = Counter(type(node) for node in claim.nodes)
    assert told("nodes", name) == len(claim.nodes)
    assert told("lines", name) == kinds[Line]
    assert told("covers", name) == kinds[Cover]
    assert told("moves", name) == kinds[Move]
    assert f"\n{sha256(data).hexdigest()}  {name}-15\n" in PAGE


@pytest.mark.parametrize("name", RULES)
def test_random_parts_of_it_hold_by_the_rules_alone(name: str) -> None:
    claim, dice = theorem(name), random.Random(15)
    [(number, stones)] = parts_of(claim, 0)
    cover = claim.nodes[number]
    assert isinstance(cover, Cover)
    for reply, link in dice.sample(cover.branches, PARTS):
        parts = sorted(parts_below(claim, link, stones.answered(reply), 1))
        assert 0 < check_part(dice.choice(parts), claim, inf).plies < claim.plies


@pytest.mark.parametrize("name", RULES)
def test_the_page_tells_its_answers(name: str) -> None:
    claim, found = theorem(name), set[Points]()
    first = claim.nodes[-1]
    assert isinstance(first, Move)
    cover = claim.nodes[first.then.node]
    assert isinstance(cover, Cover)
    for reply, link in cover.branches:
        answer = claim.nodes[link.node]
        assert isinstance(answer, Move)
        before = transformed([point(first.cell), point(reply)], link.symmetry, *SIZE)
        found.add(lowest((*before, point(answer.cell)), *SIZE))
    assert found == {lowest(opening, *SIZE) for opening in OPENINGS}


@pytest.mark.parametrize("name", RULES)
def test_the_page_tells_the_plies_of_the_hardest_reply(name: str) -> None:
    assert 2 + max(int(row[2 + [*RULES].index(name)]) for row in ROWS) == theorem(name).plies


def test_every_reply_is_in_the_table_and_has_advice() -> None:
    advice = openings.parse((DOCS / "theorems" / "advice.txt").read_text(), *SIZE)
    assert set(OPENINGS) <= set(advice)
    replies = {
        transformed(opening[:2], symmetry, *SIZE)[1]
        for opening in OPENINGS
        for symmetry in symmetries(*SIZE)
    }
    assert len(replies) == SIZE[0] * SIZE[1] - 1
