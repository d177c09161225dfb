"""A duel: what a network is worth in games, against another one or against none.

Every opening is played twice, with colours swapped. A move is searched for so many nodes, some more
or less, so neither the machine nor what else it does changes the result; the side that is slower
gets fewer. Both games of a pair vary the nodes alike: a side scores one half against itself.

The rules end a game, or a search that proves who wins.
"""

import random
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice

from brain.engine import Engine, Limit
from brain.game_board import Board
from brain.lexicon import BLACK, opponent
from brain.openings.opening_book import Opening, opening_of, shipped
from brain.rules.symmetry import symmetries
from brain.stats.elo import WDL, Summary, summary
from brain.train.workers import workers

MEMORY = 64 << 20  # bytes, of an engine
VARIATION = 0.2  # of a move's nodes, to either side
WON, DRAWN, LOST = 1.0, 0.5, 0.0  # points
PAIR_RESULTS = 5  # a pair has 0, 0.5, 1, 1.5 or 2 points
CLOCKED_PAIRS, CLOCKED_PLIES = 20, 12  # openings, and moves after each, to measure the speed

Pair = tuple[float, float]  # the first side's points, with black and with white


@dataclass(frozen=True)
class Side:
    """How a side plays."""

    network: bytes  # as brain/data has it; empty for the classical evaluation alone
    nodes: int  # of a move


@dataclass(frozen=True)
class Duel:
    """What is played; the same duel has the same games."""

    rule: int
    size: int
    sides: tuple[Side, Side]
    seed: int = 1

    def openings(self) -> Iterator[Opening]:
        """Yield an opening for each pair, without end: those that come with the program, then
        again, turned. ValueError if there are none.
        """
        openings = shipped(self.rule, self.size, self.size)
        turns = list(symmetries(self.size, self.size))
        number = 0
        while True:
            yield opening_of(number, openings, (self.size, self.size), turns)
            number += 1


@dataclass(frozen=True)
class Outcome:
    """What the first side has."""

    games: WDL
    pairs: tuple[int, ...]  # that have 0, 0.5, 1, 1.5 and 2 points

    @property
    def strength(self) -> Summary:
        """Its Elo against the other, with an interval by pairs."""
        return summary(self.pairs)


def play(duel: Duel, pairs: int, processes: int) -> Iterator[Pair]:
    """Yield the points of so many pairs of games, in turn."""
    with workers(processes) as mapped:
        numbered = enumerate(islice(duel.openings(), pairs))
        yield from mapped(partial(_pair, duel), numbered)


def outcome(pairs: Iterable[Pair]) -> Outcome:
    """Return what pairs of games come to."""
    played = list(pairs)
    games = [points for pair in played for points in pair]
    counts = [0] * PAIR_RESULTS
    for pair in played:
        counts[round(2 * sum(pair))] += 1
    return Outcome(WDL(*(games.count(points) for points in (WON, DRAWN, LOST))), tuple(counts))


def speed(duel: Duel) -> float:
    """Return how many nodes the first side's evaluation searches while the second's searches one,
    measured in thinks as long as the second's.
    """
    engines = [_prepared(duel, side) for side in (0, 1)]
    limit = Limit(nodes=duel.sides[1].nodes)
    seconds, nodes = [0.0, 0.0], [0, 0]
    for opening in islice(duel.openings(), CLOCKED_PAIRS):
        board = _board(duel, opening)
        for _ in range(CLOCKED_PLIES):
            for side, engine in enumerate(engines):
                engine.set_up(board)
                start = time.thread_time()  # what else the machine does is not counted
                found = engine.think(board.turn, limit)
                seconds[side] += time.thread_time() - start
                nodes[side] += engine.nodes
            if found.score.is_proven:
                break
            board.push(found.move)
    return nodes[0] * seconds[1] / (seconds[0] * nodes[1])


def _pair(duel: Duel, numbered: tuple[int, Opening]) -> Pair:
    """Return the first side's points of both games of a pair."""
    number, opening = numbered
    seed = f"{duel.seed} {number}"
    return _game(duel, seed, opening, black=0), _game(duel, seed, opening, black=1)


def _game(duel: Duel, seed: str, opening: Opening, black: int) -> float:
    """Return the first side's points of a game in which a side has black."""
    draw = random.Random(seed)
    board = _board(duel, opening)
    engines = [_prepared(duel, side) for side in (0, 1)]
    while not board.is_over:
        side = black if board.turn == BLACK else 1 - black
        share = draw.uniform(1 - VARIATION, 1 + VARIATION)
        nodes = max(1, round(duel.sides[side].nodes * share))
        found = engines[side].play(board, Limit(nodes=nodes))
        if found.score.is_proven:
            return _points(board.turn if found.score > 0 else opponent(board.turn), black)
        board.push(found.move)
    return _points(board.winner, black)


def _points(winner: int | None, black: int) -> float:
    """Return the first side's points, by the colour that has won and the side that has black."""
    if winner is None:
        return DRAWN
    return WON if (winner == BLACK) == (black == 0) else LOST


def _board(duel: Duel, opening: Sequence[tuple[int, int]]) -> Board:
    return Board.of(opening, duel.size, duel.rule)


def _prepared(duel: Duel, side: int) -> Engine:
    """Return a side's engine of this process, which remembers nothing."""
    engine = _engine(side)
    engine.forget()
    engine.new_game(duel.size, duel.size, duel.rule)
    engine.searcher.load_network(duel.sides[side].network)
    return engine


@cache
def _engine(side: int) -> Engine:
    """Return an engine of this process: to set one up takes as long as many searches."""
    return Engine(MEMORY)
