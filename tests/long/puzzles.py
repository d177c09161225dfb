"""Puzzles from self-play, and how well brains solve them.

    python -m tests.long.puzzles make RULE SEED FOURS THREE THREATS > FILE
    python -m tests.long.puzzles solve FILE TURN_MS COMMAND...

A puzzle is a win by fours alone (VCF) of at least FEWEST_PLIES, or a win that a search of DEEP
nodes proves and one of SHALLOW nodes doesn't: in three moves, or by threats (VCT). A move solves it
when a search of CHECKING nodes proves the opponent lost after it. Brains are command lines; they
get the same puzzles in turn.
"""

import json
import re
import shlex
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from typing import Any

from brain.engine import Engine, Limit
from brain.lexicon import BLACK, cell_at, mate_in, opponent, point_of
from brain.thinking import native
from brain.train.selfplay import Player
from tests.long.proofs import by_kill, by_threats
from tests.support.driver import Brain

SIZE = 15
MEMORY = 64 << 20
SHALLOW, DEEP, CHECKING = 300, 3000, 400_000  # nodes
THREAT_NODES = 200_000
FEWEST_PLIES = 9
PLAIN_PLIES = 11  # three moves, their answers, and a win that needs no search
KINDS = ("fours", "three", "threats")
PAUSE_S = 0.06  # between a brain's move and the next START
PATIENCE_S = 60.0

Point = tuple[int, int]


@dataclass(frozen=True)
class Puzzle:
    """A position of a game, given by its moves, black's first; the side to move wins."""

    rule: int
    kind: str
    plies: int  # of the win that was found
    moves: tuple[Point, ...]
    answer: Point  # a move that wins


def main(what: str, *arguments: str) -> None:
    """Print puzzles, one a line, or the brains' figures."""
    if what == "make":
        rule, seed, *wanted = map(int, arguments)
        for puzzle in make(rule, seed, dict(zip(KINDS, wanted, strict=True))):
            print(json.dumps(asdict(puzzle)), flush=True)
    else:
        path, turn_ms, *commands = arguments
        with open(path, encoding="ascii") as file:
            puzzles = [_read(json.loads(line)) for line in file]
        compare(puzzles, int(turn_ms), commands)


def _read(fields: dict[str, Any]) -> Puzzle:
    moves = tuple((x, y) for x, y in fields.pop("moves"))
    x, y = fields.pop("answer")
    return Puzzle(moves=moves, answer=(x, y), **fields)


# Making.


def make(rule: int, seed: int, wanted: dict[str, int]) -> Iterator[Puzzle]:
    """Yield the `wanted` number of puzzles of each kind, at most one of a kind from each game."""
    library = native.load()
    player = Player(rule, SIZE, SHALLOW, seed)
    left = Counter(wanted)
    while left.total():
        for puzzle in _of_game(player, library, rule):
            if left[puzzle.kind]:
                left[puzzle.kind] -= 1
                yield puzzle


def _of_game(player: Player, library: native.Library, rule: int) -> Iterator[Puzzle]:
    engine = player.engine
    turn = player.start()
    moves = [point_of(cell) for cell, _ in engine.stones]
    seen: set[str] = set()
    while engine.searcher.record.stones < engine.searcher.record.max_stones:
        if library.verdict(engine.searcher.record, turn):
            return
        found = engine.think(turn, Limit(nodes=SHALLOW))
        kind, plies, answer = _look(engine, library, turn, bool(mate_in(found.analysis.score)))
        if kind and kind not in seen:
            seen.add(kind)
            yield Puzzle(rule, kind, plies, tuple(moves), point_of(answer))
        engine.place(found.move, turn)
        moves.append(point_of(found.move))
        turn = opponent(turn)


