"""Tunes the search's constants by games, all of them at once.

    python -m protocol.match.tuning.spsa FOLDER --board 0 20 --board 1 15 \
        --rounds 100 --games 200 --nodes 8000

In a round two copies of the program are made: in one, every constant is a step above or below its
value so far, as drawn, in the other as far on the other side. They play each other, and every
constant moves towards where more was scored (James Spall, Multivariate stochastic approximation
using a simultaneous perturbation gradient approximation, 1992). FOLDER keeps what the rounds came
to: the same command goes on where it was stopped, and at the end writes the constants into the
sources.
"""

import argparse
import ast
import json
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path

from brain.lexicon import RULES
from brain.symmetry import symmetries
from protocol.match.arena import Terms
from protocol.match.seat import Entrant
from protocol.match.tournament import Event, play_here
from protocol.records import openings
from protocol.records.games import FAILURES, Game

ROOT = Path(__file__).parents[3]
PACKAGES = ("brain", "protocol")
NOT_COPIED = shutil.ignore_patterns("__pycache__", "lib")
SIDES = {"first": 1, "second": -1}  # the copies, and the side on which they take the steps
MEMORY = 96 << 20  # bytes, of an engine
RECORD = "rounds.jsonl"
RATE = 2.0  # steps that constants move in the first round, were all games won by one copy
SETTLING = 40  # rounds until they move half as far

# What is tuned, by source, and the steps: about what some hundred games can tell.
CONSTANTS: dict[str, dict[str, int]] = {
    "brain/kernels/alphabeta.py": {
        "LEAF_KILL_NODES": 8,
        "FUTILITY_MARGIN": 10,
        "RAZOR_LEAST": 14,
        "RAZOR_MARGIN": 8,
        "SKIP_LEAST": 16,
        "SKIP_PLY": 5,
        "SKIP_SQUARE": 1,
        "REDUCE_LATE": 14,
        "REDUCE_CALM": 4,
        "REDUCE_CUT": 6,
        "REDUCE_RAISED": 4,
        "CREDIT_IMPROVING": 4,
        "CREDIT_PV": 5,
        "REDUCE_HISTORY": 9,
        "HISTORY_BONUS": 8,
        "HISTORY_MALUS": 10,
    },
    "brain/kernels/moves.py": {"KILLER_SCORE": 15, "REPLY_SCORE": 12, "HISTORY_WEIGHT": 3},
    "brain/thinking.py": {"WINDOW": 5},
}
STEPS = {name: step for steps in CONSTANTS.values() for name, step in steps.items()}

Values = Mapping[str, float]  # of the constants, by name


@dataclass(frozen=True)
class Round:
    """What a round came to."""

    score: float  # of the first copy in a game, 1 for a win and -1 for a loss
    values: Values  # afterwards


@dataclass(frozen=True)
class Setting:
    """How rounds are played."""

    folder: Path
    boards: tuple[tuple[int, int], ...]  # rule and size, in turn
    games: int  # of a round
    nodes: int  # of a move
    concurrency: int


