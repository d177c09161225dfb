"""Balance: searches for stones after which the score is nearest to a given bias.

A short search screens every candidate. The half nearest to the bias is searched again with twice
the nodes, until one candidate is left or a limit is reached.

Karnin, Koren and Somekh, Almost optimal exploration in multi-armed bandits, 2013 (sequential
halving)
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import gcd, inf

from brain.cell import Cell
from brain.engine import Analysis, Engine, Limit
from brain.lexicon import (
    BLACK,
    cell_at,
    column,
    mate_in,
    opponent,
    row,
)

NEAR_CELLS = 4  # columns and rows from a stone
UNLIMITED_NODES = 20_000_000  # of a search without another limit
SCREENING_NODES, SCREENING_DEPTH = 4000, 5  # of the first search of a candidate
SCREENING = Limit(nodes=SCREENING_NODES, depth=SCREENING_DEPTH)
SCREENING_SHARE = 0.25  # maximum share of the limits
SHORTEST = 1000  # minimum nodes of a search after the screening
WIDEST = 128  # maximum candidates that are searched again
GOLDEN = 0.618  # of a range: steps of this length cover it evenly


@dataclass(frozen=True)
class Balanced:
    """Stones to place, and the score of the position after them."""

    cells: tuple[Cell, ...]
    score: float = inf  # for the first stone's colour; infinite if a mate or unknown
    stopped: bool = False  # `stop` cut the search short

    def far_from(self, bias: float) -> tuple[float, tuple[Cell, ...]]:
        """Return the distance of the score from `bias`, with the cells to break ties."""
        return abs(self.score - bias), self.cells


def balance(
    engine: Engine,
    colour: int,
    stones: int,
    bias: int,
    limit: Limit,
    barred: Iterable[int] = (),
) -> Balanced:
    """Return one or two stones after which the score is nearest to `bias`, and that score.

    The first stone is of `colour`, the second of its opponent. `bias` and score are evaluation
    units from the side of `colour`. Cells in `barred` are not chosen. The result has no cells if no
    cell is empty. The position is changed and restored; `engine.stop` ends the search.
    """
    limit = begun(limit)
    colours = (colour, opponent(colour))[:stones]
    try:
        search = _Balance(engine, colours, bias, limit, frozenset(barred), elapsed_ms(limit))
        return search.run()
    finally:
        engine.cancel_stop()  # a stop may have come between two searches


def begun(limit: Limit) -> Limit:
    """Return a limit whose clock has started, with UNLIMITED_NODES if nothing else ends it."""
    if not (limit.seconds or limit.nodes):
        limit = limit._replace(nodes=UNLIMITED_NODES)
    return limit._replace(since=limit.since or time.perf_counter())


def elapsed_ms(limit: Limit) -> float:
    """Return the milliseconds since a limit's clock started."""
    return (time.perf_counter() - limit.since) * 1000


def score_of(seen: Sequence[Analysis]) -> float:
    """Return the mean score of the last two iterations, or the last score if it is a mate; 0
    without iterations.

    The mean of two, because each iteration favours the side that moves last in it.
    """
    last = [analysis.score for analysis in seen[-2:]]
    if not last or mate_in(last[-1]):
        return last[-1] if last else 0
    return sum(last) / len(last)


