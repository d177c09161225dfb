"""Goes through a transcript: a conversation as a manager holds it, word for word.

`> ` is a line to the brain, `< ` an answer, `? ` something said in passing, `~` a while in which
the brain only thinks, and `#` a comment. `{move}`, `{number}`, `{points}` and `{text}` stand for
what can't be foretold, ` | ` separates alternatives, and `{1}` is the first stone that the brain
has placed so far, in a step of an opening too. Every line is given to the manager's reader: what it
makes of it must be what the line means.
"""

import queue
import re
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

import pytest

from tests.support.driver import PATIENCE_S, Brain
from tests.support.managers import (
    FORBIDDEN,
    MANAGERS,
    MOVE,
    NAME,
    OK,
    PASSING,
    STEP,
    STONES,
    TALK,
    Manager,
    Reading,
    meant,
)

WHILE_S = 0.1
LONGEST_LINE = 1000  # characters
HOLDERS = {"number": r"\d+", "points": r"(\d{4})*\.", "text": '[^"]*', "move": r"\d+,\d+"}


class Partner(Protocol):
    """A brain, however it is talked to."""

    def send(self, lines: list[str]) -> None:
        """Say lines that the manager doesn't wait between."""

    def line(self, seconds: float) -> str:
        """Return the next line; raises queue.Empty when none comes in time."""

    def rest(self) -> list[str]:
        """Return the lines up to the end."""


class Process:
    """A process at the end of a pipe."""

    def __init__(
        self,
        brain: Brain,
        encode: Callable[[list[str]], str],
        cut: Callable[[bytes], Sequence[bytes]] = lambda data: [data],
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
        self._reader = manager.reader()
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
        heard = meant(line)
        if heard.what in (MOVE, STONES):
            self._places += line.split()
        elif heard.what == STEP and heard.text.startswith("MOVE"):
            self._places += [",".join(pair) for pair in re.findall(r" (\d+) (\d+)", heard.text)]

    def has_passed(self, expected: str) -> None:
        """See that something that fits is said in passing, before an answer."""
        until = time.monotonic() + PATIENCE_S
        while not any(fits(expected, line) for line in self._passing):
            line = self._partner.line(max(0.0, until - time.monotonic()))
            assert self._read(line, "{move}").what in PASSING, f"{line} came, not {expected}"
            self._passing.append(line)

    def is_thinking(self) -> None:
        """See that no answer comes for a while."""
        with pytest.raises(queue.Empty):
            self._answer("{move}", WHILE_S)

    def end(self) -> None:
        """See that nothing more is said to the end."""
        for line in self._partner.rest():
            assert self._read(line, "{move}").what in PASSING, f"nobody asked for {line}"

    def _answer(self, expected: str, seconds: float) -> str:
        """Return the next line that isn't said in passing; raises queue.Empty if none comes."""
        until = time.monotonic() + seconds
        while True:
            line = self._partner.line(max(0.0, until - time.monotonic()))
            if self._read(line, expected).what not in PASSING:
                return line
            self._passing.append(line)

    def _read(self, line: str, expected: str) -> Reading:
        """Return what a line means, which must be what the manager makes of it."""
        assert line.isascii()
        assert line.isprintable()
        assert line == line.strip()
        assert len(line) <= LONGEST_LINE
        meaning = meant(line)
        heard = self._reader(line, awaited(expected))
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


def hold_with_process(path: Path, command: Sequence[str]) -> None:
    """Go through a transcript with a process, which is written to as the manager writes."""
    manager = manager_of(path)
    with Brain((*command, *manager.arguments)) as brain:
        hold(path, Process(brain, in_own_way(manager)))


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


def in_own_way(manager: Manager) -> Callable[[list[str]], str]:
    """Return how a manager writes lines."""
    return lambda lines: "".join(map("".join, zip(lines, manager.ends(lines), strict=True)))


def _replaced(text: str, values: dict[str, str], key: str = "%s") -> str:
    for name, value in values.items():
        text = text.replace(key % name, value)
    return text
