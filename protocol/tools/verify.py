"""`tengen verify`: checks a certificate of a win that `tengen analyse --proof` has written, or all
of a database of positions.

It trusts the rules alone: no part of the search is loaded without --fast.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, as_completed
from functools import lru_cache, partial
from hashlib import sha256
from io import StringIO
from pathlib import Path

from brain.certificates import certificate, certificate_files, check, proof_database
from brain.certificates.certificate import Certificate
from brain.certificates.parts import Part, check_part, check_whole, parts_of
from brain.files import journal
from protocol.cli.arguments import Parser, positive, reason
from protocol.cli.wording import plies_text, proved

MOST_NODES = 10_000_000
PART_REPLIES = 2  # deep, where there are hundreds in a certificate that takes hours
CUT = "[0-9a-f ]*"  # a line of the journal
MEMORY = 1 << 20  # bytes of the engine's table, which a checker doesn't need
Checker = Callable[[Certificate, float], check.Checked]


def main(arguments: Sequence[str]) -> int:
    """Print what a proof shows, or the first error in it; return 1 if there is one."""
    grammar = parser()
    options = grammar.parse_args(arguments)
    if options.journal and not options.processes:
        grammar.error("--journal is for --processes")
    try:
        path, checker = Path(options.file), _checker(options)
        data = path.read_bytes()
        if data.startswith(proof_database.MAGIC):
            print(verdict_on_all(path, options.most, checker))
        else:
            print(verdict(certificate_files.loads(data), options.most, checker))
    except check.GivenUp:
        print(f"not proved within {options.most} nodes: --most N looks at more")
        return 1
    except (BrokenExecutor, OSError, ValueError) as error:
        print(f"not proved: {reason(error)}")
        return 1
    return 0


def _checker(options: argparse.Namespace) -> Checker:
    if options.processes:
        return partial(side_by_side, options.processes, options.journal)
    return by_kernels if options.fast else check.check


def verdict(claim: Certificate, most: int = MOST_NODES, checker: Checker = check.check) -> str:
    """Return what a certificate shows; ValueError when it is wrong or takes too many nodes."""
    found = checker(claim, most)
    nodes = f"{found.nodes} {'node' if found.nodes == 1 else 'nodes'}"
    return f"{proved(claim.position.turn, found.plies)}, {nodes} checked"


def verdict_on_all(path: Path, most: int, checker: Checker) -> str:
    """Return what a database shows; ValueError when some of it is wrong, or when a certificate
    takes too many nodes.
    """
    positions = proof_database.Database(path)
    found = proof_database.check(positions, lambda claim: checker(claim, most))
    return (
        f"proved: {len(positions)} positions, each decided in at most {plies_text(found.plies)}, "
        f"{found.nodes} nodes checked"
    )


def side_by_side(count: int, path: Path | None, claim: Certificate, most: float) -> check.Checked:
    """Return what brain.certificates.check says of a certificate; processes check its parts.

    Parts recorded in the journal, if there is one, are not checked again.
    """
    from protocol.cli import executors  # not in the packed program

    data = certificate.dumps(claim)
    whole = sha256(data).hexdigest()
    parts = {
        sha256(f"{whole} {part}".encode()).hexdigest(): part
        for part in parts_of(claim, PART_REPLIES)
    }
    entries, kept = journal.resumed(path, _entry, CUT) if path else ([], StringIO())
    found = dict(entries)
    with kept, executors.processes(count) as executor:
        left = {
            executor.submit(_part_checked, part, data, most): name
            for name, part in parts.items()
            if name not in found
        }
        for future in as_completed(left):
            name, checked = left[future], future.result()
            kept.write(f"{name} {checked.plies} {checked.nodes}\n")
            found[name] = checked
    return check_whole({part: found[name] for name, part in parts.items()}, claim, most)


def _entry(line: str) -> tuple[str, check.Checked]:
    """Return a journal's part and what checking it showed; ValueError for another line."""
    name, plies, nodes = line.split()
    return name, check.Checked(int(plies), int(nodes))


def _part_checked(part: Part, data: bytes, most: float) -> check.Checked:
    """Check a part, on a process."""
    return check_part(part, _loaded(data), most)


@lru_cache(1)
def _loaded(data: bytes) -> Certificate:
    return certificate.loads(data)


def by_kernels(claim: Certificate, most: float) -> check.Checked:
    """Return the kernels' verdict on a certificate.

    Raises what brain.certificates.check raises, and ValueError where there are no kernels.
    """
    from brain.engine import Engine
    from brain.proving import kernel_checker  # the engine, which nothing else here needs
    from brain.thinking.native import LibraryError

    try:
        return kernel_checker.check(claim, Engine(MEMORY), most)
    except LibraryError as error:
        raise ValueError(str(error)) from None


def parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser("tengen verify", "Check a certificate of a win or a database of positions.")
    text = "a file from tengen analyse --proof or tengen database"
    parser.add_argument("file", metavar="FILE", help=text)
    parser.add_argument(
        "--most",
        metavar="N",
        type=positive,
        default=MOST_NODES,
        help="nodes to check before giving up (default: %(default)s)",
    )
    faster = parser.add_mutually_exclusive_group()
    faster.add_argument(
        "--fast",
        action="store_true",
        help="check with the engine's kernels, for large certificates",
    )
    parser.set_defaults(processes=0, journal=None)
    if not hasattr(sys, "frozen"):  # the packed program has but one process
        text = "check with N processes"
        faster.add_argument("--processes", metavar="N", type=positive, help=text)
        text = "record checked parts in FILE; rerun the command to resume"
        parser.add_argument("--journal", metavar="FILE", type=Path, help=text)
    return parser
