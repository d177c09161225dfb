"""The checker that is proved in Coq: its proof is complete, and it says what the checker says.

docs/theorems/proof/run compiles both where Coq and OCaml are installed, and keeps them in
build/proof.
"""

import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from brain.certificates import certificate
from brain.certificates.certificate import Certificate
from brain.certificates.check import Refused, check
from brain.lexicon import BLACK
from tests import ROOT
from tests.support.damage import DAMAGES
from tests.support.proved_checker import BUILT, PLAIN, ZARITH, is_supported, lines

PROOF = ROOT / "docs" / "theorems" / "proof"
PROGRAMS = (ZARITH, PLAIN)
QUERY = ("ocamlfind", "query", "-qe", "-qo", "zarith")
CLOSED = "Closed under the global context"  # of a theorem that rests on no axiom
DAMAGED = 10  # certificates, of each kind of damage


FILE = ROOT / "tests" / "data" / "certificates.txt"
CERTIFICATES = [
    claim
    for line in FILE.read_text().splitlines()
    if is_supported(claim := certificate.loads(bytes.fromhex(line)))
]


@pytest.fixture(scope="module")
def built() -> Path:
    """Return the folder with the proof and the programs, compiled unless they are up to date."""
    if not all(map(shutil.which, ("coqc", "ocamlfind", "flock"))) or subprocess.call(QUERY):
        pytest.skip("Coq, OCaml or Zarith is not installed")
    subprocess.run([PROOF / "run"], capture_output=True, check=True)
    return BUILT


def verdict(claim: Certificate) -> str:
    """Return what the programs print if they agree with the checker."""
    colour = "Black" if claim.position.turn == BLACK else "White"
    try:
        found = check(claim)
    except Refused as refusal:
        most = re.match(r"it wins in (\d+) plies", str(refusal))
        if most:
            return f"not proved: the win takes {most[1]} plies, not {claim.plies}"
        return "not proved"
    return f"proved: {colour} wins in at most {found.plies} plies, {found.nodes} nodes checked"


def test_the_theorems_rest_on_no_axiom(built: Path) -> None:
    stated = re.findall(r"^Print Assumptions", (PROOF / "sound.v").read_text(), re.MULTILINE)
    assert len(stated) == 2
    assert (built / "assumptions.txt").read_text().splitlines() == [CLOSED] * 2


@pytest.mark.parametrize("program", PROGRAMS)
def test_certificates_are_proved_with_as_many_nodes(built: Path, program: Path) -> None:
    assert lines(program, CERTIFICATES) == list(map(verdict, CERTIFICATES))


def test_damaged_certificates_get_the_same_verdict(built: Path) -> None:
    dice, claims = random.Random(5), list[Certificate]()
    for damage in DAMAGES.values():
        for _ in range(DAMAGED):
            try:
                claim = certificate.loads(damage(dice.choice(CERTIFICATES), dice))
            except ValueError:
                continue
            if is_supported(claim):
                claims.append(claim)
    expected = list(map(verdict, claims))
    assert len({line.split(":")[0] for line in expected}) == 2
    assert lines(ZARITH, claims) == expected


def test_the_page_quotes_the_definitions() -> None:
    page = (PROOF / "README.md").read_text(encoding="utf-8")
    quoted = re.findall(r"^```coq\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    sources = "".join(path.read_text(encoding="utf-8") for path in sorted(PROOF.glob("*.v")))
    assert quoted
    assert [part for part in quoted if part not in sources] == []
