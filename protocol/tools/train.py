"""`tengen train`: trains a rule's network in rounds, until it beats the classical evaluation."""

import argparse
import math
import os
import shlex
import sys
import threading
import time
from argparse import ArgumentTypeError
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brain.rules.laws import RULE_NAMES
from brain.stats.elo import HEADING, elo_text
from brain.thinking import native
from brain.thinking.native import LibraryError
from protocol.cli.arguments import Parser, positive, reason, rule, rules_text
from protocol.cli.outlet import INTERRUPTED
from protocol.match.match_display import duration

if TYPE_CHECKING:
    from brain.train.curve import RoundResult
    from brain.train.run_config import Budget, RunConfig

REPORT_S = 10.0  # between two lines of progress
TICK_S = 1.0
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
POSITIONS = 1_280_000
# The values of --try, in place of the defaults.
TRY = {"first": 2500, "positions": 20_000, "test": 250, "pairs": 10}
EPILOG = """
Each round has twice the positions of the one before. It consists of self-play,
training, the loss on the test set, and games in equal time against the
classical evaluation. FOLDER gets the networks, curve.jsonl and curve.svg.
Rerun the command to resume. docs/train.md explains the model and the training.

--try makes four rounds of 2,500 to 20,000 positions. It takes about five
minutes on two processors. Its test set and its duels are small, so its Elo is
rough.

examples:
  tengen train freestyle --try
  tengen train freestyle --hours 3
  tengen train freestyle --install
"""
BEST = """
{file} has the best result against the classical evaluation:
{strength}. This command installs it:

  {command} --install"""
UNSURE = "\n\nIt may be weaker than the classical evaluation. More positions may help."
LOST = """
No network won its duel. The best has
{strength}. More positions may help."""
INSTALLED = """installed {path}
This command restores the network that it replaced:

  {command} --uninstall"""
NEEDED = ("numba", "numpy", "torch")
LOADING = "loading PyTorch and the kernels"


def main(arguments: Sequence[str]) -> int:
    """Run or resume a training run, or install its network."""
    options = parser().parse_args(arguments)
    folder = Path(options.folder or f"train-{options.rule}{'-try' if options.is_try else ''}")
    try:
        if options.install or options.uninstall:
            return _change_network(options, folder)
        from brain.train.run_config import check

        config, budget = chosen(options)
        check(config, budget)
        rounds = run(config, folder, budget)
    except (OSError, ValueError, LibraryError) as error:
        print(f"tengen train: {reason(error)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; rerun the command to resume", file=sys.stderr)
        return INTERRUPTED
    print(advice(config.rule, folder, rounds))
    return 0


def chosen(options: argparse.Namespace) -> tuple["RunConfig", "Budget"]:
    """Return the configuration and the budget of the command line."""
    from brain.train.run_config import Budget, RunConfig

    short = TRY if options.is_try else {}
    fields = {
        name: getattr(options, name) or short.get(name, default) for name, default, _ in NUMBERS
    }
    config = RunConfig(rule=options.rule, speed=options.speed, star=options.star, **fields)
    positions = options.positions or short.get("positions", POSITIONS)
    return config, Budget(positions, options.hours * HOUR_S, options.processes)


def _change_network(options: argparse.Namespace, folder: Path) -> int:
    """Install the winner of a folder, or restore the network that it replaced."""
    from brain.train import winner

    if options.uninstall:
        print(f"restored {winner.uninstall(folder, options.rule)}")
        return 0
    path = winner.install(folder, options.rule)
    print(INSTALLED.format(path=path, command=command(options.rule, folder)))
    return 0


def run(config: "RunConfig", folder: Path, budget: "Budget") -> list["RoundResult"]:
    """Run or resume a training run, and show its progress. ValueError, OSError."""
    for package in NEEDED:
        if find_spec(package) is None:
            raise ModuleNotFoundError(f"No module named {package!r}", name=package)
    progress = make_progress()
    try:
        progress.begin(LOADING)
        native.load()  # compiles the kernels first if need be
        from brain.train import training_run  # takes seconds

        return training_run.run(config, folder, budget, progress)
    finally:
        progress.close()


