"""Balance: which stones make a position even, or give a side so much, found by searching.

Every candidate is judged by a short search. The half that is nearest to what is wanted is judged
again by searches twice as long, until the limits are reached or one is left.

Karnin, Koren and Somekh, Almost optimal exploration in multi-armed bandits, 2013 (sequential
halving)
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import gcd, inf

from brain.engine import Analysis, Engine, Limits
from brain.lexicon import (
    BLACK,
    CELL_FIVE,
    CELL_FOUL,
    cell_at,
    column,
    mate_in,
    opponent,
    row,
)

REACH = 4  # columns and rows from a stone
UNLIMITED_NODES = 20_000_000  # where nothing else limits the search
SCREENING = Limits(nodes=4000, depth=5)  # of the first look at a candidate
SCREENING_SHARE = 0.25  # of the limits, at most
SHORTEST = 1000  # nodes, of a search that judges
WIDEST = 128  # candidates that are judged again, at most
GOLDEN = 0.618  # steps of this part of a range spread well over it


@dataclass(frozen=True)
class Balanced:
    """Stones to place and how the position after them was judged."""

    cells: tuple[int, ...]
    score: float = inf  # from the side that was to move first; infinite for proven or unknown

    def far_from(self, bias: float) -> tuple[float, tuple[int, ...]]:
        """Return the distance to a score, with the cells to break ties."""
        return abs(self.score - bias), self.cells


def balance(
    engine: Engine,
    colour: int,
    stones: int,
    bias: int,
    limits: Limits,
    barred: Iterable[int] = (),
) -> Balanced:
    """Return one or two stones after which the score is nearest to `bias`, and that score.

    The first stone is of the colour to move, the second of the other; the score is the first's.
    Cells in `barred` are not chosen; no cells when there is no room. The position stays as it is;
    `engine.stop` ends the search.
    """
    limits = begun(limits)
    colours = (colour, opponent(colour))[:stones]
    try:
        search = _Balance(engine, colours, bias, limits, frozenset(barred), elapsed_ms(limits))
        return search.run()
    finally:
        engine.cancel_stop()  # it may have come between two searches


def begun(limits: Limits) -> Limits:
    """Return limits whose clock has started, and which end some time."""
    if not (limits.hard_ms or limits.nodes):
        limits = replace(limits, nodes=UNLIMITED_NODES)
    return replace(limits, since=limits.since or time.perf_counter())


def elapsed_ms(limits: Limits) -> float:
    """Return the milliseconds since the clock of limits started."""
    return (time.perf_counter() - limits.since) * 1000


def score_of(seen: Sequence[Analysis]) -> float:
    """Return the mean score of the last two iterations, but a proven one as it is; 0 for none.

    The side that moves last in an iteration looks better than it is.
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
    limits: Limits
    barred: frozenset[int]
    start_ms: float  # by the clock of the limits
    spent: int = 0  # nodes
    stopped: bool = False

    def run(self) -> Balanced:
        """Return the best candidate that was found."""
        best = self._screened()
        best = best[: self._width()]
        while len(best) > 1 and not self._is_over():
            best = self._judged(best)[: (len(best) + 1) // 2]
        return best[0] if best else Balanced(())

    # The limits.

    def _is_over(self, share: float = 1.0) -> bool:
        """Return whether the search must end, or has used up a share of its limits."""
        self.stopped = self.stopped or bool(self.engine.record.stop)
        return (
            self.stopped
            or 0 < self.limits.nodes * share <= self.spent
            or self._longest_ms() * share <= self._spent_ms()
        )

    def _spent_ms(self) -> float:
        return elapsed_ms(self.limits) - self.start_ms

    def _longest_ms(self) -> float:
        """Return how long the search may take, infinity without a limit."""
        limits = self.limits
        ends = [end for end in (limits.soft_ms, limits.hard_ms) if end]
        return min(ends) - self.start_ms if ends else inf

    def _nodes_left(self) -> int:
        """Return how many more nodes there are within the limits, at the speed so far."""
        spent_ms = self._spent_ms()
        nodes = self.limits.nodes - self.spent if self.limits.nodes else inf
        in_time = (self._longest_ms() - spent_ms) * (self.spent + 1) / spent_ms
        return max(1, int(min(nodes, in_time)))

    def _width(self) -> int:
        """Return how many candidates can be judged again, round after round, by proper searches."""
        width, rounds = 1, 0
        while width < WIDEST and 2 * width * (rounds + 1) * SHORTEST <= self._nodes_left():
            width, rounds = 2 * width, rounds + 1
        return width

    # The candidates.

    def _screened(self) -> list[Balanced]:
        """Return as many candidates as a part of the limits allows, the best first."""
        found: list[Balanced] = []
        for cells in self._candidates():
            if found and self._is_over(SCREENING_SHARE):
                break
            found += self._judge(Balanced(cells), SCREENING)
        # A stable sort: those that tie stay spread over the board.
        return sorted(found, key=lambda candidate: candidate.far_from(self.bias)[0])

    def _candidates(self) -> Iterator[tuple[int, ...]]:
        """Yield one or two different cells near the stones, in an order that mixes them well."""
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

    def _near(self) -> list[int]:
        """Return the empty cells near a stone; on a board without stones all of them."""
        engine = self.engine
        board = [cell_at(x, y) for y in range(engine.height) for x in range(engine.width)]
        empty = [cell for cell in board if engine.is_empty(cell) and cell not in self.barred]
        near = {
            cell_at(column(stone) + dx, row(stone) + dy)
            for stone, _ in engine.stones
            for dx in range(-REACH, REACH + 1)
            for dy in range(-REACH, REACH + 1)
        }
        return [cell for cell in empty if cell in near] or empty

    # Their scores.

    def _judged(self, candidates: list[Balanced]) -> list[Balanced]:
        """Return the candidates judged again, the best first, then those there was no time for."""
        rounds = (len(candidates) - 1).bit_length()
        nodes = max(1, self._nodes_left() // (rounds * len(candidates)))
        limits = replace(self.limits, soft_ms=0, nodes=nodes)
        judged: list[Balanced] = []
        for candidate in candidates:
            if self._is_over():
                break
            judged += self._judge(candidate, limits)
        judged.sort(key=lambda candidate: candidate.far_from(self.bias))
        judged += candidates[len(judged) :]
        return sorted(judged, key=lambda candidate: candidate.score == inf)

    def _judge(self, candidate: Balanced, limits: Limits) -> tuple[Balanced, ...]:
        """Return a candidate with its score at these limits; nothing when it may not be placed."""
        placed: list[int] = []
        try:
            for cell, colour in zip(candidate.cells, self.colours, strict=True):
                if not self._may_place(cell, colour):
                    return ()
                self.engine.play(cell, colour)
                placed.append(cell)
            return (self._searched(candidate, limits),)
        finally:
            for cell in reversed(placed):
                self.engine.take_back(cell)

    def _may_place(self, cell: int, colour: int) -> bool:
        """Return whether a stone is neither forbidden nor the end of the game."""
        record = self.engine.record
        kind = record.cell_class[colour][record.combination[colour][cell]]
        if colour == BLACK and kind == CELL_FOUL:
            return cell not in self.engine.forbidden_points()
        return bool(kind != CELL_FIVE)

    def _searched(self, candidate: Balanced, limits: Limits) -> Balanced:
        """Return a candidate whose stones lie on the board with its score, if one was found."""
        turn = self.colours[0] if len(self.colours) == 2 else opponent(self.colours[0])
        seen: list[Analysis] = []
        result = self.engine.think(turn, limits, seen.append)
        self.spent += int(self.engine.record.nodes)
        self.stopped = self.stopped or result.stopped
        if not seen:
            return candidate
        if mate_in(result.analysis.score):
            return replace(candidate, score=inf)
        score = score_of(seen)
        return replace(candidate, score=score if turn == self.colours[0] else -score)
