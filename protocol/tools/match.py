"""`tengen match` and `tengen match report`: see protocol.match."""

from collections.abc import Sequence

from protocol.match import runner
from protocol.match.report import report
from protocol.match.runner import parser

__all__ = ["main", "parser"]

REPORT = "report"


def main(arguments: Sequence[str]) -> int:
    """Play a match, or write a match's report; return the exit code."""
    if list(arguments[:1]) == [REPORT]:
        return report.main(arguments[1:])
    return runner.main(arguments)
