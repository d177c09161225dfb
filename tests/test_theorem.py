"""The theorem: the file is what its page says, and parts of it hold by the rules alone."""

import random
import re
from collections import Counter
from functools import cache
from hashlib import sha256
from math import inf

from brain.lexicon import FREESTYLE
from brain.position import Position
from brain.proofs import certificate, packing
from brain.proofs.certificate import Certificate, Cover, Line, Move
from brain.proofs.parts import check_part, parts_below, parts_of
from brain.symmetry import symmetries, transformed
from protocol.records import openings
from tests import ROOT

SIZE = 15, 15
PARTS = 4  # checked; `tengen verify` checks all
DOCS = ROOT / "docs"
PAGE = (DOCS / "theorem.md").read_text(encoding="utf-8")
FILE = DOCS / "theorem.packed"


@cache
def theorem() -> Certificate:
    return packing.loads(FILE.read_bytes())


def told(pattern: str) -> tuple[str, ...]:
    """Return what the page says where a pattern matches it."""
    found = re.search(pattern, PAGE)
    assert found
    return tuple(text.replace(",", "") for text in found.groups())


def test_the_page_tells_what_the_file_is() -> None:
    claim, data = theorem(), certificate.dumps(theorem())
    assert claim.position == Position(*SIZE, FREESTYLE)
    assert told(r"in at most (\d+) plies") == (str(claim.plies),)
    assert told(r"([\d,]+) bytes; \S+ ([\d,]+)") == (str(FILE.stat().st_size), str(len(data)))
    assert told(r"`(\w{64})`") == (sha256(data).hexdigest(),)
    kinds = Counter(type(node) for node in claim.nodes)
    numbers = len(claim.nodes), kinds[Line], kinds[Cover], kinds[Move]
    pattern = r"([\d,]+): ([\d,]+) lines, ([\d,]+) covers, ([\d,]+) moves"
    assert told(pattern) == tuple(map(str, numbers))


def test_random_parts_of_it_hold_by_the_rules_alone() -> None:
    claim, dice = theorem(), random.Random(15)
    [(number, stones)] = parts_of(claim, 0)
    cover = claim.nodes[number]
    assert isinstance(cover, Cover)
    for reply, link in dice.sample(cover.branches, PARTS):
        parts = sorted(parts_below(claim, link, stones.answered(reply), 1))
        assert 0 < check_part(dice.choice(parts), claim, inf).plies < claim.plies


def test_every_reply_is_in_the_table_and_has_advice() -> None:
    rows = re.findall(r"(?<=\| )(\w\d+) \| (\w\d+) \| (\d+)(?= \|)", PAGE)
    text = "\n".join(f"h8{reply}{answer}" for reply, answer, _ in rows)
    assert 2 + max(int(plies) for *_, plies in rows) == theorem().plies
    advice = openings.parse((DOCS / "theorem.txt").read_text(), *SIZE)
    assert set(openings.parse(text, *SIZE)) <= set(advice)
    replies = [
        transformed(opening[:2], symmetry, *SIZE)[1]
        for opening in openings.parse(text, *SIZE)
        for symmetry in symmetries(*SIZE)
    ]
    assert len(set(replies)) == SIZE[0] * SIZE[1] - 1
