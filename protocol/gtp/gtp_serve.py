"""`tengen gtp`: plays and analyses in windows that speak the Go Text Protocol."""

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Sequence

from brain.engine import Engine
from brain.files.stored import DataError
from brain.thinking.native import LibraryError
from brain.thinking.strength import FULL_STRENGTH
from protocol.cli.arguments import (
    Parser,
    add_board,
    add_database,
    add_threads,
    level,
    reason,
    seconds,
    whole,
)
from protocol.gtp import gtp_words
from protocol.gtp.gtp_inbox import GtpInbox
from protocol.gtp.gtp_session import GtpSession, GtpSettings
from protocol.piskvork.conversation_log import LOG_VARIABLE, RECEIVED, ConversationLog
from protocol.piskvork.pipe import Output

LONGEST_LINE = 1 << 16  # bytes
EXAMPLES = """
Sabaki: Engines, Manage Engines, add this program with the arguments
  gtp --rule renju
LizzieYzy: Engine, add  "/path/to/tengen gtp" ; set the board to 15x15 first.

kata-analyze and lz-analyze report the search's findings until the next line
arrives. After the end of the game, genmove answers resign for the loser, and
pass for the winner or on a full board. To change the rule, send
gomoku-rule renju  or  kata-set-rules RENJU .
"""


def main(arguments: Sequence[str]) -> int:
    """Answer until quit or the end of stdin, then exit the process; return 1 without an engine."""
    options = parser().parse_args(arguments)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    log = ConversationLog(os.environ.get(LOG_VARIABLE, ""), time.perf_counter())
    output = Output(log)
    try:
        engine = Engine(options.memory << 20, database=options.database)
        engine.set_threads(options.threads)
        settings = GtpSettings(options.size, options.rule, options.level, options.seconds * 1000)
        inbox = GtpInbox()
        session = GtpSession(engine, inbox, output.write, settings)
    except (DataError, LibraryError, OSError, ValueError) as error:
        print(f"tengen gtp: {reason(error)}", file=sys.stderr)
        return 1
    threading.Thread(target=_read_lines, args=(inbox, log), daemon=True).start()
    while (line := inbox.get()) is not None and _answer(session, line, output):
        pass
    os._exit(0)  # Python's own exit may fail while a thread reads


def _answer(session: GtpSession, line: str, output: Output) -> bool:
    """Answer a line, even after an internal error; return whether the conversation continues."""
    try:
        return session.answer(line)
    except Exception:  # the window waits for an answer
        output.log.error()
        output.write(f"?{gtp_words.read(line).number} internal error\n")
        return True


def _read_lines(inbox: GtpInbox, log: ConversationLog) -> None:
    """Put the lines of stdin into the inbox."""
    with contextlib.suppress(OSError):
        while data := sys.stdin.buffer.readline(LONGEST_LINE):
            line = data.decode("utf-8-sig", "replace")
            log.write(RECEIVED, line)
            inbox.put(line)
    inbox.put(None)


def parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser(
        "tengen gtp",
        "Speak the Go Text Protocol with Sabaki, LizzieYzy or GoGui.",
        EXAMPLES,
    )
    add = parser.add_argument
    add_board(add)
    add("--seconds", type=seconds, default=5.0, help="seconds for a move without a clock (5)")
    add("--level", type=level, default=FULL_STRENGTH, help=f"strength, 0 to {FULL_STRENGTH} (all)")
    add_threads(add)
    add(
        "--memory",
        type=whole,
        default=0,
        metavar="MB",
        help="memory of the process in MB (set by the engine)",
    )
    add_database(add)
    return parser
