"""The page's scripts have the types that their comments say."""

import shutil
import subprocess

import pytest

from protocol.page import PARTS


@pytest.mark.skipif(
    shutil.which("tsc") is None, reason="needs TypeScript: npm install -g typescript"
)
def test_the_scripts_are_typed() -> None:
    done = subprocess.run(["tsc", "-p", str(PARTS)], capture_output=True, text=True)
    assert done.stdout == ""
