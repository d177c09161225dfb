"""Self-play: games of the engine against itself, with leaves of its searches.

Game positions are the wrong training distribution. A search evaluates positions after moves that
nobody would play: they have many threats, and a third of them are already decided. So leaves are
sampled at random, and a search of each leaf gives its label. A leaf is skipped if a side can make a
five or the side to move has an immediate win, because a search evaluates no such position.
"""

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile

from brain import layout
from brain.engine import Engine, Limit, Result
from brain.lexicon import BLACK, CELL_FIVE, EMPTY, WHITE, cell_at, opponent
from brain.thinking import native
from brain.train.samples import Sample, as_numpy, sample_of

SELFPLAY_TABLE_BYTES = 64 << 20
OPENING_STONES = 3, 8  # of a random opening, fewest and most
OPENING_REACH = 3  # columns and rows from the centre
OPENING_BALANCE = 200  # evaluation units: the largest score of an opening, for either side
SEARCH_LEAVES = 8  # sampled from each search
LABEL_DIVISOR = 3  # a label gets this fraction of a move's nodes


@dataclass(frozen=True)
class SelfPlayTurn:
    """A search of a game, before its move is played."""

    colour: int  # to move
    found: Result
    leaves: list[list[int]]  # leaves of the search, each as the moves that lead to it


@dataclass(frozen=True)
class GamesTask:
    """Games for a worker to play."""

    rule: int
    size: int
    nodes: int  # for a move
    seed: int
    games: int


class Player:
    """An engine that plays itself from random openings. The same seed gives the same games,
    whatever `engine` was used for before.
    """

    def __init__(
        self, rule: int, size: int, nodes: int, seed: int | str, engine: Engine | None = None
    ) -> None:
        self._rule, self._size, self._nodes = rule, size, nodes
        self._rng = random.Random(seed)
        self._library = native.load()
        self.engine = engine or Engine(SELFPLAY_TABLE_BYTES, self._library)
        self.engine.forget()
        self._count = as_numpy(self.engine).count

    def games(self, count: int) -> Iterator[list[Sample]]:
        """Yield the sampled leaves of each of `count` games."""
        for _ in range(count):
            turns = (turn for turn in self.turns() if not turn.found.score.is_proven)
            yield [sample for turn in turns for sample in self._samples(turn)]

    def turns(self) -> Iterator[SelfPlayTurn]:
        """Play a game until it is decided. Yield each turn before its move is played. If a mate is
        found, that turn is yielded last and not played.
        """
        record = self.engine.searcher.record
        colour = self.start()
        while record.stones < record.max_stones:
            turn = self._search_move(colour)
            yield turn
            if turn.found.score.is_proven:
                return
            self.engine.place(turn.found.move, colour)
            colour = opponent(colour)

    def sampled(self, turn: SelfPlayTurn, count: int) -> list[list[int]]:
        """Return `count` random leaves of a turn, or all if there are fewer."""
        return self._rng.sample(turn.leaves, min(count, len(turn.leaves)))

    @contextmanager
    def after(self, moves: Sequence[int], colour: int) -> Iterator[int]:
        """Play moves for the time of the context, `colour` first; give the colour to move then."""
        for cell in moves:
            self.engine.place(cell, colour)
            colour = opponent(colour)
        try:
            yield colour
        finally:
            for cell in reversed(moves):
                self.engine.take_back(cell)

    def is_evaluated(self, colour: int) -> bool:
        """Return whether a search evaluates the present position: no side can make a five, and the
        side to move has no immediate win.
        """
        fives = self._count[BLACK, CELL_FIVE] + self._count[WHITE, CELL_FIVE]
        return not fives and not self._library.verdict(self.engine.searcher.record, colour)

    def search(self, colour: int, nodes: int) -> Result:
        """Return the result of a search of the present position."""
        return self.engine.think(colour, Limit(nodes=nodes))

    def start(self) -> int:
        """Set up a random, balanced opening; return the colour to move."""
        while (colour := self._try_opening()) == EMPTY:
            pass
        return colour

    def _try_opening(self) -> int:
        """Set up a random opening; return the colour to move, or EMPTY if it is not balanced."""
        self.engine.new_game(self._size, self._size, self._rule)
        middle = self._size // 2
        colour = BLACK
        for _ in range(self._rng.randint(*OPENING_STONES)):
            x, y = (middle + self._rng.randint(-OPENING_REACH, OPENING_REACH) for _ in range(2))
            cell = cell_at(x, y)
            foul = cell in self.engine.forbidden_points()
            if foul or not self.engine.is_empty(cell):
                return EMPTY
            self.engine.place(cell, colour)
            colour = opponent(colour)
        score = self.search(colour, self._nodes).analysis.score
        return colour if abs(score) <= OPENING_BALANCE else EMPTY

    def _search_move(self, colour: int) -> SelfPlayTurn:
        """Search for a move with half to twice the nodes, and record leaves."""
        record = self.engine.searcher.record
        nodes = self._rng.randint(self._nodes // 2, self._nodes * 2)
        record.sample_leaves = record.sample_count = 0
        record.sample_root = record.stones
        record.sample_next = record.sample_period = nodes // layout.SAMPLES + 1
        found = self.search(colour, nodes)
        record.sample_next = 0
        lines = record.sample_moves[: record.sample_count]
        leaves = [list(takewhile(bool, line)) for line in lines]
        return SelfPlayTurn(colour, found, leaves)

    def _samples(self, turn: SelfPlayTurn) -> Iterator[Sample]:
        """Yield labelled leaves of a turn."""
        for leaf in self.sampled(turn, SEARCH_LEAVES):
            with self.after(leaf, turn.colour) as colour:
                if self.is_evaluated(colour):
                    found = self.search(colour, self._nodes // LABEL_DIVISOR)
                    yield sample_of(self.engine, colour, found)


def sampled_leaves(task: GamesTask) -> list[Sample]:
    """Play games; return their sampled leaves. A worker that only plays compiles no kernels."""
    player = Player(task.rule, task.size, task.nodes, task.seed)
    return [sample for game in player.games(task.games) for sample in game]
