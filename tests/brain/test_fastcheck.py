"""The checker's fast twin says of certificates what the checker says; tests/long/certificates.py
asks both about many, whole and damaged.
"""

import pytest

from brain import certificate, fastcheck
from brain.certificate import Cover, Line, Link, Move, Node
from brain.check import GivenUp, Refused, check
from brain.engine import Engine
from brain.layout import LONGEST_LINE
from brain.lexicon import EMPTY
from tests import ROOT
from tests.brain.test_check import OPEN_THREE, claim

MEMORY = 1 << 20
CERTIFICATES = [
    certificate.loads(bytes.fromhex(line))
    for line in (ROOT / "tests" / "data" / "certificates.txt").read_text().splitlines()
]
A, B = map(OPEN_THREE.marked, "ab")
COVERED: tuple[Node, ...] = (
    Line((B,)),
    Line((A - 1,)),
    Cover((0,), ((B, Link(1)),)),
    Move(A, Link(2)),
)


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(MEMORY)


def test_certificates_are_checked_as_the_checker_does(engine: Engine) -> None:
    for made in CERTIFICATES:
        fast, slow = fastcheck.check(made, engine), check(made)
        assert fast.plies == slow.plies
        assert slow.nodes <= fast.nodes <= 2 * slow.nodes


@pytest.mark.parametrize(
    "nodes",
    [
        (*COVERED[:2], Cover((0,), ()), Move(A, Link(2))),  # B is not answered
        (*COVERED[:3], Move(A + 1, Link(2))),  # on a stone
        (*COVERED[:2], Cover((0,), ((A, Link(1)), (B, Link(1)))), Move(A, Link(2))),
        (Line((B, A)), Line((A - 2,)), Cover((0,), ((B, Link(1)),)), Move(A, Link(2))),
    ],
)
def test_what_the_checker_refuses_is_refused(engine: Engine, nodes: tuple[Node, ...]) -> None:
    for checker in (check, lambda made: fastcheck.check(made, engine)):
        with pytest.raises(Refused):
            checker(claim(OPEN_THREE, 3, *nodes))


def test_another_claim_of_plies_is_refused(engine: Engine) -> None:
    assert fastcheck.check(claim(OPEN_THREE, 3, *COVERED), engine).plies == 3
    with pytest.raises(Refused, match="it wins in 3 plies"):
        fastcheck.check(claim(OPEN_THREE, 5, *COVERED), engine)


def test_checking_is_given_up_after_so_many_nodes(engine: Engine) -> None:
    with pytest.raises(GivenUp, match="within 5 nodes"):
        fastcheck.check(claim(OPEN_THREE, 3, *COVERED), engine, 5)


def test_a_line_too_long_for_the_kernels_is_checked_all_the_same(engine: Engine) -> None:
    empty = [cell for cell, state in OPEN_THREE.board.items() if state == EMPTY]
    made = claim(OPEN_THREE, 3, Line((A, *empty[:LONGEST_LINE])))
    assert fastcheck.is_too_long(made)
    assert fastcheck.check(made, engine).plies == 3
