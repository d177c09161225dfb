"""The recipes of CONTRIBUTING.md: every file that they name exists, and a tool and a command are
added to a copy of the program exactly as they say. tests/brain/rules/test_laws.py adds a rule.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT

RECIPES = (ROOT / "CONTRIBUTING.md").read_text("utf-8").split("\n## Recipes\n")[1].split("\n## ")[0]
NAMES = (
    *("A rule", "A search heuristic", "An evaluation feature", "A tool", "A protocol command"),
    "A version",
)
PRODUCT = ("brain/", "protocol/")

TOOL = """\
from protocol.cli.arguments import Parser


def main(arguments):
    parser().parse_args(arguments)
    print("pong")
    return 0


def parser():
    return Parser("tengen ping", "Answer.")
"""
# The edits of a recipe: file -> the text that is replaced, and the one in its place. A file that is
# new replaces "".
TOOL_EDITS = {
    "protocol/tools/NAME.py": ("", TOOL),
    "protocol/cli/toolbox.py": ("TOOLS = {\n", 'TOOLS = {\n    "ping": "protocol.tools.ping",\n'),
}
COMMAND_EDITS = {
    "protocol/piskvork/commands.py": (
        "class About(Command):",
        'class Ping(Command):\n    """PING"""\n\n\nclass About(Command):',
    ),
    "protocol/piskvork/grammar.py": (
        '    "ABOUT": About(),',
        '    "ABOUT": About(),\n    "PING": Ping(),',
    ),
    "protocol/piskvork/session.py": (
        "            case About():",
        '            case Ping():\n                return ("PONG",)\n            case About():',
    ),
}
IMPORTED = ("protocol/piskvork/grammar.py", "protocol/piskvork/session.py")


def files_of(recipe: str) -> list[str]:
    """Return the files that a recipe names in its first column."""
    text = RECIPES.split(f"\n### {recipe}\n")[1].split("\n### ")[0]
    cells = [line.split(" | ")[0] for line in text.splitlines() if line.startswith("| ")]
    return re.findall(r"(?:\]\(|`)([\w./-]+)(?:#[\w-]+)?[)`]", " ".join(cells))


def changed(folder: Path, edits: dict[str, tuple[str, str]]) -> None:
    """Make the edits of a recipe in a copy of the program."""
    for name, (old, new) in edits.items():
        path = folder / name.replace("NAME", "ping")
        text = path.read_text("utf-8") if old else ""
        assert text.count(old) == 1 or not old
        path.write_text(text.replace(old, new, 1) if old else new, "utf-8")


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the program with a new tool and a new command."""
    folder = tmp_path_factory.mktemp("recipes")
    for package in ("brain", "protocol"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / package, folder / package, ignore=ignored)
    changed(folder, TOOL_EDITS)
    changed(folder, COMMAND_EDITS)
    for name in IMPORTED:
        changed(folder, {name: ("import (\n    About,\n", "import (\n    About,\n    Ping,\n")})
    return folder


def test_every_recipe_exists() -> None:
    assert tuple(re.findall(r"^### (.*)$", RECIPES, re.MULTILINE)) == NAMES


@pytest.mark.parametrize("recipe", NAMES)
def test_every_file_of_a_recipe_exists(recipe: str) -> None:
    files = [name for name in files_of(recipe) if "NAME" not in name]
    assert files
    assert [name for name in files if not (ROOT / name).exists()] == []


@pytest.mark.parametrize(
    ("recipe", "edits"), [("A tool", TOOL_EDITS), ("A protocol command", COMMAND_EDITS)]
)
def test_a_recipe_names_every_file_of_the_program_that_changes(
    recipe: str, edits: dict[str, tuple[str, str]]
) -> None:
    named = {name for name in files_of(recipe) if name.startswith(PRODUCT)}
    assert named == set(edits)


def test_a_tool_that_is_added_runs_and_is_listed(copied: Path) -> None:
    python = (sys.executable, "-m", "protocol")
    ran, helped = (
        subprocess.run((*python, word), cwd=copied, capture_output=True, text=True, check=True)
        for word in ("ping", "help")
    )
    assert ran.stdout == "pong\n"
    assert re.search(r"^ +ping +answer$", helped.stdout, re.MULTILINE)


def test_a_command_that_is_added_is_answered(copied: Path) -> None:
    done = subprocess.run(
        (sys.executable, "-m", "protocol"),
        cwd=copied,
        input="START 15\nPING\nEND\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == ["OK", "PONG"]
