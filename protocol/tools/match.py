"""`tengen match`: see protocol.match."""

from protocol.match.runner import main, parser

__all__ = ["main", "parser"]
