"""What a database is made of: certificates of one board."""

from contextlib import closing
from pathlib import Path

import pytest

from brain.certificates.certificate import Certificate
from brain.certificates.proof_database import (
    Database,
    check,
)
from brain.engine import Engine
from brain.proving import build_database
from brain.proving.kernel_checker import check as fast
from brain.proving.prover import prove
from tests.support.opening_database import (
    CERTIFICATES,
    MEMORY,
    OPENING,
    collected,
    proved,
    under,
)


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(MEMORY)


@pytest.fixture(scope="module")
def claim(engine: Engine) -> Certificate:
    """Return the certificate of the opening."""
    return proved(engine)


def test_wins_in_few_plies_are_omitted_with_their_continuations(
    engine: Engine, claim: Certificate, tmp_path: Path
) -> None:
    whole = tmp_path / "opening.positions"
    whole.write_bytes(collected(engine))
    path = tmp_path / "few.positions"
    path.write_bytes(build_database.collect(engine, [claim], 13))
    with closing(Database(path)) as few:
        assert check(few, lambda claim: fast(claim, engine)).plies == 15
        kept = {record.key: record.plies for record in few.records()}
    with closing(Database(whole)) as database:
        assert kept == {
            record.key: record.plies
            for record in database.records()
            if record.plies >= 13 or record.plies <= 1 - 13
        }
    with pytest.raises(ValueError, match="that wins in 17 plies or more"):
        build_database.collect(engine, [claim], 17)


def test_the_same_certificates_make_the_same_bytes(engine: Engine, claim: Certificate) -> None:
    claims = [claim, prove(engine, under(OPENING, 5))]
    assert build_database.collect(engine, claims) == build_database.collect(engine, claims[::-1])
    assert build_database.collect(engine, claims[:1]) == collected(engine)
    with pytest.raises(ValueError, match="one rule and board size"):
        build_database.collect(engine, CERTIFICATES)
    with pytest.raises(ValueError, match="no certificate with a move"):
        build_database.collect(engine, [])
