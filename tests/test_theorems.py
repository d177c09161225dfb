"""The theorems: the files are what their page says, and parts of them hold by the rules alone."""

import random
import re
from collections import Counter
from functools import cache
from hashlib import sha256
from math import inf
from pathlib import Path

import pytest

from brain.lexicon import FREESTYLE, STANDARD, point_of
from brain.position import Position
from brain.proofs import certificate, packing
from brain.proofs.certificate import Certificate, Cover, Line, Move
from brain.proofs.parts import check_part, parts_below, parts_of
from brain.rules import RULE_NAMES
from brain.symmetry import Points, lowest, symmetries, transformed
from protocol.records import openings
from tests import ROOT

SIZE = 15, 15
PARTS = 4  # checked; `tengen verify` checks all
DOCS = ROOT / "docs"
PAGE = (DOCS / "theorems.md").read_text(encoding="utf-8")
RULES = (FREESTYLE, STANDARD)  # as the page's columns
ROWS = re.findall(r"(?<=\| )(\w\d+) \| (\w\d+) \| (\d+), (\d+)(?= \|)", PAGE)
OPENINGS = openings.parse("\n".join(f"h8{reply}{answer}" for reply, answer, *_ in ROWS), *SIZE)


def path(rule: int) -> Path:
    return DOCS / "theorems" / f"{RULE_NAMES[rule]}-15.packed"


@cache
def theorem(rule: int) -> Certificate:
    return packing.loads(path(rule).read_bytes())


def told(line: str, rule: int) -> int:
    """Return the number that the page's first table tells of a theorem."""
    cells = re.findall(rf"^\| {line} \|(.*)\|(.*)\|$", PAGE, re.MULTILINE)[0]
    return int(re.sub(r"\D", "", cells[RULES.index(rule)]))


@pytest.mark.parametrize("rule", RULES)
def test_the_page_tells_what_the_file_is(rule: int) -> None:
    claim, data = theorem(rule), certificate.dumps(theorem(rule))
    assert claim.position == Position(*SIZE, rule)
    assert told("Black wins in at most", rule) == claim.plies
    assert told("bytes", rule) == path(rule).stat().st_size
    assert told(r"bytes, \[unpacked\]\S+", rule) == len(data)
    kinds = Counter(type(node) for node in claim.nodes)
    assert told("nodes", rule) == len(claim.nodes)
    assert told("lines", rule) == kinds[Line]
    assert told("covers", rule) == kinds[Cover]
    assert told("moves", rule) == kinds[Move]
    assert f"\n{sha256(data).hexdigest()}  {RULE_NAMES[rule]}-15\n" in PAGE


@pytest.mark.parametrize("rule", RULES)
def test_random_parts_of_it_hold_by_the_rules_alone(rule: int) -> None:
    claim, dice = theorem(rule), random.Random(15)
    [(number, stones)] = parts_of(claim, 0)
    cover = claim.nodes[number]
    assert isinstance(cover, Cover)
    for reply, link in dice.sample(cover.branches, PARTS):
        parts = sorted(parts_below(claim, link, stones.answered(reply), 1))
        assert 0 < check_part(dice.choice(parts), claim, inf).plies < claim.plies


@pytest.mark.parametrize("rule", RULES)
def test_the_page_tells_its_answers(rule: int) -> None:
    claim, found = theorem(rule), set[Points]()
    first = claim.nodes[-1]
    assert isinstance(first, Move)
    cover = claim.nodes[first.then.node]
    assert isinstance(cover, Cover)
    for reply, link in cover.branches:
        answer = claim.nodes[link.node]
        assert isinstance(answer, Move)
        before = transformed([point_of(first.cell), point_of(reply)], link.symmetry, *SIZE)
        found.add(lowest((*before, point_of(answer.cell)), *SIZE))
    assert found == {lowest(opening, *SIZE) for opening in OPENINGS}


@pytest.mark.parametrize("rule", RULES)
def test_the_page_tells_the_plies_of_the_hardest_reply(rule: int) -> None:
    assert 2 + max(int(cells[2 + RULES.index(rule)]) for cells in ROWS) == theorem(rule).plies


def test_every_reply_is_in_the_table_and_has_advice() -> None:
    advice = openings.parse((DOCS / "theorems" / "advice.txt").read_text(), *SIZE)
    assert set(OPENINGS) <= set(advice)
    replies = {
        transformed(opening[:2], symmetry, *SIZE)[1]
        for opening in OPENINGS
        for symmetry in symmetries(*SIZE)
    }
    assert len(replies) == SIZE[0] * SIZE[1] - 1
