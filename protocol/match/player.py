"""An engine's side of a game: the commands that it receives, its clock, and its faults.

A move may take the time left for the turn or the match, whichever is less, plus a tolerance. Lines
that start with a word of NON_ANSWERS are skipped. Some managers tolerate other lines; this one does
not.
"""

import re
from dataclasses import dataclass

from brain.notation.text import excerpt
from protocol.match.manager import CHATTER, Brain, Gone, ReceivedLine
from protocol.piskvork.commands import Command, Info, Start
from protocol.piskvork.grammar import lines_of
from protocol.records.games import REASON, Ending, PlayedMove, Point

UNLIMITED = 2147483647  # ms; managers send it for no limit
LONGEST_TURN_MS = 2_000_000  # limit of a move without a time control
LONGEST_MESSAGE = 1000  # characters kept
LONGEST_SHOWN = 40  # characters of an answer in a reason
MEGABYTE = 1 << 20
OK = "OK"
NON_ANSWERS = (*CHATTER, "ERROR", OK)
SWAP = "SWAP"

_POINT = re.compile(r"(-?\d{1,4})\s*,\s*(-?\d{1,4})", re.ASCII)


@dataclass(frozen=True)
class Control:
    """A time control in milliseconds; 0 for no limit."""

    turn_ms: int = 0
    match_ms: int = 0
    increment_ms: int = 0  # added to the match time left after every move
    tolerance_ms: int = 1000

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


@dataclass(frozen=True)
class Patience:
    """How long to wait for a brain, in milliseconds."""

    start_ms: int = 10_000  # from START to OK
    late_ms: int = 3_000  # beyond a move's limit; then the brain counts as hanging


class Fault(Exception):  # noqa: N818 (the brain's, not ours)
    """An engine's fault, by which it loses the game."""

    def __init__(self, name: str, ending: Ending, exchange: tuple[str, ...]) -> None:
        super().__init__(f"{name}: {ending}")
        self.name = name
        self.ending = ending
        self.exchange = exchange  # last lines


class Seat:
    """An engine in one game."""

    def __init__(self, entrant: Entrant, brain: Brain, patience: Patience, suspend: bool) -> None:
        self.name = entrant.name
        self.knows_board = False
        self._entrant = entrant
        self._brain = brain
        self._patience = patience
        self._suspend = suspend
        self._used_ms = 0.0
        self._message = ""

    def start(self, width: int, height: int) -> float:
        """Send START; return the instant of sending."""
        self._brain.resume()
        return self._send(Ending.START, *lines_of(Start(width, height)))

    def get_ready(self, started: float, rule: int) -> None:
        """Wait for OK, the answer to START; then send the settings."""
        until = started + self._patience.start_ms / 1000
        while (text := self._receive(until, Ending.START).text).upper() != OK:
            if text.upper().startswith("ERROR"):
                raise self.fault(Ending.START, f"expected {OK}, got {excerpt(text, LONGEST_SHOWN)}")
        self._send(Ending.START, *info_lines(self._entrant, rule))
        self._pause()

    def move(self, command: Command) -> PlayedMove:
        """Return the engine's move, without its memory."""
        text, took_ms = self._ask(*lines_of(command))
        self.knows_board = True
        points = self._read(text)
        if len(points) != 1:
            raise self.fault(Ending.UNREADABLE, f"expected one move, got {len(points)}")
        return PlayedMove(*points[0], took_ms, 0, self._message)

    def choose(self, stones: tuple[Point, ...]) -> tuple[PlayedMove, ...]:
        """Return the engine's stones for a swap2 opening; none if it swaps."""
        text, took_ms = self._ask("SWAP2BOARD", *(f"{x},{y}" for x, y in stones), "DONE")
        if text.upper() == SWAP:
            return ()
        return tuple(PlayedMove(x, y, took_ms, 0, self._message) for x, y in self._read(text))

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
        """Return `Brain.exchange`."""
        return self._brain.exchange()

    def _ask(self, *lines: str) -> tuple[str, float]:
        """Return the answer and the milliseconds it took."""
        control = self._entrant.control
        left_ms = round(control.match_ms - self._used_ms) if control.match_ms else UNLIMITED
        limit_ms = max(0, min(control.longest_turn_ms, left_ms))
        self._message = ""
        self._brain.resume()
        sent = self._send(Ending.CRASH, *lines_of(Info("time_left", str(left_ms))), *lines)
        answer = self._answer(sent, limit_ms)
        self._pause()
        took_ms = (answer.at - sent) * 1000
        self._used_ms += took_ms - control.increment_ms
        return answer.text, took_ms

    def _answer(self, sent: float, limit_ms: int) -> ReceivedLine:
        """Return the first line that is not chatter. `sent` is the instant of the request."""
        tolerance_ms, late_ms = self._entrant.control.tolerance_ms, self._patience.late_ms
        limit = sent + (limit_ms + tolerance_ms) / 1000
        while True:
            line = self._receive(limit + late_ms / 1000, Ending.NO_ANSWER)
            word, _, text = line.text.partition(" ")
            if word.upper() not in NON_ANSWERS:
                break
            if word.upper() == "MESSAGE":
                self._message = text[:LONGEST_MESSAGE]
        if line.at > limit:
            took_ms = (line.at - sent) * 1000
            reason = f"it took {took_ms:.0f} of {limit_ms} ms; the tolerance is {tolerance_ms} ms"
            raise self.fault(Ending.TIME, reason)
        return line

    def _read(self, text: str) -> list[Point]:
        """Return the points of an answer."""
        found = [_POINT.fullmatch(word) for word in re.sub(r"\s*,\s*", ",", text).split()]
        if None in found:
            raise self.fault(
                Ending.UNREADABLE, f"expected moves x,y, got {excerpt(text, LONGEST_SHOWN)}"
            )
        return [(int(point[1]), int(point[2])) for point in found if point]

    def _send(self, ending: Ending, *lines: str) -> float:
        try:
            return self._brain.send(*lines)
        except Gone:
            raise self.fault(ending) from None

    def _receive(self, until: float, ending: Ending) -> ReceivedLine:
        try:
            return self._brain.receive(until)
        except TimeoutError:
            raise self.fault(ending, "no answer in time") from None
        except Gone:
            crash = ending if ending == Ending.START else Ending.CRASH
            reason = "it closed its output" if self._brain.is_running else ""
            raise self.fault(crash, reason) from None

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
    }
    settings.update({key: value for key, value in optional.items() if value})
    settings.update(entrant.options)
    return tuple(f"INFO {key} {value}" for key, value in settings.items())
