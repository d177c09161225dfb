"""The executor of a cluster when its scheduler is gone."""

from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any

import pytest

from protocol.cli import executors
from protocol.cli.executors import ClusterExecutor


class FakeClient:
    """A client whose tasks never end."""

    def __init__(self) -> None:
        self.status = "running"

    def get_executor(self, pure: bool) -> "FakeExecutor":
        return FakeExecutor()


class FakeExecutor(Executor):
    def submit(self, *given: Any, **named: Any) -> Future[Any]:
        return Future()


def test_what_is_pending_fails_when_the_scheduler_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "BEAT_S", 0.001)
    client = FakeClient()
    executor = ClusterExecutor(client)
    pending, ended = executor.submit(print), executor.submit(print)
    ended.set_result(7)
    client.status = "closed"
    with pytest.raises(BrokenExecutor, match="scheduler of the cluster is gone"):
        pending.result(10)
    assert ended.result() == 7
    with pytest.raises(BrokenExecutor, match="scheduler of the cluster is gone"):
        executor.submit(print)
