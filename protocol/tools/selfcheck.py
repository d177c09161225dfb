"""`tengen selfcheck`: checks that Tengen works on this machine.

Each check reports its finding and, if something is wrong, what to do. The last line sums up all
checks for a bug report. Start, time and end of the brain are measured on processes started as a
manager starts them.
"""

import os
import platform
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from brain import __version__, benchmark
from brain.engine import Engine, Limit
from brain.files import stored
from brain.game_board import Board
from brain.lexicon import FREESTYLE, RENJU, STANDARD
from brain.rules.laws import RULES
from brain.thinking import native
from brain.thinking.table import DEFAULT_MEMORY, KEPT_FREE, PROGRAM
from protocol.cli.arguments import Parser

ROOT = Path(__file__).parents[1]
DEPTH = 4  # plies, in positions with a known answer
READINGS = 1000  # of the clock
COUNTED_S = 0.02  # over which the cycle counter's rate is measured
COARSEST_TICK_NS = 1_000_000
LAUNCHES = 3
LONGEST_START_MS = 1000.0  # fast games leave no more
LONGEST_END_MS = 500.0  # then managers kill the process
TURN_MS = 200
LATEST_MS = 30.0  # maximum lateness of a move; managers tolerate more
SPARE_MS = 100  # overhead advised beyond the measured lateness
PATIENCE_S = 20.0  # for all answers of a process
LEAST_TABLE = 64 << 20  # bytes

REPORT = "please report this with the log file that TENGEN_LOG=FILE names"
AGAIN = "the program is damaged: unpack or check it out again"


@dataclass(frozen=True)
class Finding:
    """The finding of a check, and advice if something is wrong."""

    text: str
    brief: str = ""  # for the last line
    advice: str = ""  # empty when all is well


@dataclass(frozen=True)
class Known:
    """A position with a known best move."""

    name: str
    size: int
    rule: int
    moves: str  # as in the bench
    answer: str
    plies: int  # to the win, 0 for none


KNOWN = (
    Known("five", 15, FREESTYLE, "h8 h7 h9 a1 h10 a3 h11 a5", "h12", 1),
    Known("block", 15, STANDARD, "h8 h7 h9 a1 h10 a3 h11", "h12", 0),
    Known("four fours", 9, RENJU, "b2 b3 d2 c4 d4 e5 e4 g6 f5 e7 d7 g8 d8 h8", "d5", 9),
)


def main(arguments: Sequence[str]) -> int:
    """Print the finding of every check; return 1 if something is wrong."""
    parser().parse_args(arguments)
    found: dict[str, Finding] = {}
    for name, finding in findings():
        found[name] = finding
        print(f"{'WRONG' if finding.advice else 'ok':6}{name:9}{finding.text}", flush=True)
        if finding.advice:
            print(f"{'':15}{finding.advice}", flush=True)
    print(f"\n{summary(found)}")
    return int(any(finding.advice for finding in found.values()))


def parser() -> Parser:
    """Return the parser of the command line."""
    return Parser("tengen selfcheck", "Check Tengen on this machine.")


def findings() -> Iterator[tuple[str, Finding]]:
    """Yield the finding of each check; end early without a library."""
    for name, check in CHECKS.items():
        try:
            finding = check()
        except Exception as error:  # an unexpected error is a finding, too
            finding = Finding(f"{type(error).__name__}: {error}", f"{name} ?", REPORT)
        yield name, finding
        if name == "library" and finding.advice:
            return


def summary(found: dict[str, Finding]) -> str:
    """Return all findings in one line."""
    briefs = ", ".join(finding.brief for finding in found.values() if finding.brief)
    wrong = " ".join(name for name, finding in found.items() if finding.advice)
    return f"tengen {__version__}: {briefs}: {f'WRONG {wrong}' if wrong else 'ok'}"


# The checks.


def system() -> Finding:
    """Report the Python and the machine."""
    count = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count()
    form = "packed" if is_packed() else "sources"
    where = f"{platform.system()} {platform.release()} {platform.machine()}"
    brief = f"{form}, Python {platform.python_version()}, {where}"
    return Finding(f"{brief}, usable processors: {count}", f"{brief}, {count} cpu")


def library() -> Finding:
    """Load the compiled library."""
    try:
        loaded = native.load()
    except native.LibraryError as error:
        return Finding("missing", "no library", str(error))
    except OSError as error:
        return Finding(str(error), "no library", f"{AGAIN}, and exclude it from the virus scanner")
    level = loaded.cpu_level(None)
    processor = f"the processor has level {level}" if level else "the processor has no x86-64 level"
    return Finding(f"{loaded.file}; {processor}", f"{loaded.file} of {level}")


def tables() -> Finding:
    """Load every rule's tables, and check each file against the hash in its name."""
    try:
        contents = [stored.read(name, rule) for name in ("swap2", "tables") for rule in RULES]
        networks = (stored.read("network", rule) for rule in RULES)
        contents += filter(None, networks)
    except stored.DataError as error:
        return Finding(str(error), "data ?", AGAIN)
    engine = Engine(benchmark.MEMORY)
    for rule in RULES:
        engine.new_game(15, 15, rule)
    engine.close()
    hashed = zlib.crc32(b"".join(contents))
    return Finding(
        f"{len(contents)} files, rules {', '.join(map(str, RULES))}", f"data {hashed:08x}"
    )


