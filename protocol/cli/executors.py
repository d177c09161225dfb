"""Executors for `tengen solve` and `tengen verify`: processes of this machine, or the workers of a
Dask cluster. Every worker needs this package.

Matthew Rocklin: "Dask: parallel computation with blocked algorithms and task scheduling", 2015,
https://distributed.dask.org
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager

from protocol.cli.terminal import one_stop


@contextmanager
def processes(count: int) -> Iterator[Executor]:
    """Yield an executor of `count` processes, which end with this one, even if it is killed."""
    others = {*multiprocessing.active_children()}
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(count, context, _follow_parent)
    try:
        with one_stop():
            yield executor
    finally:
        for process in {*multiprocessing.active_children()} - others:
            process.terminate()  # its result is no longer needed
        executor.shutdown(cancel_futures=True)


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """Yield an executor of a cluster's workers, and the number of their threads."""
    from distributed import Client  # an optional extra

    with Client(address) as client:
        yield client.get_executor(pure=False), sum(client.nthreads().values())


def _follow_parent() -> None:
    """End when the parent ends; leave Ctrl-C to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent
    parent.join()
    os._exit(1)
