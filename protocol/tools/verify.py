"""`tengen verify`: checks a certificate of a win, a database of proved positions, or a table of
judged stones.

It trusts the rules alone. Without --fast, no part of the search is loaded.
"""

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, as_completed
from functools import lru_cache, partial
from hashlib import sha256
from io import StringIO
from pathlib import Path

from brain.certificates import (
    certificate,
    certificate_files,
    check,
    check_window,
    proof_database,
)
from brain.certificates.certificate import Certificate
from brain.certificates.certificate_parts import Part, check_part, check_whole, parts_of
from brain.files import checksum, journal
from brain.files.durable import is_private
from protocol.cli.arguments import Parser, add_rows, positive, reason
from protocol.cli.wording import plies_text, proved

MOST_NODES = 10_000_000
PART_REPLIES = 2  # before each part: then a certificate that takes hours has hundreds of parts
CUT = "[0-9a-f ]*"  # pattern of the beginning of a journal's line
MEMORY = 1 << 20  # bytes of the transposition table, which a checker doesn't use
TABLE = re.compile(rb"[a-o]\d")  # begins a table of judged stones
Checker = Callable[[Certificate, float], check.Checked]


def main(arguments: Sequence[str]) -> int:
    """Print what a file proves, or its first error; return 1 for an error."""
    grammar = parser()
    options = grammar.parse_args(arguments)
    if options.journal and not options.processes:
        grammar.error("--journal is for --processes")
    try:
        path, checker = Path(options.file), _checker(options)
        data = path.read_bytes()
        if options.window:
            print(verdict_in_window(_certificate(path, data), options.most))
        elif data.startswith(proof_database.MAGIC):
            print(verdict_on_all(path, options.most, checker))
        elif TABLE.match(data):
            print(verdict_on_table(path, options.most, checker))
        else:
            print(verdict(_certificate(path, data), options.most, checker))
    except check.GivenUp:
        print(f"not proved within {options.most} nodes: --most N checks more")
        return 1
    except (BrokenExecutor, OSError, ValueError) as error:
        print(f"not proved: {reason(error)}")
        return 1
    return 0


def _certificate(path: Path, data: bytes) -> Certificate:
    """Return the certificate in a file; ValueError names a file of another format."""
    try:
        return certificate_files.loads(data)
    except ValueError:
        from brain.notation.file_formats import CERTIFICATE, recognised  # for the error alone

        found = recognised(data)
        if found in (None, CERTIFICATE):
            raise
        raise ValueError(f"{path}: expected {CERTIFICATE}, got {found}") from None


def _checker(options: argparse.Namespace) -> Checker:
    if options.processes:
        return partial(side_by_side, options.processes, options.journal)
    return by_kernels if options.fast else check.check


def verdict(claim: Certificate, most: int = MOST_NODES, checker: Checker = check.check) -> str:
    """Return in words what a certificate proves; ValueError if it is wrong or takes more than
    `most` nodes.
    """
    found = checker(claim, most)
    nodes = _nodes_text(found.nodes - found.recorded)
    text = f"{proved(claim.position.turn, found.plies)}, {nodes} checked"
    if found.recorded:
        text += f", {_nodes_text(found.recorded)} taken from the journal, not checked now"
    return text


def verdict_in_window(claim: Certificate, most: int = MOST_NODES) -> str:
    """Return in words what a certificate in a window proves about larger boards; raises the errors
    of verdict, and ValueError if it is of no theorem.
    """
    theorem = check_window.theorem_of(claim)
    found = check_window.check(claim, most)
    won = proved(claim.position.turn, found.plies)
    return f"{won} in the window, {_nodes_text(found.nodes)} checked\n{theorem}"


def verdict_on_all(path: Path, most: int, checker: Checker) -> str:
    """Return in words what a database proves; ValueError if any of it is wrong, or if a certificate
    takes more than `most` nodes.
    """
    positions = proof_database.Database(path)
    found = proof_database.check(positions, lambda claim: checker(claim, most))
    return (
        f"proved: {len(positions)} positions, each decided in at most {plies_text(found.plies)}, "
        f"{found.nodes} nodes checked"
    )


