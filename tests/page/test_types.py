"""The page's scripts have the types in their comments."""

import shutil
import subprocess

import pytest

from protocol.page import PARTS
from tests import ROOT

# Where .ci/run installs the compiler, or else the person's own.
LOCAL = ROOT / "build" / "typescript" / "node_modules" / ".bin"
COMPILER = shutil.which("tsc", path=LOCAL) or shutil.which("tsc")


@pytest.mark.skipif(COMPILER is None, reason="needs TypeScript: npm install -g typescript")
def test_the_scripts_are_typed() -> None:
    assert COMPILER
    done = subprocess.run([COMPILER, "-p", str(PARTS)], capture_output=True, text=True)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
