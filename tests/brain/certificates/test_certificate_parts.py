"""Parts of a certificate are checked alone, and their results are used for the whole."""

from math import inf

import pytest

from brain.certificates import certificate, check
from brain.certificates.certificate import Link
from brain.certificates.certificate_parts import check_part, check_whole, parts_of
from brain.certificates.stones import stones_of
from tests import DATA

LINES = (DATA / "certificates.txt").read_text().splitlines()
CLAIM = certificate.loads(bytes.fromhex(max(LINES, key=len)))
REPLIES = 2


def test_a_part_alone_wins_in_as_many_plies_as_in_the_whole() -> None:
    parts = parts_of(CLAIM, REPLIES)
    assert parts
    whole = check.Checker(CLAIM)
    whole.plies(Link(len(CLAIM.nodes) - 1), stones_of(CLAIM.position))
    for part in parts:
        assert check_part(part, CLAIM, inf).plies == whole.known[part]
    with pytest.raises(check.Refused, match="in the"):
        check_whole(dict.fromkeys(parts, check.Checked(50, 1)), CLAIM, inf)
