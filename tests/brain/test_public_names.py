"""The public names of `brain`: each is imported at its first use."""

import subprocess
import sys

import pytest

import brain
from tests import ROOT


def test_every_public_name_exists() -> None:
    assert [name for name in brain.__all__ if not hasattr(brain, name)] == []
    assert set(brain.__all__) <= set(dir(brain))
    with pytest.raises(AttributeError, match="module 'brain' has no attribute 'Bored'"):
        _ = brain.Bored  # type: ignore[attr-defined]  # that is the test


@pytest.mark.parametrize(
    ("program", "loaded"),
    [
        ("import brain", "brain"),
        (
            "from brain import Cell",
            "brain brain.cell brain.cell_names brain.lexicon brain.validation",
        ),
    ],
)
def test_only_requested_modules_are_loaded(program: str, loaded: str) -> None:
    shown = "import sys; print(*sorted(name for name in sys.modules if name.startswith('brain')))"
    command = [sys.executable, "-c", f"{program}; {shown}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True)
    assert done.stdout.split() == loaded.split()


def test_a_board_needs_no_compiled_library() -> None:
    program = (
        "import sys; from brain import Board; Board.read('h8i9').sgf();"
        "assert not {'ctypes', 'brain.thinking.native'} & set(sys.modules)"
    )
    command = [sys.executable, "-c", program]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == 0
