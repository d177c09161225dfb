"""The engine's answers in an opening procedure: it places stones, chooses, names a number, offers
fifth stones and picks one.

- Stones after which the other player chooses a colour are balanced: the score is nearest to even.
- Another stone is the best move that the step allows.
- A choice is judged by its value: a search, or the score that balanced stones leave to the chooser,
  or, with n fifth stones on offer, the n-th best of them, as White keeps the one worst for Black.
- The number of fifth stones is the one that is nearest to even.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from math import inf

from brain.engine import Analysis, Engine, Limit, Report, Result
from brain.lexicon import BLACK, WHITE, cell_at, colour_of, opponent, point_of
from brain.openings import swap2
from brain.openings.balance import Balanced, balance, begun, elapsed_ms, score_of
from brain.openings.named_openings import OPENINGS
from brain.openings.procedures import (
    ANYWHERE,
    CHOOSE,
    COUNT,
    OFFER,
    PLACE,
    SWAP,
    TWO,
    OpeningAnswer,
    OpeningState,
    OpeningStep,
    begin,
    distinct,
    replayed,
)
from brain.rules.symmetry import SYMMETRIES, Point, Points, transformed

USUAL_S = 2.0  # for an answer to a person
EVEN = 6  # one of the 26 openings is drawn from the EVEN nearest to even
DOUBT = 30  # evaluation units: the typical error of an opening's score
SHORTEST_S = 1e-3  # of a think for which the limit leaves no time
SHORT = Limit(nodes=1000)  # of a think after a stop, and for a missing offer


def decide(
    engine: Engine, state: OpeningState, limit: Limit, variety: int = 0
) -> tuple[OpeningAnswer, ...]:
    """Return the engine's answers to the current step: all its stones or offers, or one answer. The
    engine's board must have the state's stones; it is restored.

    The `variety` and the number of the engine's game select an opening of three stones.
    """
    step = state.step
    if step is None:
        raise ValueError("the opening is over")
    limit, decision = begun(limit), _Decision(engine)
    if step.act == PLACE:
        return decision.stones(state, limit, variety)
    if step.act == CHOOSE:
        return (decision.choice(state, limit),)
    if step.act == COUNT:
        return (decision.count(state, limit)[0],)
    if step.act == OFFER:
        return decision.fifths(state, limit)
    return (decision.picked(state.offers, limit),)


def swap2_answer(engine: Engine, limit: Limit, variety: int = 0) -> Points:
    """Return the stones that we place in swap2 on the engine's board, which has none, three or
    five: three or two stones; one to take white; none to take black.
    """
    stones = tuple(point_of(cell) for cell, _ in engine.stones)
    state = begin("swap2", engine.width, engine.height)
    state = replayed(state, stones[:3])
    state = replayed(state, (TWO, *stones[3:])) if stones[3:] else state
    limit, decision = begun(limit), _Decision(engine)
    if not stones:
        return decision.stones(state, limit, variety)
    first, second = halves(limit)
    chosen = decision.choice(state, first)
    if chosen == TWO:
        return decision.stones(state.answered(TWO), second, variety)
    has_black = (state.steps[0].colour == BLACK) != (chosen == SWAP)
    return () if has_black else (point_of(decision.think(WHITE, second).move),)


def halves(limit: Limit) -> tuple[Limit, Limit]:
    """Return the limits of two thinks, one after the other, whose clock has started."""
    limit = begun(limit)._replace(nodes=(limit.nodes + 1) // 2)
    seconds = (limit.soft_seconds or limit.seconds) / 2
    return limit._replace(seconds=seconds, soft_seconds=0), limit


@dataclass
class _Decision:
    """The thinks of one answer. After a stop, they are short."""

    engine: Engine
    stopped: bool = False

    def think(
        self,
        colour: int,
        limit: Limit,
        report: Report = lambda analysis: None,
        *,
        lines: int = 1,
        barred: Iterable[int] = (),
    ) -> Result:
        """Return the result of a think."""
        limit = SHORT if self.stopped else limit
        result = self.engine.think(colour, limit, report, lines=lines, barred=barred)
        self.stopped = self.stopped or result.stopped
        return result

    # Stones.

    def stones(self, state: OpeningState, limit: Limit, variety: int) -> Points:
        """Return the stones of a step."""
        step, engine = state.steps[0], self.engine
        if len(step.areas) == len(OPENINGS[0].steps):
            is_any = step.areas[0] == ANYWHERE
            return swap2.opening(engine, limit, variety) if is_any else self.pattern(limit, variety)
        if not step.areas[0].most:
            return ((engine.width // 2, engine.height // 2),)
        if _is_for_choice(state.steps):
            return tuple(map(point_of, self.balanced(step, limit).cells))
        return (point_of(self.think(step.colour, limit, barred=_barred(engine, step)).move),)

    def pattern(self, limit: Limit, variety: int) -> Points:
        """Return one of the 26 openings that are nearest to even, under any symmetry."""
        width, height = self.engine.width, self.engine.height
        turn, index = divmod(swap2.drawn(self.engine, variety), EVEN)
        placed = [opening.points(width, height) for opening in OPENINGS]
        scores = self.scores(placed, BLACK, limit)
        order = sorted(range(len(OPENINGS)), key=lambda at: abs(scores[at]))
        steps = transformed(OPENINGS[order[index]].steps, turn % len(SYMMETRIES), 1, 1)
        return tuple((width // 2 + dx, height // 2 + dy) for dx, dy in steps)

    def balanced(self, step: OpeningStep, limit: Limit) -> Balanced:
        """Return one or two stones after which the score is nearest to even."""
        limit, barred = SHORT if self.stopped else limit, _barred(self.engine, step)
        found = balance(self.engine, step.colour, len(step.areas), 0, limit, barred)
        self.stopped = self.stopped or found.stopped
        return found

    # Choices.

    def choice(self, state: OpeningState, limit: Limit) -> str:
        """Return the choice with the best value for the player who chooses.

        A colour is worth its score minus DOUBT, as the other player knows the opening better. To
        swap is worth the opposite of not to swap.
        """
        step = state.steps[0]
        sign = 1 if step.colour == WHITE else -1
        plain, *others = [choice for choice in step.choices if choice.name != SWAP]
        parts = 1 + len(others)
        value = sign * self.value(state.answered(plain.name), _part(limit, 0, parts))
        values = {plain.name: value - DOUBT, SWAP: -value - DOUBT}
        for done, other in enumerate(others, 1):
            after = state.answered(other.name)
            is_balance = _is_for_choice(after.steps)  # worth nothing at best
            if not self.stopped and not (is_balance and abs(value) >= DOUBT):
                values[other.name] = sign * self.value(after, _part(limit, done, parts))
        return max(values, key=lambda name: values[name])

    def value(self, state: OpeningState, limit: Limit) -> float:
        """Return White's score of the position before the remaining steps of its opening."""
        step = state.step
        if step is None:
            return self.score(limit)
        if step.act == CHOOSE:
            return self.value(state.answered(step.choices[0].name), limit)
        if step.act == COUNT:
            return self.count(state, limit)[1]
        if step.act == OFFER:
            lines = self.lines(state.wanted, limit)
            return -float(lines[-1].score) if lines else 0.0
        if state.steps[1].act == CHOOSE:
            worth = abs(self.balanced(step, limit).score)
            return worth if step.colour == BLACK else -worth
        first, second = halves(limit)
        (point,) = self.stones(state, first, 0)
        with self.placed(point, step.colour):
            return self.value(state.answered(point), second)

    def score(self, limit: Limit) -> float:
        """Return White's score of the position."""
        turn = colour_of(len(self.engine.stones))
        seen: list[Analysis] = []
        self.think(turn, limit, seen.append)
        return score_of(seen) if turn == WHITE else -score_of(seen)

    def count(self, state: OpeningState, limit: Limit) -> tuple[int, float]:
        """Return the number of fifth stones that brings the score nearest to even, and White's
        score. Before the fourth stone, White's best one is assumed.
        """
        most = state.steps[0].number
        if colour_of(len(self.engine.stones)) == BLACK:
            return self.nearest(most, limit)
        first, second = halves(limit)
        with self.placed(point_of(self.think(WHITE, first).move), WHITE):
            return self.nearest(most, second)

    def nearest(self, most: int, limit: Limit) -> tuple[int, float]:
        """Return the number of fifth stones that is nearest to even, and White's score."""
        scores = [-float(line.score) for line in self.lines(most, limit)]
        return min(enumerate(scores, 1), key=lambda offer: abs(offer[1]), default=(1, 0.0))

    # Fifth stones.

    def fifths(self, state: OpeningState, limit: Limit) -> Points:
        """Return Black's best fifth stones, as many as are wanted."""
        cells = [line.line[0] for line in self.lines(state.wanted, limit)]
        barred = _twins(self.engine)
        while len(cells) < state.wanted:
            cell = self.think(BLACK, SHORT, barred=barred.union(cells)).move
            if not cell or cell in barred or cell in cells:
                break
            cells.append(cell)
        return tuple(map(point_of, cells))

    def picked(self, offered: Points, limit: Limit) -> Point:
        """Return the fifth stone that White keeps: the first of those that are worst for Black."""
        scores = self.scores([(point,) for point in offered], BLACK, limit)
        return offered[scores.index(max(scores))]

    def lines(self, offers: int, limit: Limit) -> tuple[Analysis, ...]:
        """Return a line for each of Black's best `offers` fifth stones, the best first."""
        most = self.engine.width * self.engine.height
        result = self.think(BLACK, limit, lines=min(offers, most), barred=_twins(self.engine))
        return tuple(line for line in result.lines if line.line)

    def scores(self, additions: Sequence[Points], colour: int, limit: Limit) -> list[float]:
        """Return White's score, White to move, after each of `additions`; -inf once stopped.

        The stones of an addition are placed in turn, `colour` first, and removed again.
        """
        engine = self.engine
        scores: list[float] = []
        for index, points in enumerate(additions):
            stones = [
                (cell_at(x, y), side)
                for (x, y), side in zip(points, cycle((colour, opponent(colour))), strict=False)
            ]
            try:
                for cell, side in stones:
                    engine.place(cell, side)
                seen: list[Analysis] = []
                self.think(WHITE, _part(limit, index, len(additions)), seen.append)
                scores.append(score_of(seen))
            finally:
                for cell, _ in reversed(stones):
                    engine.take_back(cell)
            if self.stopped:
                break
        return scores + [-inf] * (len(additions) - len(scores))

    @contextmanager
    def placed(self, point: Point, colour: int) -> Iterator[None]:
        """Place a stone for the duration of a block."""
        cell = cell_at(*point)
        self.engine.place(cell, colour)
        try:
            yield
        finally:
            self.engine.take_back(cell)


