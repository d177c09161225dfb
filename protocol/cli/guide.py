"""What a person at the command line is told: what there is, and what else a word may have meant."""

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
later, and Tengen's wheel from where you have this program. Then run
  {python} -m pip install "FILE.whl[match,completion]"
with the wheel's name for FILE, and after it  tengen {tool}"""


def check(arguments: Sequence[str], tools: Mapping[str, str], known: Collection[str]) -> None:
    """Answer questions, and refuse what isn't understood; both end the program.

    `tools` are the tools that are here, with their modules, `known` all that there are.
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
            top.error(f"{word} comes first, before its options")
        top.error(f"unknown tool {word}{meant(word, (*known, 'help', *top.options))}")


def parser(parsers: Mapping[str, Parser], others: Sequence[str] = ()) -> Parser:
    """Return the parser of the command line without a tool; its help lists the tools, and `others`
    that are elsewhere.
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
    """Return what the program is called on the command line."""
    return os.path.basename(sys.executable) if hasattr(sys, "frozen") else "tengen"


def elsewhere(tool: str) -> str:
    """Return how to get a tool that the packed program lacks."""
    return ELSEWHERE.format(tool=tool, python="py" if sys.platform == "win32" else "python3")


def install(packages: str) -> str:
    """Return the command that installs packages for the Python that runs."""
    python = f'"{sys.executable}"' if sys.platform == "win32" else shlex.quote(sys.executable)
    return f"{python} -m pip install {packages}"


def _line(tool: Parser) -> str:
    """Return what a tool does, to stand in a list."""
    text = (tool.description or "").removesuffix(".")
    return text[:1].lower() + text[1:]


def _option_meant(word: str, top: Parser, parsers: Mapping[str, Parser]) -> str:
    """Return a question for the option that a word may mean, and the tools that have it."""
    options = [option for tool in parsers.values() for option in tool.options]
    found = closest(word, dict.fromkeys([*top.options, *options]))
    owners = ", ".join(tool for tool, own in parsers.items() if found in own.options)
    if not found or found in top.options:
        return meant(word, top.options)
    if word.startswith(found):
        return f" without a tool; it is one of {owners}"
    return f"; did you mean {found} of {owners}?"
