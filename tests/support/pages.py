"""The pages that a person reads, what there is in them to be checked, and a place to type in.

An indented block holds commands to be typed as they are, or a conversation where its lines begin
with > and <. A fenced block `sh` holds commands that take long, or need what isn't there.
"""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tests import ROOT


@dataclass(frozen=True)
class Page:
    """A page in Markdown, by its path from the root."""

    name: str

    @property
    def path(self) -> Path:
        return ROOT / self.name

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def unfenced(self) -> str:
        """The text without its fenced blocks."""
        return re.sub(r"^```.*?^```$", "", self.text, flags=re.MULTILINE | re.DOTALL)

    @property
    def commands(self) -> list[str]:
        """The commands to be typed as they are."""
        blocks = re.findall(r"(?<=\n\n)(?:^    .*\n)+", self.unfenced, re.MULTILINE)
        return [
            command
            for block in blocks
            if not block.lstrip().startswith(">")
            for command in _lines(block)
        ]

    @property
    def long_commands(self) -> list[str]:
        """The commands that take too long to run here."""
        blocks = re.findall(r"^```sh\n(.*?)^```$", self.text, re.MULTILINE | re.DOTALL)
        return [command for block in blocks for command in _lines(block)]

    @property
    def tools(self) -> set[str]:
        """The subcommands of `tengen` that are named."""
        return self._named(r"(?:\S*/)?tengen\s(\w+)")

    @property
    def modules(self) -> set[str]:
        """The modules that `python -m` is said to run."""
        return self._named(r"python\s-m\s([\w.]+)")

    def _named(self, pattern: str) -> set[str]:
        """Return what a pattern finds at the start of code in the text or of a long command."""
        named = re.findall(f"`{pattern}", self.unfenced)
        return {*named, *(found[1] for c in self.long_commands if (found := re.match(pattern, c)))}

    @property
    def links(self) -> list[tuple[str, str]]:
        """The file, "" for this page, and the heading, or "", that each link leads to."""
        links = re.findall(r"\]\(([^)#:]*)(?:#([^)]+))?\)", self.text)
        return [(str(file), str(heading)) for file, heading in links]

    @property
    def anchors(self) -> set[str]:
        """What a link calls the headings."""
        headings = re.findall(r"^#+ (.*)$", self.unfenced, re.MULTILINE)
        return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def _lines(block: str) -> list[str]:
    """Return a block's commands, each without its line breaks."""
    lines = block.replace("\\\n", " ").splitlines()
    return [re.sub(r"\s+", " ", line.strip()) for line in lines if line.strip()]


README = Page("README.md")
PAGES = [
    README,
    *(Page(name) for name in ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")),
    *(
        Page(path.relative_to(ROOT).as_posix())
        for folder in ("docs", "brain", "protocol")
        for path in sorted((ROOT / folder).rglob("*.md"))
    ),
]

# Typing commands.

CHECKS = [*map(str.strip, (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines())]
OWN_TESTS = ("bench", "selfcheck")  # tools that their own tests run as a process
LESS = {  # what takes a person's time -> what is typed instead
    r"--games \d+": "--games 2",
    r"turn_ms=\d+": "turn_ms=20",
    r"--ms \d+": "--ms 100",
}
PATIENCE_S = 60.0

PROGRAM = "-m protocol"
PROGRAMS = {  # what a person has, and what Python runs for it
    "new/pbrain-tengen.exe": PROGRAM,
    "new/.venv/bin/python": "",
    "new/.venv/bin/tengen": PROGRAM,
    "new/.venv/bin/pbrain-tengen": PROGRAM,
    "old/.venv/bin/pbrain-tengen": PROGRAM,
    "other/pbrain-other": "-m tests.opponents weights",
}
GAME = "(;GM[4]SZ[15];B[hh];W[ii];B[gg];W[ff];B[ig])"


def desk(parent: Path) -> Path:
    """Return a new folder in which a person types: with a virtual environment, a game's record and
    the tests; another brain and an older version are beside it.
    """
    for name, arguments in PROGRAMS.items():
        program = parent / name
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(f'#!/bin/sh\nexec {sys.executable} {arguments} "$@"\n', "ascii")
        program.chmod(0o755)
    folder = parent / "new"
    (folder / "game.sgf").write_text(GAME, "utf-8")
    for name in ("docs", "tests"):
        (folder / name).symlink_to(ROOT / name)
    return folder


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Return what a command came to; only games are fewer, and thinks shorter."""
    for long, short in LESS.items():
        command = re.sub(long, short, command)
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PATH": f"{folder}:{os.environ['PATH']}"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def is_checked(command: str) -> bool:
    """Return whether .ci/run runs a command, or it is such a script itself, or a tool alone that
    its own test runs.
    """
    program, *rest = command.split()
    if f"new/{program}" in PROGRAMS and rest in [[tool] for tool in OWN_TESTS]:
        return True
    return any(line.startswith(command) for line in CHECKS) or os.access(ROOT / command, os.X_OK)
