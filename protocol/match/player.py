"""An engine's side of a game: the commands that it receives, its clock, and its faults.

A move may take the time left for the turn or the match, whichever is less, plus a tolerance. Lines
that start with a word of NON_ANSWERS are skipped. Some managers tolerate other lines; this one does
not.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from protocol.client.brain_client import (
    LONGEST_TURN_MS,
    UNLIMITED,
    BrainAnswer,
    BrainClient,
    BrainEndedError,
    BrainError,
    BrainLateError,
    BrainProtocolError,
    BrainTimeoutError,
    Patience,
)
from protocol.client.brain_process import BrainProcess
from protocol.piskvork.commands import Command, Info
from protocol.piskvork.grammar import lines_of
from protocol.records.games import REASON, Ending, PlayedMove, Point

MEGABYTE = 1 << 20
SWAP = "SWAP"
ENDINGS: dict[type[BrainError], Ending] = {
    BrainEndedError: Ending.CRASH,
    BrainTimeoutError: Ending.NO_ANSWER,
    BrainLateError: Ending.TIME,
    BrainProtocolError: Ending.UNREADABLE,
}


@dataclass(frozen=True)
class Control:
    """A time control in milliseconds; 0 for no limit.

    With `nodes_a_ms` the clock counts nodes, which the engine reports with INFO TOTALNODES.
    """

    turn_ms: int = 0
    match_ms: int = 0
    increment_ms: int = 0  # added to the match time left after every move
    tolerance_ms: int = 1000
    nodes_a_ms: int = 0  # nodes that count as a millisecond; 0: time is measured

    @property
    def longest_turn_ms(self) -> int:
        """The limit of a move with all of the match time left."""
        return self.turn_ms or self.match_ms or LONGEST_TURN_MS


@dataclass(frozen=True)
class Entrant:
    """An engine in a match; settings that are 0 are not sent to it."""

    name: str
    command: tuple[str, ...]
    folder: str = ""  # working directory; empty for the current one
    control: Control = Control()
    memory_bytes: int = 0
    threads: int = 0
    nodes: int = 0
    depth: int = 0
    options: tuple[tuple[str, str], ...] = ()  # further INFO keys and their values
    fresh: bool = False  # a new process for every game


class Fault(Exception):  # noqa: N818 (the brain's, not ours)
    """An engine's fault, by which it loses the game."""

    def __init__(self, name: str, ending: Ending, exchange: tuple[str, ...]) -> None:
        super().__init__(f"{name}: {ending}")
        self.name = name
        self.ending = ending
        self.exchange = exchange  # last lines


