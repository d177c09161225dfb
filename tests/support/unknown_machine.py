"""A machine that no library is made for, played by this one."""

from pathlib import Path

HIDE = """
import os

machine = os.uname_result((*os.uname()[:4], "unknown"))
os.uname = lambda: machine
"""


def hide_machine(folder: Path) -> None:
    """Make Python processes with a folder on their path not know their machine."""
    (folder / "sitecustomize.py").write_text(HIDE, encoding="utf-8")
