"""Commands not answered yet, and the stops among them.

One thread adds commands; another takes them out and thinks. A stop ends all stoppable commands
before it and none after it. Any command ends pondering. Both hold even if the engine has not
started yet.
"""

import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import NamedTuple

from brain.engine import Engine
from protocol.piskvork.commands import Command, End, Info, Stop, Stoppable


class Received(NamedTuple):
    """A command, and the time.perf_counter() of its clock's start."""

    command: Command
    at: float


class Inbox:
    """Commands in the order of arrival."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[Received] = SimpleQueue()
        self._lock = threading.Lock()
        self._engine: Engine | None = None
        self._started = threading.Event()
        self._waiting = 0  # commands not taken out yet
        self._stoppable = 0  # stoppable commands received
        self._answered = 0  # stoppable commands answered
        self._stopped = 0  # the first `_stopped` stoppable commands must be answered at once
        self._pondering = False

    def attach(self, engine: Engine) -> None:
        """Send stops to this engine from now on."""
        with self._lock:
            self._engine = engine
            self._pass_on()
        self._started.set()

    def wait_for_engine(self) -> None:
        """Wait until the engine is attached."""
        self._started.wait()

    def put(self, received: Received) -> None:
        """Add a command; stop the engine if the command ends its current work."""
        with self._lock:
            self._waiting += 1
            self._stoppable += isinstance(received.command, Stoppable)
            if is_stop(received.command):
                self._stopped = self._stoppable
            if self._engine and self._is_stopped():
                self._engine.stop()
        self._queue.put(received)

    def get(self) -> Received:
        """Wait for the next command and return it."""
        received = self._queue.get()
        with self._lock:
            self._waiting -= 1
        return received

    def answer(self) -> None:
        """Count a stoppable command as answered; drop a stop that came too late for it."""
        with self._lock:
            self._answered += 1
            self._pass_on()

    def ponder(self, think: Callable[[], None]) -> None:
        """Call `think`, which any command stops, unless a command is already waiting."""
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
