"""Brains, closed after a test."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from protocol.client.brain_process import BrainProcess
from tests.support.brains import Start
from tests.support.driver import PLAIN_PYTHON


@pytest.fixture
def start() -> Iterator[Start]:
    """Start a brain that runs a Python program; end it after the test."""
    with ExitStack() as stack:

        def start_brain(program: str) -> BrainProcess:
            command = (*PLAIN_PYTHON, "-c", f"import os, subprocess, sys, time\n{program}")
            brain = BrainProcess(command)
            stack.callback(brain.end, 0.0)
            return brain

        yield start_brain
