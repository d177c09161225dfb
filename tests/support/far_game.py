"""Games after one far reply and one near Black's stones, on larger boards: Black's certificate
against White, who plays at random and to make rows. Black's first stone is the point (0, 0).
"""

from collections.abc import Iterable
from functools import cache
from random import Random

from brain.certificates import certificate
from brain.certificates.certificate import Certificate
from brain.certificates.check_window import FIRST, NEAR, SECOND, FarReplyChecker
from brain.lexicon import BLACK, EMPTY, WHITE, cell_at, point_of
from brain.rules.grid import Grid
from tests import ROOT
from tests.support.adversary import OUTSIDE, Attacker
from tests.support.window_game import FARTHER, Point, fives_through, is_far

HALVES = 11, 12, 14  # of the boards
COLUMN, ROW = point_of(FIRST)


@cache
def far_reply() -> Certificate:
    """Return the certificate for one far reply."""
    path = ROOT / "docs" / "theorems" / "far-reply.json"
    return certificate.from_json(path.read_text(encoding="utf-8"))


def near_points() -> list[Point]:
    """Return the points of the second replies that the certificate answers."""
    cells = {cell_at(x, y) for x in NEAR for y in NEAR} - {FIRST, SECOND}
    return [(x - COLUMN, y - ROW) for x, y in sorted(map(point_of, cells))]


class Game:
    """A game on a board with `half` points on each side of the first stone."""

    def __init__(self, half: int, dice: Random) -> None:
        self.dice, self.attacker = dice, Attacker(far_reply())
        self.rules = self.attacker.rules = FarReplyChecker(far_reply())
        points = range(-half, half + 1)
        self.free = {(x, y) for x in points for y in points}
        self.board = frozenset(self.free)
        self.grid: Grid = far_reply().position.board()
        self.turn, self.stones = self.attacker.start, {BLACK: set[Point](), WHITE: set[Point]()}
        self.place((0, 0), BLACK)

    def place(self, point: Point, colour: int) -> None:
        """Place a stone."""
        self.free.remove(point)
        self.stones[colour].add(point)
        if self.cell(point):
            self.grid[self.cell(point)] = colour

    def cell(self, point: Point) -> int:
        """Return the certificate's cell of a point, OUTSIDE if there is none."""
        cell = cell_at(point[0] + COLUMN, point[1] + ROW)
        return cell if cell in self.grid else OUTSIDE

    def row(self, point: Point, colour: int) -> int:
        """Return the most stones of a colour in five cells of the board with a point."""
        free = self.board - self.stones[BLACK + WHITE - colour]
        fives = (set(five) for five in fives_through(point))
        return max((len(five & self.stones[colour]) for five in fives if five <= free), default=0)

    def attack(self) -> bool:
        """Make Black's move; return whether he has five."""
        self.rules.outside = sum(not self.cell(point) for point in self.stones[WHITE])
        cell = self.attacker.move(self.grid, self.turn)
        assert self.grid[cell] == EMPTY
        x, y = point_of(cell)
        point = x - COLUMN, y - ROW
        self.place(point, BLACK)
        return self.row(point, BLACK) == 5

    def reply(self, point: Point) -> None:
        """Make White's move."""
        self.place(point, WHITE)
        assert self.row(point, WHITE) < 5, "White wins"
        self.turn = self.attacker.after(self.grid, self.turn, self.cell(point))

    def white_move(self, points: Iterable[Point]) -> Point:
        """Return the point that makes or stops the longest row, sometimes any."""
        candidates = sorted(points)
        if self.dice.random() < 0.2:
            return self.dice.choice(candidates)
        sides = self.dice.choice(([WHITE], [BLACK], [BLACK, WHITE]))
        rows = (sum(self.row(point, side) for side in sides) for point in candidates)
        return max(zip(rows, iter(self.dice.random, None), candidates, strict=False))[2]


def play(dice: Random) -> bool:
    """Play a game to its end; return whether Black wins."""
    game = Game(dice.choice(HALVES), dice)
    first = dice.choice(sorted(point for point in game.free if is_far(point, FARTHER)))
    game.place(first, WHITE)
    assert not game.attack()
    game.reply(dice.choice(near_points()))
    for _ in range(len(game.free)):
        if game.attack():
            return True
        game.reply(game.white_move(game.free))
    return False
