"""Parts of a certificate are checked alone, and their results are used for the whole."""

from math import inf

import pytest

from brain.certificates import certificate, check
from brain.certificates.certificate import CoverNode, Link
from brain.certificates.certificate_parts import check_part, check_whole, parts_of
from brain.certificates.stones import stones_of
from tests import DATA

LINES = (DATA / "certificates.txt").read_text().splitlines()
CLAIM = certificate.loads(bytes.fromhex(max(LINES, key=len)))
REPLIES = 2


@pytest.mark.parametrize("replies", [0, 1, 2])
def test_a_part_is_a_cover_after_so_many_replies(replies: int) -> None:
    start = stones_of(CLAIM.position)
    parts = parts_of(CLAIM, replies)
    assert parts
    for number, stones in parts:
        assert isinstance(CLAIM.nodes[number], CoverNode)
        assert stones.own.bit_count() == start.own.bit_count() + replies + 1
        assert stones.other.bit_count() == start.other.bit_count() + replies


def test_a_part_alone_wins_in_as_many_plies_as_in_the_whole() -> None:
    parts = parts_of(CLAIM, REPLIES)
    assert parts
    whole = check.Checker(CLAIM)
    whole.plies(Link(len(CLAIM.nodes) - 1), stones_of(CLAIM.position))
    for part in parts:
        assert check_part(part, CLAIM, inf).plies == whole.known[part]
    with pytest.raises(check.Refused, match="in the"):
        check_whole(dict.fromkeys(parts, check.Checked(50, 1)), CLAIM, inf)
