"""Is the first think as strong as the second? `python -m tests.long.first_think [--busy 2]`.

Prints the nodes of a process's first think as a share of those of a later one, by memory and time:
the median of several processes. Exits with an error below LEAST_SHARE.
"""

import argparse
import contextlib
import subprocess
import sys
from collections.abc import Iterator
from statistics import median

MEMORY_MB = (32, 64, 350, 1000)
THINKS_MS = (100, 400, 2000)
PROCESSES = 5
LEAST_SHARE = 0.8
BURN = "while True: pass"
# A quiet position: the think must not end before its time.
PROGRAM = """
import sys
from brain import Board, Engine, Limit
memory, ms, threads = map(int, sys.argv[1:])
engine, board = Engine(memory), Board.read("h8h9j9", rule=1)
engine.set_threads(threads)
def nodes():
    engine.new_game(15, 15, 1)
    engine.analyse(board, Limit(seconds=ms / 1000))
    return engine.nodes
print(nodes(), engine.prefault(), nodes(), nodes())
"""


def main() -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.long.first_think", description=__doc__)
    parser.add_argument("--busy", type=int, default=0, help="processes that compute meanwhile")
    parser.add_argument("--threads", type=int, default=1, help="that the engine thinks with")
    options = parser.parse_args()
    lowest = 1.0
    with burners(options.busy):
        for memory_mb in MEMORY_MB:
            for ms in THINKS_MS:
                shares = sorted(share(memory_mb, ms, options.threads) for _ in range(PROCESSES))
                lowest = min(lowest, median(shares))
                listed = " ".join(f"{one:.2f}" for one in shares)
                print(f"{memory_mb:5} MB {ms:5} ms  {median(shares):.2f}  of {listed}", flush=True)
    return int(lowest < LEAST_SHARE)


def share(memory_mb: int, ms: int, threads: int = 1) -> float:
    """Return the nodes of a new process's first think divided by the mean of its later ones."""
    arguments = [str(number) for number in (memory_mb << 20, ms, threads)]
    output = subprocess.check_output([sys.executable, "-c", PROGRAM, *arguments], text=True)
    first, _, *later = output.split()
    return int(first) * len(later) / sum(map(int, later))


@contextlib.contextmanager
def burners(count: int) -> Iterator[None]:
    """Keep `count` processes computing."""
    started = [subprocess.Popen([sys.executable, "-c", BURN]) for _ in range(count)]
    try:
        yield
    finally:
        for process in started:
            process.kill()
            process.wait()


if __name__ == "__main__":
    sys.exit(main())
