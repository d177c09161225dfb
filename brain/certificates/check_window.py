"""Checks a certificate whose board is a window of a larger board, on which the defender has stones.

It is for freestyle, and for one or two of the defender's stones outside. Their places aren't known.
docs/theorems.md has the lemmas, the conditions and their proofs.

The attacker has one move for each of the defender's, so the stones outside are counted by those
that the window lacks.
"""

from dataclasses import replace
from functools import lru_cache

from brain.cell import Cell
from brain.certificates.certificate import Certificate, CoverNode, MoveNode
from brain.certificates.check import Asking, Checked, Checker, Refused
from brain.certificates.stones import Size, Stones, bits, stones_of
from brain.lexicon import BLACK, FREESTYLE, cell_at

FIVE = 5
REACH = FIVE - 1  # cells outside that five cells across the border may have
ON_ONE_LINE = 1  # stones of the two outside, and of threats with them, in five cells on the border
TWO, THREE = 2, 3
# After one reply outside: the window, the attacker's first two stones, and the columns and rows of
# the replies that need an answer. All others are answered after two replies outside.
WINDOW = 20, 20
FIRST, SECOND = cell_at(10, 9), cell_at(9, 10)
NEAR = range(4, 16)


@lru_cache(1 << 6)
def crossings(size: Size) -> tuple[int, list[tuple[int, list[int]]]]:
    """Return the cells of a board in five cells in a row across its border, and such fives by the
    step: the cells where they begin, by how many are outside, from 1.
    """
    near, found = 0, []
    for dx, dy in (1, 0), (0, 1), (1, 1), (-1, 1):
        starts = [0] * FIVE
        for x in range(-REACH, size[0] + REACH):
            for y in range(-REACH, size[1] + REACH):
                points = [(x + k * dx, y + k * dy) for k in range(FIVE)]
                inside = [p for p in points if 0 <= p[0] < size[0] and 0 <= p[1] < size[1]]
                if 0 < len(inside) < FIVE:
                    starts[FIVE - len(inside)] |= 1 << cell_at(x, y)
                    near |= bits(cell_at(*point) for point in inside)
        found.append((cell_at(dx, dy) - cell_at(0, 0), starts))
    return near, found


def crossing(stones: Stones, size: Size, outside: int, count: int, least: int = 0) -> int:
    """Return the cells on a board of five cells across its border that have none of the attacker's
    stones, and where the defender may have `count`: at most `outside` of them outside, and at least
    `least` on the board.
    """
    near, fives = crossings(size)
    if count > outside and not near & stones.other:
        return 0
    cells = 0
    for step, starts in fives:
        free, at_least = -1, [-1, 0, 0, 0, 0, 0]  # no stone of the attacker; by the defender's
        for k in range(FIVE):
            free &= ~(stones.own >> k * step)
            other = stones.other >> k * step
            for number in range(FIVE, 0, -1):
                at_least[number] |= at_least[number - 1] & other
        for away in range(1, FIVE):
            fewest = max(count - min(away, outside), least, 0)
            found = starts[away] & free & at_least[fewest]
            for k in range(FIVE):
                cells |= found << k * step
    return cells & stones.inside


class WindowChecker(Checker):
    """Checks nodes on a window. `outside` is the most stones of the defender that five cells on the
    border may have outside.
    """

    def __init__(self, certificate: Certificate, most: float = float("inf")) -> None:
        super().__init__(certificate, most)
        position = certificate.position
        if position.rule != FREESTYLE or position.walls:
            raise Refused("only freestyle without walls is checked in a window")
        self.surplus = surplus(stones_of(position)) - ON_ONE_LINE
        self.outside = ON_ONE_LINE

    def line(self, cells: tuple[int, ...], stones: Stones) -> int:
        """Return the most plies in which a line wins, replies outside included; else Refused."""
        self.outside = surplus(stones) - self.surplus
        return super().line(cells, stones)

    def defences(self, board: Stones, certain: int) -> tuple[int, int]:
        """Return what the checker does. If the attacker threatens no five, the board must not be
        dangerous after a reply outside either.
        """
        if not self.fives(board):
            self.outside += 1
            is_dangerous = self.danger(board, 1)
            self.outside -= 1
            if is_dangerous:
                raise Refused("after a reply outside the defender may make five")
        return super().defences(board, certain)

    def danger(self, stones: Stones, missing: int) -> int:
        """Return the cells on the board of the windows that at most `missing` more stones of the
        defender would fill, those across the border included; all cells if one more stone outside
        fills a window there.
        """
        if missing == 1 and self.outside >= FIVE - 1:
            return stones.inside
        across = crossing(stones, self.size, self.outside, FIVE - missing)
        return super().danger(stones, missing) | across

    def cover(self, node: CoverNode, stones: Stones) -> Asking:
        """Return the plies of a cover that wins, after a reply outside too; else Refused."""
        self.check_border(stones)
        passed = self.first(node.lines, stones)
        if not passed:
            raise Refused("there is no answer to a reply outside")
        return max(1 + passed, (yield from self.inside(node, stones)))

    def inside(self, node: CoverNode, stones: Stones) -> Asking:
        """Return the plies of a cover that wins after the replies on the board; else Refused."""
        return (yield from super().cover(node, stones))

    def check_border(self, stones: Stones) -> None:
        """Raise Refused if a stone of the defender on the board may become part of a three with two
        outside.
        """
        if crossing(stones, self.size, TWO, THREE, 1):
            raise Refused("a stone near the border may become part of a three")


