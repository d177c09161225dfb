"""`tengen train`: trains a rule's network in rounds, until it beats the classical evaluation."""

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

from brain.stats.elo import HEADING, elo_text
from protocol.cli.arguments import Parser, positive, reason, rule, rules_text
from protocol.match.match_display import duration

if TYPE_CHECKING:
    from brain.train.curve import RoundResult
    from brain.train.run_config import Budget, RunConfig

POSITIONS = 1_280_000
REPORT_S = 10.0  # between two lines of progress
HOUR_S = 3600
HEADINGS = ("positions", "loss", "classical", "speed", "W-D-L", HEADING, "time")
WIDTHS = (9, 6, 9, 5, 11, 18, 11)
# Option, default, help: fields of the configuration.
NUMBERS = (
    ("first", 20_000, "positions of the first round, 256 or more"),
    ("nodes", 6000, "nodes for a move of self-play; a label gets a third"),
    ("epochs", 4, "epochs of training"),
    ("test", 4000, "positions of the test set"),
    ("pairs", 200, "pairs of games in a duel with the classical evaluation"),
    ("seed", 1, "random seed of the games"),
    ("size", 15, "board size of duels and most games: 15; freestyle also 20"),
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
The best network is {file} ({strength}).
To play with it, write it into brain/data with Python:

from brain.files import stored; from pathlib import Path
stored.write('network', {rule}, Path({file!r}).read_bytes())"""
UNSURE = "\n\nIt may be weaker than the classical evaluation. More positions may help."
NEEDED = ("numba", "numpy", "torch")
LOADING = "loading PyTorch ..."


def main(arguments: Sequence[str]) -> int:
    """Run or resume a training run, then print how to use its best network."""
    options = parser().parse_args(arguments)
    from brain.train.run_config import Budget, RunConfig, check

    fields = {name: getattr(options, name) for name, *_ in NUMBERS}
    config = RunConfig(rule=options.rule, speed=options.speed, **fields)
    budget = Budget(options.positions, options.hours * HOUR_S, options.processes)
    folder = Path(options.folder or f"train-{options.rule}")
    try:
        check(config, budget)
        rounds = run(config, folder, budget)
    except (OSError, ValueError) as error:
        print(f"tengen train: {reason(error)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; rerun the command to resume", file=sys.stderr)
        return 130
    print(advice(config, folder, rounds))
    return 0


def run(config: "RunConfig", folder: Path, budget: "Budget") -> list["RoundResult"]:
    """Run or resume a training run, and show its progress. ValueError, OSError."""
    for package in NEEDED:
        if find_spec(package) is None:
            raise ModuleNotFoundError(f"No module named {package!r}", name=package)
    print(LOADING, file=sys.stderr, flush=True)
    from brain.train import training_run  # takes seconds

    progress = make_progress()
    try:
        return training_run.run(config, folder, budget, progress)
    finally:
        progress.close()


def advice(config: "RunConfig", folder: Path, rounds: Sequence["RoundResult"]) -> str:
    """Return the best network's file and how to use it."""
    from brain.train.training_run import network_file

    best = max(rounds, key=lambda one: one.strength.elo)
    file = str(network_file(config, folder, best.positions))
    text = USE.format(file=file, strength=best.strength, rule=config.rule)
    return text if best.strength.low > 0 else text + UNSURE


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
        help="hours of training; a round that would probably end later does not start (no limit)",
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
    """Return a positive number."""
    with suppress(ValueError):
        if 0 < float(text) < math.inf:
            return float(text)
    raise ArgumentTypeError(f"expected a number above 0, got {text!r}")


def cells(one: "RoundResult") -> tuple[str, ...]:
    """Return a round as text, one cell for each of HEADINGS."""
    found = one.strength
    return (
        f"{one.positions:,}",
        f"{one.loss:.4f}",
        f"{one.classical:.4f}",
        f"{one.speed:.2f}",
        str(one.games_played),
        elo_text(found.elo, found.low, found.high),
        duration(one.seconds),
    )


def table_line(cells: Sequence[str]) -> str:
    """Return a line of the table of rounds."""
    return " ".join(cell.rjust(width) for cell, width in zip(cells, WIDTHS, strict=True))


class ProgressLines:
    """Prints a line for each round and stage, and a stage's progress every REPORT_S seconds."""

    def __init__(self) -> None:
        self._stage, self._total = "", 0
        self._printed = 0.0
        self._has_head = False

    def begin(self, stage: str, total: int) -> None:
        self._stage, self._total = stage, total
        self._printed = time.monotonic()
        print(f"{stage}: 0 of {total:,}", file=sys.stderr, flush=True)

    def at(self, done: int, note: str = "") -> None:
        now = time.monotonic()
        if now - self._printed >= REPORT_S:
            self._printed = now
            parts = (f"{self._stage}: {done:,} of {self._total:,}", note)
            print(", ".join(filter(None, parts)), file=sys.stderr, flush=True)

    def warn(self, text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    def ended(self, one: "RoundResult") -> None:
        if not self._has_head:
            print(table_line(HEADINGS))
            self._has_head = True
        print(table_line(cells(one)), flush=True)

    def close(self) -> None:
        """Do nothing: lines need no closing."""


class ProgressBars:
    """Draws a progress bar for the stage below the table of rounds."""

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
        self._lines = ProgressLines()
        self._bars.start()

    def begin(self, stage: str, total: int) -> None:
        if self._task is not None:
            self._bars.remove_task(self._task)
        self._task = self._bars.add_task(stage, total=total, note="")

    def at(self, done: int, note: str = "") -> None:
        self._bars.update(self._task, completed=done, note=note)

    def warn(self, text: str) -> None:
        self._lines.warn(text)

    def ended(self, one: "RoundResult") -> None:
        self._lines.ended(one)  # rich prints it above the bar

    def close(self) -> None:
        if self._task is not None:
            self._bars.remove_task(self._task)
        self._bars.stop()


def make_progress() -> ProgressLines | ProgressBars:
    """Return bars if the output is a terminal and rich is installed, otherwise lines."""
    is_drawn = sys.stdout.isatty() and find_spec("rich")
    return ProgressBars() if is_drawn else ProgressLines()
