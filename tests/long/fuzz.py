"""Every request is answered once, whatever comes in: `python -m tests.long.fuzz`, or TENGEN_EXE's.

Random conversations are held in three ways: with a session around the real engine, which searches a
few nodes only; with one process through its pipe, in pieces and while it thinks; and with processes
whose input ends anywhere. The commands say what is owed: one answer to a request, and never a move
that wasn't asked for. A conversation that fails is printed as a file for tests/data/corpus.
"""

import argparse
import faulthandler
import queue
import re
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import psutil

from brain.engine import Engine, Limit, Result, Task
from brain.lexicon import cell_at
from protocol.piskvork.commands import (
    About,
    Command,
    End,
    Info,
    Malformed,
    Play,
    Request,
    Restart,
    SetPosition,
    ShowInfo,
    SoosyrvStep,
    Start,
    Swap2Step,
    Takeback,
    Unknown,
)
from protocol.piskvork.grammar import CommandParser
from protocol.piskvork.session import Session
from tests.support.conversations import MEGABYTE, Pieces, conversation, written
from tests.support.driver import PROGRAM, Brain

NODES = 20
MEMORY = 64 * MEGABYTE  # of the engine that thinks of a few nodes
THROUGH_PIPE, CUT_SHORT = 0.02, 0.005  # of all conversations
PAUSE_S = 0.01
HANG_S = 60  # no sequence takes a second
LONGEST_LINE = 1000
RESET = (
    *("STOP", "STOP", "START 15", "START 15", "INFO rule 0", "INFO timeout_turn 20"),
    *("INFO timeout_match 0", "INFO time_left 2147483647", "INFO time_increment 0"),
    *("INFO move_overhead 10", "INFO max_node 0", "INFO max_depth 0", "INFO show_detail 0"),
    *(f"INFO max_memory {80 * MEGABYTE}", "INFO thread_num 1", "INFO pondering 0"),
    *("INFO hash_size 0", "INFO caution_factor 1", "YXBLOCKRESET"),
)
FRESH = (Info("thread_num", "1"), Info("hash_size", "0"), Info("caution_factor", "1"))

MOVE = re.compile(r"\d+,\d+")
CHATTER = re.compile(r"(MESSAGE|DEBUG|INFO|FORBID) [^\x00-\x1f\x7f]+")  # the pipe makes it ASCII
ANSWERS = {  # by a letter for each kind of line
    "m": re.compile(r"\d+,\d+( \d+,\d+)*|SWAP"),
    "o": re.compile("OK"),
    "e": re.compile("ERROR [ -~]+"),
    "u": re.compile("UNKNOWN [ -~]+"),
    "n": re.compile("name=[ -~]+"),
}
OWED: tuple[tuple[Any, str], ...] = (  # the first that fits; nothing to all other commands
    (Request, "[me]"),
    (Start | Restart | Takeback, "[oe]"),
    (Play, "[me]"),
    (About, "n"),
    (Malformed, "e"),
    (Unknown, "u"),
    (SetPosition | Swap2Step | SoosyrvStep, "e?"),
)


@dataclass
class Tally:
    """What was said so far."""

    sequences: int = 0
    commands: int = 0
    requests: int = 0
    moves: int = 0
    slowest_s: float = 0.0  # here a whole one, elsewhere from its last piece to its last answer
    memory: list[int] = field(default_factory=list)  # bytes of a process after each sequence

    def count(self, commands: Iterable[Command], replies: Iterable[str], seconds: float) -> None:
        """Add a sequence."""
        asked = list(commands)
        self.sequences += 1
        self.commands += len(asked)
        self.requests += sum(isinstance(command, Request) for command in asked)
        self.moves += sum(MOVE.match(reply) is not None for reply in replies)
        self.slowest_s = max(self.slowest_s, seconds)


class HastyEngine(Engine):
    """Takes little memory and searches a few nodes, whatever the settings; reports a stop."""

    def set_memory(self, memory_bytes: int) -> None:
        super().set_memory(min(memory_bytes, MEMORY))

    def run(self, task: Task) -> Result:
        limit = task.limit
        few = Limit(nodes=min(limit.nodes or NODES, NODES), depth=limit.depth)
        return super().run(task._replace(limit=few))._replace(stopped=True)


# What is owed


def commands_of(data: bytes) -> Iterator[Command]:
    """Yield the commands of what comes through a pipe, END being the last."""
    parser = CommandParser()
    for line in data.replace(b"\r", b"\n").split(b"\n"):
        for command in parser.feed(line.decode("utf-8-sig", "replace")):
            yield command
            if isinstance(command, End):
                return


