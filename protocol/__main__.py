"""The command line: `tengen TOOL` runs a tool; without a tool, the Piskvork protocol starts.

Managers pass arguments of their own, which have no effect. Without a manager at the other end, an
unknown argument is an error.
"""

import importlib
import os
import stat
import sys
import time
from collections.abc import Callable
from itertools import pairwise

LONGEST_START_S = 1.0

HELP = "help"
QUESTIONS = (HELP, "-h", "--help", "--version")  # answered even if a manager asks
STDIN, STDOUT = 0, 1


def main() -> None:
    """Run the tool that the command line names, print help, or start the brain."""
    started = launched()
    arguments = sys.argv[1:]
    if arguments or not is_managed():
        serve_person(arguments)
    try:
        play(started, overhead_ms(arguments), settings(arguments, "database"))
    except (ImportError, MemoryError, OSError) as error:
        sys.exit(f"tengen can't start: {str(error) or 'not enough memory'}")


def serve_person(arguments: list[str]) -> None:
    """Run a tool or print help, and exit. Return if the brain should start."""
    from protocol.cli.toolbox import TOOLS  # not needed to play

    if arguments[:1] == [HELP] and arguments[1:] and arguments[1] in TOOLS:
        arguments = [arguments[1], "--help"]
    if arguments and arguments[0] in TOOLS:
        sys.exit(run(arguments[0], arguments[1:]))
    if arguments and (arguments[0] in QUESTIONS or not is_managed()):
        from protocol.cli import guide

        here = {tool: TOOLS[tool] for tool in TOOLS if is_here(tool)}
        if wrong := printed("tengen", lambda: guide.check(arguments, here, TOOLS)):
            sys.exit(wrong)
    if not arguments:
        from protocol.cli.doubleclick import wants_board

        if wants_board():
            sys.exit(run("board", []))


def play(started: float, overhead: float | None, databases: list[str]) -> None:
    """Run the brain until the process ends; `databases` are files to answer from."""
    from brain.engine import Engine
    from brain.thinking import native
    from protocol.piskvork import pipe

    def report(text: str) -> None:
        native.warn(text)
        pipe.write_to_manager(f"MESSAGE Tengen is {text}")

    try:
        library = native.load(report)
    except native.LibraryError as error:
        pipe.write_to_manager(f"ERROR {error}")
        sys.exit(str(error))
    pipe.serve(lambda: Engine(library=library), started, overhead, databases)


def run(tool: str, arguments: list[str]) -> int | str:
    """Run a tool; return its exit status, or an error text."""
    from protocol.cli.toolbox import EXTRAS, TOOLS, packages

    if not is_here(tool):
        from protocol.cli import guide

        return guide.elsewhere(tool)
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115  stays open; stdin is closed
    name = f"tengen {tool}"
    try:
        return printed(name, lambda: importlib.import_module(TOOLS[tool]).main(arguments))
    except ModuleNotFoundError as error:
        if error.name not in EXTRAS:
            raise
        from protocol.cli import guide

        return f"{name} needs {error.name}: run\n  {guide.install(packages(tool, error.name))}"


def printed(name: str, main: Callable[[], int | None]) -> int | str:
    """Run a program that prints; return its exit status, also after Ctrl-C, or an error text."""
    from brain.thinking.native import LibraryError
    from protocol.cli.outlet import INTERRUPTED, outlet  # not needed to play

    try:
        with outlet():
            return main() or 0
    except (LibraryError, OSError) as error:
        from protocol.cli.arguments import reason

        return f"{name}: {reason(error)}"
    except KeyboardInterrupt:
        return INTERRUPTED


def is_here(tool: str) -> bool:
    """Return whether a tool is part of this program."""
    from protocol.cli.toolbox import PACKED

    return tool in PACKED or not hasattr(sys, "frozen")


def is_managed() -> bool:
    """Return whether a manager may be at the other end: stdin is a pipe, stdout not a terminal."""
    try:
        mode = os.fstat(STDIN).st_mode
    except OSError:
        return False
    return (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)) and not os.isatty(STDOUT)


def launched() -> float:
    """Return the time.perf_counter() at which the process started, at most LONGEST_START_S ago.

    On a system that does not report it, the processor time used so far serves as the process's age.
    The limit is for judges that suspend a starting process: their clock does not run then.
    """
    now = time.perf_counter()
    try:
        with open("/proc/self/stat", "rb") as status:
            ticks = int(status.read().rpartition(b")")[2].split()[19])
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, AttributeError):
        age = time.process_time()
    return now - min(age, LONGEST_START_S)


def overhead_ms(arguments: list[str]) -> float | None:
    """Return the value of --overhead or TENGEN_OVERHEAD in milliseconds; None without one."""
    text = (settings(arguments, "overhead") or [""])[-1]
    return float(text) if text.isdecimal() else None


def settings(arguments: list[str], name: str) -> list[str]:
    """Return the values of an option, or else of its variable, such as TENGEN_DATABASE. There, the
    system's separator of paths stands between several.
    """
    words = [word for argument in arguments for word in argument.split("=", 1)]
    given = [value for word, value in pairwise(words) if word == f"--{name}" and value]
    paths = os.environ.get(f"TENGEN_{name.upper()}", "").split(os.pathsep)
    return given or [path for path in paths if path]


if __name__ == "__main__":
    main()
