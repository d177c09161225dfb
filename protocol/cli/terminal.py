"""Terminal handling of long-running tools: Ctrl-C, progress, and the note of a written page."""

import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

STOPS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def one_stop() -> Iterator[None]:
    """Raise KeyboardInterrupt at the first Ctrl-C or SIGTERM only. `timeout` sends two, and the
    second would interrupt the clean-up.
    """
    before = {number: signal.getsignal(number) for number in STOPS}

    def stop(*_: object) -> None:
        for number in STOPS:
            signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    for number, handler in before.items():
        if handler != signal.SIG_IGN:  # a shell's background job
            signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            if signal.getsignal(number) is stop:  # not after a stop: the program is ending
                signal.signal(number, handler)


@contextmanager
def on_interrupt(act: Callable[[], object]) -> Iterator[None]:
    """Make Ctrl-C call `act` instead of raising KeyboardInterrupt."""
    before = signal.signal(signal.SIGINT, lambda *_: act())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def show(progress: str) -> None:
    """Show progress on one line of a terminal; write nothing if stderr is not one."""
    if sys.stderr and sys.stderr.isatty():
        print(f"\r\x1b[K{progress}", end="", file=sys.stderr, flush=True)


def say_written(page: str, size: int, *, as_json: bool) -> None:
    """Print that a page of `size` bytes has been written."""
    if as_json:
        print(json.dumps({"page": page}))
    else:
        print(f"\n{page}: {size:,} bytes, opens in a browser")
