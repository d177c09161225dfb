"""`tengen match`, `tengen match check` and `tengen match report`: see protocol.match."""

from collections.abc import Sequence

from protocol.match import compliance, runner
from protocol.match.report import report
from protocol.match.runner import parser

__all__ = ["main", "parser"]

WORDS = {"check": compliance.main, "report": report.main}


def main(arguments: Sequence[str]) -> int:
    """Play a match, check a brain, or write a match's report; return the exit code."""
    first, *rest = arguments or ("",)
    return WORDS[first](rest) if first in WORDS else runner.main(arguments)
