"""Sharing: a certificate is made smaller, and the checker accepts what comes out."""

import subprocess
import sys
from pathlib import Path

import pytest

from brain.certificates import certificate, packing
from brain.certificates.certificate import Certificate
from brain.certificates.check import Refused, check
from brain.engine import Engine
from brain.game_board import Board
from brain.proving import merge, prover
from tests import ROOT

MEMORY = 16  # MB
WON = Board.read("f5a10e4b9", 10).position


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(MEMORY)


@pytest.fixture(scope="module")
def claim(engine: Engine) -> Certificate:
    """Return a certificate that has its own answer to each reply, and few lines."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prover, "LINE_TRIES", 2)
        patch.setattr(prover.Prover, "reuse_sibling", lambda *_: None)
        return prover.prove(engine, WON)


@pytest.fixture(scope="module")
def made(engine: Engine, claim: Certificate) -> Certificate:
    """Return the certificate with shared answers."""
    return merge.merged(claim, engine)


def test_answers_are_shared_and_still_win(
    engine: Engine, claim: Certificate, made: Certificate
) -> None:
    assert made.position == claim.position
    assert len(made.nodes) < 0.8 * len(claim.nodes)
    assert check(made).plies == made.plies <= claim.plies
    certificate.check_nodes(made)  # all are referred to
    again = merge.merged(made, engine)
    assert len(again.nodes) <= len(made.nodes)


def test_an_answer_that_wins_too_late_is_not_shared(engine: Engine, claim: Certificate) -> None:
    late = merge.merged(Certificate(claim.position, 0, claim.nodes), engine)
    assert late == claim


def test_the_whole_is_checked_at_the_end(
    engine: Engine, claim: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(merge._Merger, "is_won", lambda *_: True)
    with pytest.raises(Refused):
        merge.merged(claim, engine)


def test_the_module_reads_and_writes_files(
    engine: Engine, claim: Certificate, made: Certificate, tmp_path: Path
) -> None:
    given, written, again = (tmp_path / name for name in ("given", "written", "again"))
    given.write_bytes(certificate.dumps(claim))
    for one, other in ((given, written), (written, again)):  # the second is packed
        command = [sys.executable, "-m", "brain.proving.merge", str(one), str(other)]
        subprocess.run(command, cwd=ROOT, check=True)
    assert packing.loads(written.read_bytes()) == made
    assert len(packing.loads(again.read_bytes()).nodes) <= len(made.nodes)
