"""Gomocup's own test of a brain: `python -m tests.long.acceptance [--share S]`, or TENGEN_EXE's.

In every format of the tournament the brain first answers positions that distinguish the rules, with
the format's own time. Then it plays a game against itself with a fast game's time. As at the judge,
the side not to move is suspended and memory is measured. A share scales all times. Exits with an
error unless all answers are right and every game ends by a five or a full board.

Kai Sun: GomocupJudge, https://github.com/Gomocup/GomocupJudge
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from brain.cell_names import ABOVE, name_of
from brain.lexicon import CARO, FREESTYLE, RENJU, STANDARD
from brain.openings.opening_book import parse_line
from brain.rules.symmetry import MIRROR_X, MIRROR_Y, transformed
from protocol.client.brain_client import Patience
from protocol.client.brain_process import BrainProcess
from protocol.match.arena import Arena, Fixture, Terms
from protocol.match.player import Control, Entrant, Fault, Seat
from protocol.piskvork.commands import OPPONENT, OWN, PlayPosition
from protocol.records.games import Ending, Game, PlayedMove, Point
from tests.support.driver import PROGRAM

MEMORY = 350 << 20  # bytes
SLOW = Control(turn_ms=30_000, match_ms=180_000)
FAST = Control(turn_ms=5_000, match_ms=100_000)
OPENING = "b2e2e3"  # of the game, from the other corner
DECIDED = frozenset({Ending.FIVE, Ending.FULL_BOARD, Ending.MOVE_LIMIT})


@dataclass(frozen=True)
class Question:
    """A position, and where to play there or where not."""

    stones: str
    right: str = ""  # nothing for anywhere but
    wrong: str = ""


@dataclass(frozen=True)
class Format:
    """A kind of game at the tournament."""

    name: str
    rule: int
    size: int
    control: Control
    questions: tuple[Question, ...]


# A five, and what distinguishes the rules: six in a row, a double three, a capped five.
FIVE = Question("h8h9i8i9j8j9k8k9", right="g8l8")
SIX = Question("h8h9i8h10g8h11j13h12g14h14i15", right="f8j8")
DOUBLE_THREE = Question("h8h9i7i9h10i6i11i12", wrong="g9")
CAPPED = Question("h8f8g8f9i8f7j8l8", right="f5f6f10f11")

FORMATS = (
    Format("freestyle 20", FREESTYLE, 20, SLOW, (FIVE,)),
    Format("fastgame 20", FREESTYLE, 20, FAST, (FIVE,)),
    Format("freestyle 15", FREESTYLE, 15, SLOW, (FIVE,)),
    Format("standard 15", STANDARD, 15, SLOW, (FIVE, SIX)),
    Format("renju 15", RENJU, 15, SLOW, (FIVE, DOUBLE_THREE)),
    Format("caro 15", CARO, 15, SLOW, (FIVE, CAPPED)),
)


def main() -> int:
    """Test and print; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.long.acceptance", description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="of all times")
    options = parser.parse_args()
    failed = False
    for line, passed in results(PROGRAM, options.share):
        failed |= not passed
        print(f"{'passed' if passed else 'FAILED'}  {line}", flush=True)
    return int(failed)


def results(command: Sequence[str], share: float) -> Iterator[tuple[str, bool]]:
    """Yield each result as text, and whether it passes."""
    for form in FORMATS:
        for question in form.questions:
            text, passed = judged(command, form, question, share)
            yield f"{form.name:12}  {question.stones:30}  {text}", passed
        game = play(command, form, share)
        longest = max((move.ms for move in game.moves), default=0.0)
        memory = max((move.memory for move in game.moves), default=0)
        yield (
            f"{form.name:12}  {game.plies} stones, {game.ending};"
            f" at most {longest:.0f} ms and {memory >> 20} MB",
            game.ending in DECIDED,
        )


def judged(
    command: Sequence[str], form: Format, question: Question, share: float
) -> tuple[str, bool]:
    """Return the answer to a question as text, and whether it is right."""
    try:
        move = answer(command, form, question, share)
    except Fault as fault:
        return str(fault), False
    return f"{name_of(move.x, move.y, form.size, ABOVE)} in {move.ms:.0f} ms", is_right(
        question, move
    )


def answer(command: Sequence[str], form: Format, question: Question, share: float) -> PlayedMove:
    """Return a new process's move in a position; raises Fault."""
    stones = parse_line(question.stones, form.size, form.size)
    owners = [OWN if i % 2 == len(stones) % 2 else OPPONENT for i in range(len(stones))]
    brain = BrainProcess(command)
    try:
        seat = Seat(
            entrant("Tengen", command, shared(form.control, share)), brain, Patience(), True
        )
        seat.get_ready(seat.start(form.size, form.size), form.rule)
        return seat.move(
            PlayPosition(tuple((x, y, owner) for (x, y), owner in zip(stones, owners, strict=True)))
        )
    finally:
        brain.end()


def is_right(question: Question, move: PlayedMove) -> bool:
    """Return whether a move answers the question."""
    right, wrong = points(question.right), points(question.wrong)
    return (move.x, move.y) not in wrong and (not right or (move.x, move.y) in right)


def points(text: str) -> tuple[Point, ...]:
    return parse_line(text, 15, 15) if text else ()


def play(command: Sequence[str], form: Format, share: float) -> Game:
    """Return a game of the brain against itself."""
    size = form.size
    opening = transformed(parse_line(OPENING, size, size), MIRROR_X | MIRROR_Y, size, size)
    control = shared(FAST, share)
    names = ("black", "white")
    entrants = [entrant(name, command, control) for name in names]
    arena = Arena(entrants, Terms(rule=form.rule, width=size, height=size, suspend=True))
    try:
        return arena.play(Fixture(1, 1, 1, *names, opening))
    finally:
        arena.close()


def entrant(name: str, command: Sequence[str], control: Control) -> Entrant:
    return Entrant(name, tuple(command), control=control, memory_bytes=MEMORY)


def shared(control: Control, share: float) -> Control:
    """Return the time control with a share of its time."""
    return replace(
        control,
        turn_ms=round(control.turn_ms * share),
        match_ms=round(control.match_ms * share),
    )


if __name__ == "__main__":
    sys.exit(main())