def _look(
    engine: Engine, library: native.Library, turn: int, is_known: bool
) -> tuple[str, int, int]:
    """Return the simplest kind of a win, its plies and its first move, or "", 0, 0."""
    plies, answer = by_kill(engine, library, turn)
    if plies:
        return ("fours", plies, answer) if plies >= FEWEST_PLIES else ("", 0, 0)
    if is_known:
        return "", 0, 0
    found = engine.think(turn, Limit(nodes=DEEP))
    plies = mate_in(found.analysis.score)
    if 0 < plies <= PLAIN_PLIES:
        return "three", plies, found.move
    if plies > 0 and any(by_threats(THREAT_NODES)(engine, library, turn)):
        return "threats", plies, found.move
    return "", 0, 0


# Solving.


class Solver:
    """A brain that is asked for the move of one puzzle after the other."""

    def __init__(self, brain: Brain, turn_ms: int) -> None:
        self._brain, self._turn_ms = brain, turn_ms

    def solve(self, puzzle: Puzzle) -> tuple[Point, float]:
        """Return the brain's move, and its time in milliseconds."""
        time.sleep(PAUSE_S)
        self._brain.send(f"START {SIZE}")
        self._until("OK")
        self._brain.send(
            f"INFO rule {puzzle.rule}",
            f"INFO timeout_turn {self._turn_ms}",
            "INFO timeout_match 0",
            "INFO max_memory 367001600",
        )
        own = len(puzzle.moves) % 2
        lines = [f"{x},{y},{1 if i % 2 == own else 2}" for i, (x, y) in enumerate(puzzle.moves)]
        started = time.perf_counter()
        self._brain.send("BOARD", *lines, "DONE")
        x, y = map(int, self._until(r"\d+,\d+").split(","))
        return (x, y), (time.perf_counter() - started) * 1000

    def _until(self, pattern: str) -> str:
        while True:
            line = self._brain.any_line(PATIENCE_S).rstrip()
            if re.fullmatch(pattern, line):
                return line


class Judge:
    """Whether a move wins; every move is looked at once."""

    def __init__(self) -> None:
        self._engine = Engine(MEMORY)
        self._known: dict[tuple[Puzzle, Point], bool] = {}

    def solves(self, puzzle: Puzzle, move: Point) -> bool:
        """Return whether a move is the answer, or leaves the opponent proven lost."""
        if move == puzzle.answer:
            return True
        if (puzzle, move) not in self._known:
            self._engine.new_game(SIZE, SIZE, puzzle.rule)
            turn = BLACK
            for point in (*puzzle.moves, move):
                self._engine.place(cell_at(*point), turn)
                turn = opponent(turn)
            found = self._engine.think(turn, Limit(nodes=CHECKING))
            self._known[puzzle, move] = mate_in(found.analysis.score) < 0
        return self._known[puzzle, move]


def compare(puzzles: Sequence[Puzzle], turn_ms: int, commands: Sequence[str]) -> None:
    """Print what each brain solves of each kind, and how fast."""
    with ExitStack() as leaving:
        brains = [leaving.enter_context(Brain(shlex.split(command))) for command in commands]
        _compare(puzzles, [Solver(brain, turn_ms) for brain in brains])


def _compare(puzzles: Sequence[Puzzle], solvers: Sequence[Solver]) -> None:
    judge = Judge()
    print("rule kind     puzzles  brain  solved  median ms")
    for rule, kind in sorted({(puzzle.rule, puzzle.kind) for puzzle in puzzles}):
        some = [puzzle for puzzle in puzzles if (puzzle.rule, puzzle.kind) == (rule, kind)]
        moves = [[solver.solve(puzzle) for solver in solvers] for puzzle in some]
        for number, answers in enumerate(zip(*moves, strict=True), 1):
            solved = sum(
                judge.solves(puzzle, move) for puzzle, (move, _) in zip(some, answers, strict=True)
            )
            median = statistics.median(ms for _, ms in answers)
            share = solved / len(some)
            print(
                f"{rule:4} {kind:8} {len(some):7} {number:6} {share:7.1%} {median:10.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main(*sys.argv[1:])
