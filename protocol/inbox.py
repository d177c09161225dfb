"""What was heard and isn't answered yet, and what of it ends the engine's thinking.

One thread puts in, another takes out and thinks. A stop ends the requests heard before it and no
later one; anything heard ends pondering. Neither is lost when it comes before the engine has begun.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue

from brain.engine import Engine
from protocol.commands import Command, End, Info, Stop, Thinking


@dataclass(frozen=True)
class Heard:
    """A command, and the time.perf_counter() at which its clock started."""

    command: Command
    at: float


class Inbox:
    """Commands in the order in which they were heard."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[Heard] = SimpleQueue()
        self._lock = threading.Lock()
        self._engine: Engine | None = None
        self._waiting = 0  # commands that weren't taken out yet
        self._heard = 0  # requests
        self._answered = 0  # of them
        self._stopped = 0  # requests up to this number are to be answered at once
        self._pondering = False

    def attach(self, engine: Engine) -> None:
        """Pass stops on to this engine from now on."""
        with self._lock:
            self._engine = engine
            self._pass_on()

    def put(self, heard: Heard) -> None:
        """Add a command; stop the engine if it says so."""
        with self._lock:
            self._waiting += 1
            self._heard += isinstance(heard.command, Thinking)
            if is_stop(heard.command):
                self._stopped = self._heard
            if self._engine and self._is_stopped():
                self._engine.stop()
        self._queue.put(heard)

    def get(self) -> Heard:
        """Return the next command, as soon as there is one."""
        heard = self._queue.get()
        with self._lock:
            self._waiting -= 1
        return heard

    def answer(self) -> None:
        """Count a request as done with; a stop that came too late for it is forgotten."""
        with self._lock:
            self._answered += 1
            self._pass_on()

    def ponder(self, think: Callable[[], None]) -> None:
        """Think, or do what else a stop ends, until something is heard; nothing when it already
        was.
        """
        with self._lock:
            if self._waiting:
                return
            self._pondering = True
        try:
            think()
        finally:
            with self._lock:
                self._pondering = False
                self._pass_on()

    def _is_stopped(self) -> bool:
        return self._stopped > self._answered or (self._pondering and self._waiting > 0)

    def _pass_on(self) -> None:
        if not self._engine:
            return
        if self._is_stopped():
            self._engine.stop()
        else:
            self._engine.cancel_stop()


def is_stop(command: Command) -> bool:
    """Return whether a command ends the requests before it."""
    return isinstance(command, Stop | End) or command == Info("timeout_turn", "0")