def advice(rule: int, folder: Path, rounds: Sequence["RoundResult"]) -> str:
    """Return the curve, the best network and the command that installs it."""
    from brain.train import curve
    from brain.train.winner import winner

    best = winner(folder, rule, rounds)
    text = f"\n{curve.chart(rounds)}\nThe curve is {folder / curve.PICTURE}\n"
    if not best.has_won:
        return text + LOST.format(strength=best.strength)
    text += BEST.format(file=best.file, strength=best.strength, command=command(rule, folder))
    return text if best.strength.low > 0 else text + UNSURE


def command(rule: int, folder: Path) -> str:
    """Return the beginning of a command for a folder."""
    name = RULE_NAMES[rule].replace(" ", "-")
    return f"tengen train {name} --folder {shlex.quote(str(folder))}"


def parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser("tengen train", "Train a network for a rule by self-play.", EPILOG)
    add = parser.add_argument
    add("rule", metavar="RULE", type=rule, help=rules_text())
    add("--folder", metavar="FOLDER", help="folder for all output (train-RULE, or train-RULE-try)")
    add("--try", action="store_true", dest="is_try", help="a run of five minutes, see below")
    add("--star", action="store_true", help="train a network with a star block, see docs/train.md")
    change = parser.add_mutually_exclusive_group()
    change.add_argument("--install", action="store_true", help="use FOLDER's best network")
    text = "use the network again that --install replaced"
    change.add_argument("--uninstall", action="store_true", help=text)
    add(
        "--positions",
        type=positive,
        metavar="N",
        help=f"maximum positions of the last round ({POSITIONS})",
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
        add(f"--{name}", type=positive, metavar="N", help=f"{text} ({default})")
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
    """Prints a line for each round and stage, and a stage's progress every REPORT_S seconds, also
    while a step of it takes longer.
    """

    def __init__(self) -> None:
        self._stage, self._done, self._total, self._note = "", 0, 0, ""
        self._began = self._printed = 0.0
        self._has_head = False
        self._closed = threading.Event()

    def start(self) -> None:
        """Begin to print progress also between two calls."""
        threading.Thread(target=self._tick, daemon=True).start()

    def begin(self, stage: str, total: int = 0) -> None:
        self._began = time.monotonic()
        self._stage, self._done, self._total, self._note = stage, 0, total, ""
        self._print(self._began)

    def at(self, done: int, note: str = "") -> None:
        self._done, self._note = done, note
        self.report()

    def report(self) -> None:
        """Print the progress if nothing was printed for REPORT_S seconds."""
        now = time.monotonic()
        if now - self._printed >= REPORT_S:
            self._print(now)

    def warn(self, text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    def ended(self, one: "RoundResult") -> None:
        if not self._has_head:
            print(table_line(HEADINGS))
            self._has_head = True
        print(table_line(cells(one)), flush=True)

    def close(self) -> None:
        """Print nothing more."""
        self._closed.set()

    def _print(self, now: float) -> None:
        self._printed = now
        count = f"{self._done:,} of {self._total:,}" if self._total else ""
        minutes, seconds = divmod(round(now - self._began), 60)
        taken = f"{minutes}:{seconds:02}" if now > self._began else ""
        text = ", ".join(filter(None, (count, self._note, taken)))
        print(f"{self._stage}: {text}".removesuffix(": "), file=sys.stderr, flush=True)

    def _tick(self) -> None:
        while not self._closed.wait(TICK_S):
            if self._stage:
                self.report()


class ProgressBars:
    """Draws a progress bar for the stage below the table of rounds."""

    def __init__(self) -> None:
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        self._bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(10),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[note]}"),
        )
        self._task: Any = None
        self._lines = ProgressLines()
        self._bars.start()

    def begin(self, stage: str, total: int = 0) -> None:
        if self._task is not None:
            self._bars.remove_task(self._task)
        self._task = self._bars.add_task(stage, total=total or None, note="")

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
    if sys.stdout.isatty() and find_spec("rich"):
        return ProgressBars()
    lines = ProgressLines()
    lines.start()
    return lines
