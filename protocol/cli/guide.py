"""The top-level help, and suggestions for mistyped tools and options."""

import importlib
import os
import shlex
import sys
from collections.abc import Collection, Mapping, Sequence

from brain import __version__
from protocol.cli.arguments import Parser, add_database, closest, is_option, meant, whole
from protocol.cli.toolbox import MOVED

ABOUT = f"""\
Tengen {__version__} plays Gomoku and Renju. Without arguments it is a brain for a
manager such as Piskvork or Yixin-Board. It also has these tools:

"""
NEXT = """
first steps:
  {program} selfcheck       check the installation
  {program} play            play against it in the terminal
  {program} analyse h8i9g9  find the best move after three stones
  {program} help analyse    read about a tool
"""
ELSEWHERE = """\
tengen {tool} is not part of the packed program: it needs Python 3.11 or
later, and Tengen's wheel from the place where you got this program. Then run
  {python} -m pip install "FILE.whl[match,completion]"
with the wheel's name for FILE, and then  tengen {tool}"""


def check(arguments: Sequence[str], tools: Mapping[str, str], known: Collection[str]) -> None:
    """Print the help or the version, or refuse an unknown word. Either ends the program.

    `tools` are the tools of this program with their modules, `known` are all tools.
    """
    words = arguments[1:] if arguments[0] == "help" else arguments
    words = [] if words == ["help"] else words
    parsers = {tool: parser_of(module) for tool, module in tools.items()}
    top = parser(parsers, [tool for tool in known if tool not in tools])
    if not words:
        top.print_help()
        top.exit()
    wrong = [word for word in words if is_option(word) and word.split("=")[0] not in top.options]
    _, more = top.parse_known_args([word for word in words if word not in wrong])
    for word in wrong:
        top.error(f"unknown option {word}{_option_meant(word, top, parsers)}")
    for word in more:
        if word in MOVED:
            top.error(f"unknown tool {word}: it is tengen {MOVED[word]}")
        if word in known:
            top.error(f"the tool comes first: tengen {word} [options]")
        top.error(f"unknown tool {word}{meant(word, (*known, 'help', *top.options))}")


def parser(parsers: Mapping[str, Parser], others: Sequence[str] = ()) -> Parser:
    """Return the parser of the command line without a tool. Its help lists the tools, and `others`,
    which this program lacks.
    """
    name = program()
    width = max(map(len, parsers))
    tools = "\n".join(f"  {tool:<{width}}  {_line(own)}" for tool, own in parsers.items())
    if others:
        tools += f"\n\nNot in this program (help explains how to get them):\n  {', '.join(others)}"
    top = Parser(
        name,
        f"{ABOUT}{tools}",
        NEXT.format(program=name),
        f"{name} [--overhead N] [--database FILE]\n       {name} TOOL ...\n       {name} help TOOL",
    )
    top.add_argument("--version", action="version", version=f"tengen {__version__}")
    top.add_argument(
        "--overhead",
        type=whole,
        metavar="N",
        help="ms reserved per move for communication delay",
    )
    add_database(top.add_argument)
    return top


def parser_of(module: str) -> Parser:
    """Return the parser of a tool's module."""
    made: Parser = importlib.import_module(module).parser()
    return made


def program() -> str:
    """Return the program's name on the command line."""
    return os.path.basename(sys.executable) if hasattr(sys, "frozen") else "tengen"


def elsewhere(tool: str) -> str:
    """Return instructions for installing a tool that the packed program lacks."""
    return ELSEWHERE.format(tool=tool, python="py" if sys.platform == "win32" else "python3")


def install(packages: str) -> str:
    """Return the command that installs packages for this Python."""
    python = f'"{sys.executable}"' if sys.platform == "win32" else shlex.quote(sys.executable)
    return f"{python} -m pip install {packages}"


def _line(tool: Parser) -> str:
    """Return a tool's description for a list."""
    text = (tool.description or "").removesuffix(".")
    return text[:1].lower() + text[1:]


def _option_meant(word: str, top: Parser, parsers: Mapping[str, Parser]) -> str:
    """Return a question that suggests the closest option, and names the tools that have it."""
    options = [option for tool in parsers.values() for option in tool.options]
    found = closest(word, dict.fromkeys([*top.options, *options]))
    owners = ", ".join(tool for tool, own in parsers.items() if found in own.options)
    if not found or found in top.options:
        return meant(word, top.options)
    if word.startswith(found):
        return f" without a tool; it is one of {owners}"
    return f"; did you mean {found} of {owners}?"
