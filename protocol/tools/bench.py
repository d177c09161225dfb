"""`tengen bench`: the speed of the search, and its signature."""

import sys
from collections.abc import Sequence

from brain import __version__
from brain.benchmark import SIGNATURE, churn_speed, run
from protocol.cli.arguments import Parser


def main(arguments: Sequence[str]) -> int:
    """Print nodes, nodes per second, stones placed and removed per second, and the signature;
    return 1 if it is not this version's.
    """
    parser().parse_args(arguments)
    outcome = run()
    print(f"nodes      {outcome.nodes}")
    print(f"nodes/s    {outcome.nodes / outcome.seconds:.0f}")
    print(f"stones/s   {churn_speed():.0f}")
    print(f"signature  {outcome.signature}")
    if outcome.signature == SIGNATURE:
        return 0
    print(f"tengen bench: expected {SIGNATURE}, of {__version__}", file=sys.stderr)
    return 1


def parser() -> Parser:
    """Return the parser of the command line."""
    return Parser("tengen bench", "Measure the speed of the search and print its signature.")
