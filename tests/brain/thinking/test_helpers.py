"""Helpers search copies of a record, until they are stopped."""

import threading
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from brain.engine import Engine
from brain.game_board import Board
from brain.lexicon import BLACK, FREESTYLE
from brain.thinking.helpers import Helpers

LONGEST_S = 60.0


@pytest.fixture
def engine() -> Iterator[Engine]:
    engine = Engine(1 << 20)
    engine.set_up(Board.read("h8 i9 h10 j7", 15, FREESTYLE))
    yield engine
    engine.close()


class Noted:
    """A library whose iterations note their depth and wait for the stop."""

    def __init__(self) -> None:
        self.depths: list[int] = []
        self.has_started = threading.Semaphore(0)

    def deepen(self, record: Any, colour: int, depth: int, lines: int) -> int:
        self.depths.append(depth)
        self.has_started.release()
        while not record.stop:
            time.sleep(0.001)
        return 0


def test_helpers_search_nodes_of_their_own_when_they_are_started(engine: Engine) -> None:
    record, before = engine.searcher.record, engine.searcher.record.nodes
    helpers = Helpers(engine.searcher.library, 2)
    helpers.start(record, BLACK, 1)
    end = time.monotonic() + LONGEST_S
    while not helpers.nodes and time.monotonic() < end:
        time.sleep(0.001)
    assert helpers.nodes > 0
    helpers.stop()
    assert record.nodes == before


def test_helpers_count_no_nodes_when_they_are_stopped(engine: Engine) -> None:
    helpers = Helpers(engine.searcher.library, 1)
    helpers.start(engine.searcher.record, BLACK, 1)
    helpers.stop()
    assert helpers.nodes == 0


def test_every_other_helper_begins_a_ply_deeper(engine: Engine) -> None:
    library: Any = Noted()
    helpers = Helpers(library, 4)
    helpers.start(engine.searcher.record, BLACK, 1)
    assert all(library.has_started.acquire(timeout=LONGEST_S) for _ in range(4))
    helpers.stop()
    assert sorted(library.depths) == [1, 1, 2, 2]


def test_fewer_search_when_no_thread_is_to_be_had(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    library: Any = SimpleNamespace(deepen=None)
    helpers = Helpers(library, 2)
    helpers.start(engine.searcher.record, BLACK, 1)
    helpers.stop()
    assert helpers.size == 2
