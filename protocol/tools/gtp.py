"""`tengen gtp`: see protocol.gtp."""

from protocol.gtp.gtp_serve import main, parser

__all__ = ["main", "parser"]
