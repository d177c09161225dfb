"""Games with a certificate in a window of a larger board, against White, who plays at random and to
make or stop rows.
"""

from collections.abc import Iterable, Iterator
from random import Random

from brain.certificates.check_window import WindowChecker
from brain.lexicon import BLACK, EMPTY, WHITE, cell_at, opponent, point_of
from tests.support.adversary import OUTSIDE, Attacker

Point = tuple[int, int]

FIVE = 5
STEPS = (1, 0), (0, 1), (1, 1), (1, -1)
NEAR = 3  # points from a stone to White's moves
AT_RANDOM = 0.2  # of White's moves


def square(half: int) -> list[Point]:
    """Return the points of a board with `half` points on each side of the first stone, (0, 0)."""
    return [(x, y) for x in range(-half, half + 1) for y in range(-half, half + 1)]


def fives_through(point: Point) -> Iterator[list[Point]]:
    """Yield the five points in a row that include a point."""
    for dx, dy in STEPS:
        for back in range(FIVE):
            yield [(point[0] + (k - back) * dx, point[1] + (k - back) * dy) for k in range(FIVE)]


class Game:
    """A game on the board of some points."""

    def __init__(
        self, checker: WindowChecker, points: Iterable[Point], corner: Point, dice: Random
    ) -> None:
        """`corner` is the point of the window's first cell."""
        self.dice, self.corner, self.rules = dice, corner, checker
        self.attacker = Attacker(checker.certificate)
        self.attacker.rules = checker
        self.free = {*points}
        self.board = frozenset(self.free)
        self.stones: dict[int, set[Point]] = {BLACK: set(), WHITE: set()}
        position = checker.certificate.position
        self.grid, self.turn = position.board(), self.attacker.start
        for cell, colour in position.stones:
            self.place(self.point(cell), colour)

    def point(self, cell: int) -> Point:
        """Return the point of a cell of the window."""
        x, y = point_of(cell)
        return x + self.corner[0], y + self.corner[1]

    def cell(self, point: Point) -> int:
        """Return the window's cell of a point, OUTSIDE if there is none."""
        cell = cell_at(point[0] - self.corner[0], point[1] - self.corner[1])
        return cell if cell in self.grid else OUTSIDE

    def place(self, point: Point, colour: int) -> None:
        """Place a stone."""
        self.free.remove(point)
        self.stones[colour].add(point)
        if cell := self.cell(point):
            self.grid[cell] = colour

    def made(self, point: Point, colour: int, count: int) -> list[set[Point]]:
        """Return the fives with a point that have `count` stones of a colour or more, and none of
        the other.
        """
        usable, own = self.board - self.stones[opponent(colour)], self.stones[colour]
        fives = (five for five in map(set, fives_through(point)) if five <= usable)
        return [five for five in fives if len(five & own) >= count]

    def row(self, point: Point, colour: int) -> int:
        """Return the most stones of a colour in such a five."""
        own = self.stones[colour]
        return max((len(five & own) for five in self.made(point, colour, 0)), default=0)

    def attack(self) -> bool:
        """Make Black's move; return whether he has five."""
        cell = self.attacker.move(self.grid, self.turn)
        assert self.grid[cell] == EMPTY
        self.place(self.point(cell), BLACK)
        return self.row(self.point(cell), BLACK) == FIVE

    def reply(self, point: Point) -> None:
        """Make White's move, and more of them as long as Black answers outside."""
        self.place(point, WHITE)
        assert self.row(point, WHITE) < FIVE, "White wins"
        if answer := self.answer(point):
            assert not self.cell(answer)
            self.place(answer, BLACK)
            self.reply(self.white_move())
        else:
            self.turn = self.attacker.after(self.grid, self.turn, self.cell(point))

    def answer(self, point: Point) -> Point | None:
        """Return Black's answer outside to White's last stone, None if he moves in the window."""
        return None

    def count_outside(self) -> None:
        """Count White's stones outside for lemma 3."""
        self.rules.outside = sum(not self.cell(point) for point in self.stones[WHITE])

    def best(self, points: Iterable[Point], colours: Iterable[int]) -> Point:
        """Return the point that makes or stops the longest rows of some colours, sometimes any."""
        candidates = sorted(points)
        if self.dice.random() < AT_RANDOM:
            return self.dice.choice(candidates)
        rows = [sum(self.row(point, colour) for colour in colours) for point in candidates]
        return max(zip(rows, iter(self.dice.random, None), candidates, strict=False))[2]

    def white_move(self) -> Point:
        """Return a move of White, near a stone if there is room."""
        steps, stones = range(-NEAR, NEAR + 1), self.stones[BLACK] | self.stones[WHITE]
        near = {(x + dx, y + dy) for x, y in stones for dx in steps for dy in steps}
        sides = self.dice.choice(([WHITE], [BLACK], [BLACK, WHITE]))
        return self.best(near & self.free or self.free, sides)