def owed(commands: Iterable[Command]) -> str:
    """Return the pattern of what is owed, a letter for each line."""
    pattern = ""
    silent = False  # to words that Yixin-Board may say and we don't know
    for command in commands:
        silent = silent or isinstance(command, ShowInfo)
        if not (silent and isinstance(command, Unknown)):
            pattern += next((line for kind, line in OWED if isinstance(command, kind)), "")
    return pattern


def check_replies(commands: Sequence[Command], replies: Sequence[str]) -> None:
    """Raise AssertionError unless every command got its line, and nothing else was said."""
    assert all(len(line) <= LONGEST_LINE for line in replies)
    lines = [line for line in replies if not CHATTER.fullmatch(line)]
    said = "".join(map(letter_of, lines))
    assert re.fullmatch(owed(commands), said), f"{lines} to {commands}"


def check_first_replies(commands: Sequence[Command], replies: Sequence[str]) -> None:
    """Raise AssertionError unless the first commands got their lines.

    A brain whose input has ended may leave the last ones unanswered.
    """
    counts = range(len(commands) + 1)
    said = "".join(letter_of(line) for line in replies if not CHATTER.fullmatch(line))
    assert any(re.fullmatch(owed(commands[:count]), said) for count in counts)


def letter_of(line: str) -> str:
    """Return which kind of answer a line is."""
    return next((letter for letter, kind in ANSWERS.items() if kind.fullmatch(line)), "?")


# In this process


class Hall:
    """An engine for one session after another."""

    def __init__(self) -> None:
        self.engine = HastyEngine()

    def hold(self, pieces: Pieces) -> tuple[list[Command], list[str]]:
        """Return the commands and replies of a conversation; AssertionError for a wrong one."""
        said: list[str] = []
        session = Session(self.engine, said.append)
        for setting in FRESH:
            session.answer(setting)
        commands = list(commands_of(b"".join(pieces)))
        heard: list[str] = []
        for command in commands:
            before = self._position()
            replies = session.answer(command)
            self._check_board(replies, before)
            assert all(map(CHATTER.fullmatch, said))
            heard += said
            heard += replies
            said.clear()
        check_replies(commands, heard)
        return commands, heard

    def _position(self) -> tuple[object, ...]:
        engine = self.engine
        return engine.width, engine.height, engine.rule, engine.stones

    def _check_board(self, replies: Iterable[str], before: tuple[object, ...]) -> None:
        """Raise AssertionError for a move on a taken cell, or an error that changed anything."""
        cells = [cell for cell, _ in self.engine.stones]
        assert len(set(cells)) == len(cells), "two stones on a cell"
        for reply in replies:
            points = re.findall(r"(\d+),(\d+)", reply) if MOVE.match(reply) else []
            for x, y in points:
                assert int(x) < self.engine.width
                assert int(y) < self.engine.height
                cell = cell_at(int(x), int(y))
                assert cell in cells[-len(points) :] or self.engine.is_empty(cell), "a taken cell"
            if reply.startswith(("ERROR", "UNKNOWN")) and "full" not in reply:
                assert self._position() == before, "an error that changed the position"


def fuzz_here(seed: str, sequences: int) -> Tally:
    """Return a tally of `sequences` sequences; raises ConversationError."""
    hall, tally = Hall(), Tally()
    for number in range(sequences):
        pieces = conversation(Random(f"{seed} {number}"))
        began = time.perf_counter()
        faulthandler.dump_traceback_later(HANG_S, exit=True)
        try:
            commands, heard = hall.hold(pieces)
            tally.count(commands, heard, time.perf_counter() - began)
        except Exception as error:
            faulthandler.cancel_dump_traceback_later()
            smaller = smallest(pieces, lambda fewer: fails(Hall(), fewer))
            raise ConversationError(f"sequence {number} of seed {seed}", smaller) from error
    faulthandler.cancel_dump_traceback_later()
    return tally


class ConversationError(Exception):
    """A conversation that went wrong."""

    def __init__(self, where: str, pieces: Pieces) -> None:
        super().__init__(f"{where}:\n{written(pieces)}")


def fails(hall: Hall, pieces: Pieces) -> bool:
    """Return whether a conversation goes wrong."""
    try:
        hall.hold(pieces)
    except Exception:
        return True
    return False


def smallest(pieces: Pieces, is_bad: Callable[[Pieces], bool]) -> Pieces:
    """Return pieces of which none can be left out without making the conversation go well."""
    for i in reversed(range(len(pieces))):
        fewer = pieces[:i] + pieces[i + 1 :]
        if is_bad(fewer):
            return smallest(fewer, is_bad)
    return pieces