class Seat:
    """An engine in one game."""

    def __init__(
        self, entrant: Entrant, brain: BrainProcess, patience: Patience, suspend: bool
    ) -> None:
        self.name = entrant.name
        self.knows_board = False
        self._entrant = entrant
        self._brain = brain
        self._client = BrainClient(brain, patience, entrant.control.tolerance_ms)
        self._suspend = suspend
        self._used_ms = 0.0

    def start(self, width: int, height: int) -> float:
        """Send START; return the instant of sending."""
        self._brain.resume()
        with self._faults(is_starting=True):
            return self._client.send_start(width, height)

    def get_ready(self, started: float, rule: int) -> None:
        """Wait for OK, the answer to START; then send the settings."""
        with self._faults(is_starting=True):
            self._client.await_start(started)
            self._client.send(*info_lines(self._entrant, rule))
        self._pause()

    def move(self, command: Command) -> PlayedMove:
        """Return the engine's move, without its memory."""
        moves = self._moves(self._ask(*lines_of(command)))
        self.knows_board = True
        if len(moves) != 1:
            raise self.fault(Ending.UNREADABLE, f"expected one move, got {len(moves)}")
        return moves[0]

    def choose(self, stones: tuple[Point, ...]) -> tuple[PlayedMove, ...]:
        """Return the engine's stones for a swap2 opening; none if it swaps."""
        answer = self._ask("SWAP2BOARD", *(f"{x},{y}" for x, y in stones), "DONE")
        return () if answer.text.upper() == SWAP else self._moves(answer)

    def memory(self) -> int:
        """Return the bytes in use, 0 if not measured now. Raises Fault beyond the limit."""
        used = self._brain.memory()
        limit = self._entrant.memory_bytes
        if used > limit > 0:
            reason = f"it used {used / MEGABYTE:.1f} MB; the limit is {limit / MEGABYTE:g} MB"
            raise self.fault(Ending.MEMORY, reason)
        return used

    def fault(self, ending: Ending, reason: str = "") -> Fault:
        """Return a fault to raise; its exchange ends with the reason."""
        reasons = [f"{REASON}{reason}"] if reason else []
        return Fault(self.name, ending, (*self.exchange(), *reasons))

    def exchange(self) -> tuple[str, ...]:
        """Return `BrainProcess.exchange`."""
        return self._brain.exchange()

    def _ask(self, *lines: str) -> BrainAnswer:
        """Return the answer; its time counts."""
        control = self._entrant.control
        left_ms = round(control.match_ms - self._used_ms) if control.match_ms else UNLIMITED
        limit_ms = max(0, min(control.longest_turn_ms, left_ms))
        time_left = lines_of(Info("time_left", str(left_ms)))
        self._brain.resume()
        patience_ms = LONGEST_TURN_MS if control.nodes_a_ms else limit_ms
        with self._faults():
            answer = self._client.ask(*time_left, *lines, limit_ms=patience_ms)
        self._pause()
        if control.nodes_a_ms:
            answer = answer._replace(ms=answer.nodes / control.nodes_a_ms)
            self._check_nodes(answer.nodes, limit_ms)
        self._used_ms += answer.ms - control.increment_ms
        return answer

    def _check_nodes(self, nodes: int, limit_ms: int) -> None:
        """Raise Fault if a move took more nodes than the clock had."""
        control = self._entrant.control
        most = (limit_ms + control.tolerance_ms) * control.nodes_a_ms
        if nodes > most:
            raise self.fault(Ending.TIME, f"it searched {nodes} nodes; the limit is {most}")

    def _moves(self, answer: BrainAnswer) -> tuple[PlayedMove, ...]:
        """Return the moves of an answer, each with its time and message."""
        with self._faults():
            points = self._client.points(answer.text)
        return tuple(PlayedMove(x, y, answer.ms, 0, answer.message) for x, y in points)

    @contextmanager
    def _faults(self, is_starting: bool = False) -> Iterator[None]:
        """Turn an error of the brain into the fault by which it loses."""
        try:
            yield
        except BrainError as error:
            ending = Ending.START if is_starting else ENDINGS[type(error)]
            has_ended = isinstance(error, BrainEndedError) and not self._brain.is_running
            raise self.fault(ending, "" if has_ended else str(error)) from None

    def _pause(self) -> None:
        """Suspend the brain until the next request if the terms require it."""
        if self._suspend:
            self._brain.suspend()


def info_lines(entrant: Entrant, rule: int) -> tuple[str, ...]:
    """Return the INFO lines sent to an engine before a game."""
    control = entrant.control
    settings: dict[str, int | str] = {
        "timeout_turn": control.longest_turn_ms,
        "timeout_match": control.match_ms,
        "max_memory": entrant.memory_bytes,
        "game_type": 1,
        "rule": rule,
    }
    optional = {
        "time_increment": control.increment_ms,
        "thread_num": entrant.threads,
        "max_node": entrant.nodes,
        "max_depth": entrant.depth,
        "nodes_a_ms": control.nodes_a_ms,
    }
    settings.update({key: value for key, value in optional.items() if value})
    settings.update(entrant.options)
    return tuple(f"INFO {key} {value}" for key, value in settings.items())
