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
from brain.lexicon import BLACK, FREESTYLE, STANDARD
from tests import ROOT
from tests.support.damage import DAMAGES

PROOF = ROOT / "docs" / "theorems" / "proof"
BUILT = ROOT / "build" / "proof"
PROGRAMS = ("verify", "plain/verify")  # with Zarith's integers, and with Coq's own
ZARITH = ("ocamlfind", "query", "-qe", "-qo", "zarith")
CLOSED = "Closed under the global context"  # of a theorem that rests on no axiom
DAMAGED = 10  # certificates, of each kind of damage


def is_supported(claim: Certificate) -> bool:
    """Return whether a certificate is about a board and a rule of the theorem."""
    position = claim.position
    is_square = position.width == position.height and not position.walls
    return is_square and position.rule in (FREESTYLE, STANDARD)


FILE = ROOT / "tests" / "data" / "certificates.txt"
CERTIFICATES = [
    claim
    for line in FILE.read_text().splitlines()
    if is_supported(claim := certificate.loads(bytes.fromhex(line)))
]


@pytest.fixture(scope="module")
def built() -> Path:
    """Return the folder with the proof and the programs, compiled unless they are up to date."""
    if not all(map(shutil.which, ("coqc", "ocamlfind", "flock"))) or subprocess.call(ZARITH):
        pytest.skip("Coq, OCaml or Zarith is not installed")
    subprocess.run([PROOF / "run"], capture_output=True, check=True)
    return BUILT


def verdicts(program: Path, claims: list[bytes], folder: Path) -> list[str]:
    """Return the last line that a program prints on each file, in order."""
    files = [folder / str(number) for number in range(len(claims))]
    for file, data in zip(files, claims, strict=True):
        file.write_bytes(data)
    done = subprocess.run([program, *files], capture_output=True, text=True, check=False)
    return [line for line in done.stdout.splitlines() if " in a row; " not in line]


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
def test_certificates_are_proved_with_as_many_nodes(
    built: Path, program: str, tmp_path: Path
) -> None:
    files = list(map(certificate.dumps, CERTIFICATES))
    assert verdicts(built / program, files, tmp_path) == list(map(verdict, CERTIFICATES))


def test_damaged_certificates_get_the_same_verdict(built: Path, tmp_path: Path) -> None:
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
    files = list(map(certificate.dumps, claims))
    assert verdicts(built / PROGRAMS[0], files, tmp_path) == expected


def test_the_page_quotes_the_definitions() -> None:
    page = (PROOF / "README.md").read_text(encoding="utf-8")
    quoted = re.findall(r"^```coq\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    sources = "".join(path.read_text(encoding="utf-8") for path in sorted(PROOF.glob("*.v")))
    assert quoted
    assert [part for part in quoted if part not in sources] == []
