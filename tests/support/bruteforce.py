"""Wins on small boards by trying every move: bitboards and a dictionary, nothing of the engine.

A set of cells is a number: bit `y * width + x` is set when the cell in column x and row y, both
from 0, is in the set. `own` are the stones of the side that wants to win, `other` the opponent's.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from brain.lexicon import column, row
from brain.position import Position

STANDARD, RENJU, CARO, CARO_EXACT = 1, 4, 8, 9
BLACK = 1
RENJU_PLIES_LEFT = 25
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))

Cells = tuple[int, int, int, int, int]


def wins(position: Position, plies: int, most: int, likely: Iterable[int] = ()) -> bool:
    """Return whether the side to move wins within so many plies, or loses if they are negative;
    GivenUp after `most` positions. The attacker tries `likely` cells first.
    """
    black, white, walls, first = (
        sum(1 << row(cell) * position.width + column(cell) for cell in cells)
        for cells in (position.black, position.white, position.walls, {*likely})
    )
    attacker = position.turn if plies > 0 else 3 - position.turn
    size = position.width, position.height
    tried = BruteForce(*size, position.rule, attacker, walls, most, first)
    own, other = (black, white) if attacker == BLACK else (white, black)
    tried.is_late = tried.room(own, other) < 0
    return tried.wins(own, other, plies) if plies > 0 else tried.holds(own, other, -plies)


class GivenUp(Exception):  # noqa: N818 (it says nothing about the position)
    """It takes too many positions."""


@dataclass(frozen=True)
class Window:
    """Five cells in a row, and the cells before and after them, 0 for those off the board."""

    five: int
    before: int
    after: int
    direction: int
    bits: Cells


def singles(cells: int) -> Iterator[int]:
    """Yield the cells of a set, each as a set."""
    while cells:
        yield cells & -cells
        cells &= cells - 1


@dataclass
class BruteForce:
    """Tries everything on a board of a size and a rule, until `most` positions."""

    width: int
    height: int
    rule: int
    attacker: int  # the colour of `own`
    walls: int = 0
    most: int = 1 << 60
    likely: int = 0  # cells that the attacker tries first
    is_late: bool = False  # the game went on after renju's limit of moves, so it is drawn later
    known: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    positions: int = 0

    def __post_init__(self) -> None:
        self.board = (1 << self.width * self.height) - 1 & ~self.walls
        self.windows = [
            self.window(x, y, direction)
            for direction, (dx, dy) in enumerate(STEPS)
            for x in range(self.width)
            for y in range(self.height)
            if self.bit(x + 4 * dx, y + 4 * dy)
        ]
        self.through = {  # the windows through each cell
            cell: [window for window in self.windows if window.five & cell]
            for cell in singles((1 << self.width * self.height) - 1)
        }

    def bit(self, x: int, y: int) -> int:
        """Return a cell as a set, 0 off the board."""
        on_board = 0 <= x < self.width and 0 <= y < self.height
        return 1 << y * self.width + x if on_board else 0

    def window(self, x: int, y: int, direction: int) -> Window:
        """Return the window whose first cell is in column x and row y."""
        dx, dy = STEPS[direction]
        before, *bits, after = (self.bit(x + k * dx, y + k * dy) for k in range(-1, 6))
        a, b, c, d, e = bits
        return Window(a | b | c | d | e, before, after, direction, (a, b, c, d, e))

    # The rules.

    def counts(self, window: Window, own: int, other: int, colour: int) -> bool:
        """Return whether five stones of a colour in a window win."""
        exact = self.rule in (STANDARD, CARO_EXACT) or (self.rule == RENJU and colour == BLACK)
        if exact and own & (window.before | window.after):
            return False
        capped = window.before & other and window.after & other
        return not (capped and self.rule in (CARO, CARO_EXACT))

    def fives(self, own: int, other: int, colour: int, cell: int = 0) -> int:
        """Return the empty cells where a colour wins, in windows through a cell if one is given."""
        empty, cells = self.board & ~(own | other), 0
        for window in self.through[cell] if cell else self.windows:
            gap = window.five & ~own
            if gap & empty and not gap & (gap - 1) and self.counts(window, own, other, colour):
                cells |= gap
        return cells

    def is_foul(self, cell: int, black: int, white: int) -> bool:
        """Return whether black's stone on an empty cell is a foul: an overline, two fours or more,
        threes in two directions or more, and no five.
        """
        if self.rule != RENJU or self.fives(black, white, BLACK, cell) & cell:
            return False
        after, windows = black | cell, self.through[cell]
        overline = any(
            not window.five & ~after and (window.before | window.after) & after
            for window in windows
        )
        fours = {
            (window.five & after, window.direction)
            for window in windows
            if (window.five & after).bit_count() == 4
            and window.five & ~after & self.board & ~white
            and self.counts(window, after, white, BLACK)
        }
        threes = {
            direction
            for direction, point in self.straight(cell, after, white)
            if not self.fives(after, white, BLACK, point) & point
            and not self.is_foul(point, after, white)
        }
        return overline or len(fours) > 1 or len(threes) > 1

    def straight(self, cell: int, black: int, white: int) -> Iterator[tuple[int, int]]:
        """Yield where a stone makes four in a row with the black stone on a cell, which a stone on
        either end makes five; with the direction.
        """
        empty = self.board & ~(black | white)
        for window in self.through[cell]:  # of the four and the cell after it
            *four, after = window.bits
            point = sum(four) & ~black
            if (
                sum(four) & cell
                and point & empty
                and not point & (point - 1)
                and after & empty
                and window.before & empty
                and not window.after & black
                and not self.beyond(window) & black
            ):
                yield window.direction, point

    def beyond(self, window: Window) -> int:
        """Return the cell before the one before a window, 0 off the board."""
        place = window.before.bit_length() - 1
        dx, dy = STEPS[window.direction]
        return self.bit(place % self.width - dx, place // self.width - dy) if window.before else 0

    def room(self, own: int, other: int) -> int:
        """Return how many more stones there may be."""
        most, stones = self.width * self.height, (own | other).bit_count()
        if self.rule == RENJU and most > RENJU_PLIES_LEFT and not self.is_late:
            most -= RENJU_PLIES_LEFT
        return min(most - stones, self.board.bit_count() - stones)

    # Trying everything.

    def wins(self, own: int, other: int, plies: int) -> bool:
        """Return whether `own`, to move, wins within `plies`."""
        plies = min(plies, self.room(own, other))
        if plies <= 0:
            return False
        if self.fives(own, other, self.attacker):
            return True
        if plies < 3:
            return False
        proved, refuted = self.known.get((own, other), (1000, 0))
        if plies <= refuted or proved <= plies:
            return proved <= plies
        self.positions += 1
        if self.positions > self.most:
            raise GivenUp
        empty = self.board & ~(own | other)
        # the opponent's fives are stopped by a stone on them or beside them, so all cells are tried
        found = any(
            self.holds(own | cell, other, plies - 1, cell)
            for cell in self.ordered(own, other, empty, plies)
            if not (self.attacker == BLACK and self.is_foul(cell, own, other))
        )
        self.known[own, other] = (plies, refuted) if found else (proved, plies)
        return found

    def ordered(self, own: int, other: int, empty: int, plies: int) -> Iterator[int]:
        """Yield the empty cells, likely ones and those that make a four first. A move that makes no
        four does not win in three plies.
        """
        fours = 0
        for window in self.windows:
            if (window.five & own).bit_count() == 3 and not window.five & other:
                fours |= window.five & empty
        cells = fours if plies < 5 else empty
        for first in (self.likely, fours, cells):
            yield from singles(first & cells)
            cells &= ~first

    def holds(self, own: int, other: int, plies: int, last: int = 0) -> bool:
        """Return whether `own` wins within `plies` after every reply of the opponent. All fives to
        make are in windows through the `last` stone, if one is given.
        """
        defender = 3 - self.attacker
        if not self.room(own, other) or plies < 2 or self.fives(other, own, defender):
            return False
        threats = self.fives(own, other, self.attacker, last)
        if plies < 4 and not threats:
            return False
        empty = self.board & ~(own | other)
        if threats and self.rule not in (CARO, CARO_EXACT):
            if threats & (threats - 1):
                return self.room(own, other) > 1
            empty = threats  # any other reply loses at once
            if self.room(own, other) < 2:
                return False
        return all(
            (defender == BLACK and self.is_foul(reply, other, own))
            or self.wins(own, other | reply, plies - 1)
            for reply in singles(empty)
        )
