"""The pipe to the manager. No other module uses stdin, stdout or stderr.

A thread reads all the time, so END, STOP and a closed pipe act while the main thread thinks. The
main thread answers commands in order. While none is waiting, it prefaults the table and ponders. A
third thread writes marks. The lines of both may alternate, but each is written whole and ends with
a single line feed.
"""

import os
import select
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NoReturn

from brain import __version__
from brain.engine import Engine
from protocol.piskvork.commands import Command, End, Stoppable
from protocol.piskvork.conversation_log import (
    LOG_VARIABLE,
    NOTE,
    RECEIVED,
    SENT,
    STDERR,
    ConversationLog,
)
from protocol.piskvork.grammar import CommandParser, Lines
from protocol.piskvork.inbox import Inbox, Received
from protocol.piskvork.session import Session
from protocol.piskvork.yixin import DATABASE_LINE

STDIN, STDOUT = 0, 1
CHUNK = 1 << 16  # bytes
LONGEST_LINE = 1 << 16  # bytes; the rest is dropped
LEAVING_S = 0.15  # time to answer the commands before END
WAITING_S = 0.02  # a shorter read probably found bytes that were waiting
# The greeting and the commands for a person at a terminal. Programs ignore MESSAGE lines.
GREETING = (
    f"MESSAGE Tengen {__version__} plays Gomoku and Renju in managers such as Piskvork.",
    "MESSAGE Or type START 15, then BEGIN; help tells more, quit leaves.",
    "MESSAGE To play in the terminal start it with the word play; --help tells more.",
)
HELP, LEAVING = "help", ("quit", "exit")
HELP_LINES = (
    "MESSAGE START 15        a new game on 15 columns and rows; this comes first",
    "MESSAGE BEGIN           I make the first move",
    "MESSAGE TURN 7,8        your stone in column 7, row 8, from 0; I answer",
    "MESSAGE TAKEBACK 7,8    take a stone back",
    "MESSAGE STOP            I move at once",
    "MESSAGE INFO rule 4     0 freestyle, 1 standard, 4 renju, 8 caro",
    "MESSAGE INFO timeout_turn 2000    ms for a move",
    "MESSAGE INFO strength 20          0 a beginner, 100 the best",
    "MESSAGE quit            leave",
)
NO_LOG = f"MESSAGE no log: {LOG_VARIABLE} names no file or terminal that can be written"


class Output:
    """Writes lines, from any thread, also to the log."""

    def __init__(self, log: ConversationLog) -> None:
        self.log = log
        self._lock = threading.Lock()

    def write(self, line: str) -> None:
        """Write a line; exit silently once the manager has closed the pipe.

        Only a window that asks for labels and comments of a database reads more than ASCII.
        """
        coding = "utf-8" if line.startswith(DATABASE_LINE) else "ascii"
        data = line.encode(coding, "replace") + b"\n"
        try:
            with self._lock:
                while data:
                    data = data[os.write(STDOUT, data) :]
                self.log.write(SENT, line)
        except OSError:
            self.log.write(NOTE, "the output is closed")
            os._exit(0)


def write_to_manager(text: str) -> None:
    """Write a text as one line to stdout, unless a person reads it."""
    if not os.isatty(STDOUT):
        Output(ConversationLog("", 0.0)).write(" ".join(text.split()))


