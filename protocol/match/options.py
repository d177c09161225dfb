"""The command line of `tengen match`: its options, and how the text of each is read."""

import argparse
import shlex
import sys
from argparse import ArgumentTypeError, BooleanOptionalAction
from collections.abc import Callable
from typing import Any

from protocol.arguments import positive, rule, rules_text, size, whole
from protocol.match.tournament import KINDS
from protocol.records.folder import FORMATS

INFO = "info."  # begins an engine's key for any other INFO
SHIPPED, NO_OPENINGS = "shipped", "none"  # instead of a file of openings
LISTED, SHUFFLED = "listed", "shuffled"
EXAMPLES = """
keys of an engine:
{keys}

examples:
  tengen match --engine name=new command="python -m protocol" \\
               --engine name=old command=../old/pbrain-old info.strength=50 \\
               --each turn_ms=100 --rule renju --games 1000 --concurrency 2 --sprt 0 5
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

Stopped in whatever way, a match goes on where it was when the same command is given again.
"""


# Readers of a value's text.


def even(text: str) -> int:
    """Return an even number greater than zero."""
    if positive(text) % 2:
        raise ArgumentTypeError("must be even, as every opening is played with both colours")
    return int(text)


def error_rate(text: str) -> float:
    """Return how often a test may err."""
    if not 0 < float(text) < 0.5:
        raise ArgumentTypeError("must lie between 0 and 0.5")
    return float(text)


def pair(text: str) -> tuple[str, Any]:
    """Return key and value of an engine's setting."""
    key, equals, value = text.partition("=")
    if equals and key.startswith(INFO):
        return key, value
    if not equals or key not in ENGINE_KEYS:
        raise ArgumentTypeError(f"{text!r} is not KEY=VALUE with a key of {', '.join(ENGINE_KEYS)}")
    read, _ = ENGINE_KEYS[key]
    return key, read(value)


def switch(text: str) -> bool:
    """Return whether a setting is on."""
    if text.lower() not in ("true", "false"):
        raise ArgumentTypeError(f"{text!r} is neither true nor false")
    return text.lower() == "true"


def command(text: str) -> tuple[str, ...]:
    """Return a command line's words; on Windows a backslash parts folders."""
    return tuple(shlex.split(text.replace("\\", "/") if sys.platform == "win32" else text))


Add = Callable[..., object]

ENGINE_KEYS: dict[str, tuple[Callable[[str], Any], str]] = {
    "name": (str, "in tables and records"),
    "command": (command, "starts it"),
    "folder": (str, "to start it in"),
    "turn_ms": (whole, "time for a move"),
    "match_ms": (whole, "time for the game"),
    "increment_ms": (whole, "time for the game that a move adds"),
    "tolerance_ms": (whole, "beyond which a move loses by time (1000)"),
    "memory_mb": (whole, "of the process and its children, beyond which it loses (350); 0: any"),
    "threads": (whole, "INFO thread_num"),
    "nodes": (whole, "INFO max_node"),
    "depth": (whole, "INFO max_depth"),
    "fresh": (switch, "true for a new process for every game"),
    INFO + "KEY": (str, "any other INFO"),
}


def make_parser() -> argparse.ArgumentParser:
    """Return the command line's grammar."""
    keys = "\n".join(f"  {key:<14}{meaning}" for key, (_, meaning) in ENGINE_KEYS.items())
    parser = argparse.ArgumentParser(
        prog="tengen match",
        usage="tengen match [FILE] --engine KEY=VALUE ... --engine KEY=VALUE ... [options]",
        description="Play brains that speak the Piskvork protocol against each other.",
        epilog=EXAMPLES.format(keys=keys),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
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
        type=pair,
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="an engine; say it for each of them",
    )
    add(
        "--each",
        nargs="+",
        type=pair,
        action="extend",
        default=[],
        metavar="KEY=VALUE",
        help="holds for every engine that doesn't say otherwise",
    )


def _add_game(add: Add) -> None:
    add("--rule", type=rule, default="freestyle", help=rules_text())
    add("--size", type=size, default="15", help="of the board: 15, or columns x rows as in 20x15")
    add(
        "--swap2",
        action=BooleanOptionalAction,
        default=False,
        help="the engines make the opening, by SWAP2BOARD",
    )


def _add_schedule(add: Add) -> None:
    add(
        "--kind",
        choices=KINDS,
        default="round-robin",
        help="round-robin: all meet all; gauntlet: the first meets all others",
    )
    add("--games", type=even, default="100", metavar="N", help="of every two that meet (100)")
    add(
        "--openings",
        metavar="FILE",
        help=f"one a line, in offset or pos notation; {SHIPPED} for those that come with the"
        f" program (the default), {NO_OPENINGS} for the empty board",
    )
    add("--order", choices=(LISTED, SHUFFLED), default=LISTED, help="of the openings")
    add("--seed", type=whole, default="1", metavar="N", help="decides the shuffled order")
    add(
        "--symmetries",
        action=BooleanOptionalAction,
        default=False,
        help="turn the openings each time they begin again",
    )


def _add_ends(add: Add) -> None:
    add(
        "--sprt",
        nargs=2,
        type=float,
        metavar=("ELO0", "ELO1"),
        help="end the match of two when a sequential test decides between these strengths",
    )
    add("--alpha", type=error_rate, default="0.05", metavar="P", help="its error if elo0 is true")
    add("--beta", type=error_rate, default="0.05", metavar="P", help="its error if elo1 is true")
    add(
        "--win",
        nargs=2,
        type=positive,
        metavar=("SCORE", "PLIES"),
        help="end a game that both engines have called won by SCORE for so many plies in a row",
    )
    add(
        "--draw",
        nargs=3,
        type=whole,
        metavar=("SCORE", "PLIES", "STONES"),
        help="end a game that both have called even within SCORE for so many plies,"
        " when so many stones are on the board",
    )


def _add_running(add: Add) -> None:
    add(
        "--folder",
        default="match",
        help="for the records, games.jsonl above all, and the report (match)",
    )
    add(
        "--formats",
        nargs="*",
        choices=FORMATS,
        default=FORMATS,
        metavar="FORMAT",
        help=f"of the records besides: {', '.join(FORMATS)} (all)",
    )
    add("--concurrency", type=positive, default="1", metavar="N", help="games at a time (1)")
    add(
        "--suspend",
        action=BooleanOptionalAction,
        default=False,
        help="keep the engine that isn't to move from running",
    )
    add("--start-ms", type=positive, default="10000", metavar="MS", help="for START (10000)")
    add(
        "--late-ms",
        type=whole,
        default="3000",
        metavar="MS",
        help="wait for an answer that is too late, to tell it from none (3000)",
    )
    add("--cluster", default="", metavar="ADDRESS", help="play on a Dask cluster")
