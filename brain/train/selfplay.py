"""What the engine judges without a search while it plays itself, as positions to learn from.

Positions of games would be the wrong ones: a search judges what comes after moves that nobody
plays, where far more hangs and a third is won or lost already. So they are leaves of its searches,
drawn at random, and each is searched in turn to say what it is worth. One where somebody has a five
at hand, or the side to move a win that needs no search, is never judged, and not kept.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import numpy as np

from brain import layout, native
from brain.engine import Engine, Limits, Result
from brain.lexicon import (
    BLACK,
    BORDER,
    CELL_FIVE,
    EMPTY,
    RENJU,
    STRIDE,
    WHITE,
    cell_at,
    column,
    mate_in,
    opponent,
    row,
)

MEMORY = 64 << 20  # bytes
FEWEST_STONES, MOST_STONES = 3, 8  # of a random opening
REACH = 3  # cells from the centre
FAIREST = 200  # largest score of an opening, in evaluation units
LEAVES = 8  # drawn of each search
LEAF_SHARE = 3  # times as many nodes as for a leaf are searched for a move
NEAR = 1 << 15  # of a cell: it is a candidate move
TAKEN = (1 << 15) - 1  # instead of a combination: the cell is not empty


@dataclass(frozen=True)
class Position:
    """What evaluation and move ordering see of a position, and what a search made of it."""

    cells: np.ndarray  # [2, size * size] uint16: combination for the side to move and the other
    colour: int  # to move
    score: int  # of the search
    move: int  # that it chose, index of a cell


class Player:
    """An engine that plays itself from random openings, the same ones for the same seed."""

    def __init__(self, rule: int, size: int, nodes: int, seed: int) -> None:
        self._rule, self._size, self._nodes = rule, size, nodes
        self._draw = random.Random(seed)
        self._library = native.load()
        self.engine = Engine(MEMORY, self._library)
        self._count = _view(self.engine).count

    def games(self, count: int) -> Iterator[list[Position]]:
        """Yield the leaves of so many games."""
        for _ in range(count):
            yield self._play(self.open())

    def open(self) -> int:
        """Set up a random opening that is fair; return the colour to move."""
        while (colour := self._try_opening()) == EMPTY:
            pass
        return colour

    def _try_opening(self) -> int:
        """Set up a random opening; return the colour to move, EMPTY when it is not fair."""
        self.engine.new_game(self._size, self._size, self._rule)
        middle = self._size // 2
        colour = BLACK
        for _ in range(self._draw.randint(FEWEST_STONES, MOST_STONES)):
            x, y = (middle + self._draw.randint(-REACH, REACH) for _ in range(2))
            cell = cell_at(x, y)
            foul = self._rule == RENJU and cell in self.engine.forbidden_points()
            if foul or not self.engine.is_empty(cell):
                return EMPTY
            self.engine.play(cell, colour)
            colour = opponent(colour)
        score = self.engine.think(colour, Limits(nodes=self._nodes)).analysis.score
        return colour if abs(score) <= FAIREST else EMPTY

    def _play(self, colour: int) -> list[Position]:
        """Play a game until it is decided; return leaves of its searches."""
        record = self.engine.record
        seen: list[Position] = []
        while record.stones < record.max_stones:
            found, lines = self._think(colour)
            if mate_in(found.analysis.score):
                break
            for line in self._draw.sample(lines, min(LEAVES, len(lines))):
                seen += self._judge(line, colour)
            self.engine.play(found.move, colour)
            colour = opponent(colour)
        return seen

    def _think(self, colour: int) -> tuple[Result, list[list[int]]]:
        """Search for half to twice the nodes; return also the moves to some leaves."""
        record = self.engine.record
        nodes = self._draw.randint(self._nodes // 2, self._nodes * 2)
        record.leaves = record.sampled = 0
        record.sample_root = record.stones
        record.next_sampled = record.sample_period = nodes // layout.SAMPLES + 1
        found = self.engine.think(colour, Limits(nodes=nodes))
        record.next_sampled = 0
        return found, [list(takewhile(bool, line)) for line in record.sample[: record.sampled]]

    def _judge(self, line: list[int], colour: int) -> list[Position]:
        """Return what a search makes of a leaf, if it is worth keeping."""
        for cell in line:
            self.engine.play(cell, colour)
            colour = opponent(colour)
        try:
            if not self._is_open(colour):
                return []
            found = self.engine.think(colour, Limits(nodes=self._nodes // LEAF_SHARE))
            return [look(self.engine, colour, found)]
        finally:
            for cell in reversed(line):
                self.engine.take_back(cell)

    def _is_open(self, colour: int) -> bool:
        fives = self._count[BLACK, CELL_FIVE] + self._count[WHITE, CELL_FIVE]
        return not fives and not self._library.verdict(self.engine.record, colour)


def look(engine: Engine, colour: int, found: Result) -> Position:
    """Return the engine's position on a square board as the side to move sees it."""
    view = _view(engine)
    inside = slice(BORDER, BORDER + engine.width)
    empty = view.board.reshape(STRIDE, STRIDE)[inside, inside] == EMPTY
    columns = np.arange(BORDER, BORDER + engine.width)
    near = view.near[inside][:, None] >> columns & 1
    combinations = view.combination.reshape(-1, STRIDE, STRIDE)[:, inside, inside]
    cells = [
        np.where(empty, combinations[side] | near * NEAR, TAKEN).astype(np.uint16).ravel()
        for side in (colour, opponent(colour))
    ]
    move = row(found.move) * engine.width + column(found.move)
    return Position(np.array(cells), colour, found.analysis.score, move)


def _view(engine: Engine) -> Any:
    """Return the engine's record as numpy sees it."""
    record = memoryview(engine.record).cast("B")
    return np.frombuffer(record, layout.dtype()).view(np.recarray)[0]