class CountingChecker(WindowChecker):
    """Checks nodes on a window by lemma 3. `outside` are all of the defender's stones outside."""

    def __init__(self, certificate: Certificate, outside: int, most: float = float("inf")) -> None:
        super().__init__(certificate, most)
        self.surplus = surplus(stones_of(certificate.position)) - outside

    def cover(self, node: CoverNode, stones: Stones) -> Asking:
        """Return the plies of a cover that wins, after a reply outside too; else Refused. A branch
        on a stone of the attacker answers a reply outside.
        """
        passes = [branch for branch in node.branches if stones.own >> branch[0] & 1]
        if not passes:
            return (yield from super().cover(node, stones))
        self.check_border(stones)
        passed: int = yield passes[0][1], stones
        others = tuple(branch for branch in node.branches if branch is not passes[0])
        plies: int = yield from self.inside(replace(node, branches=others), stones)
        return max(1 + passed, plies)

    def check_border(self, stones: Stones) -> None:
        """Raise Refused if the defender may make five."""
        self.outside = surplus(stones) - self.surplus - 1  # the attacker has moved
        if self.danger(stones, 1):
            raise Refused("the defender may make five")


class FarReplyChecker(CountingChecker):
    """Checks a certificate for one reply outside, and one in NEAR."""

    def __init__(self, certificate: Certificate, most: float = float("inf")) -> None:
        super().__init__(certificate, 1, most)
        position, root = certificate.position, certificate.nodes[-1]
        stones = stones_of(position)
        if self.size != WINDOW or stones.own != 1 << FIRST or stones.other:
            raise Refused("the position is not the first stone in its window")
        if not isinstance(root, MoveNode) or root.cell != SECOND:
            raise Refused("the second stone is not beside the first")

    def most_plies(self, columns: range = NEAR) -> int:
        """Return the most plies in which Black wins, whatever the certificate claims; Refused if he
        doesn't. `columns` are those of the replies that are checked.
        """
        root = self.certificate.nodes[-1]
        assert isinstance(root, MoveNode)
        cover = self.certificate.nodes[root.then.node]
        assert isinstance(cover, CoverNode)
        stones = stones_of(self.certificate.position).played(root.cell)
        stones, branches = stones.seen(root.then.symmetry, self.size), dict(cover.branches)
        plies = 0
        for reply in (cell_at(x, y) for x in columns for y in NEAR):  # alike in all symmetries
            if stones.empty >> reply & 1:
                if reply not in branches:
                    raise Refused(f"there is no answer to {Cell(reply, self.height)}")
                plies = max(plies, 2 + self.plies(branches[reply], stones.answered(reply)))
        return plies


def surplus(stones: Stones) -> int:
    """Return how many more stones the attacker has. Each reply outside adds one."""
    return stones.own.bit_count() - stones.other.bit_count()


def check(certificate: Certificate, most: float = float("inf")) -> Checked:
    """Return the result of checking a certificate in a window; raises Refused and GivenUp as
    brain.certificates.check does. Its plies leave out the threats outside and their answers.
    """
    found = surplus(stones_of(certificate.position))
    if not found:
        return CountingChecker(certificate, found, most).whole()
    if len(certificate.position.stones) == 1:
        return FarReplyChecker(certificate, most).whole()
    return WindowChecker(certificate, most).whole()


# What the certificates of docs/theorems.md prove, by their board and Black's stones. He is to move.
THEOREMS = {
    ((13, 13), bits((cell_at(7, 6), cell_at(6, 7)))): (
        "On every board that contains the 15 x 15 window around Black's first stone, he wins if"
        " White's first two replies are outside it."
    ),
    (WINDOW, bits((FIRST,))): (
        "On every board that contains the 21 x 21 window around Black's first stone, he wins if"
        " White's first reply is outside it and the second one is among the 142 near Black's two"
        " stones. The theorem of two far replies covers the other second replies."
    ),
}


ANY_BOARD = (
    "The same stones win on every larger board, with no others, wherever this board is on it."
)


def theorem_of(certificate: Certificate) -> str:
    """Return in words what a certificate proves about larger boards if it is right; Refused if no
    theorem has its position.
    """
    position, stones = certificate.position, stones_of(certificate.position)
    if not surplus(stones):
        return ANY_BOARD
    key = (position.width, position.height), stones.own
    if position.turn != BLACK or stones.other or key not in THEOREMS:
        raise Refused("no theorem about larger boards has this position")
    return THEOREMS[key]