# Through a pipe


def fuzz_pipe(command: tuple[str, ...], seed: str, sequences: int) -> Tally:
    """Return what was said with one process."""
    tally = Tally()
    number = 0
    with Brain(command) as brain:
        process = psutil.Process(brain.pid)
        while tally.sequences < sequences:
            dice = Random(f"{seed} {number}")
            number += 1
            pieces = conversation(dice)
            if any(isinstance(said, End) for said in commands_of(b"".join(pieces))):
                continue
            try:
                talk(brain, dice, pieces, number, tally)
            except (AssertionError, queue.Empty, OSError) as error:
                raise ConversationError(f"sequence {number} of seed {seed}", pieces) from error
            tally.memory.append(process.memory_full_info().uss)
        brain.send("END")
        assert brain.exit_code() == 0
        assert brain.errors() == b""
    return tally


def talk(brain: Brain, dice: Random, pieces: Pieces, number: int, tally: Tally) -> None:
    """Hold a conversation with a process that stays alive."""
    brain.send(*RESET, "YXSHOWINFO", f"TURN reset {number}")
    take_until(brain, f"ERROR cannot read TURN reset {number}")
    for piece in pieces:
        brain.send_bytes(piece)
        if dice.random() < 0.2:
            time.sleep(dice.random() * PAUSE_S)
    ending = f"\nSTOP\nSTOP\nSTART 15\nSTART 15\nTURN over {number}\n".encode()
    began = time.perf_counter()
    brain.send_bytes(ending)
    replies = take_until(brain, f"ERROR cannot read TURN over {number}")
    commands = list(commands_of(b"".join(pieces) + ending))
    check_replies([ShowInfo(), *commands], replies)
    tally.count(commands, replies, time.perf_counter() - began)


def take_until(brain: Brain, last: str) -> list[str]:
    """Return the lines up to one; raises queue.Empty when it doesn't come."""
    lines = [brain.line()]
    while lines[-1] != last:
        lines.append(brain.line())
    return lines


def fuzz_ends(command: tuple[str, ...], seed: str, sequences: int) -> Tally:
    """Return what was said with as many processes, each cut off inside a line or a think."""
    tally = Tally()
    for number in range(sequences):
        dice = Random(f"{seed} {number}")
        data = b"".join(conversation(dice))
        data = data[: dice.randint(0, len(data))]
        try:
            with Brain(command) as brain:
                brain.send("INFO timeout_turn 20")
                brain.send_bytes(data)
                time.sleep(dice.random() * 5 * PAUSE_S)
                began = time.perf_counter()
                brain.close()
                code = brain.exit_code()
                seconds = time.perf_counter() - began
                assert code == 0
                assert brain.errors() == b""
                replies = brain.rest()
            commands = list(commands_of(data))
            check_first_replies(commands, replies)
        except (AssertionError, OSError) as error:
            raise ConversationError(f"end {number} of seed {seed}", [data]) from error
        tally.count(commands, replies, seconds)
    return tally


# The command


def main() -> int:
    """Hold the conversations and print what was said; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.long.fuzz", description=__doc__)
    parser.add_argument("--sequences", type=int, default=100_000)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    piped, ended = (round(options.sequences * share) for share in (THROUGH_PIPE, CUT_SHORT))
    kinds: dict[str, Callable[[], Tally]] = {
        "in process": lambda: fuzz_here(options.seed, options.sequences - piped - ended),
        "through a pipe": lambda: fuzz_pipe(PROGRAM, options.seed, piped),
        "cut short": lambda: fuzz_ends(PROGRAM, options.seed, ended),
    }
    print("                  sequences  commands  requests     moves   per s  slowest ms")
    for name, fuzz in kinds.items():
        began = time.perf_counter()
        try:
            tally = fuzz()
        except ConversationError:
            traceback.print_exc()
            return 1
        rate = tally.sequences / (time.perf_counter() - began)
        print(
            f"{name:17}{tally.sequences:10}{tally.commands:10}{tally.requests:10}{tally.moves:10}"
            f"{rate:8.0f}{tally.slowest_s * 1000:12.1f}",
            flush=True,
        )
        if tally.memory:
            early, late = tally.memory[len(tally.memory) // 10], tally.memory[-1]
            print(f"  memory: {early / MEGABYTE:.1f} MB early, {late / MEGABYTE:.1f} MB at the end")
    return 0


if __name__ == "__main__":
    sys.exit(main())
