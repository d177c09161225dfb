"""The command line: the name of a tool runs it; anything else starts the protocol."""

import importlib
import os
import sys
import time
from itertools import pairwise

from protocol.doubleclick import wants_board

LONGEST_START_S = 1.0

TOOLS = {
    "analyse": "protocol.analyse",
    "bench": "brain.bench",
    "board": "protocol.board",
    "match": "protocol.match.main",
    "openings": "protocol.match.opengen",
    "play": "protocol.play",
    "report": "protocol.match.report.report",
    "selfcheck": "protocol.selfcheck",
    "verify": "protocol.verify",
}
# The tools in the packed program; they need only the standard library.
PACKED = ("analyse", "bench", "board", "openings", "play", "selfcheck", "verify")
EXTRAS = ("distributed", "psutil", "rich")  # packages that the other tools need


def main() -> None:
    """Run the tool or the brain that the command line asks for."""
    started = launched()
    arguments = sys.argv[1:]
    if arguments and arguments[0] in TOOLS:
        sys.exit(run(arguments[0], arguments[1:]))
    if not arguments and wants_board():
        sys.exit(run("board", []))
    from brain import native
    from brain.engine import Engine
    from protocol import pipe

    try:
        library = native.load()
    except native.LibraryError as error:
        sys.exit(str(error))
    pipe.serve(lambda: Engine(library=library), started, overhead_ms(arguments))


def run(tool: str, arguments: list[str]) -> int | str:
    """Run a tool; return its exit status, or an error text."""
    if hasattr(sys, "frozen") and tool not in PACKED:
        return f"tengen {tool} is not part of the packed program: install tengen in a Python for it"
    try:
        return int(importlib.import_module(TOOLS[tool]).main(arguments))
    except ModuleNotFoundError as error:
        if error.name not in EXTRAS:
            raise
        return (
            f"tengen {tool} needs {error.name}: run  {sys.executable} -m pip install {error.name}"
        )


def launched() -> float:
    """Return the time.perf_counter() at which the process started, at most LONGEST_START_S ago.

    Where the system doesn't say, the processor time used so far stands for the process's age. The
    limit is for judges that suspend a process while it starts: their clock isn't running then.
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
    """Return the number after --overhead, or else in TENGEN_OVERHEAD; None without one."""
    given = dict(pairwise(arguments)).get("--overhead")
    text = given or os.environ.get("TENGEN_OVERHEAD", "")
    return float(text) if text.isdecimal() else None


if __name__ == "__main__":
    main()
