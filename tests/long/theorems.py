"""Unpacks every theorem, and compares it with its page: `python -m tests.long.theorems`.

It takes two minutes. test_theorems.py compares what it knows without the nodes.
"""

import gc
import random
import sys
from collections import Counter
from hashlib import sha256
from math import inf

import pytest

from brain.certificates import certificate, packing
from brain.certificates.certificate import Certificate, CoverNode, LineNode, MoveNode
from brain.certificates.certificate_parts import check_part, parts_below, parts_of
from brain.lexicon import point_of
from brain.rules.symmetry import Points, lowest, transformed
from tests.test_theorems import NAMES, PAGE, is_described, number_of, packed, rows, size_of

PARTS = 4  # checked; `tengen verify` checks all


@pytest.fixture(scope="module", params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    """Return a theorem's name. pytest runs all tests of one before those of the next."""
    return str(request.param)


@pytest.fixture(scope="module")
def claim(name: str) -> Certificate:
    """Return a theorem's certificate, which takes ten seconds to unpack."""
    gc.disable()  # millions of objects are made, and none becomes garbage
    try:
        return packing.loads(packed(name))
    finally:
        gc.enable()


def test_the_page_describes_the_certificate(name: str, claim: Certificate) -> None:
    counted = Counter(type(node) for node in claim.nodes)
    assert is_described(name, claim, (counted[kind] for kind in (LineNode, CoverNode, MoveNode)))
    data = certificate.dumps(claim)
    assert number_of(r"bytes, \[unpacked\]\S+", name) == len(data)
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


if __name__ == "__main__":
    sys.exit(pytest.main(["-q", "--durations=5", __file__]))
