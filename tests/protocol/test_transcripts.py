"""Conversations as managers hold them, word for word: tests/data/transcripts/<manager>-<what>.txt.

`> ` is a line to the brain, `< ` an answer, `? ` something said in passing, and `~` a while in
which the brain only thinks. `{move}`, `{number}`, `{points}` and `{text}` stand for what can't be
foretold, ` | ` parts what may be said instead, and `{1}` is the first stone that the brain has
placed so far. Every line is given to the manager's ear too: what it makes of it must be what the
line means.

A transcript is held with the session alone around an engine that hardly searches, so that nothing
need be said in passing, with `python -m protocol`, and with the program that the environment's
TENGEN_EXE names.
"""

import queue
import re
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import cycle, product
from pathlib import Path
from typing import Protocol

import pytest

from brain.engine import Engine, Limit, Result, Task
from protocol.commands import Parser
from protocol.session import Session
from tests import DATA
from tests.support.driver import EXE, MODULE, PATIENCE_S, PROGRAM, Brain
from tests.support.managers import (
    FORBIDDEN,
    MANAGERS,
    MOVE,
    NAME,
    OK,
    PASSING,
    STONES,
    TALK,
    Heard,
    Manager,
    Misread,
    meant,
)

TRANSCRIPTS = sorted((DATA / "transcripts").glob("*.txt"))
MEMORY = 48 << 20  # bytes
NODES = 1000  # of an engine that hardly searches
WHILE_S = 0.1
LONGEST_LINE = 1000  # characters
WRITTEN = {  # how text to the brain is cut into writes
    "at once": lambda data: [data],
    "by bytes": lambda data: [data[i : i + 1] for i in range(len(data))],
    "in pieces": lambda data: [data[i : i + 7] for i in range(0, len(data), 7)],
}
ENDS = {"CR": "\r", "LF": "\n", "CRLF": "\r\n"}
CASES: dict[str, Callable[[str], str]] = {
    "upper": str.upper,
    "lower": str.lower,
    "mixed": str.title,
}
COMMANDS = [
    pytest.param(MODULE, id="module"),
    pytest.param(
        PROGRAM, id="exe", marks=pytest.mark.skipif(not EXE, reason="TENGEN_EXE is not set")
    ),
]
ARGUMENTS = ((), ("--force-utf8",))
# Every transcript is written in one of these ways; together they are written in all of them.
WAYS = list(zip(TRANSCRIPTS, cycle(product(WRITTEN, ENDS, CASES, ARGUMENTS)), strict=False))

HOLDERS = {"number": r"\d+", "points": r"(\d{4})*\.", "text": '[^"]*', "move": r"\d+,\d+"}

each_transcript = pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
each_command = pytest.mark.parametrize("command", COMMANDS)


class Partner(Protocol):
    """A brain, however it is talked to."""

    def send(self, lines: list[str]) -> None:
        """Say lines that the manager doesn't wait between."""

    def line(self, seconds: float) -> str:
        """Return the next line; raises queue.Empty when none comes in time."""

    def rest(self) -> list[str]:
        """Return the lines up to the end."""


class QuickEngine(Engine):
    """Plays by the rules, but hardly searches and needs no memory."""

    def set_memory(self, memory_bytes: int) -> None:
        super().set_memory(MEMORY)

    def run(self, task: Task) -> Result:
        return super().run(replace(task, limit=Limit(0, NODES, task.limit.depth)))


class Alone:
    """A session without a pipe: what is said to it is answered before more is said."""

    def __init__(self, case: Callable[[str], str]) -> None:
        self._case = case
        self._parser = Parser()
        self._said: deque[str] = deque()
        self._engine = QuickEngine()
        self._session = Session(self._engine, self._said.append)

    def send(self, lines: list[str]) -> None:
        for line in lines:
            for command in self._parser.feed(in_case(line, self._case)):
                self._said.extend(self._session.answer(command))

    def line(self, seconds: float) -> str:
        if not self._said:
            raise queue.Empty
        return self._said.popleft()

    def rest(self) -> list[str]:
        self._engine.close()
        return list(self._said)


