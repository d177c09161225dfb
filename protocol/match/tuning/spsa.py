"""Tunes all search constants at once with SPSA: by games between two copies of the program.

    python -m protocol.match.tuning.spsa FOLDER --board 0 20 --board 1 15 \
        --rounds 100 --games 200 --nodes 8000

In a round, the first copy has each constant one step up or down at random; the second has it one
step the other way. After the games every constant moves towards the copy that scored more. FOLDER
keeps the results of the rounds. Rerun the same command to resume; at the end it writes the
constants into the sources.

Spall, Multivariate stochastic approximation using a simultaneous perturbation gradient
    approximation, 1992
"""

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

from brain.files import checksum, journal
from brain.files.durable import write_atomically
from brain.notation.text import excerpt
from brain.openings import opening_book
from brain.rules.laws import RULES
from brain.rules.symmetry import symmetries
from brain.validation import json_of
from protocol.cli.arguments import Parser
from protocol.match.arena import Terms
from protocol.match.player import Entrant
from protocol.match.tournament import Event, play_here
from protocol.records.games import FAILURES, Game

ROOT = Path(__file__).parents[3]
PACKAGES = ("brain", "protocol")
NOT_COPIED = shutil.ignore_patterns("__pycache__", "lib")
SIDES = {"first": 1, "second": -1}  # copies, and the sign of their perturbation
MEMORY = 96 << 20  # bytes an engine
LOG = "rounds.jsonl"
CUT = r"(\{.*)?"  # an incomplete line of the log
GAIN = 2.0  # steps by which a score of 1 moves the constants in the first round
GAIN_HALF_LIFE = 40  # rounds after which the gain has halved

