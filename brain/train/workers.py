"""Processes that work in turn, so that nothing depends on their number."""

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from brain.thinking import native

Map = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]


@contextmanager
def workers(processes: int) -> Iterator[Map]:
    """Give a `map` that has so many processes work ahead; what is given to it may be endless.

    They leave Ctrl-C to this process.
    """
    if processes == 1:
        yield map
    else:
        native.load()  # made once, if it is missing
        ignore = signal.SIGINT, signal.SIG_IGN
        with multiprocessing.get_context("spawn").Pool(processes, signal.signal, ignore) as pool:
            yield pool.imap
