"""A double click opens the board; no manager does."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests import ROOT

pytestmark = pytest.mark.skipif(
    not shutil.which("setsid"), reason="file managers of Linux start it so"
)

ASK = """
import sys
sys.frozen = True
from protocol.cli.doubleclick import wants_board
print(wants_board())
"""
ALONE = ("setsid", "--wait")  # without a terminal
DISPLAY = {"DISPLAY": ":0"}


def wants(
    stdin: int, environment: dict[str, str], *start: str, ask: str = ASK, end: str = ""
) -> bool:
    """Return the answer of a program started in this way."""
    kept = {name: value for name, value in os.environ.items() if not name.endswith("DISPLAY")}
    python = [sys.executable, "-c", ask]
    done = subprocess.run(
        [*start, "sh", "-c", f'exec "$@" {end}', "sh", *python],
        cwd=ROOT,
        env={**kept, **environment},
        stdin=stdin,
        capture_output=True,
        text=True,
        check=True,
    )
    return str(done.stdout) == "True\n"


@contextmanager
def ends(kind: str) -> Iterator[int]:
    """Provide the kinds of stdin of managers and people."""
    match kind:
        case "pipe":
            read, write = os.pipe()
            yield read
            os.close(read)
            os.close(write)
        case "socket":
            mine, other = socket.socketpair()
            with mine, other:
                yield mine.fileno()
        case "file":
            with tempfile.TemporaryFile() as file:
                yield file.fileno()
        case "terminal":
            person, terminal = os.openpty()
            yield terminal
            os.close(person)
            os.close(terminal)


@pytest.mark.parametrize("kind", ["pipe", "socket", "file", "terminal"])
def test_no_board_opens_where_somebody_may_talk(kind: str) -> None:
    with ends(kind) as stdin:
        assert not wants(stdin, DISPLAY, *ALONE)


@pytest.mark.parametrize("display", [DISPLAY, {"WAYLAND_DISPLAY": "wayland-0"}])
@pytest.mark.parametrize("end", ["", "<&-"], ids=["nothing to read", "closed"])
def test_a_board_opens_on_a_desktop_with_nothing_to_read(display: dict[str, str], end: str) -> None:
    assert wants(subprocess.DEVNULL, display, *ALONE, end=end)


def test_no_board_opens_without_a_desktop() -> None:
    assert not wants(subprocess.DEVNULL, {}, *ALONE)


def test_no_board_opens_from_sources() -> None:
    assert not wants(subprocess.DEVNULL, DISPLAY, *ALONE, ask=ASK.replace("sys.frozen = True", ""))


def test_no_board_opens_in_a_terminal_with_stdin_from_nowhere() -> None:
    with ends("terminal") as terminal:
        assert not wants(terminal, DISPLAY, *ALONE, "--ctty", end="</dev/null")