class Process:
    """A process at the end of a pipe."""

    def __init__(
        self,
        brain: Brain,
        encode: Callable[[list[str]], str],
        cut: Callable[[bytes], Sequence[bytes]] = WRITTEN["at once"],
    ) -> None:
        self._brain = brain
        self._encode = encode
        self._cut = cut

    def send(self, lines: list[str]) -> None:
        for piece in self._cut(self._encode(lines).encode()):
            self._brain.send_bytes(piece)

    def line(self, seconds: float) -> str:
        return self._brain.any_line(seconds)

    def rest(self) -> list[str]:
        rest = self._brain.all_rest()
        assert self._brain.exit_code() == 0
        assert self._brain.errors() == b""
        return rest


class Conversation:
    """A manager's side of a transcript: it remembers what was said in passing, and the stones."""

    def __init__(self, manager: Manager, partner: Partner) -> None:
        self._ear = manager.ear()
        self._heeds = manager.heeds
        self._partner = partner
        self._passing: list[str] = []
        self._places: list[str] = []

    def send(self, lines: list[str]) -> None:
        """Say lines with the brain's own stones in them."""
        stones = {f"{{{i}}}": place for i, place in enumerate(self._places, 1)}
        self._partner.send([_replaced(line, stones) for line in lines])
        self._passing = []

    def expect(self, expected: str) -> None:
        """Hear an answer that must fit."""
        line = self._answer(expected, PATIENCE_S)
        assert fits(expected, line), f"{expected} was expected, and came {line}"
        if meant(line).what in (MOVE, STONES):
            self._places += line.split()

    def has_passed(self, expected: str) -> None:
        """See that something that fits is said in passing, before an answer."""
        until = time.monotonic() + PATIENCE_S
        while not any(fits(expected, line) for line in self._passing):
            line = self._partner.line(max(0.0, until - time.monotonic()))
            assert self._listen(line, "{move}").what in PASSING, f"{line} came, not {expected}"
            self._passing.append(line)

    def is_thinking(self) -> None:
        """See that no answer comes for a while."""
        with pytest.raises(queue.Empty):
            self._answer("{move}", WHILE_S)

    def end(self) -> None:
        """See that nothing more is said to the end."""
        for line in self._partner.rest():
            assert self._listen(line, "{move}").what in PASSING, f"nobody asked for {line}"

    def _answer(self, expected: str, seconds: float) -> str:
        """Return the next line that isn't said in passing; raises queue.Empty if none comes."""
        until = time.monotonic() + seconds
        while True:
            line = self._partner.line(max(0.0, until - time.monotonic()))
            if self._listen(line, expected).what not in PASSING:
                return line
            self._passing.append(line)

    def _listen(self, line: str, expected: str) -> Heard:
        """Return what a line means, which must be what the manager makes of it."""
        assert line.isascii()
        assert line.isprintable()
        assert line == line.strip()
        assert len(line) <= LONGEST_LINE
        meaning = meant(line)
        heard = self._ear(line, awaited(expected))
        assert heard == (meaning if meaning.what in self._heeds else None), line
        return meaning


def hold(path: Path, partner: Partner, alone: bool = False) -> None:
    """Go through a transcript."""
    conversation = Conversation(manager_of(path), partner)
    for way, lines in turns(path):
        match way:
            case ">":
                conversation.send(lines)
            case "<":
                conversation.expect(lines[0])
            case "?" if not alone:
                conversation.has_passed(lines[0])
            case "~" if not alone:
                conversation.is_thinking()
    conversation.end()


