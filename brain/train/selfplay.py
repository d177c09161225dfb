"""Positions to train on: leaves of the engine's searches while it plays itself.

Positions of its games would be the wrong ones. A search evaluates what comes after moves that
nobody plays, where threats are many and a third is won or lost already. So leaves are drawn at
random, and each is searched for its score. A search evaluates no leaf where a side has a five to
make, or the side to move a win that needs no search: such leaves are not kept.
"""

import random
from collections.abc import Iterator
from itertools import takewhile

from brain import layout, native
from brain.engine import Engine, Limit, Result
from brain.lexicon import BLACK, CELL_FIVE, EMPTY, RENJU, WHITE, cell_at, opponent
from brain.train.samples import Sample, look, view

MEMORY = 64 << 20  # bytes
FEWEST_STONES, MOST_STONES = 3, 8  # of a random opening
CENTRE_CELLS = 3  # columns and rows from the centre, of an opening's stones
FAIREST = 200  # largest score of an opening, in evaluation units
LEAVES = 8  # drawn of each search
LEAF_DIVISOR = 3  # of a move's nodes, for those of a leaf


class Player:
    """An engine that plays itself from random openings, the same ones for the same seed."""

    def __init__(self, rule: int, size: int, nodes: int, seed: int) -> None:
        self._rule, self._size, self._nodes = rule, size, nodes
        self._draw = random.Random(seed)
        self._library = native.load()
        self.engine = Engine(MEMORY, self._library)
        self._count = view(self.engine).count

    def games(self, count: int) -> Iterator[list[Sample]]:
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
            x, y = (middle + self._draw.randint(-CENTRE_CELLS, CENTRE_CELLS) for _ in range(2))
            cell = cell_at(x, y)
            foul = self._rule == RENJU and cell in self.engine.forbidden_points()
            if foul or not self.engine.is_empty(cell):
                return EMPTY
            self.engine.place(cell, colour)
            colour = opponent(colour)
        score = self.engine.think(colour, Limit(nodes=self._nodes)).analysis.score
        return colour if abs(score) <= FAIREST else EMPTY

    def _play(self, colour: int) -> list[Sample]:
        """Play a game until it is decided; return leaves of its searches."""
        record = self.engine._record
        seen: list[Sample] = []
        while record.stones < record.max_stones:
            found, lines = self._think(colour)
            if found.score.is_proven:
                break
            for line in self._draw.sample(lines, min(LEAVES, len(lines))):
                seen += self._judge(line, colour)
            self.engine.place(found.move, colour)
            colour = opponent(colour)
        return seen

    def _think(self, colour: int) -> tuple[Result, list[list[int]]]:
        """Search for half to twice the nodes; return also the moves to some leaves."""
        record = self.engine._record
        nodes = self._draw.randint(self._nodes // 2, self._nodes * 2)
        record.leaves = record.sampled = 0
        record.sample_root = record.stones
        record.next_sampled = record.sample_period = nodes // layout.SAMPLES + 1
        found = self.engine.think(colour, Limit(nodes=nodes))
        record.next_sampled = 0
        return found, [list(takewhile(bool, line)) for line in record.sample[: record.sampled]]

    def _judge(self, line: list[int], colour: int) -> list[Sample]:
        """Return a leaf with what a search of it finds, nothing for a leaf that is not kept."""
        for cell in line:
            self.engine.place(cell, colour)
            colour = opponent(colour)
        try:
            if not self._is_open(colour):
                return []
            found = self.engine.think(colour, Limit(nodes=self._nodes // LEAF_DIVISOR))
            return [look(self.engine, colour, found)]
        finally:
            for cell in reversed(line):
                self.engine.take_back(cell)

    def _is_open(self, colour: int) -> bool:
        fives = self._count[BLACK, CELL_FIVE] + self._count[WHITE, CELL_FIVE]
        return not fives and not self._library.verdict(self.engine._record, colour)
