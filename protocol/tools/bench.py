"""`tengen bench`: the speed of the search, and its signature."""

from collections.abc import Sequence

from brain.benchmark import churn_speed, run
from protocol.cli.arguments import Parser


def main(arguments: Sequence[str]) -> int:
    """Print nodes, nodes per second, stones placed and removed per second, and the signature."""
    parser().parse_args(arguments)
    outcome = run()
    print(f"nodes      {outcome.nodes}")
    print(f"nodes/s    {outcome.nodes / outcome.seconds:.0f}")
    print(f"stones/s   {churn_speed():.0f}")
    print(f"signature  {outcome.signature}")
    return 0


def parser() -> Parser:
    """Return the parser of the command line."""
    return Parser("tengen bench", "Measure the speed of the search and print its signature.")
