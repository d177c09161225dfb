"""Brains in this process, for tests of the protocol check: the opponents, and changed ones.

The clock of a talker is the real one, but a delay only sets a line's time of arrival, and nothing
waits for a line that has not been sent.
"""

from collections import deque
from collections.abc import Callable
from functools import partial
from time import monotonic

from protocol.client.brain_process import Gone, ReceivedLine
from protocol.piskvork.commands import About
from protocol.piskvork.grammar import CommandParser
from protocol.records.games import REASON
from tests.opponents.__main__ import FORERUNNERS
from tests.opponents.brain import DEFAULT_SIZE, obey
from tests.opponents.faults import Options, reply
from tests.opponents.position import Position, empty_board

Respond = Callable[[str], list[str]]  # a line to the lines that answer it

ABOUT = 'name="talker", version="1.0"'


def opponent(name: str, at: int = 1) -> Respond:
    """Return an opponent's answers, from the same functions as its process."""
    parser, choose = CommandParser(), FORERUNNERS.get(name, partial(reply, name, Options(at)))
    board = empty_board(DEFAULT_SIZE, DEFAULT_SIZE)
    position = Position(DEFAULT_SIZE, DEFAULT_SIZE, board)

    def respond(line: str) -> list[str]:
        nonlocal position
        answers = []
        for command in parser.feed(line):
            if isinstance(command, About):
                answers.append(ABOUT)
                continue
            position, answer = obey(position, command, choose)
            answers += [answer] if answer else []
        return answers

    return respond


class InProcessTalker:
    """A `BrainProcess` without a process. It ends when `respond` raises Gone, or at END."""

    def __init__(
        self, respond: Respond, memory: int = 0, delay_ms: float = 0.0, heeds_end: bool = True
    ) -> None:
        self._respond = respond
        self._memory = memory
        self._delay_s = delay_ms / 1000  # of every answer
        self._heeds_end = heeds_end
        self._lines: deque[ReceivedLine] = deque()
        self._is_gone = False

    @property
    def is_running(self) -> bool:
        return not self._is_gone

    def send(self, *lines: str) -> float:
        sent = monotonic()
        for line in lines:
            try:
                answers = self._respond(line)
            except Gone:
                self._is_gone = True
                break
            self._is_gone |= self._heeds_end and line == "END"
            self._lines.extend(ReceivedLine(text, sent + self._delay_s) for text in answers)
        return sent

    def receive(self, until: float) -> ReceivedLine:
        if self._lines and self._lines[0].at <= until:
            return self._lines.popleft()
        if self._is_gone:
            raise Gone
        raise TimeoutError

    def exchange(self) -> tuple[str, ...]:
        return (f"{REASON}exit code 3",)

    def memory(self) -> int:
        return self._memory

    def end(self) -> None:
        self._is_gone = True
