"""Worker processes. Their results come in order, so their number does not change the result."""

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from brain.thinking import native

Map = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]


@contextmanager
def workers(processes: int) -> Iterator[Map]:
    """Give a `map` that `processes` processes work for. Its iterable may be endless.

    Only this process is interrupted by Ctrl-C.
    """
    if processes == 1:
        yield map
    else:
        native.load()  # compiled once, before the workers need it
        ignore = signal.SIGINT, signal.SIG_IGN
        with multiprocessing.get_context("spawn").Pool(processes, signal.signal, ignore) as pool:
            yield pool.imap
