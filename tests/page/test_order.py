"""The page's scripts import only from their own folder and from folders before it."""

import re
from pathlib import Path

import pytest

from protocol.page import PARTS, scripts

IMPORT = re.compile(r' from "([./][\w./-]+)";$', re.MULTILINE)
# From the ground up. Scripts beside the folders that others import come first, those that start a
# page last. Types of values may come from any folder.
ORDER = ("words", "", "game", "engine", "proofs", "state", "view", "pictures", "events")
STARTS = ("main.js", "start.js", "sw.js")


def folder(script: Path) -> str:
    """Return the folder of a script, "" for a script beside the folders."""
    return script.relative_to(PARTS).parent.as_posix().removeprefix(".")


def imports(script: Path) -> list[Path]:
    """Return the scripts that a script imports."""
    return [
        (script.parent / found).resolve() for found in IMPORT.findall(script.read_text("utf-8"))
    ]


def test_the_order_has_every_folder() -> None:
    assert {folder(script) for script in scripts()} == set(ORDER)


@pytest.mark.parametrize("script", scripts(), ids=lambda script: script.name)
def test_a_script_imports_from_folders_before_its_own(script: Path) -> None:
    if script.parent == PARTS and script.name in STARTS:
        return
    height = ORDER.index(folder(script))
    assert [found.name for found in imports(script) if ORDER.index(folder(found)) > height] == []


@pytest.mark.parametrize("script", scripts(), ids=lambda script: script.name)
def test_a_script_imports_scripts_that_are_there(script: Path) -> None:
    assert [found for found in imports(script) if not found.exists()] == []
