"""`tengen train`: makes a rule's network that beats the classical evaluation, round by round."""

import math
import os
import sys
import time
from argparse import ArgumentTypeError
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brain.stats.elo import signed
from protocol.cli.arguments import Parser, positive, reason, rule, rules_text
from protocol.match.display import duration

if TYPE_CHECKING:
    from brain.train.curve import Round
    from brain.train.training_run import Course

POSITIONS = 1_280_000
TOLD_S = 10.0  # between two lines that tell how far a stage is
HOUR_S = 3600
HEADINGS = ("positions", "loss", "classical", "speed", "W-D-L", "Elo", "95 %", "time")
WIDTHS = (9, 6, 9, 5, 11, 5, 13, 11)
# Option, default, help: what the course is made of, by the names of its fields.
NUMBERS = (
    ("first", 20_000, "positions of the first round"),
    ("nodes", 6000, "nodes for a move of self-play; a label gets a third"),
    ("epochs", 4, "epochs of training"),
    ("test", 4000, "positions of the test set"),
    ("pairs", 200, "pairs of games in a duel with the classical evaluation"),
    ("seed", 1, "random seed of the games"),
    ("size", 15, "columns and rows of most games"),
)
EPILOG = """
Each round has twice the positions of the one before. It consists of self-play,
training, the loss on the test set, and games in equal time against the
classical evaluation. FOLDER gets the networks, curve.jsonl and curve.svg.
Rerun the command to resume. docs/train.md explains the model and the training.

example:
  tengen train freestyle --hours 3
"""
USE = """
{file} has the network of the most Elo: {strength}.
To play with it, let Python put it into brain/data:

from brain.files import stored; from pathlib import Path
stored.write('network', {rule}, Path({file!r}).read_bytes())"""
UNSURE = "\n\nIt isn't certainly better than none: more positions may help."


def main(arguments: Sequence[str]) -> int:
    """Run what is missing of a course, then say how to use what it has made."""
    options = parser().parse_args(arguments)
    from brain.train import training_run as courses  # needs PyTorch

    fields = {name: getattr(options, name) for name, *_ in NUMBERS}
    course = courses.Course(rule=options.rule, speed=options.speed, **fields)
    folder = Path(options.folder or f"train-{options.rule}")
    extent = courses.Extent(options.positions, options.hours * HOUR_S, options.processes)
    gauge = make_gauge()
    try:
        rounds = courses.run(course, folder, extent, gauge)
    except (OSError, ValueError) as error:
        print(f"tengen train: {reason(error)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped: the same command goes on", file=sys.stderr)
        return 130
    finally:
        gauge.close()
    print(advice(course, folder, rounds))
    return 0


def advice(course: "Course", folder: Path, rounds: Sequence["Round"]) -> str:
    """Return which network to use, and how."""
    from brain.train.training_run import network_file

    best = max(rounds, key=lambda one: one.strength.elo)
    file = str(network_file(course, folder, best.positions))
    told = USE.format(file=file, strength=best.strength, rule=course.rule)
    return told if best.strength.low > 0 else told + UNSURE


def parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser("tengen train", "Train a network for a rule by self-play.", EPILOG)
    add = parser.add_argument
    add("rule", metavar="RULE", type=rule, help=rules_text())
    add("--folder", metavar="FOLDER", help="folder for all output (train-RULE)")
    add(
        "--positions",
        type=positive,
        default=POSITIONS,
        metavar="N",
        help="maximum positions of the last round (%(default)s)",
    )
    add(
        "--hours",
        type=amount,
        default=math.inf,
        metavar="H",
        help="start no round that would end later (no limit)",
    )
    add(
        "--processes",
        type=positive,
        default=os.cpu_count() or 1,
        metavar="N",
        help="number of processes; does not change the result (one per processor)",
    )
    for name, default, text in NUMBERS:
        add(f"--{name}", type=positive, default=default, metavar="N", help=f"{text} ({default})")
    add(
        "--speed",
        type=amount,
        default=0.0,
        metavar="X",
        help="speed of the search relative to the classical evaluation (measured)",
    )
    return parser


def amount(text: str) -> float:
    """Return a number above 0."""
    with suppress(ValueError):
        if 0 < float(text) < math.inf:
            return float(text)
    raise ArgumentTypeError(f"{text!r} is no number above 0")


def cells(one: "Round") -> tuple[str, ...]:
    """Return a round as text, one cell for each of HEADINGS."""
    found = one.strength
    return (
        f"{one.positions:,}",
        f"{one.loss:.4f}",
        f"{one.classical:.4f}",
        f"{one.speed:.2f}",
        str(one.games_played),
        signed(found.elo),
        f"{signed(found.low)} to {signed(found.high)}",
        duration(one.seconds),
    )


def line(cells: Sequence[str]) -> str:
    """Return a line of the table of rounds."""
    return " ".join(cell.rjust(width) for cell, width in zip(cells, WIDTHS, strict=True))


class Lines:
    """Prints the rounds, and how far a stage is now and then."""

    def __init__(self) -> None:
        self._stage, self._total = "", 0
        self._told = 0.0
        self._has_head = False

    def begin(self, stage: str, total: int) -> None:
        self._stage, self._total = stage, total
        self._told = time.monotonic()

    def at(self, done: int, note: str = "") -> None:
        now = time.monotonic()
        if now - self._told >= TOLD_S:
            self._told = now
            words = (f"{self._stage}: {done:,} of {self._total:,}", note)
            print(", ".join(filter(None, words)), file=sys.stderr, flush=True)

    def ended(self, one: "Round") -> None:
        if not self._has_head:
            print(line(HEADINGS))
            self._has_head = True
        print(line(cells(one)), flush=True)

    def close(self) -> None:
        """Lines have nothing to close."""


class Bars:
    """Draws a bar for the stage below the table of rounds."""

    def __init__(self) -> None:
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        self._bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(20),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[note]}"),
        )
        self._task: Any = None
        self._lines = Lines()
        self._bars.start()

    def begin(self, stage: str, total: int) -> None:
        if self._task is not None:
            self._bars.remove_task(self._task)
        self._task = self._bars.add_task(stage, total=total, note="")

    def at(self, done: int, note: str = "") -> None:
        self._bars.update(self._task, completed=done, note=note)

    def ended(self, one: "Round") -> None:
        self._lines.ended(one)  # rich prints it above the bar

    def close(self) -> None:
        if self._task is not None:
            self._bars.remove_task(self._task)
        self._bars.stop()


def make_gauge() -> Lines | Bars:
    """Return bars if the output is a terminal and rich is installed, else lines."""
    return Bars() if sys.stdout.isatty() and find_spec("rich") else Lines()
