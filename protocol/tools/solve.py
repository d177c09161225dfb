"""`tengen solve`: proves a win in hours of work, and resumes after a kill."""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from brain.certificates import certificate
from brain.certificates.certificate import Certificate
from brain.engine import Engine
from brain.files.durable import write_atomically
from brain.game_board import Board
from brain.openings import opening_book
from brain.position import Position
from brain.proving import solver
from brain.thinking.native import LibraryError
from protocol.cli.arguments import Parser, add_file_board, positive, reason, report_note
from protocol.cli.executors import cluster, processes
from protocol.cli.wording import proved
from protocol.reading import input_text
from protocol.reading.positions import Reading, read

RESULT = "win.tengen"
BETS_PLIES = 4


def main(arguments: Sequence[str]) -> int:
    """Print each position as it is proved, then the win; return 1 without a certificate."""
    options = parser().parse_args(arguments)
    folder, began = Path(options.out), time.monotonic()
    count = 0

    def report(claim: Certificate) -> None:
        nonlocal count
        count += 1
        stones = "".join(cell.name for cell, _ in claim.position.stones)
        seconds = time.monotonic() - began
        print(f"{seconds:8.0f} s  {count:6}  {claim.plies:3} plies  {stones}", flush=True)

    try:
        say = partial(report_note, "tengen solve", input_text.name_of(options.position))
        reading = Reading(options.size, options.rule, None, options.game, say)
        with input_text.naming(options.position):
            position = read(input_text.read(options.position), reading)
        advice = _advice(options.advice, position) if options.advice else {}
        with _workers(options) as workers:
            job = solver.Job(position, options.plies, advice)
            claim = solver.solve(Engine(), job, folder, report, workers)
        write_atomically(folder / RESULT, certificate.dumps(claim))
    except (BrokenExecutor, LibraryError, OSError, ValueError) as error:
        _warn(reason(error))
        return 1
    print(f"{proved(claim.position.turn, claim.plies)}: {folder / RESULT}")
    return 0


def _advice(path: str, position: Position) -> solver.Advice:
    """Return the hint moves in a file of openings; ValueError names the line of a wrong opening."""
    size, rule, games = (position.width, position.height), position.rule, list[Position]()

    def keep(opening: opening_book.Opening) -> None:
        games.append(Board.of(opening, size, rule).position)

    try:
        opening_book.parse(Path(path).read_text(), *size, keep)
    except ValueError as error:
        raise ValueError(f"{path}, {error}") from None
    return solver.advice_of(games)


@contextmanager
def _workers(options: argparse.Namespace) -> Iterator[solver.Workers | None]:
    """Yield the workers that prove positions for this process, None if there are none."""
    if options.cluster:
        with cluster(options.cluster) as (executor, size):
            yield solver.Workers(executor, size, _warn)
    elif options.processes:
        with processes(options.processes) as executor:
            yield solver.Workers(executor, options.processes, _warn)
    else:
        yield None


def _warn(text: str) -> None:
    print(f"tengen solve: {text}", file=sys.stderr, flush=True)


def parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser("tengen solve", "Prove a deep win; rerun the same command to resume.")
    add = parser.add_argument
    add("position", metavar="POSITION", help="moves or a file, as tengen analyse reads it")
    add(
        "--out",
        required=True,
        metavar="FOLDER",
        help="folder for intermediate certificates and the result",
    )
    add_file_board(add)
    add(
        "--plies",
        type=positive,
        default=BETS_PLIES,
        metavar="N",
        help="try speculative moves in the first N plies (default: %(default)s)",
    )
    text = "file of openings with hint moves, which are tried first"
    add("--advice", default="", metavar="FILE", help=text)
    workers = parser.add_mutually_exclusive_group()
    text = "prove positions with N processes on this machine"
    workers.add_argument("--processes", type=positive, default=0, metavar="N", help=text)
    text = "prove positions on a Dask cluster; certificates from it are checked"
    workers.add_argument("--cluster", default="", metavar="ADDRESS", help=text)
    return parser
