"""Puzzles: positions that one move wins, by a line, and no other is proved to.

No other move wins as far as two looks tell: a search that may not play the first, and, for each
other threat, a search for a line after every defence to it.
"""

from dataclasses import dataclass

from brain.cell import Cell
from brain.certificate import Certificate, Line
from brain.check import cells_of, check, stones_of
from brain.engine import Engine, Limit
from brain.explain import explain
from brain.fastcheck import OTHER, OWN, board_of, placed
from brain.lexicon import CELLS
from brain.position import Position
from brain.rules import is_foul

SHORTEST = 2  # moves of a line
TRIES = 2000  # moves tried in one search for a line
NODES = 50_000  # of the search for another win
# What makes a puzzle harder: each move of its line weighs as much as so many of the others.
MOVE_WEIGHT, BRANCH_WEIGHT, DECOY_WEIGHT = 4, 2, 1
GRADES = (23, 27, 31, 36)  # the lowest weights of grades 2 to 5


@dataclass(frozen=True)
class Puzzle:
    """A position that a line wins, whose first move alone does so."""

    line: tuple[Cell, ...]
    plies: int  # to the five, at most
    branches: int  # defences along the line
    decoys: int  # other threats, none of which wins

    @property
    def grade(self) -> int:
        """How hard it is: 1 to 5."""
        weight = MOVE_WEIGHT * len(self.line) + BRANCH_WEIGHT * self.branches
        weight += DECOY_WEIGHT * self.decoys
        return 1 + sum(weight >= least for least in GRADES)


def line_of(engine: Engine, position: Position) -> tuple[int, ...]:
    """Return a line with which the side to move wins, empty when none is found."""
    return engine.find_line(board_of(stones_of(position)), position.turn, TRIES)


def find(engine: Engine, position: Position) -> Puzzle | None:
    """Return the puzzle that a position is, None if it is none."""
    engine.set_up(position)
    line = line_of(engine, position)
    if len(line) < SHORTEST or _wins_elsewhere(engine, position, line[0]):
        return None
    decoys = _decoys(engine, position, line[0])
    if decoys is None:
        return None
    plies = engine.line_plies(board_of(stones_of(position)), position.turn, line)
    if plies > position.room:
        return None
    claim = Certificate(position, plies, (Line(line),))
    check(claim)
    steps = explain(engine, claim).chapters[0].line
    branches = sum(len(step.defences) for step in steps)
    return Puzzle(tuple(map(Cell, line)), plies, branches, decoys)


def _wins_elsewhere(engine: Engine, position: Position, first: int) -> bool:
    """Return whether a search proves a win by another move."""
    engine.set_up(position)
    found = engine.think(position.turn, Limit(nodes=NODES), barred={first})
    return found.score.mate > 0


def _decoys(engine: Engine, position: Position, first: int) -> int | None:
    """Return how many other moves threaten, None if one of them wins."""
    stones, turn = stones_of(position), position.turn
    grid, before, decoys = stones.grid(turn), board_of(stones), 0
    for cell in cells_of(stones.empty):
        if cell == first or is_foul(grid, cell, turn, position.rule):
            continue
        board = placed(before, cell, OWN)
        threat = engine.find_line(board, turn, 1)
        if len(threat) == 1:
            if _wins(engine, board, turn, threat):
                return None
            decoys += 1
    return decoys


def _wins(engine: Engine, board: bytes, turn: int, threat: tuple[int, ...]) -> bool:
    """Return whether a line wins after every defence to a threat. Fouls count as defences."""
    covered = engine.covered(board, turn, threat)
    replies = (cell for cell in range(CELLS) if not board[cell] and cell not in covered)
    return all(engine.find_line(placed(board, reply, OTHER), turn, TRIES) for reply in replies)
