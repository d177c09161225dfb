"""The compiled libraries of every system and level."""

import subprocess
import sys
from functools import cache

from brain.thinking import native
from tests import ROOT


@cache
def make() -> None:
    """Compile those that are missing; whoever comes meanwhile waits."""
    command = [sys.executable, "-m", "brain.build.compile", *native.LEVELS, native.OTHER]
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