def _is_for_choice(steps: Sequence[OpeningStep]) -> bool:
    """Return whether the other player chooses a colour after the first step's stones."""
    after = [step for step in steps[1:3] if step.act != COUNT]
    if not after or steps[0].act != PLACE:
        return False
    return after[0].act == CHOOSE and after[0].colour != steps[0].colour


def _barred(engine: Engine, step: OpeningStep) -> frozenset[int]:
    """Return the cells outside the area of a step's stones; of two areas, the smaller counts."""
    least = max(area.least for area in step.areas)
    most = min(area.most for area in step.areas)
    width, height = engine.width, engine.height
    return frozenset(
        cell_at(x, y)
        for x in range(width)
        for y in range(height)
        if not least <= max(abs(x - width // 2), abs(y - height // 2)) <= most
    )


def _twins(engine: Engine) -> frozenset[int]:
    """Return the empty cells that a symmetry of the stones maps to an earlier cell."""
    width, height = engine.width, engine.height
    stones = tuple(point_of(cell) for cell, _ in engine.stones)
    kept = {cell_at(*point) for point in distinct(stones, width, height)}
    cells = (cell_at(x, y) for y in range(height) for x in range(width))
    return frozenset(cell for cell in cells if engine.is_empty(cell)) - kept


def _part(limit: Limit, done: int, parts: int) -> Limit:
    """Return the limit of part `done + 1` of `parts` equal parts."""
    seconds = limit.soft_seconds or limit.seconds
    left = max(SHORTEST_S, seconds - elapsed_ms(limit) / 1000) if seconds else 0
    nodes = (limit.nodes + parts - 1) // parts
    return begun(Limit(left / (parts - done), nodes, limit.depth))
