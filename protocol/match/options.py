"""The command line of `tengen match`: its options and their types."""

import shlex
import sys
from argparse import ArgumentTypeError, BooleanOptionalAction
from collections.abc import Callable
from typing import Any

from brain.openings import opening_book
from protocol.cli.arguments import Add, Parser, add_board, positive, table_file, whole
from protocol.match.tournament import KINDS
from protocol.records.record_folder import FORMATS

INFO = "info."  # prefix of an engine's key for any other INFO
SETS = {"shipped": opening_book.SHIPPED, "tournament": opening_book.TOURNAMENT}  # shipped ones
SHIPPED, TOURNAMENT = SETS
NO_OPENINGS = "none"  # instead of a file name or a set
LISTED, SHUFFLED = "listed", "shuffled"
EXAMPLES = """
keys of an engine:
{keys}

examples:
  tengen match --engine name=new command="python -m protocol" \\
               --engine name=old command=../old/pbrain-old info.strength=50 \\
               --each turn_ms=100 --rule renju --games 1000 --concurrency 2 \\
               --sprt 0 5
  tengen match league.toml --games 20

the first as a file:
  rule = "renju"
  games = 1000
  concurrency = 2
  sprt = [0, 5]
  each = {{ turn_ms = 100 }}
  [[engine]]
  name = "new"
  command = "python -m protocol"
  [[engine]]
  name = "old"
  command = "../old/pbrain-old"
  info = {{ strength = 50 }}

Rerun the same command to resume an interrupted match. tengen match report
regenerates the report of a match from its folder:
  tengen match report match > report.html
"""


# Types of options.


def even(text: str) -> int:
    """Return a positive even number."""
    if positive(text) % 2:
        raise ArgumentTypeError("must be even: every opening is played with both colours")
    return int(text)


def error_rate(text: str) -> float:
    """Return an error probability of the sequential test."""
    if not 0 < float(text) < 0.5:
        raise ArgumentTypeError("must lie between 0 and 0.5")
    return float(text)


def key_value(text: str) -> tuple[str, Any]:
    """Return the key and the value of an engine's setting; ValueError names the key."""
    key, equals, value = text.partition("=")
    if equals and key.startswith(INFO):
        return key, value
    if not equals or key not in ENGINE_KEYS:
        raise ValueError(f"expected KEY=VALUE with a key of {', '.join(ENGINE_KEYS)}, got {text!r}")
    read, _ = ENGINE_KEYS[key]
    try:
        return key, read(value)
    except (ArgumentTypeError, ValueError) as error:
        raise ValueError(f"{key}: {error}") from error


def switch(text: str) -> bool:
    """Return True or False."""
    if text.lower() not in ("true", "false"):
        raise ArgumentTypeError(f"expected true or false, got {text!r}")
    return text.lower() == "true"


def command(text: str) -> tuple[str, ...]:
    """Return the words of a command; on Windows a backslash separates folders."""
    return tuple(shlex.split(text.replace("\\", "/") if sys.platform == "win32" else text))


ENGINE_KEYS: dict[str, tuple[Callable[[str], Any], str]] = {
    "name": (str, "name in tables and records (the answer to ABOUT)"),
    "command": (command, "command that starts the engine"),
    "folder": (str, "its working directory"),
    "turn_ms": (whole, "time for a move"),
    "match_ms": (whole, "time for the game"),
    "increment_ms": (whole, "added to the time for the game after every move"),
    "tolerance_ms": (whole, "time beyond the limit before a move loses (1000)"),
    "nodes_a_ms": (whole, "nodes that its clock counts as 1 ms; 0: it measures time (0)"),
    "memory_mb": (whole, "limit for the process and its children (350); 0: none"),
    "threads": (whole, "INFO thread_num"),
    "nodes": (whole, "INFO max_node"),
    "depth": (whole, "INFO max_depth"),
    "fresh": (switch, "true: a new process for every game"),
    INFO + "KEY": (str, "any other INFO key"),
}