def turns(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield what happens in a transcript; lines to the brain are together up to the next wait."""
    lines: list[str] = []
    for text in path.read_text(encoding="utf-8").splitlines():
        if text[0] == ">":
            lines.append(text[2:])
        elif text[0] != "#":
            if lines:
                yield ">", lines
            lines = []
            yield text[0], [text[2:]]
    yield ">", lines


def manager_of(path: Path) -> Manager:
    return MANAGERS[path.stem.partition("-")[0]]


def awaited(expected: str) -> str:
    """Return what a manager waits for that is to get an answer."""
    first = expected.partition(" ")[0]
    if "SWAP" in expected or " {move}" in expected:
        return STONES
    return {
        "OK": OK,
        "ERROR": OK,
        "FORBID": FORBIDDEN,
        "MESSAGE": TALK,
        'name="Tengen",': NAME,
    }.get(first, MOVE)


def fits(expected: str, line: str) -> bool:
    """Return whether a line is one of those that are expected."""
    return any(
        re.fullmatch(_replaced(re.escape(text), HOLDERS, r"\{%s\}"), line, re.IGNORECASE)
        for text in expected.split(" | ")
    )


def in_case(line: str, case: Callable[[str], str]) -> str:
    """Return a line with its first word in another case."""
    word, space, rest = line.partition(" ")
    return case(word) + space + rest


def in_own_way(manager: Manager) -> Callable[[list[str]], str]:
    """Return how a manager writes lines."""
    return lambda lines: "".join(map("".join, zip(lines, manager.ends(lines), strict=True)))


def _replaced(text: str, values: dict[str, str], key: str = "%s") -> str:
    for name, value in values.items():
        text = text.replace(key % name, value)
    return text


@each_transcript
@pytest.mark.parametrize("case", CASES)
def test_a_session_keeps_to_the_transcript(path: Path, case: str) -> None:
    hold(path, Alone(CASES[case]), alone=True)


@each_transcript
@each_command
def test_a_process_keeps_to_the_transcript(command: tuple[str, ...], path: Path) -> None:
    manager = manager_of(path)
    with Brain((*command, *manager.arguments)) as brain:
        hold(path, Process(brain, in_own_way(manager)))


@pytest.mark.parametrize(
    ("path", "way"), WAYS, ids=[f"{path.stem} {way[0]} {way[1:3]}" for path, way in WAYS]
)
def test_a_transcript_may_be_written_in_any_way(
    path: Path, way: tuple[str, str, str, tuple[str, ...]]
) -> None:
    cut, end, case, arguments = way

    def encode(lines: list[str]) -> str:
        return "".join(in_case(line, CASES[case]) + ENDS[end] for line in lines)

    with Brain((*PROGRAM, *arguments)) as brain:
        hold(path, Process(brain, encode, WRITTEN[cut]))


@pytest.mark.parametrize(
    ("manager", "expected", "line"),
    [
        ("piskvork", "OK", "OK - everything is good"),
        ("piskvork", "OK", "MESSAGE"),
        ("piskvork", "{move}", "INFO PV DONE"),
        ("piskvork", "{move}", "Traceback (most recent call last):"),
        ("local_judge", "OK", "OK\r"),
        ("local_judge", "{move}", "7,7,1"),
        ("local_judge", "{move}", "DEBUG 7,7"),
        ("local_judge", 'name="Tengen",', 'name="Tengen", "a strong one"'),
        ("c_gomoku_cli", "OK", "ERROR"),
        ("c_gomoku_cli", 'name="Tengen",', "Tengen 1.0"),
        ("runner", "{move}", "SUGGEST 7,7"),
        ("qpiskvork", "{move}", "UNKNOWN INFO"),
        ("qpiskvork", "{move}", "ERROR rule"),
        ("yixin_board", "{move}", "Tengen 1.0"),
        ("yixin_board", "{move}", "FORBID 0708"),
        ("yixin_board", "{move}", "INFO NUMPV 1"),
        ("yixin_board", "{move}", "MESSAGE REALTIME BEST 7,77"),
        ("yixin_board_2018", "{move}", "INFO PV 0"),
        ("gomocalc", "{move}", "INFO BESTLINE"),
        ("gomocalc", "{move}", "READY"),
    ],
)
def test_a_line_that_a_manager_would_misread_is_noticed(
    manager: str, expected: str, line: str
) -> None:
    with pytest.raises(Misread):
        MANAGERS[manager].ear()(line, awaited(expected))


@pytest.mark.parametrize(
    ("manager", "expected", "line"),
    [
        ("gomocup_judge", "{move}", "7,7 "),
        ("gomocup_judge", "SWAP", "Swapped"),
        ("qpiskvork", "{move}", "Perhaps 7,7"),
        ("qpiskvork", "{move}", "KING"),
    ],
)
def test_a_manager_hears_more_than_is_meant(manager: str, expected: str, line: str) -> None:
    assert MANAGERS[manager].ear()(line, awaited(expected)) is not None
    with pytest.raises(Misread):
        meant(line)


def test_every_manager_has_a_transcript() -> None:
    assert {path.stem.partition("-")[0] for path in TRANSCRIPTS} == set(MANAGERS)
