"""A conversation with any brain that speaks the Piskvork protocol.

with open_brain("pbrain-other") as brain:
    move = brain.play(Board.read("15 freestyle h8i9"), Limit(seconds=1)).move

A brain that ends, that does not answer in time or that breaks the protocol raises a BrainError.
"""

import os
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, Self

from brain.cell import Cell
from brain.game_board import Board
from brain.notation.text import excerpt
from brain.position import Position
from brain.thinking.think import Limit
from protocol.client.brain_process import CHATTER, BrainProcess, Gone, ReceivedLine
from protocol.piskvork.commands import (
    NEUTRAL,
    OPPONENT,
    OWN,
    About,
    Begin,
    Command,
    Info,
    PlayPosition,
    Start,
)
from protocol.piskvork.grammar import lines_of
from protocol.records.games import Point

UNLIMITED = 2147483647  # ms; managers send it for no limit
LONGEST_TURN_MS = 2_000_000  # limit of a move without a time control
TOLERANCE_MS = 1000  # beyond a limit
LONGEST_MESSAGE = 1000  # characters kept
LONGEST_SHOWN = 40  # characters of an answer in a reason
OK = "OK"
NON_ANSWERS = (*CHATTER, "ERROR", OK)

_POINT = re.compile(r"(-?\d{1,4})\s*,\s*(-?\d{1,4})", re.ASCII)
_NODES = re.compile(r"INFO TOTALNODES (\d{1,18})", re.ASCII)
_ABOUT = re.compile(r'\b(\w+)\s*=\s*"([^"]*)"')


class Talker(Protocol):
    """The part of `BrainProcess` that a conversation uses."""

    @property
    def is_running(self) -> bool: ...
    def send(self, *lines: str) -> float: ...
    def receive(self, until: float) -> ReceivedLine: ...
    def exchange(self) -> tuple[str, ...]: ...
    def memory(self) -> int: ...
    def end(self) -> None: ...


