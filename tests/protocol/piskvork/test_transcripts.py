"""Conversations as managers hold them: tests/data/transcripts/<manager>-<what>.txt.

Each is held with a session whose engine hardly searches, and with the program that TENGEN_EXE
names, or else `python -m protocol`. tests.support.transcripts explains their notation.
"""

import queue
from collections import deque
from collections.abc import Callable
from itertools import cycle, product
from pathlib import Path

import pytest

from brain.engine import Engine, Limit, Result, Task
from protocol.piskvork.grammar import CommandParser
from protocol.piskvork.session import Session
from tests import DATA
from tests.support.driver import PROGRAM, Brain
from tests.support.managers import MANAGERS, Misread, meant
from tests.support.transcripts import Process, awaited, hold, hold_with_process

TRANSCRIPTS = sorted((DATA / "transcripts").glob("*.txt"))
MEMORY = 48 << 20  # bytes
NODES = 1000  # of an engine that hardly searches
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
ARGUMENTS = ((), ("--force-utf8",))
# Every way is used for one transcript, with or without arguments; all managers have some.
WAYS = zip(product(WRITTEN, ENDS, CASES), cycle(ARGUMENTS), strict=False)
MIXED = (*TRANSCRIPTS[::2], *TRANSCRIPTS[1::2])
WRITINGS = [
    pytest.param(path, way, arguments, id=f"{path.stem} {' '.join(way)} {arguments}")
    for path, (way, arguments) in zip(cycle(MIXED), WAYS, strict=False)
]

each_transcript = pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)


class QuickEngine(Engine):
    """Plays by the rules, but hardly searches and needs no memory."""

    def set_memory(self, memory_bytes: int) -> None:
        super().set_memory(MEMORY)

    def run(self, task: Task) -> Result:
        return super().run(task._replace(limit=Limit(0, NODES, task.limit.depth)))


class Alone:
    """A session without a pipe: each line is answered before the next."""

    def __init__(self, case: Callable[[str], str]) -> None:
        self._case = case
        self._parser = CommandParser()
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


def in_case(line: str, case: Callable[[str], str]) -> str:
    """Return a line with its first word in another case."""
    word, space, rest = line.partition(" ")
    return case(word) + space + rest


@pytest.mark.parametrize(
    ("path", "case"),
    [*zip(TRANSCRIPTS, cycle(CASES))],
    ids=lambda value: getattr(value, "stem", value),
)
def test_a_session_keeps_to_the_transcript(path: Path, case: str) -> None:
    hold(path, Alone(CASES[case]), alone=True)


@each_transcript
def test_a_process_keeps_to_the_transcript(path: Path) -> None:
    hold_with_process(path, PROGRAM)


@pytest.mark.parametrize(("path", "way", "arguments"), WRITINGS)
def test_a_transcript_may_be_written_in_any_way(
    path: Path, way: tuple[str, str, str], arguments: tuple[str, ...]
) -> None:
    cut, end, case = way

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
        MANAGERS[manager].reader()(line, awaited(expected))


@pytest.mark.parametrize(
    ("manager", "expected", "line"),
    [
        ("gomocup_judge", "{move}", "7,7 "),
        ("gomocup_judge", "SWAP", "Swapped"),
        ("qpiskvork", "{move}", "Perhaps 7,7"),
        ("qpiskvork", "{move}", "KING"),
    ],
)
def test_a_manager_finds_more_in_a_line_than_is_meant(
    manager: str, expected: str, line: str
) -> None:
    assert MANAGERS[manager].reader()(line, awaited(expected)) is not None
    with pytest.raises(Misread):
        meant(line)


def test_every_manager_has_a_transcript() -> None:
    assert {path.stem.partition("-")[0] for path in TRANSCRIPTS} == set(MANAGERS)
