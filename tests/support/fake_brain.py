"""A brain process that is all protocol: the real pipe around a FakeEngine.

`--slow` makes every think last as long as it may, `--fails` makes it raise, `--logs` has it noted
in the log, `--late` makes the process start slowly, `--heavy` its engine, `--broken` leaves it
without an engine.
"""

import sys
import time

from protocol.piskvork import pipe
from tests.support.fake_engine import FakeEngine

SLOW_START_S = 0.3


def make_engine() -> FakeEngine:
    """Return the engine that the command line asks for."""
    if "--broken" in sys.argv:
        raise FileNotFoundError("nothing to\nplay with")
    time.sleep(SLOW_START_S if "--heavy" in sys.argv else 0)
    engine = FakeEngine(slow="--slow" in sys.argv)
    engine.fails = "--fails" in sys.argv
    engine.logs = "--logs" in sys.argv
    return engine


if __name__ == "__main__":
    launched = time.perf_counter()
    time.sleep(SLOW_START_S if "--late" in sys.argv else 0)
    pipe.serve(make_engine, launched, None)
