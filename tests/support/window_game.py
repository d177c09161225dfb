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
from brain.lexicon import BLACK, WHITE, cell_at
from tests import ROOT
from tests.support.adversary import OUTSIDE, Attacker
from tests.support.line_outside import FIVE, Line

Point = tuple[int, int]

HALVES = 8, 8, 9, 11, 14  # of the boards
FARTHER = 10  # points on each side of the first stone in the window of one far reply
HALF = 7  # points on each side of the first stone in the window of the first two replies
SECOND = -1, 1  # Black's second stone, if White's first reply is on the right
LEFT, RIGHT, UP = 7, 5, 6  # of the certificate's window, from the first stone
BEYOND = 6  # points of a line beyond White's two stones that matter
STEPS = (1, 0), (0, 1), (1, 1), (1, -1)


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


def fives_through(point: Point) -> Iterator[list[Point]]:
    """Yield the five points in a row that include a point."""
    for dx, dy in STEPS:
        for back in range(FIVE):
            yield [(point[0] + (k - back) * dx, point[1] + (k - back) * dy) for k in range(FIVE)]


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


class Game:
    """A game, seen so that the window is the certificate's. White has two far stones."""

    def __init__(self, claim: Certificate, first: Point, other: Point, half: int) -> None:
        """`half` is the number of points of the board on each side of the first stone."""
        self.half = half
        view = next(i for i in views(first) if is_clear([*images(first)][i], [*images(other)][i]))
        self.black, self.white = {(0, 0), SECOND}, {[*images(p)][view] for p in (first, other)}
        one, two = sorted(self.white)
        self.points = line_of(one, two, half)
        self.line = solved(len(self.points), FIVE * any(map(in_window, self.points)))
        self.attacker = Attacker(claim)
        self.attacker.rules = WindowChecker(claim)
        self.grid, self.turn = claim.position.board(), self.attacker.start
        self.is_won = False

    def longest(self, point: Point, sides: list[tuple[set[Point], set[Point]]]) -> int:
        """Return the most stones of a side in five cells with a point, if it is played."""
        fives = [
            five & own | {point}
            for own, others in sides
            for five in self.made(own | {point}, others, point, 1)
        ]
        return max(map(len, fives), default=0)

    def is_free(self, point: Point) -> bool:
        """Return whether a point is an empty cell of the board."""
        return max(map(abs, point)) <= self.half and point not in self.black | self.white

    def made(
        self, stones: set[Point], others: set[Point], point: Point, count: int
    ) -> list[set[Point]]:
        """Return the fives without other stones in which a stone makes `count` or more."""
        fives = [
            five
            for five in map(set, fives_through(point))
            if not five & others and all(max(map(abs, p)) <= self.half for p in five)
        ]
        return [five for five in fives if len(five & stones) >= count]

    def attack(self) -> None:
        """Make Black's move."""
        cell = self.attacker.move(self.grid, self.turn)
        point = next(p for p in window_points() if cell_of(p) == cell)
        assert self.is_free(point)
        self.black.add(point)
        self.grid[cell] = BLACK
        self.is_won = bool(self.made(self.black, self.white, point, FIVE))

    def reply(self, point: Point) -> bool:
        """Make White's move; return whether Black is to move, having answered no threat."""
        assert self.is_free(point)
        self.white.add(point)
        assert not self.made(self.white, self.black, point, FIVE), "White wins"
        node = self.attacker.certificate.nodes[self.turn.node]
        if in_window(point):
            self.grid[cell_of(point)] = WHITE
            self.turn = self.attacker.after(self.grid, self.turn, cell_of(point))
            return True
        if isinstance(node, MoveNode):
            if answer := self.answer(point):
                self.take(answer)
                return False
            self.turn = self.attacker.after(self.grid, self.turn, OUTSIDE)
            return True
        fours = self.made(self.white, self.black, point, 4)
        if fours and not self.attacker.rules.fives(self.attacker.stones(self.grid, ())):
            (answer,) = set.union(*fours) - self.white
            self.take(answer)
            return False
        self.turn = self.attacker.after(self.grid, self.turn, OUTSIDE)
        return True

    def take(self, answer: Point) -> None:
        """Make Black's answer outside."""
        assert self.is_free(answer)
        assert not in_window(answer)
        self.black.add(answer)

    def answer(self, point: Point) -> Point | None:
        """Return Black's answer to White's stone outside, if it is a threat on the line."""
        threats = [
            five
            for five in self.made(self.white, self.black, point, 3)
            if not all(map(in_window, five))
        ]
        assert all(five <= {*self.points} for five in threats), "a threat off the line"
        if not threats:
            return None
        white, black = (
            sum(1 << k for k, p in enumerate(self.points) if p in stones and not self.is_deep(k))
            for stones in (self.white - {point}, self.black)
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


@cache
def window_points() -> list[Point]:
    """Return the points of the certificate's window."""
    return [(x, y) for x in range(-LEFT, RIGHT + 1) for y in range(-UP, UP + 1)]


def cell_of(point: Point) -> int:
    """Return the certificate's cell of a point in its window."""
    return cell_at(point[0] + LEFT, point[1] + UP)


def random_game(claim: Certificate, dice: Random) -> Game:
    """Return a game that is over, in which White plays at random and to make rows."""
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
    game = Game(claim, first, other, half)
    is_black = True
    while not game.is_won:
        if is_black:
            game.attack()
        if not game.is_won:
            is_black = game.reply(white_move(game, dice))
    return game


def white_move(game: Game, dice: Random) -> Point:
    """Return a move: at random near a stone, or one that makes or stops the longest row."""
    near = {
        (x + dx, y + dy)
        for x, y in game.white | game.black
        for dx in range(-3, 4)
        for dy in range(-3, 4)
    }
    free = sorted(filter(game.is_free, near))
    if dice.random() < 0.3:
        return dice.choice(free)
    sides = [(game.white, game.black), (game.black, game.white)]
    sides = sides[: dice.choice((1, 2))]
    return max(free, key=lambda point: (game.longest(point, sides), dice.random()))