def parser() -> Parser:
    """Return the parser of the command line."""
    keys = "\n".join(f"  {key:<14}{meaning}" for key, (_, meaning) in ENGINE_KEYS.items())
    parser = Parser(
        "tengen match",
        "Play brains that speak the Piskvork protocol against each other.",
        EXAMPLES.format(keys=keys),
        "tengen match --engine KEY=VALUE ... --engine KEY=VALUE ... [options]\n"
        "       tengen match FILE [options]\n"
        "       tengen match check COMMAND [options]\n"
        "       tengen match report FOLDER [--title TITLE] [--sprt ELO0 ELO1]",
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="TOML file; must come first")
    _add_engines(parser.add_argument_group("engines").add_argument)
    _add_game(parser.add_argument_group("the game").add_argument)
    _add_schedule(parser.add_argument_group("who plays what").add_argument)
    _add_ends(parser.add_argument_group("ending early").add_argument)
    _add_running(parser.add_argument_group("running").add_argument)
    return parser


def _add_engines(add: Add) -> None:
    add(
        "--engine",
        nargs="+",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="settings of an engine; repeat for each engine",
    )
    add(
        "--each",
        nargs="+",
        action="extend",
        default=[],
        metavar="KEY=VALUE",
        help="defaults for all engines",
    )


def _add_game(add: Add) -> None:
    add_board(add)
    add(
        "--swap2",
        action=BooleanOptionalAction,
        default=False,
        help="the engines choose the opening with SWAP2BOARD",
    )


def _add_schedule(add: Add) -> None:
    add(
        "--kind",
        choices=KINDS,
        default="round-robin",
        help="round-robin: all play all; gauntlet: the first engine plays all others",
    )
    add("--games", type=even, default="100", metavar="N", help="games for every pairing (100)")
    add(
        "--openings",
        metavar="FILE",
        help=f"one opening a line, in offset or pos notation; {SHIPPED}: the shipped ones"
        f" (the default); {TOURNAMENT}: those even after 8,000,000 nodes; {NO_OPENINGS}: the empty"
        " board",
    )
    add("--order", choices=(LISTED, SHUFFLED), default=LISTED, help="order of the openings")
    add(
        "--seed", type=whole, default="1", metavar="N", help="random seed of the shuffled order (1)"
    )
    add(
        "--symmetries",
        action=BooleanOptionalAction,
        default=False,
        help="turn or mirror the openings on each further pass through the list",
    )


def _add_ends(add: Add) -> None:
    add(
        "--sprt",
        nargs=2,
        type=float,
        metavar=("ELO0", "ELO1"),
        help="end a match of two engines when a sequential test decides for ELO0 or ELO1",
    )
    add(
        "--alpha",
        type=error_rate,
        default="0.05",
        metavar="P",
        help="error probability of the test at ELO0 (0.05)",
    )
    add(
        "--beta",
        type=error_rate,
        default="0.05",
        metavar="P",
        help="error probability of the test at ELO1 (0.05)",
    )
    add(
        "--win",
        nargs=2,
        type=positive,
        metavar=("SCORE", "PLIES"),
        help="end a game as won when both engines have scored it SCORE or more for the same side"
        " for PLIES plies in a row",
    )
    add(
        "--draw",
        nargs=3,
        type=whole,
        metavar=("SCORE", "PLIES", "STONES"),
        help="end a game as drawn when both engines have scored it within SCORE of even for PLIES"
        " plies in a row and STONES stones are on the board",
    )
    add(
        "--draw-after",
        type=whole,
        default="0",
        metavar="MOVES",
        help="end a game as drawn when MOVES stones are on the board, those of the opening included"
        " (0: no limit)",
    )


def _add_running(add: Add) -> None:
    add(
        "--folder",
        default="match",
        help="folder for games.jsonl, the other records and the report (match)",
    )
    add(
        "--formats",
        nargs="*",
        choices=FORMATS,
        default=FORMATS,
        metavar="FORMAT",
        help=f"formats of the other records: {', '.join(FORMATS)} (all)",
    )
    add(
        "--concurrency",
        type=positive,
        default="1",
        metavar="N",
        help="number of concurrent games (1)",
    )
    add(
        "--suspend",
        action=BooleanOptionalAction,
        default=False,
        help="suspend the engine that is not to move",
    )
    add(
        "--start-ms",
        type=positive,
        default="10000",
        metavar="MS",
        help="maximum time from START to OK (10000)",
    )
    add(
        "--late-ms",
        type=whole,
        default="3000",
        metavar="MS",
        help="time to wait for a late answer after a move's limit (3000)",
    )
    add(
        "--sample",
        type=table_file,
        metavar="FILE",
        help="write the positions with the engines' scores and moves as a table for programs that"
        " learn: FILE.npz or FILE.parquet",
    )
    add("--cluster", default="", metavar="ADDRESS", help="play on a Dask cluster")