def main() -> None:
    """Play the rounds that are missing, and write the constants."""
    parser = argparse.ArgumentParser(
        prog="python -m protocol.match.tuning.spsa", description="Tune constants."
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--board", type=int, nargs=2, action="append", metavar=("RULE", "SIZE"))
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--games", type=int, default=200, help="of a round")
    parser.add_argument("--nodes", type=int, default=8000, help="of a move")
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args()
    boards = tuple((rule, size) for rule, size in wish.board or [(0, 20), (1, 15)])
    if not {rule for rule, _ in boards} <= set(RULES):
        parser.error(f"a rule is one of {', '.join(map(str, RULES))}")
    setting = Setting(wish.folder, boards, wish.games, wish.nodes, wish.concurrency)
    values = tuned(setting, wish.rounds, wish.seed)
    rewrite(ROOT, values)
    print(whole(values))


def tuned(setting: Setting, rounds: int, seed: int) -> Values:
    """Return the constants' values after so many rounds, those on record included."""
    setting.folder.mkdir(parents=True, exist_ok=True)
    record = setting.folder / RECORD
    played = list(read(record))
    values = played[-1].values if played else present(ROOT)
    for number in range(len(played), rounds):
        signs = drawn(seed, number)
        for copy, side in SIDES.items():
            make(setting.folder / copy, moved(values, signs, side))
        compile_in([setting.folder / copy for copy in SIDES])
        score = play(setting, number)
        values = moved(values, signs, score * RATE / (1 + number / SETTLING))
        with record.open("a", encoding="ascii") as file:
            print(json.dumps(asdict(Round(score, values))), file=file)
        print(f"{number + 1} of {rounds}: {score:+.3f}", flush=True)
    return values


def read(record: Path) -> Iterator[Round]:
    """Yield the rounds on record."""
    if record.exists():
        for line in record.read_text(encoding="ascii").splitlines():
            yield Round(**json.loads(line))


# Values.


def drawn(seed: int, number: int) -> dict[str, int]:
    """Return the side, 1 or -1, to which each constant goes in a round's first copy."""
    draw = random.Random(f"{seed} {number}")
    return {name: draw.choice((1, -1)) for name in STEPS}


def moved(values: Values, signs: Mapping[str, int], steps: float) -> Values:
    """Return the values so many steps to the side of their signs."""
    return {name: values[name] + steps * signs[name] * STEPS[name] for name in STEPS}


def whole(values: Values) -> dict[str, int]:
    """Return the values as sources have them."""
    return {name: max(0, round(value)) for name, value in values.items()}


# Sources.


def present(root: Path) -> dict[str, int]:
    """Return the constants' values in a program's sources."""
    return {
        name: ast.literal_eval(nodes[name])
        for source, steps in CONSTANTS.items()
        for nodes in [constants((root / source).read_text(encoding="utf-8"))]
        for name in steps
    }


def rewrite(root: Path, values: Values) -> None:
    """Give the constants in a program's sources other values."""
    numbers = whole(values)
    for source, steps in CONSTANTS.items():
        path = root / source
        text = path.read_text(encoding="utf-8")
        for name in steps:
            text = with_value(text, name, numbers[name])
        path.write_text(text, encoding="utf-8", newline="\n")


def with_value(text: str, name: str, value: int) -> str:
    """Return a source's text with another value of a constant."""
    lines = text.encode().splitlines(keepends=True)  # the parser counts bytes
    node = constants(text)[name]
    line = lines[node.lineno - 1]
    number = str(value).encode()
    lines[node.lineno - 1] = line[: node.col_offset] + number + line[node.end_col_offset :]
    return b"".join(lines).decode()


def constants(text: str) -> dict[str, ast.Constant]:
    """Return where a source's text gives names their values, alone or several on a line."""
    pairs = [
        pair
        for node in ast.parse(text).body
        if isinstance(node, ast.Assign)
        for pair in zip(ast.walk(node.targets[0]), ast.walk(node.value), strict=False)
    ]
    return {
        name.id: value
        for name, value in pairs
        if isinstance(name, ast.Name) and isinstance(value, ast.Constant)
    }


# Copies.


def make(copy: Path, values: Values) -> None:
    """Make a copy of the program with these values, in place of an older one."""
    for package in PACKAGES:
        shutil.rmtree(copy / package, ignore_errors=True)
        shutil.copytree(ROOT / package, copy / package, ignore=NOT_COPIED)
    rewrite(copy, values)


def compile_in(copies: list[Path]) -> None:
    """Compile the copies' kernels, all at once; CalledProcessError when they don't."""
    command = [sys.executable, "-m", "brain.build.compile"]
    for process in [subprocess.Popen(command, cwd=copy) for copy in copies]:
        if process.wait():
            raise subprocess.CalledProcessError(process.returncode, command)


def play(setting: Setting, number: int) -> float:
    """Return the first copy's score in a game; ChildProcessError when a copy fails in one."""
    rule, size = setting.boards[number % len(setting.boards)]
    first, _ = SIDES
    event = Event(
        entrants=tuple(_entrant(setting, copy) for copy in SIDES),
        terms=Terms(rule, size, size),
        rounds=setting.games * (number + 1) // 2,
        openings=openings.shipped(rule, size, size),
        turns=symmetries(size, size),
    )
    before = range(1, setting.games * number + 1)
    with closing(play_here(event, event.missing(before), setting.concurrency)) as games:
        scores = [_score(game, first) for game in games]
    return 2 * sum(scores) / len(scores) - 1


def _score(game: Game, name: str) -> float:
    if game.ending in FAILURES:
        raise ChildProcessError(f"{game.loser} lost a game by “{game.ending}”")
    return game.score_of(name)


def _entrant(setting: Setting, copy: str) -> Entrant:
    return Entrant(
        name=copy,
        command=(sys.executable, "-m", "protocol"),
        folder=str(setting.folder / copy),
        memory_bytes=MEMORY,
        nodes=setting.nodes,
    )


if __name__ == "__main__":
    main()
