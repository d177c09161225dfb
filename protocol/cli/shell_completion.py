"""`tengen completion`: prints a shell-completion script for the tools and their options."""

import argparse
from collections.abc import Sequence

from protocol.cli import guide
from protocol.cli.arguments import Parser
from protocol.cli.toolbox import TOOLS

SHELLS = ("bash", "zsh", "tcsh")
FILES = ("FILE", "POSITION")  # metavars of arguments that may name a file
INSTALLING = """
run once; the next shell completes:
  tengen completion bash >~/.local/share/bash-completion/completions/tengen
  tengen completion zsh >~/.zfunc/_tengen    (a folder of $fpath)
  tengen completion tcsh >~/.tengen.tcsh     (~/.tcshrc: source ~/.tengen.tcsh)
"""


def main(arguments: Sequence[str]) -> int:
    """Print the script."""
    shell = parser().parse_args(arguments).shell
    import shtab  # an optional extra

    parsers = {tool: guide.parser_of(module) for tool, module in TOOLS.items()}
    tree = guide.parser(parsers)
    tools = tree.add_subparsers(parser_class=argparse.ArgumentParser)
    tools.add_parser("help", help="Show how to use a tool.").add_argument(
        "tool", choices=list(TOOLS)
    )
    for tool, own in parsers.items():
        for action in own._actions:
            if action.metavar in FILES:
                action.complete = shtab.FILE  # type: ignore[attr-defined]  # read by shtab
        tools.add_parser(tool, parents=[own], add_help=False, help=own.description)
    print(shtab.complete(tree, shell))
    return 0


def parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser("tengen completion", "Print a shell-completion script.", INSTALLING)
    parser.add_argument("shell", choices=SHELLS, help="the shell")
    return parser
