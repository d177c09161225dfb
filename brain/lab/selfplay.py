"""Games of the engine against itself, as positions to learn from.

A position is kept when a search would look at it: nobody has a five at hand, and the side to move
no win that needs no search. Half of the positions are a random move off the game, for a search
must know the answer to bad moves above all.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from brain import layout, native
from brain.engine import Engine, Limits, Result
from brain.kernels.evaluate import threat_mask
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
STRAY = 2  # cells of a random move from a stone
NEAR = 1 << 15  # of a cell: it is a candidate move
TAKEN = (1 << 15) - 1  # instead of a combination: the cell is not empty
UNKNOWN, DRAWN = -1.0, 0.5  # results


@dataclass(frozen=True)
class Position:
    """What evaluation and move ordering see of a position, and what a search made of it."""

    cells: np.ndarray  # [2, size * size] uint16: combination for the side to move and the other
    mask: int  # of threats
    colour: int  # to move
    score: int  # of the search
    move: int  # that it chose, index of a cell
    result: float = UNKNOWN  # of the game: 1, 0.5 or 0


class Player:
    """An engine that plays itself from random openings, the same ones for the same seed."""

    def __init__(self, rule: int, size: int, nodes: int, seed: int) -> None:
        self._rule, self._size, self._limits = rule, size, Limits(nodes=nodes)
        self._draw = random.Random(seed)
        self._library = native.load()
        self.engine = Engine(MEMORY, self._library)
        self._count = _view(self.engine).count

    def games(self, count: int) -> Iterator[list[Position]]:
        """Yield the positions of so many games."""
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
        score = self.engine.think(colour, self._limits).analysis.score
        return colour if abs(score) <= FAIREST else EMPTY

    def _play(self, colour: int) -> list[Position]:
        """Play a game to its end; return its positions with their results."""
        record = self.engine.record
        seen: list[Position] = []
        winner = EMPTY
        while winner == EMPTY and record.stones < record.max_stones:
            found = self.engine.think(colour, self._limits)
            plies = mate_in(found.analysis.score)
            if self._is_open(colour):
                seen.append(replace(look(self.engine, colour, found), result=DRAWN))
            if plies:
                winner = colour if plies > 0 else opponent(colour)
            else:
                seen += self._stray(colour)
            self.engine.play(found.move, colour)
            colour = opponent(colour)
        if winner == EMPTY:
            return seen
        return [
            replace(position, result=float(position.colour == winner))
            if position.result != UNKNOWN
            else position
            for position in seen
        ]

    def _stray(self, colour: int) -> list[Position]:
        """Return the position after a random move, if it is worth keeping."""
        stone = self._draw.choice(self.engine.stones)[0]
        dx, dy = (self._draw.randint(-STRAY, STRAY) for _ in range(2))
        cell = cell_at(column(stone) + dx, row(stone) + dy)
        if not self.engine.is_empty(cell):
            return []
        if colour == BLACK and self._rule == RENJU and cell in self.engine.forbidden_points():
            return []
        self.engine.play(cell, colour)
        try:
            if not self._is_open(opponent(colour)):
                return []
            found = self.engine.think(opponent(colour), self._limits)
            return [look(self.engine, opponent(colour), found)]
        finally:
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
    combos = view.combo.reshape(-1, STRIDE, STRIDE)[:, inside, inside]
    cells = [
        np.where(empty, combos[side] | near * NEAR, TAKEN).astype(np.uint16).ravel()
        for side in (colour, opponent(colour))
    ]
    move = row(found.move) * engine.width + column(found.move)
    mask = threat_mask(view, colour)
    return Position(np.array(cells), mask, colour, found.analysis.score, move)


def _view(engine: Engine) -> Any:
    """Return the engine's record as numpy sees it."""
    record = memoryview(engine.record).cast("B")
    return np.frombuffer(record, layout.dtype()).view(np.recarray)[0]
