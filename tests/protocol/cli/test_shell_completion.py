"""Shell completion: every tool and option is completed."""

import shutil
from pathlib import Path

import pytest

from protocol.cli import toolbox
from tests.support.driver import EXE, run

pytest.importorskip("shtab", reason="needs shtab, of the extra completion")


@pytest.mark.skipif(bool(EXE), reason="not packed")
@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_completion_knows_every_tool_and_its_options(shell: str) -> None:
    done = run("completion", shell)
    assert (done.returncode, done.stderr) == (0, "")
    options = ("--version", "--overhead", "--proof", "--sprt", "--seed", "--why")
    words = (word.lstrip("-") for word in (*toolbox.TOOLS, *options))  # tcsh has them without
    assert [word for word in words if word not in done.stdout] == []


@pytest.mark.skipif(bool(EXE) or not shutil.which("bash"), reason="needs bash and the sources")
@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("tengen ver", "verify"),
        ("tengen analyse --ru", "--rule"),
        ("tengen help rev", "review"),
        ("tengen match --kind g", "gauntlet"),
        ("tengen completion z", "zsh"),
        ("tengen analyse READM", "README.md"),
    ],
)
def test_bash_completes(typed: str, completed: str, tmp_path: Path) -> None:
    script = tmp_path / "tengen"
    script.write_text(run("completion", "bash").stdout)
    words = f"COMP_WORDS=({typed}); COMP_CWORD={typed.count(' ')}"
    line = f"source {script}; {words}; _shtab_tengen; echo ${{COMPREPLY[@]}}"
    done = run("-c", line, command=("bash",))
    assert done.stdout == f"{completed}\n"