def serve(
    make_engine: Callable[[], Engine],
    launched: float,
    overhead_ms: float | None,
    databases: Sequence[str] = (),
) -> NoReturn:
    """Answer until END or the end of stdin, then exit the process.

    `launched` is the time.perf_counter() at which the process started. An unusable database is
    reported, and play continues.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    path = os.environ.get(LOG_VARIABLE, "")
    log = ConversationLog(path, launched)
    output = Output(log)
    if path or not os.isatty(STDERR):
        _redirect_stderr(log)
    if path and log.descriptor is None:
        output.write(NO_LOG)
    is_person = os.isatty(STDIN)
    for line in GREETING if is_person else ():
        output.write(line)
    inbox = Inbox()
    try:
        commands = _commands(launched, output, is_person)
        threading.Thread(target=_listen, args=(inbox, commands, log), daemon=True).start()
        engine = make_engine()
        if databases:
            _use(engine, databases, output)
        inbox.attach(engine)
        _talk(inbox, Session(engine, output.write, overhead_ms, variety=os.getpid()), output)
    except Exception as error:  # without an engine, fail at once: the manager waits
        log.error()
        output.write(" ".join(f"ERROR {_reason(error)}".split()))
        os._exit(1)


def _use(engine: Engine, databases: Sequence[str], output: Output) -> None:
    """Make the engine answer from databases; report each unusable one."""
    used: list[str] = []
    for database in databases:
        try:
            engine.set_database(*used, database)
            used.append(database)
        except (OSError, ValueError) as error:
            output.write(f"MESSAGE no database: {' '.join(str(error).split())}")


def _reason(error: Exception) -> str:
    """Return why the engine or the reading thread could not start."""
    if isinstance(error, MemoryError):
        return "not enough memory: raise the process's limit (ulimit -v)"
    if isinstance(error, RuntimeError):
        return f"{error}: raise the limit of threads (ulimit -u) or of memory (ulimit -v)"
    return str(error)


def _talk(inbox: Inbox, session: Session, output: Output) -> NoReturn:
    """Answer the commands in the inbox until END."""
    answered = 0.0
    while True:
        inbox.ponder(lambda: _ponder(session, output.log))
        received = inbox.get()
        if isinstance(received.command, End):
            os._exit(0)
        # The clock of a command that arrived before our last answer starts at that answer.
        lines = _answer(session, received.command, max(received.at, answered), output.log)
        if isinstance(received.command, Stoppable):
            inbox.answer()
            answered = time.perf_counter()
        for line in lines:
            output.write(line)


def _answer(session: Session, command: Command, since: float, log: ConversationLog) -> Lines:
    """Return the reply, even after an internal error."""
    try:
        return session.answer(command, since)
    except Exception:  # the manager is owed an answer
        log.error()
        return session.rescue(command)


def _ponder(session: Session, log: ConversationLog) -> None:
    """Ponder while no command waits; log any error."""
    try:
        session.ponder()
    except Exception:  # no answer is owed
        log.error()


def _listen(inbox: Inbox, commands: Iterator[Received], log: ConversationLog) -> None:
    """Put the commands of stdin into the inbox; exit at END or the end of stdin.

    A script may send all its commands at once, END too. They are answered once the engine has
    started, which takes a minute if the kernels must be compiled. A manager waits for the reply to
    START, so its END is later.
    """
    try:
        for received in commands:
            if isinstance(received.command, End):
                break
            inbox.put(received)
        else:
            log.write(NOTE, "the input is closed")
    except Exception:  # a brain that can't read any more must exit
        log.error()
    inbox.put(Received(End(), time.perf_counter()))
    inbox.wait_for_engine()
    time.sleep(LEAVING_S)
    os._exit(0)


def _commands(launched: float, output: Output, is_person: bool) -> Iterator[Received]:
    """Yield the commands on stdin; answer a person's `help`."""
    parser = CommandParser()
    for line, at in _lines(launched):
        output.log.write(RECEIVED, line)
        word = line.strip().lower() if is_person else ""
        if word == HELP:
            for text in HELP_LINES:
                output.write(text)
            continue
        for command in parser.feed("END" if word in LEAVING else line):
            yield Received(command, at)


def _lines(launched: float) -> Iterator[tuple[str, float]]:
    """Yield the lines of stdin, each with its time of arrival. A line ends with CR, LF or both, or
    at the end of stdin.

    Bytes that were waiting at the first read may have been sent right after the launch, when the
    judge's clock started. So their time is `launched`.
    """
    waiting = _has_bytes()
    asked = time.perf_counter()
    chunk = os.read(STDIN, CHUNK)
    at = time.perf_counter()
    if waiting or (waiting is None and at - asked < WAITING_S):
        at = launched
    rest = b""
    while chunk:
        *lines, rest = (rest + chunk).replace(b"\r", b"\n").split(b"\n")
        for line in lines:
            yield _text(line), at
        rest = rest[:LONGEST_LINE]
        chunk = os.read(STDIN, CHUNK)
        at = time.perf_counter()
    yield _text(rest), at


def _has_bytes() -> bool | None:
    """Return whether stdin has bytes to read, None if the system does not report it."""
    try:
        return bool(select.select([STDIN], [], [], 0)[0])
    except OSError:
        return None


def _text(line: bytes) -> str:
    return line.decode("utf-8-sig", "replace")


def _redirect_stderr(log: ConversationLog) -> None:
    """Redirect stderr to the log, or to the null device if it is closed.

    A manager may mistake stderr for answers, or never read it, which would block us.
    """
    descriptor = log.descriptor
    os.dup2(os.open(os.devnull, os.O_WRONLY) if descriptor is None else descriptor, STDERR)