# The tuned constants by source, with their steps. A few hundred games resolve a step.
CONSTANTS: dict[str, dict[str, int]] = {
    "brain/kernels/search/alphabeta.py": {
        "LEAF_KILL_NODES": 8,
        "FUTILITY_MARGIN": 10,
        "RAZOR_BASE": 14,
        "RAZOR_PLY": 8,
        "NULL_MARGIN": 10,
        "LMP_BASE": 16,
        "LMP_PLY": 5,
        "LMP_SQUARE": 1,
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
    "brain/kernels/search/ordering.py": {
        "KILLER_SCORE": 15,
        "REPLY_SCORE": 12,
        "HISTORY_WEIGHT": 3,
    },
    "brain/kernels/eval/correction.py": {"WEIGHT": 8},
    "brain/kernels/search/deepen.py": {"WINDOW": 5},
}
STEP_SIZES = {name: step for steps in CONSTANTS.values() for name, step in steps.items()}

Values = Mapping[str, float]  # by constant


@dataclass(frozen=True)
class TuningRound:
    """The result of a round."""

    score: float  # of the first copy, from -1 (all games lost) to 1 (all won)
    values: Values  # after the round


@dataclass(frozen=True)
class Schedule:
    """Where and how rounds are played."""

    folder: Path
    boards: tuple[tuple[int, int], ...]  # rule and size; the rounds take turns
    games: int  # per round
    nodes: int  # per move
    concurrency: int  # concurrent games


def main() -> None:
    """Play the missing rounds; write the constants into the sources and print them."""
    parser = Parser("python -m protocol.match.tuning.spsa", "Tune search constants by games.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--board", type=int, nargs=2, action="append", metavar=("RULE", "SIZE"))
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--games", type=int, default=200, help="games per round (200)")
    parser.add_argument("--nodes", type=int, default=8000, help="nodes per move (8000)")
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    boards = tuple((rule, size) for rule, size in options.board or [(0, 20), (1, 15)])
    if not {rule for rule, _ in boards} <= set(RULES):
        parser.error(f"expected a rule of {', '.join(map(str, RULES))}")
    schedule = Schedule(options.folder, boards, options.games, options.nodes, options.concurrency)
    values = tune(schedule, options.rounds, options.seed)
    rewrite(ROOT, values)
    print(rounded(values))


def tune(schedule: Schedule, rounds: int, seed: int) -> Values:
    """Play until the log has `rounds` rounds; return the constants' values after the last."""
    schedule.folder.mkdir(parents=True, exist_ok=True)
    played, log = journal.resumed(schedule.folder / LOG, loads, CUT)
    values = played[-1].values if played else current(ROOT)
    with log:
        for number in range(len(played), rounds):
            signs = random_signs(seed, number)
            for copy, side in SIDES.items():
                make_copy(schedule.folder / copy, moved(values, signs, side))
            compile_copies([schedule.folder / copy for copy in SIDES])
            score = play(schedule, number)
            values = moved(values, signs, score * GAIN / (1 + number / GAIN_HALF_LIFE))
            log.write(dumps(TuningRound(score, values)))
            print(f"{number + 1} of {rounds}: {score:+.3f}", flush=True)
    return values


def dumps(played: TuningRound) -> str:
    """Return a round's line, with its end."""
    return checksum.sealed_object(json.dumps(asdict(played)))


def read_log(log: Path) -> Iterator[TuningRound]:
    """Yield the rounds played so far."""
    return journal.read(log, loads)


def loads(line: str) -> TuningRound:
    """Return the round of a line; ValueError if it is not a round."""
    match json_of(checksum.opened_object(line)):
        case {"score": int() | float() as score, "values": dict() as values, **others}:
            numbers = [score, *values.values()]
            if not others and all(type(one) in (int, float) for one in numbers):
                return TuningRound(score, values)
    raise ValueError(f"not a round: {excerpt(line)}")


# Values.


def random_signs(seed: int, number: int) -> dict[str, int]:
    """Return the sign, 1 or -1, of each constant's perturbation in a round's first copy."""
    rng = random.Random(f"{seed} {number}")
    return {name: rng.choice((1, -1)) for name in STEP_SIZES}


def moved(values: Values, signs: Mapping[str, int], steps: float) -> Values:
    """Return the values, each moved by `steps` times its step size in the direction of its sign."""
    return {name: values[name] + steps * signs[name] * size for name, size in STEP_SIZES.items()}


def rounded(values: Values) -> dict[str, int]:
    """Return the values rounded to non-negative integers, as in the sources."""
    return {name: max(0, round(value)) for name, value in values.items()}


# Sources.


def current(root: Path) -> dict[str, int]:
    """Return the constants' values in the sources under a folder."""
    return {
        name: ast.literal_eval(nodes[name])
        for source, steps in CONSTANTS.items()
        for nodes in [constants((root / source).read_text(encoding="utf-8"))]
        for name in steps
    }


def rewrite(root: Path, values: Values) -> None:
    """Write the values, rounded, into the sources under a folder."""
    numbers = rounded(values)
    for source, steps in CONSTANTS.items():
        path = root / source
        text = path.read_text(encoding="utf-8")
        for name in steps:
            text = with_value(text, name, numbers[name])
        write_atomically(path, text)


def with_value(text: str, name: str, value: int) -> str:
    """Return a source's text with a constant's value replaced."""
    lines = text.encode().splitlines(keepends=True)  # ast counts columns in bytes
    node = constants(text)[name]
    line = lines[node.lineno - 1]
    number = str(value).encode()
    lines[node.lineno - 1] = line[: node.col_offset] + number + line[node.end_col_offset :]
    return b"".join(lines).decode()


def constants(text: str) -> dict[str, ast.Constant]:
    """Return the nodes of the values that a source assigns, `A = 1` or `A, B = 1, 2`, by name."""
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


def make_copy(copy: Path, values: Values) -> None:
    """Copy the program into a folder with these values. An older copy is replaced."""
    for package in PACKAGES:
        shutil.rmtree(copy / package, ignore_errors=True)
        shutil.copytree(ROOT / package, copy / package, ignore=NOT_COPIED)
    rewrite(copy, values)


def compile_copies(copies: list[Path]) -> None:
    """Compile the kernels of all copies in parallel. Raises CalledProcessError."""
    command = [sys.executable, "-m", "brain.build.compile"]
    for process in [subprocess.Popen(command, cwd=copy) for copy in copies]:
        if process.wait():
            raise subprocess.CalledProcessError(process.returncode, command)


def play(schedule: Schedule, number: int) -> float:
    """Play a round; return `TuningRound.score`. ChildProcessError if a copy loses by a failure."""
    rule, size = schedule.boards[number % len(schedule.boards)]
    first, _ = SIDES
    event = Event(
        entrants=tuple(_entrant(schedule, copy) for copy in SIDES),
        terms=Terms(rule, size, size),
        rounds=schedule.games * (number + 1) // 2,
        openings=opening_book.shipped(rule, size, size),
        turns=symmetries(size, size),
    )
    before = range(1, schedule.games * number + 1)
    with closing(play_here(event, event.missing(before), schedule.concurrency)) as games:
        scores = [_score(game, first) for game in games]
    return 2 * sum(scores) / len(scores) - 1


def _score(game: Game, name: str) -> float:
    if game.ending in FAILURES:
        raise ChildProcessError(f"{game.loser} lost a game by “{game.ending}”")
    return game.score_of(name)


def _entrant(schedule: Schedule, copy: str) -> Entrant:
    return Entrant(
        name=copy,
        command=(sys.executable, "-m", "protocol"),
        folder=str(schedule.folder / copy),
        memory_bytes=MEMORY,
        nodes=schedule.nodes,
    )


if __name__ == "__main__":
    main()
