"""Ctrl-C while an engine thinks in another thread."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def on_interrupt(act: Callable[[], object]) -> Iterator[None]:
    """Have Ctrl-C do something instead of raising KeyboardInterrupt, wherever the program is."""
    before = signal.signal(signal.SIGINT, lambda *_: act())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
