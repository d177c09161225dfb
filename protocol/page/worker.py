"""The engine in a thread of its own, for the pages of all tabs: the twin of worker.js.

A request is {id, method, ...}; its answers carry the id: lines as they are found, {id, line}, then
{id, result} or {id, error}. {id, method: "stop"} ends a tab's requests up to that id. Requests are
answered one after the other, but at once where nothing need be searched.
"""

import threading
from collections.abc import Callable
from math import inf
from queue import SimpleQueue

from brain.engine import Analysis, Engine
from protocol.page import answers, line_answers, wire
from protocol.page.wire import Fields, Object

LEAVING_S = 5.0  # for the engine to end its think


class Tab:
    """A page in a browser: what it is to be told, and which of its requests are to end at once."""

    def __init__(self) -> None:
        self.outbox: SimpleQueue[Object] = SimpleQueue()
        self.stopped: float = 0  # requests up to this id


class Worker:
    """Answers requests of any thread. `looker` is a second engine, for what the rules say."""

    def __init__(self, engine: Engine, looker: Engine, variety: int, game: str = "") -> None:
        """Start; each `variety` gives other swap2 openings, and `game` is opened first."""
        self._engine = engine
        self._looker = looker
        self._variety = variety
        self._game = game
        self._queue: SimpleQueue[tuple[Tab, Fields] | None] = SimpleQueue()
        self._now: tuple[Tab, int] | None = None  # the request that the engine works on
        self._is_closed = False
        self._lock = threading.Lock()  # of `_now` and of the tabs' `stopped`
        self._look_lock = threading.Lock()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def hear(self, tab: Tab, request: Fields) -> None:
        """Take a request; its answers go to the tab's outbox."""
        if request["method"] == "stop":
            self.stop(tab, request["id"])
        elif request["method"] in ("start", "look"):
            self._answer(tab, request, self._tell)
        else:
            self._queue.put((tab, request))

    def stop(self, tab: Tab, last: float = inf) -> None:
        """End a tab's requests up to an id."""
        with self._lock:
            tab.stopped = max(tab.stopped, last)
            if self._now and self._now[0] is tab and self._now[1] <= last:
                self._engine.stop()

    def close(self) -> None:
        """End all requests, and wait for the engine."""
        with self._lock:
            self._is_closed = True
            self._engine.stop()
        self._queue.put(None)
        self._thread.join(LEAVING_S)

    def _work(self) -> None:
        while (heard := self._queue.get()) and not self._is_closed:
            tab, request = heard
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

    def _tell(self, tab: Tab, request: Fields) -> Object:
        """Return what needs no search: the game to begin with, or what the rules say."""
        if request["method"] == "start":
            return {"game": self._game}
        with self._look_lock:
            return wire.look_fields(answers.look(self._looker, wire.question(request["position"])))

    def _find(self, tab: Tab, request: Fields) -> Object:
        """Return what the engine finds; tell the tab of every line."""

        def report(analysis: Analysis) -> None:
            tab.outbox.put({"id": request["id"], "line": wire.analysis_fields(analysis)})

        if request["method"] == "forget":
            answers.forget(self._engine)
            return {}
        asked = wire.question(request["position"])
        match request["method"]:
            case "think":
                wanted = wire.wanted(request.get("limits", {}))
                return wire.result_fields(answers.think(self._engine, asked, wanted, report))
            case "swap2":
                self._variety += 1
                return wire.moves_fields(answers.swap2(self._engine, asked, self._variety))
            case "line":
                return wire.line_fields(line_answers.line(self._engine, asked.position))
            case "defence":
                return wire.defence_fields(line_answers.defence(self._engine, asked.position))
        raise ValueError(f"unknown method {request['method']!r}")

    def _answer(self, tab: Tab, request: Fields, find: Callable[[Tab, Fields], Object]) -> None:
        """Tell a tab a result, or why there is none: whatever happens, it waits for an answer."""
        told: Object = {"id": request["id"]}
        try:
            told["result"] = find(tab, request)
        except Exception as error:
            told["error"] = str(error) if isinstance(error, ValueError) else repr(error)
        tab.outbox.put(told)
