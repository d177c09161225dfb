"""Positions to train on: leaves of the engine's searches while it plays itself.

Positions of its games would be the wrong ones. A search evaluates what comes after moves that
nobody plays, where threats are many and a third is won or lost already. So leaves are drawn at
random, and each is searched for its score. A search evaluates no leaf where a side has a five to
make, or the side to move a win that needs no search: such leaves are not kept.
"""

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile

from brain import layout
from brain.engine import Engine, Limit, Result
from brain.lexicon import BLACK, CELL_FIVE, EMPTY, WHITE, cell_at, opponent
from brain.train.samples import Sample, look, view

MEMORY = 64 << 20  # bytes
FEWEST_STONES, MOST_STONES = 3, 8  # of a random opening
CENTRE_CELLS = 3  # columns and rows from the centre, of an opening's stones
FAIREST = 200  # largest score of an opening, in evaluation units
LEAVES = 8  # drawn of each search
LEAF_DIVISOR = 3  # of a move's nodes, for those of a leaf


@dataclass(frozen=True)
class Turn:
    """A move of a game, before it is made."""

    colour: int  # to move
    found: Result
    lines: list[list[int]]  # the moves to some leaves of the search


class Player:
    """An engine that plays itself from random openings, the same ones for the same seed.

    An `engine` that was used before plays as a fresh one does.
    """

    def __init__(
        self, rule: int, size: int, nodes: int, seed: int | str, engine: Engine | None = None
    ) -> None:
        self._rule, self._size, self._nodes = rule, size, nodes
        self._draw = random.Random(seed)
        self.engine = engine or Engine(MEMORY)
        self.engine.forget()
        self._count = view(self.engine).count

    def games(self, count: int) -> Iterator[list[Sample]]:
        """Yield the leaves of so many games."""
        for _ in range(count):
            turns = (turn for turn in self.turns() if not turn.found.score.is_proven)
            yield [sample for turn in turns for sample in self._samples(turn)]

    def turns(self) -> Iterator[Turn]:
        """Play a game until it is decided; yield each move before it is made, and last, when a win
        is proven, the one that is not.
        """
        record = self.engine.searcher.record
        colour = self.open()
        while record.stones < record.max_stones:
            turn = self._think(colour)
            yield turn
            if turn.found.score.is_proven:
                return
            self.engine.place(turn.found.move, colour)
            colour = opponent(colour)

    def draw(self, turn: Turn, count: int) -> list[list[int]]:
        """Return the moves to so many leaves of a turn's search, or to all if they are fewer."""
        return self._draw.sample(turn.lines, min(count, len(turn.lines)))

    @contextmanager
    def after(self, line: Sequence[int], colour: int) -> Iterator[int]:
        """Have the moves of a line on the board, from a colour's on; give the colour to move."""
        for cell in line:
            self.engine.place(cell, colour)
            colour = opponent(colour)
        try:
            yield colour
        finally:
            for cell in reversed(line):
                self.engine.take_back(cell)

    def is_open(self, colour: int) -> bool:
        """Return whether the present position is one that a search evaluates: no side has a five to
        make, and the side to move no win that needs no search.
        """
        searcher = self.engine.searcher
        fives = self._count[BLACK, CELL_FIVE] + self._count[WHITE, CELL_FIVE]
        return not fives and not searcher.library.verdict(searcher.record, colour)

    def judge(self, colour: int, nodes: int) -> Result:
        """Return what a search of the present position finds."""
        return self.engine.think(colour, Limit(nodes=nodes))

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
            x, y = (middle + self._draw.randint(-CENTRE_CELLS, CENTRE_CELLS) for _ in range(2))
            cell = cell_at(x, y)
            foul = cell in self.engine.forbidden_points()
            if foul or not self.engine.is_empty(cell):
                return EMPTY
            self.engine.place(cell, colour)
            colour = opponent(colour)
        score = self.engine.think(colour, Limit(nodes=self._nodes)).analysis.score
        return colour if abs(score) <= FAIREST else EMPTY

    def _think(self, colour: int) -> Turn:
        """Search for half to twice the nodes; return also the moves to some leaves."""
        record = self.engine.searcher.record
        nodes = self._draw.randint(self._nodes // 2, self._nodes * 2)
        record.leaves = record.sampled = 0
        record.sample_root = record.stones
        record.next_sampled = record.sample_period = nodes // layout.SAMPLES + 1
        found = self.engine.think(colour, Limit(nodes=nodes))
        record.next_sampled = 0
        lines = [list(takewhile(bool, line)) for line in record.sample[: record.sampled]]
        return Turn(colour, found, lines)

    def _samples(self, turn: Turn) -> Iterator[Sample]:
        """Yield leaves of a turn's search with what a search of each finds."""
        for line in self.draw(turn, LEAVES):
            with self.after(line, turn.colour) as colour:
                if self.is_open(colour):
                    found = self.judge(colour, self._nodes // LEAF_DIVISOR)
                    yield look(self.engine, colour, found)
