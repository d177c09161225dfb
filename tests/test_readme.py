"""The examples of the README are true. test_docs.py tests what all pages have in common."""

import doctest
import re
from pathlib import Path

from protocol.cli.toolbox import TOOLS
from tests import ROOT
from tests.support.driver import MODULE
from tests.support.pages import README, desk, is_checked, run
from tests.support.transcripts import hold_with_process

TEXT = README.text
LARGEST_PICTURE = 40_000  # bytes


def test_the_two_commands_are_those_that_are_checked() -> None:
    _, section = TEXT.split("\n## Two commands\n")
    commands = re.findall("^    (.*)", section, re.MULTILINE)[:2]
    assert [is_checked(command) for command in commands] == [True, True]


def test_the_proof_shows_the_documented_claim(tmp_path: Path) -> None:
    (command,) = (text for text in README.commands if "verify" in text)
    claim = re.search("`(proved: .*)`", TEXT)
    assert claim
    assert run(command, desk(tmp_path)).stdout.splitlines()[-1] == claim[1]


def test_every_tool_is_named() -> None:
    assert README.tools >= set(TOOLS)


def test_the_conversation_happens_as_shown(tmp_path: Path) -> None:
    lines = re.findall(r"^    ([<>] .*)$", TEXT, re.MULTILINE)
    transcript = tmp_path / "protocol-readme.txt"
    transcript.write_text("\n".join(lines), encoding="utf-8")
    assert len(lines) > 2
    hold_with_process(transcript, MODULE)


def test_the_python_example_runs() -> None:
    failed, tried = doctest.testfile(str(README.path), module_relative=False)
    assert tried > 0
    assert failed == 0


def test_pictures_are_small() -> None:
    pictures = list((ROOT / ".github" / "pictures").iterdir())
    assert all(f"({path.relative_to(ROOT).as_posix()})" in TEXT for path in pictures)
    assert all(path.stat().st_size <= LARGEST_PICTURE for path in pictures)
