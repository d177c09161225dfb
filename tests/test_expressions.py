"""Regular expressions on long texts: none takes more than linear time.

An expression is tried on long repetitions of the characters that it names, with an end that it
can't match: in Python as its module calls it, in a script of the page from every place of the text.
"""

import importlib
import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests import ROOT
from tests.support.imports import MODULES

SHORT, LONG = 5_000, 100_000  # characters; those that take long on the first are not tried longer
MOST_SHORT_S, MOST_S = 0.02, 1.0  # of CPU time
LEFT_OUT = ("brain.kernels", "brain.train", "brain.build", "protocol.build", "protocol.match")
SEARCHES = ("search", "findall", "finditer", "sub", "split")
COMMON = "a1 \n"
MOST_UNITS = 12
# The values of a property, which are called on a text of whole values.
VALUES = ("_ONE_VALUE", r"\[([^\]\\]*(?:\\[^][^\]\\]*)*)\]")
SCRIPTS = sorted((ROOT / "protocol" / "page").rglob("*.js"))
# A literal of an expression follows an operator, a bracket or `return`.
LITERAL = re.compile(
    r"(?:[=(,:\[!&|?;{}]|\breturn|=>)\s*/((?![*/])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)/([a-z]*)"
)
NODE = """
const { expressions, short, long, mostShort, most } = JSON.parse(require("fs").readFileSync(0));
const slow = [];
const took = (expression, text) => {
  const began = process.cpuUsage();
  text.replace(expression, "");
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
};
for (const [source, flags, units] of expressions) {
  const expression = new RegExp(source, flags.includes("g") ? flags : flags + "g");
  for (const unit of units) {
    const text = (count) => unit.repeat(count / unit.length) + "\\0";
    if (took(expression, text(short)) > mostShort || took(expression, text(long)) > most) {
      slow.push([source, unit]);
      break;
    }
  }
}
process.stdout.write(JSON.stringify(slow));
"""


def units(source: str) -> list[str]:
    """Return what to repeat: characters that an expression names, and pairs of them."""
    plain = re.sub(r"\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\.", "", source)
    named = dict.fromkeys(COMMON + "".join(sign for sign in plain if sign not in "?*+|{}^$"))
    single = list(named)[:MOST_UNITS]
    return [*single, *(single[n] + single[n + 1] for n in range(len(single) - 1))]


def expressions() -> Iterator[tuple[str, str, re.Pattern[Any]]]:
    """Yield the expressions of the modules that read input, with their modules and names."""
    for name in MODULES:
        if name.startswith(LEFT_OUT) or name.endswith("__main__"):
            continue
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        for attribute, value in vars(module).items():
            if isinstance(value, re.Pattern) and attribute not in VALUES:
                yield name, attribute, value


def calls(module: str, name: str, pattern: re.Pattern[Any]) -> list[Any]:
    """Return the methods of an expression that its module calls, `match` and `fullmatch` always."""
    source = importlib.import_module(module).__file__ or ""
    with open(source, encoding="utf-8") as file:
        text = file.read()
    searched = re.search(rf"\b{name}\.(?:{'|'.join(SEARCHES)})\(", text)
    return [pattern.match, pattern.fullmatch, *([pattern.findall] if searched else [])]


def is_slow(call: Any, unit: str, is_bytes: bool) -> bool:
    """Return whether a call takes too long on repetitions of a unit."""
    for length, most_s in ((SHORT, MOST_SHORT_S), (LONG, MOST_S)):
        text = unit * (length // len(unit)) + "\0"
        given = text.encode("latin-1", "replace") if is_bytes else text
        began = time.process_time()
        call(given)
        if time.process_time() - began > most_s:
            return True
    return False


def test_no_expression_of_a_reader_takes_long() -> None:
    found = [
        (module, name, unit)
        for module, name, pattern in expressions()
        for call in calls(module, name, pattern)
        for unit in units(str(pattern.pattern))
        if is_slow(call, unit, isinstance(pattern.pattern, bytes))
    ]
    assert found == []


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
def test_no_expression_of_the_page_takes_long() -> None:
    literals = {
        found.groups()
        for script in SCRIPTS
        for found in LITERAL.finditer(script.read_text(encoding="utf-8"))
        if found[1] not in VALUES
    }
    assert len(literals) > 30
    question = {
        "expressions": [[*each, units(each[0])] for each in sorted(literals)],
        "short": SHORT,
        "long": LONG,
        "mostShort": MOST_SHORT_S,
        "most": MOST_S,
    }
    answer = subprocess.run(
        ["node", "--eval", NODE],
        input=json.dumps(question),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (answer.returncode, answer.stderr) == (0, "")
    assert json.loads(answer.stdout) == []
