"""`tengen solve`: proves wins that take hours, and goes on where it was after any kill."""

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from brain import certificate, solver
from brain.certificate import Certificate
from brain.engine import Engine
from brain.native import LibraryError
from protocol.records import source
from protocol.records.positions import Reading, read
from protocol.tools.arguments import Parser, positive, reason, rule, rules_text, size
from protocol.tools.verify import verdict

RESULT = "win.tengen"
BETS_PLIES = 4


def main(arguments: Sequence[str]) -> int:
    """Print what is proved on the way, then the verdict; return 1 without a certificate."""
    options = parser().parse_args(arguments)
    folder, began = Path(options.out), time.monotonic()
    count = 0

    def told(claim: Certificate) -> None:
        nonlocal count
        count += 1
        stones = "".join(cell.name for cell, _ in claim.position.stones)
        seconds = time.monotonic() - began
        print(f"{seconds:8.0f} s  {count:6}  {claim.plies:3} plies  {stones}", flush=True)

    try:
        position = read(source.text(options.position), Reading(options.size, options.rule))
        claim = solver.solve(Engine(), position, folder, options.plies, told)
        said = verdict(claim)
        (folder / RESULT).write_bytes(certificate.dumps(claim))
    except (OSError, ValueError, LibraryError) as error:
        print(f"tengen solve: {reason(error)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    print(f"{said}: {folder / RESULT}")
    return 0


def parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser("tengen solve", "Prove a win that takes long; the same command goes on.")
    add = parser.add_argument
    add("position", metavar="POSITION", help="moves or a file, as tengen analyse reads it")
    add("--out", required=True, metavar="FOLDER", help="keeps what is proved, and the result")
    add("--rule", type=rule, help=f"{rules_text()} (freestyle)")
    add("--size", type=size, default="15", help="15, or 20x15 (15)")
    add(
        "--plies",
        type=positive,
        default=BETS_PLIES,
        metavar="N",
        help="in which moves are tried without a win that is known (%(default)s)",
    )
    return parser
