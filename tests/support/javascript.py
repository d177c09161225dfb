"""The checker in JavaScript, run by node, or by Chromium where there is no node:
`python -m tests.support.javascript FILE` asks it about the file of a certificate.
"""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from brain.certificates import certificate, certificate_files
from tests import ROOT
from tests.support import browser

ALL = 2**53  # nodes, more than any certificate takes
CHECKER = ROOT / "protocol" / "page" / "proofs" / "checker.js"
VERDICTS = """
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (digits) => parseInt(digits, 16));
const verdicts = ({ files, most }) => JSON.stringify(files.map((hex) => check(bytes(hex), most)));
"""
HERE = """
import { check } from "%s";
import { createInterface } from "node:readline";
%s
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(verdicts(JSON.parse(line)) + "\\n");
}
"""

is_there = bool(shutil.which("node") or browser.find())

Verdicts = Callable[[list[bytes], int], list[dict[str, Any]]]


@contextmanager
def running() -> Iterator[Verdicts]:
    """Start the checker, and end it with the `with` block. The function returns what it says of the
    contents of files, of each for so many nodes.
    """
    with _in_node() if shutil.which("node") else _in_browser() as answer:

        def verdicts(files: list[bytes], most: int) -> list[dict[str, Any]]:
            question = json.dumps({"files": [data.hex() for data in files], "most": most})
            found: list[dict[str, Any]] = json.loads(answer(question))
            return found

        yield verdicts


@contextmanager
def _in_node() -> Iterator[Callable[[str], str]]:
    program = HERE % (CHECKER.as_uri(), VERDICTS)
    command = ["node", "--input-type=module", "--eval", program]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as node:
        assert node.stdin
        assert node.stdout
        asked, answered = node.stdin, node.stdout

        def answer(question: str) -> str:
            asked.write(question + "\n")
            asked.flush()
            return answered.readline()

        yield answer
        asked.close()  # which ends the program


@contextmanager
def _in_browser() -> Iterator[Callable[[str], str]]:
    source = re.sub(r"^export ", "", CHECKER.read_text(encoding="utf-8"), flags=re.MULTILINE)
    with browser.Page() as page:
        page.run(f"{source}{VERDICTS}; window.verdicts = verdicts")
        yield lambda question: str(page.run(f"verdicts({question})"))


if __name__ == "__main__":
    claim = certificate_files.loads(Path(sys.argv[1]).read_bytes())
    with running() as verdicts:
        [said] = verdicts([certificate.dumps(claim)], ALL)
    print(said)
    sys.exit(not said["ok"])
