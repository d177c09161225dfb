"""Commands that are not answered yet, and the stops among them.

One thread puts commands in, another takes them out and thinks. A stop ends the stoppable commands
before it and none after it; any command ends pondering. Both hold before the engine has begun too.
"""

import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import NamedTuple

from brain.engine import Engine
from protocol.piskvork.commands import Command, End, Info, Stop, Stoppable


class Heard(NamedTuple):
    """A command, and the time.perf_counter() at which its clock started."""

    command: Command
    at: float


class Inbox:
    """Commands in the order of their arrival."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[Heard] = SimpleQueue()
        self._lock = threading.Lock()
        self._engine: Engine | None = None
        self._waiting = 0  # commands not taken out yet
        self._heard = 0  # stoppable commands
        self._answered = 0  # of them
        self._stopped = 0  # the first `_stopped` of them must be answered at once
        self._pondering = False

    def attach(self, engine: Engine) -> None:
        """Send stops to this engine from now on."""
        with self._lock:
            self._engine = engine
            self._pass_on()

    def put(self, heard: Heard) -> None:
        """Add a command; stop the engine if the command ends what it does."""
        with self._lock:
            self._waiting += 1
            self._heard += isinstance(heard.command, Stoppable)
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
        """Count a stoppable command as answered; forget a stop that came too late for it."""
        with self._lock:
            self._answered += 1
            self._pass_on()

    def ponder(self, think: Callable[[], None]) -> None:
        """Call `think`, which any command stops; don't when a command is waiting already."""
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
    """Return whether a command ends the stoppable ones before it.

    `INFO timeout_turn 0` does: Piskvork's stop button sends it.
    """
    return isinstance(command, Stop | End) or command == Info("timeout_turn", "0")
