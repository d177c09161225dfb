"""A position database at its limits: `python -m tests.long.position_database kill [KILLS [SEED]]`
kills writers at random moments, `... size [POSITIONS [SEED]]` measures a large file.

An entry whose `put` has returned must stay, and the file must stay whole. A million positions take
less than 40 MB, open in 0.1 s, and one is found in less than 1 ms.
"""

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

from brain.cell import from_row_major
from brain.lexicon import BLACK, FREESTYLE
from brain.position import Position
from brain.position_database import PositionDatabase, PositionEntry
from brain.score import Score
from tests import ROOT

KILLS = 300
LONGEST_LIFE_S = 0.3  # of a writer after its first entry
POSITIONS = 1_000_000
LOOKUPS = 2000
MOST_BYTES, LONGEST_OPEN_S, LONGEST_LOOKUP_S = 40_000_000, 0.1, 0.001  # of a million
SIDE = 15
FEWEST, MOST = 4, 16  # stones
SPREAD = 2.2  # cells from the centre: the standard deviation


def write(path: Path, first: int) -> None:
    """Put entries with rising numbers on one position and on others, and print each number."""
    with PositionDatabase(path, "c") as database:
        for number in count(first):
            entry = PositionEntry(Score(number), comment="x" * (number % 5000))
            database.update([(Position(SIDE, SIDE, FREESTYLE), entry), (numbered(number), entry)])
            print(number, flush=True)


def numbered(number: int) -> Position:
    """Return a position for a number, the same one again after 225."""
    cell = from_row_major(number % SIDE**2, SIDE)
    return Position(SIDE, SIDE, FREESTYLE, [(cell, BLACK)])


def killed(path: Path, kills: int, seed: int, life_s: float = LONGEST_LIFE_S) -> int:
    """Kill writers at random moments, and check the file after each; return the last number."""
    draw, last = random.Random(seed), 0
    command = [sys.executable, "-m", __spec__.name if __spec__ else __name__, "write", str(path)]
    for _ in range(kills):
        writer = subprocess.Popen(
            [*command, str(last + 1)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout
        printed = [writer.stdout.readline()]
        time.sleep(draw.uniform(0, life_s))
        writer.kill()
        printed += writer.stdout.readlines()
        writer.wait()
        writer.stdout.close()
        last = max(int(line) for line in printed if line.endswith("\n"))
        check(path, last)
    return last


def check(path: Path, last: int) -> None:
    """Assert that a file has the entry `last`, or the one after it, which was not printed yet."""
    with PositionDatabase(path) as database:
        entry = database.get(Position(SIDE, SIDE, FREESTYLE))
        assert entry
        assert entry.value in (last, last + 1)
        assert database.get(numbered(entry.value)) == entry
        assert len([*database]) == len(database)


def random_positions(positions: int, seed: int) -> Iterator[tuple[Position, PositionEntry]]:
    """Yield positions near the centre, most of them different, with values."""
    draw = random.Random(seed)

    def near() -> int:
        return min(SIDE - 1, max(0, round(draw.gauss(SIDE // 2, SPREAD))))

    for _ in range(positions):
        points = {(near(), near()) for _ in range(draw.randint(FEWEST, MOST))}
        cells = [from_row_major(y * SIDE + x, SIDE) for x, y in points]
        stones = [(cell, 1 + index % 2) for index, cell in enumerate(cells)]
        position = object.__new__(Position)  # its checks take most of the time
        fields = {"width": SIDE, "height": SIDE, "rule": FREESTYLE, "walls": ()}
        vars(position).update(fields, stones=tuple(stones), turn=1 + len(stones) % 2)
        yield position, PositionEntry(Score(draw.randint(-2000, 2000)), draw.randint(0, 30))


def measured(path: Path, positions: int, seed: int) -> dict[str, float]:
    """Return the figures of a file with random positions."""
    began = time.perf_counter()
    with PositionDatabase(path, "c") as database:
        database.update(random_positions(positions, seed))
    wrote = time.perf_counter()
    with PositionDatabase(path) as database:
        opened = time.perf_counter()
        for position, _ in random_positions(LOOKUPS, seed + 1):
            database.get(position)
        looked = time.perf_counter()
        stored = len(database)
    return {
        "positions": stored,
        "bytes": path.stat().st_size,
        "write_s": wrote - began,
        "open_s": opened - wrote,
        "lookup_s": (looked - opened) / LOOKUPS,
    }


def main(arguments: Sequence[str]) -> None:
    """Run a test, or the writer."""
    what, *numbers = arguments
    if what == "write":
        write(Path(numbers[0]), int(numbers[1]))
        return
    given = [int(number) for number in numbers] + [0] * 2
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "test.positions"
        if what == "kill":
            kills = given[0] or KILLS
            print(f"{kills} writers killed, {killed(path, kills, given[1])} entries, none lost")
            return
        found = measured(path, given[0] or POSITIONS, given[1])
        print(*(f"{name} {figure:.6g}" for name, figure in found.items()))
        assert found["bytes"] < MOST_BYTES
        assert found["open_s"] < LONGEST_OPEN_S
        assert found["lookup_s"] < LONGEST_LOOKUP_S


if __name__ == "__main__":
    main(sys.argv[1:])
