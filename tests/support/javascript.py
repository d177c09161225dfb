"""The checker in JavaScript, run by node, or by Chromium where there is no node:
`python -m tests.support.javascript FILE` asks it about the file of a certificate.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from brain.certificates import certificate, certificate_files
from tests import ROOT
from tests.support import browser

ALL = 2**53  # nodes, more than any certificate takes
CHECKER = ROOT / "protocol" / "page" / "proofs" / "checker.js"
HERE = """
import { check } from "%s";
import { readFileSync } from "node:fs";
const { files, most } = JSON.parse(readFileSync(0, "utf8"));
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (digits) => parseInt(digits, 16));
process.stdout.write(JSON.stringify(files.map((hex) => check(bytes(hex), most))));
"""
THERE = """(() => {
%s
const { files, most } = %s;
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (digits) => parseInt(digits, 16));
return JSON.stringify(files.map((hex) => check(bytes(hex), most)));
})()"""

is_there = bool(shutil.which("node") or browser.find())


def verdicts(files: list[bytes], most: int) -> list[dict[str, Any]]:
    """Return what the checker says of the contents of files."""
    question = json.dumps({"files": [data.hex() for data in files], "most": most})
    answer = _by_node(question) if shutil.which("node") else _by_browser(question)
    found: list[dict[str, Any]] = json.loads(answer)
    return found


def _by_node(question: str) -> str:
    program = HERE % CHECKER.as_uri()
    command = ["node", "--input-type=module", "--eval", program]
    return subprocess.run(
        command, input=question, capture_output=True, check=True, text=True
    ).stdout


def _by_browser(question: str) -> str:
    source = re.sub(r"^export ", "", CHECKER.read_text(encoding="utf-8"), flags=re.MULTILINE)
    with browser.Page() as page:
        return str(page.run(THERE % (source, question)))


if __name__ == "__main__":
    claim = certificate_files.loads(Path(sys.argv[1]).read_bytes())
    [said] = verdicts([certificate.dumps(claim)], ALL)
    print(said)
    sys.exit(not said["ok"])
