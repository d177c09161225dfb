"""The checkers in JavaScript, run by node, or by Chromium where there is no node:
`python -m tests.support.javascript FILE` asks one about the file of a certificate. With `--window`
its board is a window of a larger board.
"""

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from brain.certificates import certificate, certificate_files
from protocol import page
from tests.support import browser

ALL = 2**53  # nodes, more than any certificate takes
CHECKER = page.PARTS / "proofs" / "checker.js"
WINDOW_CHECKER = Path(__file__).parent / "window-checker.js"  # imports the other
CHECK, CHECK_WINDOW, CHECK_LEMMA_3 = "check", "checkWindow", "checkLemma3"  # their functions
VERDICTS = """
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (digits) => parseInt(digits, 16));
const checks = { check, checkWindow, checkLemma3 };
const verdicts = ({ files, most, name, others }) => JSON.stringify(
  files.map((hex) => checks[name](bytes(hex), most, ...others)),
);
"""
HERE = """
import { check } from "%s";
import { checkLemma3, checkWindow } from "%s";
import { createInterface } from "node:readline";
%s
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(verdicts(JSON.parse(line)) + "\\n");
}
"""

is_there = bool(shutil.which("node") or browser.find())

Verdicts = Callable[[list[bytes], int], list[dict[str, Any]]]


@contextmanager
def running(name: str = CHECK, *others: int) -> Iterator[Verdicts]:
    """Start a checker, and end it with the `with` block. The function returns its verdicts on the
    contents of files, each after at most a number of nodes. `name` is the checker's function,
    `others` are its other arguments.
    """
    with _in_node() if shutil.which("node") else _in_browser() as answer:

        def verdicts(files: list[bytes], most: int) -> list[dict[str, Any]]:
            asked = {"files": [data.hex() for data in files], "most": most}
            question = json.dumps(asked | {"name": name, "others": others})
            found: list[dict[str, Any]] = json.loads(answer(question))
            return found

        yield verdicts


@contextmanager
def _in_node() -> Iterator[Callable[[str], str]]:
    program = HERE % (CHECKER.as_uri(), WINDOW_CHECKER.as_uri(), VERDICTS)
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
    window_checker = page.IMPORT.sub("", WINDOW_CHECKER.read_text(encoding="utf-8"))
    source = page.script(CHECKER.name) + page.EXPORT.sub("", window_checker)
    with browser.Page() as opened:
        opened.run(f"{source}{VERDICTS}; window.verdicts = verdicts")
        yield lambda question: str(opened.run(f"verdicts({question})"))


def main() -> int:
    """Print the verdict on a file; return 1 if it is refused."""
    parser = argparse.ArgumentParser("python -m tests.support.javascript")
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--window", action="store_true", help="its board is a window")
    options = parser.parse_args()
    claim = certificate_files.loads(options.file.read_bytes())
    with running(CHECK_WINDOW if options.window else CHECK) as verdicts:
        [said] = verdicts([certificate.dumps(claim)], ALL)
    print(said)
    return not said["ok"]


if __name__ == "__main__":
    sys.exit(main())
