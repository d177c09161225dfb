"""Explains why a certificate wins: for each move its threats, and all defences to it.

No search runs. A line's board has all defences on it together, as in brain.certificates.check. So
the explanation of a move is true whichever of them are played.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from operator import and_

from brain.cell import Cell, cells_on
from brain.certificates.certificate import Certificate
from brain.certificates.check import Refused, Rules
from brain.certificates.stones import Stones, cells_of, position_of, stones_of
from brain.certificates.tree import Attack, Moves, Tree, tree_of
from brain.engine import Engine
from brain.lexicon import point_of
from brain.position import Position
from brain.proving.kernel_checker import is_too_long
from brain.proving.threat_lines import board_of, replies_covered
from brain.rules.fouls import is_foul

# The kinds of a move of the attacker.
FIVE, OPEN_FOUR, TWO_FOURS, FOUR = "five", "open four", "two fours", "four"
OPEN_THREE, THREAT, QUIET = "open three", "threat of two fours", "quiet move"


@dataclass(frozen=True)
class Step:
    """A move of the attacker, with its threats."""

    move: Cell
    kind: str
    threats: tuple[Cell, ...]  # the next move makes five there, or else an open four or two fours
    defences: tuple[Cell, ...]  # none if the move has won


Walk = tuple[Step, ...]  # the moves of a line


@dataclass(frozen=True)
class Answer:
    """The answer to some replies: a line, or the number of the chapter with the attacker's move."""

    replies: tuple[Cell, ...]
    then: Walk | int


@dataclass(frozen=True)
class Chapter:
    """A position with the attacker to move, and the win: a line, or a move with all answers."""

    path: tuple[Cell, ...]  # the moves from the explained position, in turn
    position: Position
    line: Walk
    move: Step | None = None
    answers: tuple[Answer, ...] = ()
    fouls: tuple[Cell, ...] = ()  # replies that the rules forbid


@dataclass(frozen=True)
class Explanation:
    """Why the side to move wins in at most `plies` plies. The position's chapter comes first."""

    position: Position
    plies: int
    chapters: tuple[Chapter, ...]


def explain(engine: Engine, certificate: Certificate) -> Explanation:
    """Return why a certificate wins. It must have been checked. ValueError if a line is too long
    for the kernels.
    """
    if is_too_long(certificate):
        raise ValueError("a line of the certificate is too long to be explained")
    engine.set_up(certificate.position)
    chapters = _Explainer(engine, certificate.position).chapters(tree_of(certificate))
    return Explanation(certificate.position, certificate.plies, chapters)


class _Explainer:
    """Makes the chapters of a tree, one for each position."""

    def __init__(self, engine: Engine, position: Position) -> None:
        self.engine, self.position = engine, position
        self.rules = Rules(position.rule, position.turn, position.height)
        self.numbers: dict[Stones, int] = {}
        self.queue: list[tuple[tuple[Cell, ...], Stones, Tree]] = []

    def cell(self, cell: int) -> Cell:
        return Cell(cell, self.position.height)

    def cells(self, cells: Iterable[int]) -> tuple[Cell, ...]:
        return cells_on(self.position.height, cells)

    def chapters(self, tree: Tree) -> tuple[Chapter, ...]:
        """Return the chapters of a tree, its own first."""
        self.number((), stones_of(self.position), tree)
        made: list[Chapter] = []
        while len(made) < len(self.queue):
            made.append(self.chapter(*self.queue[len(made)]))
        return tuple(made)

    def number(self, path: tuple[Cell, ...], stones: Stones, tree: Tree) -> int:
        """Return the number of a position's chapter, which is queued if it is new."""
        if stones not in self.numbers:
            self.numbers[stones] = len(self.queue)
            self.queue.append((path, stones, tree))
        return self.numbers[stones]

    def chapter(self, path: tuple[Cell, ...], stones: Stones, tree: Tree) -> Chapter:
        """Return the chapter of a position, which the moves of `path` lead to."""
        position = position_of(stones, self.position)
        if not isinstance(tree, Attack):
            return Chapter(path, position, self.walk(tree, stones))
        after = stones.played(tree.move)
        path = (*path, self.cell(tree.move))
        branches = dict(tree.branches)
        left = [cell for cell in cells_of(after.empty) if cell not in branches]
        answers = []
        for line in tree.lines:
            covered = replies_covered(self.engine, board_of(after), self.rules.attacker, line)
            replies = [reply for reply in left if reply in covered]
            left = [reply for reply in left if reply not in covered]
            if replies:
                answers.append(Answer(self.cells(replies), self.common(line, after, replies)))
        for reply, then in branches.items():
            answered = after.answered(reply)
            if isinstance(then, Attack):
                number = self.number((*path, self.cell(reply)), answered, then)
                answers.append(Answer(self.cells([reply]), number))
            else:
                answers.append(Answer(self.cells([reply]), self.walk(then, answered)))
        grid = after.grid(self.rules.attacker)
        fouls = [cell for cell in left if is_foul(grid, cell, self.rules.defender, self.rules.rule)]
        move = self.step(tree.move, after, after.other)
        return Chapter(path[:-1], position, (), move, tuple(answers), self.cells(fouls))

    def common(self, line: Moves, stones: Stones, replies: Sequence[int]) -> Walk:
        """Return the steps of a line that wins after each of some replies. They are the steps after
        a pass if that takes the whole line, else those after the first reply.
        """
        with suppress(Refused):
            steps = self.walk(line, stones)
            if len(replies) > 1 and len(steps) == len(line):
                return steps
        return self.walk(line, stones.answered(replies[0]))

    def walk(self, line: Moves, stones: Stones) -> Walk:
        """Return the steps of a line."""
        return tuple(
            Step(self.cell(step.cell), FIVE, (), ())
            if step.plies == 1
            else self.step(step.cell, step.board, step.certain, step.defences)
            for step in self.rules.steps(line, stones)
        )

    def step(self, move: int, after: Stones, certain: int, defences: int = 0) -> Step:
        """Return the step of a move. The move is on the board; `certain` are the stones that the
        defender has in every game.
        """
        rules = self.rules
        if fives := rules.fives(after):
            kind, threats = FOUR, list(cells_of(fives))
            common = reduce(and_, (touched for _, touched in rules.windows(after, 1)))
            if rules.is_double(after, common):
                kind = OPEN_FOUR if _is_one_line([move, *threats]) else TWO_FOURS
        else:
            threats = [] if rules.danger(after, 1) else sorted(rules.doubles(after, certain))
            fours = ([move, cell, *cells_of(rules.fives(after.played(cell)))] for cell in threats)
            kind = OPEN_THREE if any(map(_is_one_line, fours)) else THREAT if threats else QUIET
        return Step(self.cell(move), kind, self.cells(threats), self.cells(cells_of(defences)))


def _is_one_line(cells: Iterable[int]) -> bool:
    """Return whether cells lie on one line of the board."""
    points = [*map(point_of, cells)]
    lines = zip(*((x, y, x + y, x - y) for x, y in points), strict=True)
    return any(len(set(numbers)) == 1 for numbers in lines)
