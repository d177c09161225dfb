"""Standard output whose reader closes it, and a full one."""

import errno
import io
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from protocol import __main__ as door
from protocol.cli import toolbox
from protocol.cli.outlet import NOBODY_READS, Outlet
from tests import ROOT
from tests.support import forked
from tests.support.driver import ON_WINE, PROGRAM

COLUMNS = 80  # of a terminal


@pytest.mark.skipif(sys.platform == "win32" or ON_WINE, reason="no shell there")
def test_a_program_whose_output_is_closed_raises_nothing() -> None:
    command = f"{shlex.join(PROGRAM)} analyse h8 --depth 1 >&-"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        "review h8i9 --nodes 1",
        "review h8i9g7 --why --ms 100",
        "explain h8i9g7 --stones 3 --ms 100",
        "puzzles",
        "analyse h8 --depth 1",
    ],
)
def test_a_tool_without_an_output_raises_nothing(
    words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool, *rest = words.split()
    monkeypatch.setattr(sys, "stdout", None)  # as Python has it where it is closed
    assert door.run(tool, rest) in (0, 1)


@pytest.mark.skipif(sys.platform == "win32" or ON_WINE, reason="there is no shell")
@pytest.mark.parametrize(
    "arguments",
    [
        ("analyse", "h8i9", "--depth", "2"),
        ("analyse", "h8i9", "--depth", "6", "--json"),
        ("bench",),
        ("openings", "--count", "9", "--nodes", "1"),
        ("verify", "none.json"),
        ("selfcheck", "--help"),
    ],
)
def test_a_tool_whose_reader_leaves_ends_without_a_word(arguments: tuple[str, ...]) -> None:
    command = (*PROGRAM, *arguments)
    reading, writing = os.pipe()
    os.close(reading)
    done = forked.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=writing)
    os.close(writing)
    assert done.stderr == ""
    assert done.returncode in (0, NOBODY_READS)


def test_a_disk_that_is_full_is_an_error_and_no_reader_that_left(tmp_path: Path) -> None:
    class Full(io.TextIOWrapper):
        def write(self, text: str) -> int:
            raise OSError(errno.ENOSPC, "no space")

    with (
        (tmp_path / "file").open("wb") as file,
        pytest.raises(OSError, match="no space: 'stdout'"),
    ):
        Outlet(Full(file)).write("x")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no such device")
@pytest.mark.parametrize(
    ("arguments", "unbuffered"),
    [
        ("analyse h8 --depth 1", ""),
        ("verify none.json", ""),
        ("analyse --help", ""),
        ("analyse --help", "1"),
        ("--help", ""),
        ("--version", "1"),
    ],
)
def test_a_full_disk_is_reported_in_one_line(arguments: str, unbuffered: str) -> None:
    words = arguments.split()
    name = f"tengen {words[0]}" if words[0] in toolbox.TOOLS else "tengen"
    with open("/dev/full", "wb") as full:
        done = forked.run(
            (*PROGRAM, *words),
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=full,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )
    assert (done.returncode, done.stderr) == (1, f"{name}: stdout: No space left on device\n")
