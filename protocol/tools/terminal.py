"""A person at the terminal while a tool thinks: Ctrl-C, how far it is, and what it has written."""

import json
import signal
import sys
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


def show(progress: str) -> None:
    """Show on one line of a terminal how far a tool is; say nothing to anything else."""
    if sys.stderr and sys.stderr.isatty():
        print(f"\r\x1b[K{progress}", end="", file=sys.stderr, flush=True)


def say_written(page: str, size: int, *, as_json: bool) -> None:
    """Say that a page of so many bytes has been written."""
    if as_json:
        print(json.dumps({"page": page}))
    else:
        print(f"\n{page}: {size:,} bytes, opens in a browser")
