"""A duel: games between two networks, or between a network and the classical evaluation.

Each opening is played twice, with colours swapped. Moves are searched for a number of nodes, not a
time, so load on the machine does not bias the result. The slower side gets fewer nodes. The nodes
of a move vary at random, in the same way in both games of a pair, so a side scores one half against
itself. A game ends by the rules, or when a search finds a mate.
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

DUEL_TABLE_BYTES = 64 << 20  # of each engine
NODE_VARIATION = 0.2  # of a move's nodes, up or down
WON, DRAWN, LOST = 1.0, 0.5, 0.0  # points
PAIR_RESULTS = 5  # a pair has 0, 0.5, 1, 1.5 or 2 points
TIMED_OPENINGS, TIMED_PLIES = 20, 12  # to measure the speed: openings, and moves after each

Pair = tuple[float, float]  # points of the first side, as Black and as White


@dataclass(frozen=True)
class Side:
    """How a side plays."""

    network: bytes  # content of its file; empty for the classical evaluation alone
    nodes: int  # for a move


@dataclass(frozen=True)
class Duel:
    """The conditions of a duel. They determine its games."""

    rule: int
    size: int
    sides: tuple[Side, Side]
    seed: int = 1

    def openings(self) -> Iterator[Opening]:
        """Yield an opening for each pair, without end: the shipped ones, then the same ones turned.
        ValueError if there are none.
        """
        openings = shipped(self.rule, self.size, self.size)
        turns = list(symmetries(self.size, self.size))
        number = 0
        while True:
            yield opening_of(number, openings, (self.size, self.size), turns)
            number += 1


@dataclass(frozen=True)
class DuelResult:
    """The result of a duel for the first side."""

    games: WDL
    pairs: tuple[int, ...]  # number of pairs with 0, 0.5, 1, 1.5 and 2 points

    @property
    def strength(self) -> Summary:
        """The Elo difference to the second side, with an interval from the pairs."""
        return summary(self.pairs)


def play(duel: Duel, pairs: int, processes: int) -> Iterator[Pair]:
    """Yield the points of each of `pairs` pairs of games, in order."""
    with workers(processes) as mapped:
        numbered = enumerate(islice(duel.openings(), pairs))
        yield from mapped(partial(_play_pair, duel), numbered)


def result_of(pairs: Iterable[Pair]) -> DuelResult:
    """Return the result of pairs of games."""
    played = list(pairs)
    games = [points for pair in played for points in pair]
    counts = [0] * PAIR_RESULTS
    for pair in played:
        counts[round(2 * sum(pair))] += 1
    return DuelResult(WDL(*(games.count(points) for points in (WON, DRAWN, LOST))), tuple(counts))


def speed(duel: Duel) -> float:
    """Return the speed of the first side's search as a fraction of the second's, measured in thinks
    with the second's nodes.
    """
    engines = [_prepared(duel, side) for side in (0, 1)]
    limit = Limit(nodes=duel.sides[1].nodes)
    seconds, nodes = [0.0, 0.0], [0, 0]
    for opening in islice(duel.openings(), TIMED_OPENINGS):
        board = _board(duel, opening)
        for _ in range(TIMED_PLIES):
            for side, engine in enumerate(engines):
                engine.set_up(board)
                start = time.thread_time()  # excludes other load on the machine
                found = engine.think(board.turn, limit)
                seconds[side] += time.thread_time() - start
                nodes[side] += engine.nodes
            if found.score.is_proven:
                break
            board.push(found.move)
    return nodes[0] * seconds[1] / (seconds[0] * nodes[1])


def _play_pair(duel: Duel, numbered: tuple[int, Opening]) -> Pair:
    """Return the first side's points in both games of a pair."""
    number, opening = numbered
    seed = f"{duel.seed} {number}"
    return _play_game(duel, seed, opening, black=0), _play_game(duel, seed, opening, black=1)


def _play_game(duel: Duel, seed: str, opening: Opening, black: int) -> float:
    """Return the first side's points in a game in which side `black` has Black."""
    rng = random.Random(seed)
    board = _board(duel, opening)
    engines = [_prepared(duel, side) for side in (0, 1)]
    while not board.is_over:
        side = black if board.turn == BLACK else 1 - black
        factor = rng.uniform(1 - NODE_VARIATION, 1 + NODE_VARIATION)
        nodes = max(1, round(duel.sides[side].nodes * factor))
        found = engines[side].play(board, Limit(nodes=nodes))
        if found.score.is_proven:
            return _points(board.turn if found.score > 0 else opponent(board.turn), black)
        board.push(found.move)
    return _points(board.winner, black)


def _points(winner: int | None, black: int) -> float:
    """Return the first side's points, given the winning colour and the side that has Black."""
    if winner is None:
        return DRAWN
    return WON if (winner == BLACK) == (black == 0) else LOST


def _board(duel: Duel, opening: Sequence[tuple[int, int]]) -> Board:
    return Board.of(opening, duel.size, duel.rule)


def _prepared(duel: Duel, side: int) -> Engine:
    """Return this process's engine of a side, cleared and set up."""
    engine = _engine(side)
    engine.forget()
    engine.new_game(duel.size, duel.size, duel.rule)
    engine.searcher.load_network(duel.sides[side].network)
    return engine


@cache
def _engine(side: int) -> Engine:
    """Return this process's engine of a side. Setting one up takes as long as many searches."""
    return Engine(DUEL_TABLE_BYTES)
