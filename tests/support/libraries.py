"""The compiled libraries of every system and level, and the page's engine."""

import subprocess
import sys
from functools import cache

import pytest

from brain.build import wasm
from brain.build.link import LinkError
from brain.thinking import native
from protocol.page import engine_bundle
from tests import ROOT


@cache
def make() -> None:
    """Compile the libraries that are missing, all at once: most of the time goes to what they
    share. A process that calls this meanwhile waits. Skip the test without a linker, or on a system
    that can't make all of them.
    """
    if native.system() not in engine_bundle.MAKERS:
        pytest.skip(f"needs one of {', '.join(engine_bundle.MAKERS)} on x86-64")
    try:
        wasm.linker()
    except LinkError as error:
        pytest.skip(f"needs the extra build: {error}")
    command = [sys.executable, "-m", "brain.build.compile", *native.LEVELS, native.OTHER]
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)


@cache
def make_page_engine() -> None:
    """Make the page's engine if it is missing."""
    make()
    engine_bundle.load()