@dataclass
class _Balance:
    """The search for the stones."""

    engine: Engine
    colours: tuple[int, ...]  # of the stones
    bias: int
    limit: Limit
    barred: frozenset[int]
    start_ms: float  # by the limit's clock
    spent: int = 0  # nodes
    stopped: bool = False

    def run(self) -> Balanced:
        """Return the best candidate found."""
        best = self._screened()
        best = best[: self._width()]
        while len(best) > 1 and not self._is_over():
            best = self._judged(best)[: (len(best) + 1) // 2]
        return replace(best[0] if best else Balanced(()), stopped=self.stopped)

    # The limits.

    def _is_over(self, share: float = 1.0) -> bool:
        """Return whether the search must end or has used `share` of its limits."""
        self.stopped = self.stopped or self.engine.is_stopped
        return (
            self.stopped
            or 0 < self.limit.nodes * share <= self.spent
            or self._longest_ms() * share <= self._spent_ms()
        )

    def _spent_ms(self) -> float:
        return elapsed_ms(self.limit) - self.start_ms

    def _longest_ms(self) -> float:
        """Return the milliseconds that the search may take, infinity without a limit."""
        limit = self.limit
        ends = [end for end in (limit.soft_ms, limit.ms) if end]
        return min(ends) - self.start_ms if ends else inf

    def _nodes_left(self) -> int:
        """Return the nodes left within the limits, at the speed so far."""
        spent_ms = self._spent_ms()
        nodes = self.limit.nodes - self.spent if self.limit.nodes else inf
        in_time = (self._longest_ms() - spent_ms) * (self.spent + 1) / spent_ms
        return max(1, int(min(nodes, in_time)))

    def _width(self) -> int:
        """Return the number of candidates, a power of two, that can be halved to one within the
        limits if every round searches each for SHORTEST nodes.
        """
        width, rounds = 1, 0
        while width < WIDEST and 2 * width * (rounds + 1) * SHORTEST <= self._nodes_left():
            width, rounds = 2 * width, rounds + 1
        return width

    # The candidates.

    def _screened(self) -> list[Balanced]:
        """Return the candidates screened within SCREENING_SHARE of the limits, best first."""
        found: list[Balanced] = []
        for cells in self._candidates():
            if found and self._is_over(SCREENING_SHARE):
                break
            found += self._judge(Balanced(cells), SCREENING)
        # A stable sort leaves ties spread over the board.
        return sorted(found, key=lambda candidate: candidate.far_from(self.bias)[0])

    def _candidates(self) -> Iterator[tuple[Cell, ...]]:
        """Yield every choice of one cell, or of two, near the stones, in an evenly mixed order."""
        cells = self._near()
        count = len(cells) ** len(self.colours)
        step = max(1, int(GOLDEN * count))
        while gcd(step, count) > 1:
            step += 1
        for number in range(count):
            first, second = divmod(number * step % count, len(cells))
            if len(self.colours) == 1:
                yield (cells[second],)
            elif first != second:
                yield cells[first], cells[second]

    def _near(self) -> list[Cell]:
        """Return the empty cells near a stone, or all of an empty board."""
        engine = self.engine
        board = [
            Cell.at(x, y, engine.height) for y in range(engine.height) for x in range(engine.width)
        ]
        empty = [cell for cell in board if engine.is_empty(cell) and cell not in self.barred]
        near = {
            cell_at(column(stone) + dx, row(stone) + dy)
            for stone, _ in engine.stones
            for dx in range(-NEAR_CELLS, NEAR_CELLS + 1)
            for dy in range(-NEAR_CELLS, NEAR_CELLS + 1)
        }
        return [cell for cell in empty if cell in near] or empty

    # Their scores.

    def _judged(self, candidates: list[Balanced]) -> list[Balanced]:
        """Return the candidates searched again, best first, then those not reached in time."""
        rounds = (len(candidates) - 1).bit_length()
        nodes = max(1, self._nodes_left() // (rounds * len(candidates)))
        limit = self.limit._replace(soft_seconds=0, nodes=nodes)
        judged: list[Balanced] = []
        for candidate in candidates:
            if self._is_over():
                break
            judged += self._judge(candidate, limit)
        judged.sort(key=lambda candidate: candidate.far_from(self.bias))
        judged += candidates[len(judged) :]
        return sorted(judged, key=lambda candidate: candidate.score == inf)

    def _judge(self, candidate: Balanced, limit: Limit) -> tuple[Balanced, ...]:
        """Return a candidate with its score within a limit; () if it may not be placed."""
        placed: list[Cell] = []
        try:
            for cell, colour in zip(candidate.cells, self.colours, strict=True):
                if not self._may_place(cell, colour):
                    return ()
                self.engine.place(cell, colour)
                placed.append(cell)
            return (self._searched(candidate, limit),)
        finally:
            for cell in reversed(placed):
                self.engine.take_back(cell)

    def _may_place(self, cell: int, colour: int) -> bool:
        """Return whether a stone is legal and does not end the game."""
        foul = colour == BLACK and self.engine.is_forbidden(cell)
        return not foul and not self.engine.makes_five(cell, colour)

    def _searched(self, candidate: Balanced, limit: Limit) -> Balanced:
        """Return a candidate, whose stones are on the board, with its score if one is found."""
        turn = self.colours[0] if len(self.colours) == 2 else opponent(self.colours[0])
        seen: list[Analysis] = []
        result = self.engine.think(turn, limit, seen.append)
        self.spent += self.engine.nodes
        self.stopped = self.stopped or result.stopped
        if not seen:
            return candidate
        if result.score.is_proven:
            return replace(candidate, score=inf)
        score = score_of(seen)
        return replace(candidate, score=score if turn == self.colours[0] else -score)
