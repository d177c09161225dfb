"""`tengen board`: the board in a browser, with this program's engine."""

import argparse
import os
import secrets
import sys
import threading
import time
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from math import inf

from brain.cell_names import ROWS
from brain.engine import Engine
from brain.thinking import native
from brain.thinking.table import SMALLEST
from protocol.cli.arguments import (
    Parser,
    add_database,
    add_threads,
    positive,
    reason,
)
from protocol.page import assembled
from protocol.page.server import Server
from protocol.page.worker import EngineLimits, Worker
from protocol.reading import input_text

LEAVING_S = 3.0  # without a page before the end; reloading takes less
OPENING_S = 300.0  # before the end if no page was opened
POLL_S = 0.1
MEGABYTE = 1 << 20
USUAL_PORT = 22522  # fixed, as browsers store the page's settings by port
PORTS = 1 << 16
VARIETIES = 1 << 32
SHOWN = "The board is in your browser. Close it there to end."
NOT_SHOWN = f"Open this in a browser within {OPENING_S / 60:.0f} minutes:"
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")
PACKED_PATH = "LD_LIBRARY_PATH"  # the packed program changes it, and saves the original
NOTES = """
GAME is a file, or - for stdin: SGF, PSQ, a book (.lib, .db, .rif, .positions),
a certificate of a win; or moves such as h8i9, black's first.

The server listens on 127.0.0.1 only, at an address with a secret, so that no
other page or machine can use it. It ends when the page is closed, or with
Ctrl-C.
"""


def main(arguments: Sequence[str]) -> int:
    """Serve the page until it is closed; return 1 if it can't be served."""
    options = parser().parse_args(arguments)
    try:
        with input_text.naming(options.game):
            game = _game(options.game)
        library = native.load()
        usual = EngineLimits(options.threads, options.memory * MEGABYTE)
        with (
            Engine(usual.memory, library, options.database) as engine,
            Engine(0, library, options.database) as rules_engine,
        ):
            engine.set_threads(usual.threads)
            rules_engine.set_table(SMALLEST)
            variety = secrets.randbelow(VARIETIES)
            worker = Worker(engine, rules_engine, variety, game, options.page_rows, usual)
            with listening(worker, options.port) as server:
                serve(server, options)
            worker.close()
    except (OSError, ValueError, native.LibraryError) as error:
        print(f"tengen board: {reason(error)}", file=sys.stderr)
        return 1
    return 0


def _game(source: str) -> str:
    """Return the text of the game to open."""
    if input_text.name_of(source):
        return input_text.for_board(input_text.content_of(source))
    return input_text.read(source)


def listening(worker: Worker, port: int) -> Server:
    """Return a server on a port; 0 for USUAL_PORT, or any free port if that is taken."""
    page = assembled()
    if not port:
        with suppress(OSError):
            return Server(page, worker, USUAL_PORT)
    try:
        return Server(page, worker, port)
    except OSError as error:
        raise OSError(f"can't listen on port {port}: {error.strerror}") from error


def serve(server: Server, options: argparse.Namespace) -> None:
    """Open the page and serve it until it is closed, or until Ctrl-C."""
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with suppress(KeyboardInterrupt):
        stays = options.keep or options.no_browser
        if options.no_browser:
            print(server.address, flush=True)
        elif show(server.invitation):
            print(f"{server.address}\n{SHOWN}", flush=True)
        else:
            print(f"{NOT_SHOWN}\n{server.address}", flush=True)
        wait(server, inf if options.keep else LEAVING_S, inf if stays else OPENING_S)
    server.shutdown()


def wait(server: Server, leaving_s: float, opening_s: float) -> None:
    """Wait until the page has been closed for `leaving_s`, or was not opened within `opening_s`."""
    started = time.monotonic()
    while True:
        alone_s = server.alone_s
        if alone_s == inf:
            if time.monotonic() - started >= opening_s:
                return
        elif alone_s >= leaving_s:
            return
        time.sleep(POLL_S)  # poll: on Windows, Ctrl-C interrupts no other wait


def show(address: str) -> bool:
    """Open an address in a graphical browser; return whether there is one."""
    if sys.platform not in ("win32", "darwin") and not any(map(os.environ.get, DISPLAYS)):
        return False
    if hasattr(sys, "frozen") and PACKED_PATH in os.environ:
        os.environ[PACKED_PATH] = os.environ.get(f"{PACKED_PATH}_ORIG", "")
    return webbrowser.open(address)


def parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser(
        "tengen board",
        "Play, analyse and review in the browser.",
        NOTES,
    )
    add = parser.add_argument
    add("game", nargs="?", default="", metavar="GAME", help="game to open, see below")
    add_threads(add)
    add(
        "--memory",
        type=positive,
        default=0,
        metavar="MB",
        help="memory of the whole program in MB (350)",
    )
    add_database(add)
    text = f"where the names of cells count rows from: {' or '.join(ROWS)} (as set on the page)"
    add("--rows", dest="page_rows", choices=ROWS, default="", metavar="SIDE", help=text)
    add(
        "--port",
        type=_port,
        default=0,
        metavar="N",
        help=f"port to listen on ({USUAL_PORT}, or any free port)",
    )
    add("--no-browser", action="store_true", help="only print the address")
    add("--keep", action="store_true", help="continue after the page is closed")
    return parser


def _port(text: str) -> int:
    """Return the number of a port."""
    port = positive(text)
    if port >= PORTS:
        raise argparse.ArgumentTypeError(f"expected a port from 1 to {PORTS - 1}, got {text}")
    return port
