"""The checker that is proved in Coq, where docs/theorems/proof/run has compiled it."""

import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from brain.certificates import certificate
from brain.certificates.certificate import Certificate
from brain.certificates.check import Checked
from brain.lexicon import FREESTYLE, STANDARD
from tests import ROOT

BUILT = ROOT / "build" / "proof"
ZARITH, PLAIN = BUILT / "verify", BUILT / "plain" / "verify"  # with Zarith's integers, and Coq's
PROVED = re.compile(r"proved: \w+ wins in at most (\d+) plies, (\d+) nodes checked")


def is_supported(claim: Certificate) -> bool:
    """Return whether a certificate is about a board and a rule of the theorem."""
    position = claim.position
    is_square = position.width == position.height and not position.walls
    return is_square and position.rule in (FREESTYLE, STANDARD)


def lines(program: Path, claims: Sequence[Certificate]) -> list[str]:
    """Return the last line that a program prints about each certificate."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, str(number)) for number in range(len(claims))]
        for file, claim in zip(files, claims, strict=True):
            file.write_bytes(certificate.dumps(claim))
        done = subprocess.run([program, *files], capture_output=True, text=True, check=False)
    return [line for line in done.stdout.splitlines() if " in a row; " not in line]


def verdicts(claims: Sequence[Certificate]) -> list[Checked | None]:
    """Return the result for each certificate, None if it is refused."""
    found = map(PROVED.fullmatch, lines(ZARITH, claims))
    return [Checked(int(proved[1]), int(proved[2])) if proved else None for proved in found]