def memory() -> Finding:
    """Allocate the default transposition table."""
    engine = Engine()
    table = engine.table_bytes
    engine.close()
    wanted = DEFAULT_MEMORY - KEPT_FREE - PROGRAM
    advice = "end other programs: Tengen is weaker with less memory"
    return Finding(
        f"{table >> 20} of {wanted >> 20} MB for the transposition table",
        f"table {table >> 20} MB",
        advice if table < LEAST_TABLE else "",
    )


def clock() -> Finding:
    """Measure the resolution of the clock."""
    counter = native.load().ticks
    readings = [time.perf_counter_ns() for _ in range(READINGS)]
    steps = [after - before for before, after in pairwise(readings) if after > before]
    tick_ns = min(steps, default=readings[-1])
    before, started = counter(None), time.perf_counter()
    time.sleep(COUNTED_S)
    rate = (counter(None) - before) / (time.perf_counter() - started)
    return Finding(
        f"resolution {tick_ns} ns; the cycle counter runs at {rate / 1e9:.2f} GHz",
        f"tick {tick_ns} ns",
        advice_on_time(tick_ns / 1e6) if tick_ns > COARSEST_TICK_NS else "",
    )


def moves() -> Finding:
    """Search the positions of KNOWN."""
    engine = Engine(benchmark.MEMORY)
    wrong, answers = [], []
    for known in KNOWN:
        board = Board.read(known.moves, known.size, known.rule)
        result = engine.analyse(board, Limit(depth=DEPTH))
        plies = result.score.mate
        answers.append(f"{known.name} {result.move}")
        if (result.move.name, plies) != (known.answer, known.plies):
            right = f"{known.answer} in {known.plies} plies"
            wrong.append(f"{known.name}: expected {right}, got {result.move} in {plies} plies")
    engine.close()
    advice = f"{'; '.join(wrong)}: {advice_on_level()}" if wrong else ""
    return Finding(", ".join(answers), "", advice)


def speed() -> Finding:
    """Run the bench."""
    outcome = benchmark.run()
    rate = outcome.nodes / outcome.seconds
    wrong = outcome.signature != benchmark.SIGNATURE
    return Finding(
        f"{rate:.0f} nodes/s, signature {outcome.signature}",
        f"{rate / 1000:.0f} kn/s, bench {outcome.signature}",
        f"expected signature {benchmark.SIGNATURE}: {advice_on_level()}" if wrong else "",
    )


def start() -> Finding:
    """Start processes as a manager does, request a timed move of each, and end them."""
    launches = [launch() for _ in range(LAUNCHES)]
    start_ms = min(launch.start_ms for launch in launches)
    late_ms = sorted(launch.late_ms for launch in launches)[LAUNCHES // 2]
    end_ms = min(launch.end_ms for launch in launches)
    order = "late" if late_ms > 0 else "early"
    advice = []
    if start_ms > LONGEST_START_MS:
        advice.append("exclude Tengen's folder from the virus scanner, and keep it on a local disk")
    if late_ms > LATEST_MS:
        advice.append(advice_on_time(late_ms))
    if end_ms > LONGEST_END_MS:
        advice.append("managers will kill it at the end of a game, which is harmless")
    return Finding(
        f"OK {start_ms:.0f} ms after the launch, a move of {TURN_MS} ms"
        f" {abs(late_ms):.0f} ms {order}, gone {end_ms:.0f} ms after END",
        f"start {start_ms:.0f} ms, late {late_ms:.0f} ms, end {end_ms:.0f} ms",
        "; ".join(advice),
    )


CHECKS: dict[str, Callable[[], Finding]] = {
    "system": system,
    "library": library,
    "tables": tables,
    "memory": memory,
    "clock": clock,
    "moves": moves,
    "speed": speed,
    "start": start,
}


# Helpers of the checks.


@dataclass(frozen=True)
class Launch:
    """The times of a fresh process."""

    start_ms: float  # from its launch to OK
    late_ms: float  # its move, beyond the turn's time; negative if early
    end_ms: float  # from END to its end


def launch() -> Launch:
    """Return the times of a fresh process; EOFError if it ends without an answer."""
    words = [sys.executable] if is_packed() else [sys.executable, "-m", "protocol"]
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    times = [time.perf_counter()]
    with subprocess.Popen(words, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=nowhere) as process:
        killer = threading.Timer(PATIENCE_S, process.kill)
        killer.start()
        try:
            for request in (f"START 15\nINFO timeout_turn {TURN_MS}\n", "TURN 7,7\n"):
                answer(process, request)
                times.append(time.perf_counter())
            process.communicate(b"END\n")
            times.append(time.perf_counter())
        finally:
            killer.cancel()
    start_s, move_s, end_s = (after - before for before, after in pairwise(times))
    return Launch(start_s * 1000, move_s * 1000 - TURN_MS, end_s * 1000)


def answer(process: subprocess.Popen[bytes], request: str) -> str:
    """Send a request; return the answer without MESSAGE lines. EOFError if there is none."""
    assert process.stdin
    assert process.stdout
    process.stdin.write(request.encode())
    process.stdin.flush()
    for line in process.stdout:
        if not line.startswith(b"MESSAGE"):
            return line.decode("ascii", "replace").strip()
    raise EOFError("a fresh process ended without an answer")


def is_packed() -> bool:
    """Return whether this is the packed program."""
    return hasattr(sys, "frozen")


def advice_on_time(late_ms: float) -> str:
    """Return the advice for late moves."""
    return f"end other programs, or set TENGEN_OVERHEAD={late_ms + SPARE_MS:.0f}"


def advice_on_level() -> str:
    """Return the advice for a library with wrong results."""
    return f"set TENGEN_LEVEL=2, and {REPORT}"