def verdict_on_table(path: Path, most: int, checker: Checker) -> str:
    """Return in words what a table of judged stones proves; raises the errors of verdict_on_all."""
    from brain.openings import stone_table

    count, found = stone_table.check(path, lambda claim: checker(claim, most))
    return (
        f"proved: {count} {'stone' if count == 1 else 'stones'}, "
        f"each decided in at most {plies_text(found.plies)}, "
        f"{_nodes_text(found.nodes)} checked"
    )


def _nodes_text(nodes: int) -> str:
    return f"{nodes} {'node' if nodes == 1 else 'nodes'}"


def side_by_side(count: int, path: Path | None, claim: Certificate, most: float) -> check.Checked:
    """Return the verdict of brain.certificates.check; `count` processes check the parts.

    Each checked part is recorded in the journal at `path`, if there is one. Recorded parts are not
    checked again. ValueError for a journal that other users can write: they can forge its records.
    """
    from protocol.cli import executors  # not in the packed program

    data = certificate.dumps(claim)
    whole = sha256(data).hexdigest()
    parts = {
        sha256(f"{whole} {part}".encode()).hexdigest(): part
        for part in parts_of(claim, PART_REPLIES)
    }
    if path and not is_private(path):
        raise ValueError(f"{path}: other users can write to this journal, so it proves nothing")
    entries, kept = journal.resumed(path, loads, CUT) if path else ([], StringIO())
    found = dict(entries)
    with kept, executors.processes(count) as executor:
        left = {
            executor.submit(_part_checked, part, data, most): name
            for name, part in parts.items()
            if name not in found
        }
        for future in as_completed(left):
            name, checked = left[future], future.result()
            kept.write(dumps(name, checked))
            found[name] = checked
    return check_whole({part: found[name] for name, part in parts.items()}, claim, most)


def loads(line: str) -> tuple[str, check.Checked]:
    """Return the name of a part and its result from a line of a journal; ValueError for any other
    line.
    """
    name, plies, nodes = checksum.opened(line).split()
    checked = check.Checked(int(plies), int(nodes))
    return name, checked._replace(recorded=checked.nodes)


def dumps(name: str, checked: check.Checked) -> str:
    """Return the line of a journal for the result of a part, with a checksum."""
    return checksum.sealed(f"{name} {checked.plies} {checked.nodes}")


def _part_checked(part: Part, data: bytes, most: float) -> check.Checked:
    """Return the result of checking a part, in a worker process."""
    return check_part(part, _loaded(data), most)


@lru_cache(1)
def _loaded(data: bytes) -> Certificate:
    return certificate.loads(data)


def by_kernels(claim: Certificate, most: float) -> check.Checked:
    """Return the kernels' verdict on a certificate. Raises the errors of brain.certificates.check,
    and ValueError if there is no library of kernels.
    """
    from brain.engine import Engine
    from brain.proving import kernel_checker  # these load the engine
    from brain.thinking.native import LibraryError

    try:
        return kernel_checker.check(claim, Engine(MEMORY), most)
    except LibraryError as error:
        raise ValueError(str(error)) from None


def parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser("tengen verify", "Check a certificate of a win, or a file of many.")
    text = "a file from tengen analyse --proof or tengen database, or a table of judged stones"
    parser.add_argument("file", metavar="FILE", help=text)
    parser.add_argument(
        "--most",
        metavar="N",
        type=positive,
        default=MOST_NODES,
        help="nodes to check before giving up (default: %(default)s)",
    )
    add_rows(parser.add_argument)
    checkers = parser.add_mutually_exclusive_group()
    checkers.add_argument(
        "--fast",
        action="store_true",
        help="check with the engine's kernels, for large certificates",
    )
    text = "the board is a window of larger boards: check what is proved about these"
    checkers.add_argument("--window", action="store_true", help=text)
    parser.set_defaults(processes=0, journal=None)
    if not hasattr(sys, "frozen"):  # the packed program has only one process
        text = "check with N processes"
        checkers.add_argument("--processes", metavar="N", type=positive, help=text)
        text = "record checked parts in FILE; rerun the command to resume"
        parser.add_argument("--journal", metavar="FILE", type=Path, help=text)
    return parser
