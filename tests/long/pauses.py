"""How late moves come when a brain is suspended: `python -m tests.long.pauses [--pauses N]`.

It is suspended (SIGSTOP, SIGCONT) while it thinks, for some time or past its limit, or between two
moves, when the next request is sent. Prints how many milliseconds after the turn's time and the
pause a move came, and the same for the undisturbed moves that follow; negative is early. If the
limit fell into the pause, the milliseconds count from the pause's end. The position takes all the
time there is.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import psutil

from tests.support.driver import PROGRAM, Brain

TURN_MS = 100
LONGEST_PAUSE_MS = 150
POSITION = ("BOARD", "7,7,1", "8,8,2", "DONE")
REST_S = 0.002  # between a move and a pause
POLL_S = 0.0002


@dataclass
class Lateness:
    """Of every move, the milliseconds after the time that was allowed."""

    thinking: list[float] = field(default_factory=list)  # paused in the middle of it
    overdue: list[float] = field(default_factory=list)  # paused past the limit; after the pause
    idle: list[float] = field(default_factory=list)  # paused between moves
    undisturbed: list[float] = field(default_factory=list)


def main() -> None:
    """Print a row for each kind of pause."""
    parser = argparse.ArgumentParser(prog="python -m tests.long.pauses", description=__doc__)
    parser.add_argument("--pauses", type=int, default=1000)
    options = parser.parse_args()
    late = lateness(PROGRAM, options.pauses)
    print("pause          moves     min     p50     p99     max")
    for name, values in vars(late).items():
        values.sort()
        p99 = values[len(values) * 99 // 100]
        print(
            f"{name:12} {len(values):7} {values[0]:7.1f} {statistics.median(values):7.1f}"
            f" {p99:7.1f} {values[-1]:7.1f}"
        )


def lateness(command: tuple[str, ...], pauses: int, seed: int = 1) -> Lateness:
    """Return how late the moves came; raises queue.Empty when one doesn't come at all."""
    dice, late = Random(seed), Lateness()
    with Brain(command) as brain:
        brain.send("START 15", f"INFO timeout_turn {TURN_MS}")
        assert brain.line() == "OK"
        for number in range(pauses):
            pause_s = dice.uniform(0, LONGEST_PAUSE_MS) / 1000
            after_ms = dice.uniform(0, TURN_MS)
            if number % 3 == 0:
                late.thinking.append(paused_thinking(brain, after_ms, pause_s))
            elif number % 3 == 1:
                late.overdue.append(paused_past_limit(brain, after_ms, pause_s))
            else:
                late.idle.append(paused_idle(brain, pause_s))
            late.undisturbed.append(late_ms(brain, lambda: None))
        brain.send("END")
        assert brain.exit_code() == 0
        assert brain.rest() == []
    return late


def paused_thinking(brain: Brain, after_ms: float, pause_s: float) -> float:
    """Return how late a move is that is interrupted, less the pause."""

    def pause() -> None:
        time.sleep(after_ms / 1000)
        suspend(brain, lambda: time.sleep(pause_s))

    return late_ms(brain, pause) - pause_s * 1000


def paused_past_limit(brain: Brain, after_ms: float, pause_s: float) -> float:
    """Return how many milliseconds after a pause a move comes whose limit fell into the pause."""
    brain.send(*POSITION)
    time.sleep(after_ms / 1000)
    suspend(brain, lambda: time.sleep((TURN_MS - after_ms) / 1000 + pause_s))
    return ms_to_move(brain)


def paused_idle(brain: Brain, pause_s: float) -> float:
    """Return how late a move is whose request came during a pause, counted from its end."""
    time.sleep(REST_S)

    def ask() -> None:
        brain.send(*POSITION)
        time.sleep(pause_s)

    suspend(brain, ask)
    return ms_to_move(brain) - TURN_MS


def ms_to_move(brain: Brain) -> float:
    """Return the milliseconds from now to a brain's move."""
    began = time.perf_counter()
    brain.line()
    return (time.perf_counter() - began) * 1000


def late_ms(brain: Brain, meanwhile: Callable[[], None]) -> float:
    """Return how much longer than its turn a move takes."""
    began = time.perf_counter()
    brain.send(*POSITION)
    meanwhile()
    brain.line()
    return (time.perf_counter() - began) * 1000 - TURN_MS


def suspend(brain: Brain, meanwhile: Callable[[], None]) -> None:
    """Suspend a brain while something is done."""
    process = psutil.Process(brain.pid)
    process.suspend()
    try:
        while process.status() != psutil.STATUS_STOPPED:  # its threads stop one by one
            time.sleep(POLL_S)
        meanwhile()
    finally:
        process.resume()


if __name__ == "__main__":
    main()
