"""What the README shows is true, and every command in it works.

An indented block holds commands, or a conversation whose lines begin with > and <. Commands run in
a folder as their reader has it by then: with a virtual environment and a game's record in it,
another brain and an older version beside it. Matches are shorter. What .ci/run does is not
repeated.
"""

import doctest
import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from protocol.__main__ import TOOLS
from tests import ROOT
from tests.support.driver import MODULE
from tests.support.transcripts import hold_with_process

README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")
CHECKS = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
UNFENCED = re.sub(r"^```.*?^```$", "", TEXT, flags=re.MULTILINE | re.DOTALL)
BLOCKS = re.findall(r"(?:^    .*\n)+", UNFENCED, re.MULTILINE)
COMMANDS = [
    re.sub(r"\s+", " ", command.strip())
    for block in BLOCKS
    if not block.lstrip().startswith(">")
    for command in block.replace("\\\n", " ").splitlines()
]
GAMES = re.compile(r"--games \d+")
PATIENCE_S = 60.0
LARGEST_PICTURE = 40_000  # bytes

PROGRAM = "-m protocol"
PROGRAMS = {  # what a person has, and what Python runs for it
    "new/pbrain-tengen.exe": PROGRAM,
    "new/.venv/bin/tengen": PROGRAM,
    "new/.venv/bin/pbrain-tengen": PROGRAM,
    "old/.venv/bin/pbrain-tengen": PROGRAM,
    "other/pbrain-other": "-m tests.opponents weights",
}
GAME = "(;GM[4]SZ[15];B[hh];W[ii];B[gg];W[ff];B[ig])"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder in which a reader types the commands."""
    for name, arguments in PROGRAMS.items():
        program = tmp_path / name
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(f'#!/bin/sh\nexec {sys.executable} {arguments} "$@"\n', "ascii")
        program.chmod(0o755)
    (tmp_path / "new" / "game.sgf").write_text(GAME, "utf-8")
    return tmp_path / "new"


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Return the outcome of a command."""
    return subprocess.run(
        ["bash", "-c", GAMES.sub("--games 2", command)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PATH": f"{folder}:{os.environ['PATH']}"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def is_checked(command: str) -> bool:
    """Return whether .ci/run runs a command, or it is such a script itself."""
    return any(line.startswith(command) for line in CHECKS) or os.access(ROOT / command, os.X_OK)


@pytest.mark.parametrize("command", [text for text in COMMANDS if not is_checked(text)])
def test_a_command_succeeds(command: str, folder: Path) -> None:
    done = run(command, folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_the_two_commands_are_those_that_are_checked() -> None:
    _, section = TEXT.split("\n## Two commands\n")
    commands = re.findall("^    (.*)", section, re.MULTILINE)[:2]
    assert [is_checked(command) for command in commands] == [True, True]


def test_the_proof_shows_what_it_is_said_to_show(folder: Path) -> None:
    (command,) = (text for text in COMMANDS if "verify" in text)
    said = re.search("`(proved: .*)`", TEXT)
    assert said
    assert run(command, folder).stdout.splitlines()[-1] == said[1]


def test_every_tool_that_it_names_exists() -> None:
    tools = set(re.findall(r"`(?:\S*/)?tengen (\w+)", TEXT))
    modules = set(re.findall(r"`python -m ([\w.]+)", TEXT))
    assert tools
    assert modules
    assert tools <= set(TOOLS)
    assert [name for name in modules if not importlib.util.find_spec(name)] == []


def test_the_conversation_happens_as_shown(tmp_path: Path) -> None:
    lines = re.findall(r"^    ([<>] .*)$", TEXT, re.MULTILINE)
    transcript = tmp_path / "protocol-readme.txt"
    transcript.write_text("\n".join(lines), encoding="utf-8")
    assert len(lines) > 2
    hold_with_process(transcript, MODULE)


def test_the_python_example_runs() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried > 0
    assert failed == 0


def test_every_link_leads_to_a_file() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", TEXT)
    missing = [link for link in links if not (ROOT / link).exists()]
    assert links
    assert missing == []


def test_every_link_within_leads_to_a_heading() -> None:
    headings = re.findall(r"^#+ (.*)$", TEXT, re.MULTILINE)
    anchors = {heading.lower().replace(" ", "-") for heading in headings}
    links = re.findall(r"\]\(#([^)]+)\)", TEXT)
    assert links
    assert set(links) <= anchors


def test_pictures_are_small() -> None:
    pictures = list((ROOT / ".github" / "pictures").iterdir())
    assert all(f"({path.relative_to(ROOT).as_posix()})" in TEXT for path in pictures)
    assert all(path.stat().st_size <= LARGEST_PICTURE for path in pictures)