class BrainError(Exception):
    """A fault of a brain. The text is the reason.

    `exchange` has the last lines sent (> ), received (< ) and written to stderr (! ).
    """

    def __init__(self, reason: str, exchange: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.exchange = exchange


class BrainEndedError(BrainError):
    """The brain could not start, has ended, or has closed its output."""


class BrainTimeoutError(BrainError):
    """The brain did not answer in time."""


class BrainLateError(BrainTimeoutError):
    """The brain answered, but after the limit and the tolerance."""


class BrainProtocolError(BrainError):
    """The brain's answer is not what the protocol requires."""


@dataclass(frozen=True)
class Patience:
    """How long to wait for a brain, in milliseconds."""

    start_ms: int = 10_000  # from START to OK
    late_ms: int = 3_000  # beyond a move's limit; then the brain counts as hanging


PATIENCE = Patience()


class BrainAnswer(NamedTuple):
    """A line that answers a request.

    text     the line
    ms       from the request to the answer
    message  the last MESSAGE before the answer, usually a line of analysis
    nodes    of the last INFO TOTALNODES before the answer, 0 without any
    """

    text: str
    ms: float
    message: str
    nodes: int = 0


class BrainMove(NamedTuple):
    """A brain's move.

    move     the cell; in renju it may be forbidden, which loses
    ms       the time that the brain took, in milliseconds
    message  its last MESSAGE, usually a line of analysis
    """

    move: Cell
    ms: float
    message: str


class BrainClient:
    """A running brain, used by one thread. Leaving a `with` block ends it."""

    def __init__(
        self, process: Talker, patience: Patience = PATIENCE, tolerance_ms: int = TOLERANCE_MS
    ) -> None:
        """An answer is late if it takes `tolerance_ms` more than the limit of a move."""
        self._process = process
        self._tolerance_ms = tolerance_ms
        self._patience = patience
        self._size = (0, 0)  # of the board that the brain has
        self._is_empty = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Send END, and kill the brain if it does not end at once."""
        self._process.end()

    # For programs.

    def about(self) -> dict[str, str]:
        """Return what the brain reports to ABOUT, such as its name, version, author and country."""
        sent = self.send(*lines_of(About()))
        answer = self._answer(sent, self._patience.start_ms)
        return {key.lower(): value.strip() for key, value in _ABOUT.findall(answer.text)}

    def set(self, **settings: object) -> None:
        """Send INFO lines, such as `set(max_memory=350_000_000, thread_num=2)`."""
        for key, value in settings.items():
            if len(str(value).splitlines()) > 1:
                raise ValueError(f"{key}: expected one line, got {value!r}")
            self.send(*lines_of(Info(key, str(value))))

    def play(self, board: Board | Position, limit: Limit) -> BrainMove:
        """Return the brain's move in a position within a limit; `board` is unchanged.

        ValueError if the game is over or the limit has neither time, nodes nor depth.
        """
        if not isinstance(board, Board | Position):
            raise ValueError(f"board: expected a Board or a Position, got {board!r}")
        position = board if isinstance(board, Position) else board.position
        if not isinstance(limit, Limit):
            raise ValueError(f"limit: expected a Limit, such as Limit(seconds=1), got {limit!r}")
        if not any((limit.seconds, limit.clock, limit.nodes, limit.depth)):
            raise ValueError(f"limit: expected seconds, a clock, nodes or a depth, got {limit!r}")
        is_new = not position.stones and not position.walls
        if self._size != (position.width, position.height) or (is_new and not self._is_empty):
            self.await_start(self.send_start(position.width, position.height))
        turn_ms = round(limit.ms) or LONGEST_TURN_MS
        left_ms = round(limit.clock * 1000) or UNLIMITED
        self.set(
            rule=position.rule,
            timeout_turn=turn_ms,
            timeout_match=round(limit.clock * 1000),
            time_increment=round(limit.increment * 1000),
            max_node=limit.nodes,
            max_depth=limit.depth,
            time_left=left_ms,
        )
        self._is_empty = False
        answer = self.ask(*lines_of(_request(position)), limit_ms=min(turn_ms, left_ms))
        return BrainMove(self._move(answer.text, position), answer.ms, answer.message)

    def _move(self, text: str, position: Position) -> Cell:
        """Return the move in an answer; it is on an empty cell."""
        points = self.points(text)
        if len(points) != 1:
            raise self.protocol_error(f"expected one move, got {len(points)}")
        x, y = points[0]
        if not (0 <= x < position.width and 0 <= y < position.height):
            raise self.protocol_error(
                f"{x},{y} is off the board of {position.width} x {position.height}"
            )
        cell = Cell.at(x, y, position.height)
        if cell in (*(stone for stone, _ in position.stones), *position.walls):
            raise self.protocol_error(f"{cell} is not empty")
        return cell

    # The conversation.

    def send_start(self, width: int, height: int) -> float:
        """Send START; return the instant of sending."""
        self._size, self._is_empty = (width, height), True
        return self.send(*lines_of(Start(width, height)))

    def await_start(self, started: float) -> None:
        """Wait for OK, the answer to START."""
        until = started + self._patience.start_ms / 1000
        while (text := self._receive(until).text).upper() != OK:
            if text.upper().startswith("ERROR"):
                raise self.protocol_error(f"expected {OK}, got {excerpt(text, LONGEST_SHOWN)}")

    def send(self, *lines: str) -> float:
        """Send lines in one write; return the instant. Earlier lines are not answers to them."""
        try:
            return self._process.send(*lines)
        except Gone:
            raise self._ended() from None

    def ask(self, *lines: str, limit_ms: int) -> BrainAnswer:
        """Send lines and return the answer, which may take `limit_ms` and the tolerance. Lines that
        start with a word of NON_ANSWERS are skipped.
        """
        return self._answer(self.send(*lines), limit_ms)

    def points(self, text: str) -> list[Point]:
        """Return the points x,y of an answer."""
        points = points_in(text)
        if points is None:
            shown = excerpt(text, LONGEST_SHOWN)
            raise self.protocol_error(f"expected moves x,y, got {shown}")
        return points

    def exchange(self) -> tuple[str, ...]:
        """Return the last lines sent (> ), received (< ) and written to stderr (! )."""
        return self._process.exchange()

    def protocol_error(self, reason: str) -> BrainProtocolError:
        """Return an error to raise."""
        return BrainProtocolError(reason, self.exchange())

    def _answer(self, sent: float, limit_ms: int) -> BrainAnswer:
        tolerance_ms, late_ms = self._tolerance_ms, self._patience.late_ms
        limit, message, nodes = sent + (limit_ms + tolerance_ms) / 1000, "", 0
        while True:
            line = self._receive(limit + late_ms / 1000)
            word, _, text = line.text.partition(" ")
            if word.upper() not in NON_ANSWERS:
                break
            if word.upper() == "MESSAGE":
                message = text[:LONGEST_MESSAGE]
            if found := _NODES.fullmatch(line.text):
                nodes = int(found[1])
        ms = (line.at - sent) * 1000
        if line.at > limit:
            reason = f"it took {ms:.0f} of {limit_ms} ms; the tolerance is {tolerance_ms} ms"
            raise BrainLateError(reason, self.exchange())
        return BrainAnswer(line.text, ms, message, nodes)

    def _receive(self, until: float) -> ReceivedLine:
        try:
            return self._process.receive(until)
        except TimeoutError:
            raise BrainTimeoutError("no answer in time", self.exchange()) from None
        except Gone:
            raise self._ended() from None

    def _ended(self) -> BrainEndedError:
        reason = "it closed its output" if self._process.is_running else "it ended"
        return BrainEndedError(reason, self.exchange())


def open_brain(
    command: str | os.PathLike[str] | Sequence[str],
    folder: str | None = None,
    patience: Patience = PATIENCE,
) -> BrainClient:
    """Start a brain and return its client. `command` is a program with its arguments, as a text or
    a list, or a path; `folder` is its working directory. BrainEndedError if it can't be started. It
    needs psutil, of the extra `match`.
    """
    if isinstance(command, str):
        words = shlex.split(command)
    else:
        words = [os.fspath(command)] if isinstance(command, os.PathLike) else [*command]
    if not words:
        raise ValueError(f"command: expected a program, got {command!r}")
    try:
        return BrainClient(BrainProcess(words, folder), patience)
    except ImportError as error:
        error.add_note("open_brain needs psutil: pip install 'tengen-gomoku[match]'")
        raise
    except OSError as error:
        raise BrainEndedError(f"{command!r} can't be started: {error}") from None


def points_in(text: str) -> list[Point] | None:
    """Return the points x,y of an answer, None if it has anything else."""
    found = [_POINT.fullmatch(word) for word in re.sub(r"(?<!\s)\s*,\s*", ",", text).split()]
    points = [(int(point[1]), int(point[2])) for point in found if point]
    return points if len(points) == len(found) else None


def _request(position: Position) -> Command:
    """Return the command that asks for a move."""
    if not position.stones and not position.walls:
        return Begin()
    stones = [
        (cell.x, cell.y, OWN if colour == position.turn else OPPONENT)
        for cell, colour in position.stones
    ]
    return PlayPosition((*stones, *((cell.x, cell.y, NEUTRAL) for cell in position.walls)))
