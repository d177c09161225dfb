"""The README: its examples are true, its pictures fresh. test_docs.py has what all pages share."""

import doctest
import re
from pathlib import Path

import pytest

from protocol.cli.toolbox import TOOLS
from tests import ROOT, pictures
from tests.support.driver import MODULE
from tests.support.pages import README, Page, desk, is_checked, run
from tests.support.transcripts import hold_with_process

TEXT = README.text
LARGEST_PICTURE = 40_000  # bytes


def test_the_two_commands_are_those_that_are_checked() -> None:
    commands = [text for text in README.commands if "pip install" in text]
    assert [is_checked(command) for command in commands] == [True, True]


def test_the_proof_shows_the_documented_claim(tmp_path: Path) -> None:
    (command,) = (text for text in README.commands if "verify" in text)
    claim = re.search("`(proved: .*)`", TEXT)
    assert claim
    assert run(command, desk(tmp_path)).stdout.splitlines()[-1] == claim[1]


def test_every_tool_is_named() -> None:
    assert README.tools >= set(TOOLS)


def test_the_conversation_happens_as_shown(tmp_path: Path) -> None:
    lines = re.findall(r"^    ([<>] .*)$", Page("docs/protocol.md").text, re.MULTILINE)
    transcript = tmp_path / "protocol-page.txt"
    transcript.write_text("\n".join(lines), encoding="utf-8")
    assert len(lines) > 2
    hold_with_process(transcript, MODULE)


@pytest.mark.parametrize("page", ["README.md", "docs/README.zh.md", "docs/python.md"])
def test_the_python_examples_run(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # for the files that they write
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    assert tried > 0
    assert failed == 0


def test_the_chinese_readme_has_the_same_content() -> None:
    chinese = Page("docs/README.zh.md")
    assert chinese.commands == README.commands
    assert chinese.tools == README.tools
    for part in (r"\d[\d.]* %", r"^```(\w+)$", r"^(#+) ", r"^\|", r"tengen-[\d.]+"):
        found = [re.findall(part, page.text, re.MULTILINE) for page in (README, chinese)]
        assert found[0] == found[1], part


def test_the_game_that_plays_itself_is_drawn_anew() -> None:
    kept = (pictures.FOLDER / "game.svg").read_text(encoding="utf-8")
    assert kept == pictures.game_svg(pictures.GAME), "run  python -m tests.pictures"


def test_pictures_are_small() -> None:
    found = list(pictures.FOLDER.iterdir())
    assert all(f"({path.relative_to(ROOT).as_posix()})" in TEXT for path in found)
    assert all(path.stat().st_size <= LARGEST_PICTURE for path in found)
