"""What the match runner costs: `python -m tests.long.overhead [--ms 100] [--suspend]`.

Two games are played at once between brains that sleep for a move's time and fill the board without
a five. Prints a move's wall time beyond the engines' own, and the runner's share of one core. Exits
with an error beyond the limits.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from protocol.match.arena import Terms
from protocol.match.player import Control, Entrant
from protocol.match.standings import Standings
from protocol.match.tournament import Event, play_here
from protocol.records.record_folder import Records

GAMES_AT_ONCE = 2
MOST_MS = 3.0  # a move
MOST_SHARE = 0.05
SLEEPER = """
import sys, time
cells = []
for line in map(str.strip, sys.stdin):
    if line.startswith("START"):
        print("OK", flush=True)
        cells = [f"{x},{y}" for y in range(15) for x in (*range(0, 15, 2), *range(1, 15, 2))]
    if line[0].isdigit():
        cells.remove(line.rpartition(",")[0])
    if line.startswith("TURN"):
        cells.remove(line[5:])
    if line.startswith(("BEGIN", "TURN", "DONE")):
        time.sleep(%s)
        print(cells.pop(0), flush=True)
    if line == "END":
        break
"""


def main() -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.long.overhead", description=__doc__)
    parser.add_argument("--ms", type=int, default=100, help="a move")
    parser.add_argument("--suspend", action="store_true", help="the side not to move")
    options = parser.parse_args()
    over_ms, share = measure(options.ms, options.suspend)
    print(f"over the engines' own   {over_ms:.2f} ms a move")
    print(f"of one processor        {share:.1%}")
    return int(over_ms > MOST_MS or share > MOST_SHARE)


def measure(move_ms: int, suspend: bool) -> tuple[float, float]:
    """Return the milliseconds beyond the engines' own a move, and the share of one processor."""
    command = (sys.executable, "-c", SLEEPER % (move_ms / 1000))
    names = ("left", "right")
    entrants = tuple(
        Entrant(name, command, control=Control(move_ms), memory_bytes=1 << 30) for name in names
    )
    event = Event(entrants, Terms(suspend=suspend))
    standings = Standings(names)
    with tempfile.TemporaryDirectory() as folder:
        records = Records(Path(folder))
        records.open()
        began, used = time.monotonic(), time.process_time()
        engines_ms = 0.0
        plies = 0
        for game in play_here(event, event.missing(()), GAMES_AT_ONCE):
            records.append(game)
            standings.add(game)
            engines_ms += sum(move.ms for move in game.moves)
            plies += game.plies
        wall_ms = (time.monotonic() - began) * 1000
        share = (time.process_time() - used) * 1000 / wall_ms
    return (wall_ms * GAMES_AT_ONCE - engines_ms) / plies, share


if __name__ == "__main__":
    sys.exit(main())
