"""A brain's process that runs a program of a test, and the lines that it sends."""

import time
from collections.abc import Callable

from protocol.client.brain_process import BrainProcess

PATIENCE_S = 10.0
Start = Callable[..., BrainProcess]


def receive(brain: BrainProcess, seconds: float = PATIENCE_S) -> str:
    return brain.receive(time.monotonic() + seconds).text
