"""`tengen completion`: see protocol.cli.shell_completion."""

from protocol.cli.shell_completion import main, parser

__all__ = ["main", "parser"]
