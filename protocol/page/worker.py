"""The engine in its own thread, for the pages of all tabs: the twin of worker.js.

A request is {id, method, ...}. Its answers have its id: {id, line} for each line found, then
{id, result} or {id, error}. {id, method: "stop"} ends a tab's requests up to that id. Requests are
answered in order, except those that need no search: they are answered at once. A tab receives
{id, waits: true} if its request waits until another tab's is answered.
"""

import os
import threading
from collections.abc import Callable
from math import inf
from queue import SimpleQueue
from typing import NamedTuple

from brain.cell_names import ABOVE
from brain.engine import Analysis, Engine
from protocol.page import answers, line_answers, win_answers, wire
from protocol.page.wire import Fields, Object

LEAVING_S = 5.0  # maximum wait for the think's end


class Tab:
    """A page in a browser: its outgoing messages, and the ids of its stopped requests."""

    def __init__(self) -> None:
        self.outbox: SimpleQueue[Object] = SimpleQueue()
        self.stopped: float = 0  # the maximum id of a stopped request


class EngineLimits(NamedTuple):
    """Limits of the engine."""

    threads: int = 1
    memory: int = 0  # bytes of the whole program, 0 for the default


USUAL = EngineLimits()


class Worker:
    """Answers requests from any thread. `rules_engine` answers those that need no search, and
    tells what its position databases have.
    """

    def __init__(
        self,
        engine: Engine,
        rules_engine: Engine,
        variety: int,
        game: str = "",
        rows: str = "",
        usual: EngineLimits = USUAL,
    ) -> None:
        """Start the thread. `variety` selects the openings; pages first open `game`, and count rows
        as `rows` says, "" for their own setting. The engine has the `usual` limits unless a person
        chooses others.
        """
        self._engine = engine
        self._rules_engine = rules_engine
        self._variety = variety
        self._first = {"game": game, "rows": rows, "threads": os.cpu_count() or 1}
        self._usual = usual
        self._queue: SimpleQueue[tuple[Tab, Fields] | None] = SimpleQueue()
        self._now: tuple[Tab, int] | None = None  # the request that the engine is answering
        self._is_closed = False
        self._lock = threading.Lock()  # guards `_now` and the tabs' `stopped`
        self._rules_lock = threading.Lock()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def receive(self, tab: Tab, request: Fields) -> None:
        """Receive a request; its answers go to the tab's outbox."""
        if request["method"] == "stop":
            self.stop(tab, request["id"])
        elif request["method"] in ("start", "look"):
            self._answer(tab, request, self._answer_at_once)
        else:
            with self._lock:
                if self._now and self._now[0] is not tab:
                    tab.outbox.put({"id": request["id"], "waits": True})
            self._queue.put((tab, request))

    def stop(self, tab: Tab, last: float = inf) -> None:
        """End a tab's requests up to an id."""
        with self._lock:
            tab.stopped = max(tab.stopped, last)
            if self._now and self._now[0] is tab and self._now[1] <= last:
                self._engine.stop()

    def close(self) -> None:
        """End all requests and wait for the engine."""
        with self._lock:
            self._is_closed = True
            self._engine.stop()
        self._queue.put(None)
        self._thread.join(LEAVING_S)

    def _work(self) -> None:
        while (received := self._queue.get()) and not self._is_closed:
            tab, request = received
            with self._lock:
                if tab.stopped == inf:
                    continue
                self._now = tab, request["id"]
                if self._is_closed or request["id"] <= tab.stopped:
                    self._engine.stop()
            self._answer(tab, request, self._find)
            with self._lock:
                self._now = None
                self._engine.cancel_stop()

    def _answer_at_once(self, tab: Tab, request: Fields) -> Object:
        """Return the result of a request that needs no search: the first game, or the rules."""
        if request["method"] == "start":
            return {**self._first}
        with self._rules_lock:
            asked = wire.question(request["position"])
            state = wire.state_fields(answers.rules_of(self._rules_engine, asked))
            if self._rules_engine.position_databases:
                state |= wire.stored_fields(answers.stored(self._rules_engine, asked))
            return state

    def _find(self, tab: Tab, request: Fields) -> Object:
        """Return the result of a search; send every line to the tab."""

        def report(analysis: Analysis) -> None:
            tab.outbox.put({"id": request["id"], "line": wire.analysis_fields(analysis, ABOVE)})

        if request["method"] == "forget":
            answers.forget(self._engine)
            return {}
        if request["method"] == "limit":
            self._engine.set_threads(request["threads"] or self._usual.threads)
            self._engine.set_memory(request["memory"] or self._usual.memory)
            return {}
        asked = wire.question(request["position"])
        match request["method"]:
            case "think":
                wanted = wire.wanted(request.get("limits", {}))
                return wire.result_fields(answers.think(self._engine, asked, wanted, report))
            case "opening":
                self._variety += 1
                state = wire.opening_state(request)
                found = answers.opening(self._engine, asked, state, self._variety)
                return wire.answers_fields(found)
            case "line":
                return wire.line_fields(line_answers.line(self._engine, asked.position))
            case "defence":
                return wire.defence_fields(line_answers.defence(self._engine, asked.position))
            case "wins":
                kind = request["kind"]
                return wire.line_fields(win_answers.wins(self._engine, asked.position, kind))
        raise ValueError(f"unknown method {request['method']!r}")

    def _answer(self, tab: Tab, request: Fields, find: Callable[[Tab, Fields], Object]) -> None:
        """Send a tab the result of a request, or the error: it waits for one or the other."""
        message: Object = {"id": request["id"]}
        try:
            message["result"] = find(tab, request)
        except Exception as error:
            message["error"] = str(error) if isinstance(error, ValueError) else repr(error)
        tab.outbox.put(message)
