"""Games against some certificates, and some damaged ones; certificates.py has more of both."""

import random

import pytest

from brain import certificate
from brain.engine import Engine
from brain.lexicon import RULES
from tests import ROOT
from tests.long.certificates import Tally, compare, damaged, played
from tests.support import javascript
from tests.support.damage import DAMAGES

GAMES, FILES = 300, 70
MEMORY = 64 << 20
CERTIFICATES = [
    certificate.loads(bytes.fromhex(line))
    for line in (ROOT / "tests" / "data" / "certificates.txt").read_text().splitlines()
]


@pytest.mark.parametrize("rule", RULES)
def test_games_against_certificates_are_won(rule: int) -> None:
    certificates = [claim for claim in CERTIFICATES if claim.position.rule == rule]
    assert len(certificates) >= 4
    played(certificates, GAMES, random.Random(rule))


@pytest.mark.skipif(not javascript.is_there, reason="there is neither node nor Chromium")
def test_all_checkers_say_the_same_of_damaged_files() -> None:
    dice, tally = random.Random(1), Tally()
    whole = [("whole", certificate.dumps(claim)) for claim in CERTIFICATES]
    compare(Engine(MEMORY), whole + list(damaged(CERTIFICATES, FILES, dice)), tally, dice)
    assert tally.differing == []
    assert tally.accepted["whole"] == len(whole)
    assert set(tally.files) == {"whole", *DAMAGES}
    assert sum(tally.accepted.values()) < sum(tally.files.values()) / 2
