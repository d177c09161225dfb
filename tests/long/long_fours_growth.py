"""Problems of long wins by fours, grown backwards at random.

A problem grows from an open three of each side; White's makes slow threats useless. A stone of the
first four is taken away, and a four that gains it is added. The kill search must prove that the win
has become longer by this four.
"""

import random
from collections.abc import Iterator
from operator import attrgetter
from typing import NamedTuple

from brain.game_board import Board
from brain.lexicon import BLACK, STEPS, WHITE, cell_at, point_of
from brain.rules.symmetry import symmetries, transformed
from tests.long.long_fours import (
    LEAST_PLIES,
    MOST_NODES,
    MOST_PLIES,
    Kills,
    Stones,
    is_legal,
)

NODES = 1_000  # of a search while a problem grows
TRIES = 100_000  # fours, for a problem
PATIENCE = 1_500  # fours in vain before some are taken back
STOPPERS = 0.9  # how often a white stone stops an end of a new four's row
MOST_NOISE = 300  # stones tried
NOISE_NODES = 20_000  # of a search after one


class State(NamedTuple):
    """A problem while it grows.

    plies  to the five
    fours  that the shortest win needs before a win that needs no search
    first  Black's stones that the first four needs
    """

    stones: Stones
    plies: int
    fours: int
    first: tuple[int, ...]


def make(rule: int, size: int, seed: int, problems: int) -> Iterator[str]:
    """Yield problems as text."""
    chance = random.Random(f"{rule} {size} {seed}")
    kills = Kills(rule, size)
    while problems:
        growth = Growth(kills, chance)
        grown = growth.grown(chance.randrange(LEAST_PLIES, MOST_PLIES))
        text = finished(growth, grown) if grown.plies >= LEAST_PLIES else ""
        if text:
            yield text
            problems -= 1


class Growth:
    """Random changes of a board.

    changeable  all cells but those of White's open three
    """

    def __init__(self, kills: Kills, chance: random.Random) -> None:
        self.kills, self.chance = kills, chance
        size = kills.size
        self.cells = [cell_at(x, y) for x in range(size) for y in range(size)]
        self.changeable = set(self.cells)
        threat = self._free_row(8)
        self.white_three = threat[3:6]
        self.changeable -= set(threat)

    def grown(self, wanted: int) -> State:
        """Return a problem of `wanted` plies, or the longest that TRIES fours make. After PATIENCE
        fours in vain some are taken back.
        """
        three = self._free_row(7)[2:5]
        stones = dict.fromkeys(self.white_three, WHITE) | dict.fromkeys(three, BLACK)
        # The next two fours make wins that need no search.
        longest = State(stones, 3, -2, tuple(three))
        states = [longest]
        failed = 0
        for _ in range(TRIES):
            state = self._with_a_four(states[-1])
            failed += 1
            if state:
                states.append(state)
                longest = max(longest, state, key=attrgetter("plies"))
                failed = 0
            elif failed > PATIENCE:
                del states[self.chance.randrange(len(states) // 2, len(states)) + 1 :]
                failed = 0
            if longest.plies >= wanted:
                break
        return longest

    def _with_a_four(self, state: State) -> State | None:
        """Return a problem with another first four, None if the win gets no longer."""
        stones = self._with_a_row(state)
        fours = state.fours + 1
        plies = self.kills.plies(stones, fours, NODES) if stones else 0
        if not plies:
            return None
        first = tuple(cell for cell, colour in stones.items() if colour == BLACK)[-3:]
        return State(stones, plies, fours, first)

    def _with_a_row(self, state: State) -> Stones:
        """Return stones with three of a new four, which gains one of `first`; the last are its
        own. None if its row is taken.
        """
        chance = self.chance
        gained, step = chance.choice(state.first), chance.choice(STEPS)
        start = gained - chance.randrange(5) * step
        row = [start + k * step for k in range(5)]
        answer = chance.choice([cell for cell in row if cell != gained])
        three = [cell for cell in row if cell not in (gained, answer)]
        stones = dict(state.stones)
        is_taken = stones.get(answer) == BLACK or WHITE in map(stones.get, three)
        if is_taken or not self.changeable.issuperset(row):
            return {}
        for end in (row[0] - step, row[-1] + step):
            if end in self.changeable and chance.random() < STOPPERS:
                stones.setdefault(end, WHITE)
        for cell in row:
            stones.pop(cell, None)
        return stones | dict.fromkeys(three, BLACK)

    def with_noise(self, state: State) -> Stones:
        """Return a problem's stones, some threes that are of no use, and others of the side that
        has fewer stones. No shorter win comes from them.
        """
        stones = dict(state.stones)
        for _ in range(self.chance.randrange(MOST_NOISE)):
            row = self._free_row(7)
            three = self.chance.sample(row[1:6], 3)
            threat = dict.fromkeys(three, BLACK) | dict.fromkeys(row[::6], WHITE)
            if not stones.keys() & set(row):
                self._add(stones, threat, state.fours)
        for _ in range(MOST_NOISE):
            black = list(stones.values()).count(BLACK)
            cell = self.chance.choice(self.cells)
            if 2 * black != len(stones) and cell in self.changeable and cell not in stones:
                lacking = WHITE if 2 * black > len(stones) else BLACK
                self._add(stones, {cell: lacking}, state.fours)
        return stones

    def _add(self, stones: Stones, more: Stones, fours: int) -> None:
        """Add stones to a problem's, in place, unless they change the win."""
        if self.kills.plies(stones | more, fours, NOISE_NODES):
            stones |= more

    def _free_row(self, length: int) -> list[int]:
        """Return changeable cells in a row, at random."""
        while True:
            start, step = self.chance.choice(self.cells), self.chance.choice(STEPS)
            row = [start + k * step for k in range(length)]
            if self.changeable.issuperset(row):
                return row


def finished(growth: Growth, state: State) -> str:
    """Return a grown problem as text, under a random symmetry; "" if a check fails."""
    stones, kills = growth.with_noise(state), growth.kills
    sides = [[cell for cell in stones if stones[cell] == colour] for colour in (BLACK, WHITE)]
    is_sound = (
        state.plies <= MOST_PLIES
        and len(sides[0]) == len(sides[1])
        and kills.threat_plies(stones) not in range(1, state.plies)
        and kills.plies(stones, state.fours, MOST_NODES)
        and is_legal(stones, kills.line(), kills.rule, kills.size)
    )
    if not is_sound:
        return ""
    size = kills.size
    symmetry = growth.chance.choice(symmetries(size, size))
    points = [map(point_of, side) for side in sides]
    black, white = (sorted(transformed(side, symmetry, size, size)) for side in points)
    return Board.setup(black, white, size=size, rule=kills.rule).text
