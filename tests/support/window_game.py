"""Games of two far replies: Black's strategy of docs/theorems.md on larger boards, against White.

Black's first stone is the point (0, 0). White's first two replies are outside `HALF` of it. From
then on Black plays a certificate in a window, and answers threats outside.
"""

from collections.abc import Iterator
from functools import cache
from random import Random

from brain.certificates import certificate
from brain.certificates.certificate import Certificate, MoveNode
from brain.certificates.check_window import WindowChecker
from brain.lexicon import BLACK, WHITE
from tests import ROOT
from tests.support.larger_board import FIVE, STEPS, Game, Point, square
from tests.support.line_outside import Line

HALVES = 8, 8, 9, 11, 14  # of the boards
FARTHER = 10  # points on each side of the first stone in the window of one far reply
HALF = 7  # points on each side of the first stone in the window of the first two replies
SECOND = -1, 1  # Black's second stone, if White's first reply is on the right
LEFT, RIGHT, UP = 7, 5, 6  # of the certificate's window, from the first stone
BEYOND = 6  # points of a line beyond White's two stones that matter


@cache
def two_outside() -> Certificate:
    """Return the certificate for two replies outside."""
    path = ROOT / "docs" / "theorems" / "two-outside.json"
    return certificate.from_json(path.read_text(encoding="utf-8"))


def images(point: Point) -> Iterator[Point]:
    """Yield a point's images under the eight symmetries, always in the same order."""
    x, y = point
    for one, other in ((x, y), (y, x)):
        yield from ((one, other), (-one, other), (one, -other), (-one, -other))


def is_far(point: Point, half: int = HALF) -> bool:
    """Return whether a point is outside a window, by default the first one."""
    return max(map(abs, point)) > half


def in_window(point: Point) -> bool:
    """Return whether a point is in the certificate's window."""
    return -LEFT <= point[0] <= RIGHT and abs(point[1]) <= UP


def second_view(reply: Point) -> int:
    """Return the symmetry by which White's first reply is on the right, and not below."""
    return next(i for i, (x, y) in enumerate(images(reply)) if x > HALF and y <= HALF)


def views(first: Point) -> Iterator[int]:
    """Yield the symmetries that keep Black's first two stones, seen from the one for a reply."""
    second = inverse(second_view(first), SECOND)
    yield from (i for i, image in enumerate(images(second)) if image == SECOND)


def inverse(view: int, point: Point) -> Point:
    """Return the point whose image under a symmetry is `point`."""
    candidates = images(point)
    return next(other for other in candidates if [*images(other)][view] == point)


def line_of(first: Point, other: Point, half: int) -> list[Point]:
    """Return the points of the line of White's two stones, as tests.support.line_outside has them:
    from the window outwards. Empty if no five includes both. `half` is that of the board.
    """
    dx, dy = other[0] - first[0], other[1] - first[1]
    steps = max(abs(dx), abs(dy))
    if steps >= FIVE or (dx and dy and abs(dx) != abs(dy)):
        return []
    step = dx // steps, dy // steps
    if step[0] < 0:
        step, first, other = (-step[0], -step[1]), other, first
    x, y = first
    points = [(x + k * step[0], y + k * step[1]) for k in range(-4 * FIVE, steps + BEYOND + 1)]
    inside = [k for k, point in enumerate(points) if in_window(point)]
    points = points[max(inside) - FIVE + 1 if inside else 4 * FIVE - BEYOND :]
    start = FIVE if inside else 0
    return points[:start] + [point for point in points[start:] if max(map(abs, point)) <= half]


@cache
def solved(length: int, inside: int) -> Line:
    """Return a line with what is known about it."""
    return Line(length, inside)


class FarGame(Game):
    """A game, seen so that the window is the certificate's. White has two far stones."""

    def __init__(self, first: Point, other: Point, half: int, dice: Random) -> None:
        """`half` is the number of points of the board on each side of the first stone."""
        super().__init__(WindowChecker(two_outside()), square(half), (-LEFT, -UP), dice)
        view = next(i for i in views(first) if is_clear([*images(first)][i], [*images(other)][i]))
        one, two = sorted([*images(point)][view] for point in (first, other))
        self.place(one, WHITE)
        self.place(two, WHITE)
        self.points = line_of(one, two, half)
        self.line = solved(len(self.points), FIVE * any(map(in_window, self.points)))

    def answer(self, point: Point) -> Point | None:
        """Return Black's answer outside to White's last stone, None if he moves in the window."""
        if self.cell(point):
            return None
        if isinstance(self.attacker.certificate.nodes[self.turn.node], MoveNode):
            return self.answer_on_line(point)
        fours = self.made(point, WHITE, FIVE - 1)
        if not fours or self.rules.fives(self.attacker.stones(self.grid, ())):
            return None
        (answer,) = set.union(*fours) - self.stones[WHITE]
        return answer

    def answer_on_line(self, point: Point) -> Point | None:
        """Return Black's answer to White's stone outside, if it is a threat on the line."""
        threats = [five for five in self.made(point, WHITE, 3) if not all(map(in_window, five))]
        assert all(five <= {*self.points} for five in threats), "a threat off the line"
        if not threats:
            return None
        white, black = (
            sum(1 << k for k, p in enumerate(self.points) if p in stones and not self.is_deep(k))
            for stones in (self.stones[WHITE] - {point}, self.stones[BLACK])
        )
        found = self.line.answer(white, black, 1 << self.points.index(point))
        return self.points[found.bit_length() - 1] if found else None

    def is_deep(self, place: int) -> bool:
        """Return whether a place of the line is in the window or behind it, and not the edge."""
        return bool(self.line.edge) and place < FIVE - 1


def is_clear(first: Point, other: Point) -> bool:
    """Return whether White's two stones are outside the certificate's window, and their line may be
    played as a line that leaves the window. The line doesn't meet the window; or both are on the
    right of the first window; or one is at its right border, and the other four columns farther.
    """
    if in_window(first) or in_window(other):
        return False
    points = line_of(first, other, max(map(abs, first + other)))
    left, right = sorted((first[0], other[0]))
    return not any(map(in_window, points)) or left > HALF or (left == HALF and right == HALF + 4)


def play(dice: Random) -> bool:
    """Play a game to its end; return whether Black wins."""
    half = dice.choice(HALVES)
    near = dice.random() < 0.9
    first = other = 0, 0
    while not is_far(first):
        first = dice.randint(-half, half), dice.randint(-half, half)
    while not is_far(other) or other == first or max(map(abs, other)) > half:
        if near:
            dx, dy = dice.choice(STEPS)
            steps = dice.randint(1 - FIVE, FIVE - 1)
            other = first[0] + steps * dx, first[1] + steps * dy
        else:
            other = dice.randint(-half, half), dice.randint(-half, half)
    game = FarGame(first, other, half, dice)
    while game.free:
        if game.attack():
            return True
        game.reply(game.white_move())
    return False
