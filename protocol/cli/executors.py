"""Executors for `tengen solve` and `tengen verify`: processes of this machine, or the workers of a
Dask cluster. Every worker needs this package.

Matthew Rocklin: "Dask: parallel computation with blocked algorithms and task scheduling", 2015,
https://distributed.dask.org
"""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    InvalidStateError,
    ProcessPoolExecutor,
)
from contextlib import contextmanager, suppress
from typing import Any

from protocol.cli.terminal import one_stop

GONE = "the scheduler of the cluster is gone"
BEAT_S = 1.0  # between looks at the connection to a cluster


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
        yield ClusterExecutor(client), sum(client.nthreads().values())


class ClusterExecutor(Executor):
    """Tasks for a cluster's workers. They raise BrokenExecutor when the scheduler is gone: Dask's
    own executor would leave them pending.
    """

    def __init__(self, client: Any) -> None:
        self._client, self._executor = client, client.get_executor(pure=False)
        self._pending: set[Future[Any]] = set()
        threading.Thread(target=self._watch, daemon=True).start()

    def submit(self, task: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """Return the future of a task."""
        if self._is_gone:
            raise BrokenExecutor(GONE)
        future: Future[Any] = self._executor.submit(task, *given, **named)
        self._pending.add(future)
        future.add_done_callback(self._pending.discard)
        return future

    @property
    def _is_gone(self) -> bool:
        return self._client.status in ("closing", "closed")

    def _watch(self) -> None:
        """Wait until the client is closed, then fail what is pending."""
        while not self._is_gone:
            time.sleep(BEAT_S)
        for future in tuple(self._pending):
            with suppress(InvalidStateError):  # it has just ended
                future.set_exception(BrokenExecutor(GONE))


def _follow_parent() -> None:
    """End when the parent ends; leave Ctrl-C to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent
    parent.join()
    os._exit(1)
