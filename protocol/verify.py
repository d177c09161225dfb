"""`tengen verify`: checks the proof of a win that `tengen analyse --proof` has written.

It trusts the rules alone: nothing of the search is loaded.
"""

from collections.abc import Sequence
from pathlib import Path

from brain import proof
from brain.cell import COLOUR_NAMES
from protocol.arguments import Parser, positive


def main(arguments: Sequence[str]) -> int:
    """Print what a proof shows, or the first error in it; return 1 if there is one."""
    options = parser().parse_args(arguments)
    try:
        claim = proof.loads(Path(options.file).read_text(encoding="utf-8"))
        print(verdict(claim, options.most))
    except proof.GivenUp:
        print(f"not proved within {options.most} positions: --most N looks at more")
        return 1
    except (OSError, ValueError) as error:
        print(f"not proved: {error}")
        return 1
    return 0


def verdict(claim: proof.Proof, most_positions: int = proof.MOST_POSITIONS) -> str:
    """Return what a proof shows; ValueError when it is wrong or takes too many positions."""
    found = proof.check(claim, most_positions)
    winner = COLOUR_NAMES[claim.position.turn].capitalize()
    return (
        f"proved: {winner} wins in at most {plies_text(found.plies)},"
        f" {found.positions} positions checked"
    )


def plies_text(plies: int) -> str:
    """Return a number of plies in words."""
    return f"{plies} {'ply' if plies == 1 else 'plies'}"


def parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser("tengen verify", "Check the proof of a win.")
    parser.add_argument("file", metavar="FILE", help="made by tengen analyse --proof")
    parser.add_argument(
        "--most",
        metavar="N",
        type=positive,
        default=proof.MOST_POSITIONS,
        help="positions to look at before giving up (default: %(default)s)",
    )
    return parser
