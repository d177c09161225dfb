"""Checks a certificate by the rules alone. It believes nothing, and refuses where it is in doubt.

A set of cells is a number: bit c is set when cell c is in the set, so bit c of `cells >> k * step`
tells of the cell that lies k steps from c. `own` are the attacker's stones, `other` the defender's,
`inside` the cells of the board without walls.

A certificate wins because of its nodes' rules, which are told where each is checked: MOVE and COVER
are the rules of the game, and LINE is the lemma.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import combinations
from math import inf
from typing import NamedTuple

from brain.cell import Cell
from brain.lexicon import EMPTY, STEPS, cell_at, column, opponent, row
from brain.position import Position
from brain.proofs.certificate import Certificate, Cover, Line, Link, Move
from brain.rules import (
    LAWS,
    Grid,
    count_fours,
    has_overline,
    is_five,
    is_foul,
    straight_four_points,
    with_stone,
)
from brain.symmetry import transformed

GAPS = {missing: tuple(combinations(range(5), missing)) for missing in (1, 2)}
ORDER = {gaps: sorted(range(5), key=gaps.__contains__) for gaps in GAPS[1] + GAPS[2]}  # gaps last
Way = tuple[int, int]  # a cell that makes five, and the cells where a stone may change that


class Refused(ValueError):  # noqa: N818 (the word is the checker's verdict)
    """A certificate doesn't show what it claims; the message says why."""


class GivenUp(ValueError):  # noqa: N818 (it says nothing about the certificate)
    """Checking takes too many nodes."""


class Stones(NamedTuple):
    """A board."""

    own: int
    other: int
    inside: int

    def answered(self, reply: int) -> "Stones":
        """Return the board with one more stone of the defender."""
        return self._replace(other=self.other | 1 << reply)

    def grid(self, attacker: int) -> Grid:
        """Return the board as brain.rules reads it."""
        grid = dict.fromkeys(cells_of(self.inside), EMPTY)
        grid |= dict.fromkeys(cells_of(self.own), attacker)
        return grid | dict.fromkeys(cells_of(self.other), opponent(attacker))

    @property
    def empty(self) -> int:
        """The empty cells."""
        return self.inside & ~(self.own | self.other)


Part = tuple[int, Stones]  # a cover, and a board as it sees it


class Checked(NamedTuple):
    """What checking a certificate showed."""

    plies: int  # to the five, at most
    nodes: int  # checked, a cover once for every board


def check(certificate: Certificate, most: float = inf) -> Checked:
    """Return what a certificate shows; raises Refused when that isn't its claim, GivenUp after
    `most` nodes.
    """
    return check_with({}, certificate, most)


def check_with(found: Mapping[Part, Checked], certificate: Certificate, most: float) -> Checked:
    """Return what `check` does, where some parts are checked already."""
    checker = Checker(certificate, most)
    for part, (plies, nodes) in found.items():
        checker.known[part] = plies
        checker.checked += nodes
    plies = checker.plies(Link(len(certificate.nodes) - 1), stones_of(certificate.position))
    check_claim(certificate, plies)
    return Checked(plies, checker.checked)


def parts(certificate: Certificate, replies: int) -> set[Part]:
    """Return the parts that lie so many replies deep. They can be checked apart."""
    root = Link(len(certificate.nodes) - 1)
    return set(Checker(certificate).parts(root, stones_of(certificate.position), replies))


def check_part(part: Part, certificate: Certificate, most: float) -> Checked:
    """Return what a part shows, and raise what `check` does."""
    number, stones = part
    checker = Checker(certificate, most)
    return Checked(checker.plies(Link(number), stones), checker.checked)


def check_claim(certificate: Certificate, plies: int) -> None:
    """Raise Refused unless a win in so many plies is what a certificate claims, before the draw."""
    room = certificate.position.room
    if plies > room:
        raise Refused(f"the game is drawn in {room} plies, before the five")
    if plies != certificate.plies:
        raise Refused(f"it wins in {plies} plies, not in the {certificate.plies} that it claims")


def stones_of(position: Position) -> Stones:
    """Return a position's board, for the side to move."""
    own = bits(cell for cell, colour in position.stones if colour == position.turn)
    inside = bits(position.board()) & ~bits(position.walls)
    return Stones(own, bits(cell for cell, _ in position.stones) & ~own, inside)


def bits(cells: Iterable[int]) -> int:
    """Return the set of some cells."""
    return sum(1 << cell for cell in cells)


def cells_of(cells: int) -> Iterator[int]:
    """Yield the cells of a set, in order."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


def rows(own: int, free: int, missing: int) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """Yield where rows of five begin that some stones make with so many free cells: the set of
    their first cells, the places of the free ones in the row, and the step.
    """
    for step in STEPS:
        for gaps in GAPS[missing]:
            starts = -1
            for k in ORDER[gaps]:
                starts &= (free if k in gaps else own) >> k * step
                if not starts:
                    break
            else:
                yield starts, gaps, step


class Board:
    """A rule and who attacks; what the stones on a board of it mean."""

    def __init__(self, rule: int, attacker: int) -> None:
        self.rule, self.attacker, self.defender = rule, attacker, opponent(attacker)
        self.law = LAWS[rule][attacker]

    # The attacker's fives.

    def windows(self, stones: Stones, missing: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield the empty cells, as many as are missing, that make a window of five the attacker's
        and a win, with the cells where a stone of the defender may change that.

        Fives are exact where the rule says so: that depends on the attacker's stones alone. Where
        five between two stones of the defender is no win, fewer stones of the defender cap less.
        So no window is lost when stones of the defender are taken away.
        """
        own, other = stones.own, stones.other
        for starts, gaps, step in rows(own, stones.empty, missing):
            if self.law.exact:
                starts &= ~(own << step | own >> 5 * step)
            if self.law.caps:
                starts &= ~(other << step & other >> 5 * step)
            for start in cells_of(starts):
                cells = tuple(start + k * step for k in gaps)
                ends = (start - step, start + 5 * step) if self.law.caps else ()
                yield cells, bits((*cells, *ends))

    def ways(self, stones: Stones) -> list[Way]:
        """Return the attacker's ways to make five at once."""
        return [(cell, touched) for (cell,), touched in self.windows(stones, 1)]

    def doubles(self, stones: Stones, least: int) -> dict[int, int]:
        """Return the cells that give the attacker, who has no way to make five, ways that no one
        stone stops; each with the cells where a stone may change one of them.

        The move must be legal with any of the defender's stones but the `least`.
        """
        changed: dict[int, int] = {}
        common: dict[int, int] = {}  # the cells where a stone may change all of them
        for (one, two), touched in self.windows(stones, 2):
            for cell in (one, two):
                changed[cell] = changed.get(cell, 0) | touched
                common[cell] = common.get(cell, -1) & touched & ~(1 << cell)
        return {
            cell: touched
            for cell, touched in changed.items()
            if self.is_double(stones._replace(own=stones.own | 1 << cell), common[cell])
            and not self.may_be_foul(cell, stones._replace(other=least))
        }

    def is_double(self, stones: Stones, common: int) -> bool:
        """Return whether the attacker can make five after any reply, of which only the common ones
        may matter.
        """
        replies = cells_of(common & stones.empty)
        return all(self.ways(stones.answered(reply)) for reply in replies)

    def may_be_foul(self, cell: int, stones: Stones) -> bool:
        """Return whether a stone of the attacker that makes no five is a foul, here or with more
        stones of the defender.

        Overlines depend on the attacker's stones alone. Stones of the defender only take fours and
        straight fours away. That a three may be none because its straight four is forbidden itself
        is left out, so threes are counted too often rather than too seldom.
        """
        if not self.law.fouls:
            return False
        after = with_stone(stones.grid(self.attacker), cell, self.attacker)
        fours = sum(count_fours(after, cell, step) for step in STEPS)
        threes = sum(bool(straight_four_points(after, cell, step)) for step in STEPS)
        return has_overline(after, cell) or fours >= 2 or threes >= 2

    def is_foul(self, cell: int, colour: int, stones: Stones) -> bool:
        """Return whether a stone of a colour is a foul on a board."""
        fouls = LAWS[self.rule][colour].fouls
        return fouls and is_foul(stones.grid(self.attacker), cell, colour, self.rule)

    # The defender's fives. They are counted where the rule might not, and with any five of the
    # stones there: so no danger appears when stones of the defender are taken away.

    def danger(self, stones: Stones, missing: int) -> int:
        """Return the cells, as many as are missing or fewer, that would give the defender all five
        of some window without the attacker; with one missing, a board with any is dangerous.
        """
        cells = 0
        for starts, gaps, step in rows(stones.other, stones.inside & ~stones.own, missing):
            for k in gaps:
                cells |= starts << k * step
        return cells

    # The lemma.

    def line(self, cells: tuple[int, ...], stones: Stones) -> int:
        """Return the most plies in which a line wins, for the attacker to move; Refused if it
        doesn't.

        Say that a board is *decided* when the attacker, to move, has a way to make five; or when it
        isn't dangerous and some legal move gives ways to make five that no one stone stops. Then
        the attacker wins in one ply or three. A decided board stays so when stones of the defender
        are taken away.

        The attacker plays the line's next cell. The board is not dangerous then, so no reply makes
        five. The replies after which the board isn't decided are the defences. If there is none,
        the attacker has won. Otherwise all defences are put on the board together, and the line
        goes on.

        In a game the defender has only some of those stones, and the attacker all of the line's.
        So the line's cells are empty in the game too, and what the board shows is true there: a
        reply that is no defence meets a decided board, and so does one on a cell where only the
        line's board has a stone, as it is no more than a pass. One of the defences goes on.

        `least` are the stones that the defender has for certain. A legal move is one that is legal
        with these and any others. While they are all, the board is the game's, and a reply that is
        a foul there loses.
        """
        own, other, inside = stones
        least, plies = other, 0
        for number, cell in enumerate(cells):
            board = Stones(own, other, inside)
            if not board.empty >> cell & 1:
                raise Refused(f"{Cell(cell)} is not an empty cell")
            if any(cell == way for way, _ in self.ways(board)):
                return max(plies, 2 * number + 1)
            if least == other:
                foul = self.is_foul(cell, self.attacker, board)
            else:
                foul = self.may_be_foul(cell, board._replace(other=least))
            if foul:
                raise Refused(f"{Cell(cell)} may be forbidden")
            own |= 1 << cell
            board = Stones(own, other, inside)
            if self.danger(board, 1):
                raise Refused(f"after {Cell(cell)} the defender may make five")
            defences, is_slow = self.defences(board, least)
            plies = max(plies, 2 * number + (5 if is_slow else 3))
            if not defences:
                return plies
            other |= defences
            if defences & (defences - 1) == 0:
                least |= defences
        raise Refused("the line does not win")

    def defences(self, board: Stones, least: int) -> tuple[int, bool]:
        """Return the replies that leave a board undecided, and whether another may take three plies
        to refute instead of one; Refused when the board isn't decided even after a pass.

        A reply that touches no way to make five leaves it; so only those are tried that may touch
        all ways, or all moves that would give two.
        """
        ways = self.ways(board)
        tried, found, is_slow = board.empty, 0, not ways
        for _, touched in ways:
            tried &= touched
        if not ways:
            doubles = self.doubles(board, least)
            if not doubles:
                raise Refused("nothing is threatened")
            for touched in doubles.values():
                tried &= touched
            found = self.danger(board, 2) & board.empty
        for reply in cells_of(tried & ~found):
            after = board.answered(reply)
            if self.ways(after):
                continue
            if not self.danger(after, 1) and self.doubles(after, least):
                is_slow = True
            else:
                found |= 1 << reply
        if least == board.other:
            fouls = (cell for cell in cells_of(found) if self.is_foul(cell, self.defender, board))
            found &= ~bits(fouls)
        return found, is_slow


class Checker(Board):
    """Checks nodes on boards, each cover on each board once."""

    def __init__(self, certificate: Certificate, most: float = inf) -> None:
        position = certificate.position
        super().__init__(position.rule, position.turn)
        self.nodes = certificate.nodes
        self.size = position.width, position.height
        self.checked, self.most = 0, most
        self.known: dict[Part, int] = {}

    def plies(self, link: Link, stones: Stones) -> int:
        """Return what `node` does; Refused where nodes are nested too deeply, too."""
        try:
            return self.node(link, stones)
        except RecursionError:
            raise Refused("the nodes are nested too deeply") from None

    def parts(self, link: Link, stones: Stones, replies: int) -> Iterator[Part]:
        """Yield the parts that lie so many replies below a node."""
        stones, node = self.seen(stones, link.symmetry), self.nodes[link.node]
        if isinstance(node, Move):
            after = stones._replace(own=stones.own | 1 << node.cell)
            yield from self.parts(node.then, after, replies)
        elif isinstance(node, Cover) and not replies:
            yield link.node, stones
        elif isinstance(node, Cover):
            for reply, then in node.branches:
                yield from self.parts(then, stones.answered(reply), replies - 1)

    def node(self, link: Link, stones: Stones) -> int:
        """Return the most plies in which a node wins on a board; Refused if it doesn't."""
        stones = self.seen(stones, link.symmetry)
        key = link.node, stones
        if key in self.known:
            return self.known[key]
        self.checked += 1
        if self.checked > self.most:
            raise GivenUp(f"not checked within {self.most} nodes")
        node = self.nodes[link.node]
        if isinstance(node, Line):
            return self.line(node.cells, stones)
        if isinstance(node, Move):
            return self.move(node, stones)
        self.known[key] = self.cover(node, stones)
        return self.known[key]

    def seen(self, stones: Stones, symmetry: int) -> Stones:
        """Return a board under a symmetry."""
        if not symmetry:
            return stones
        return Stones(*(self.turned(cells, symmetry) for cells in stones))

    def turned(self, cells: int, symmetry: int) -> int:
        """Return a set of cells under a symmetry."""
        points = [(column(cell), row(cell)) for cell in cells_of(cells)]
        return bits(cell_at(*point) for point in transformed(points, symmetry, *self.size))

    def move(self, node: Move, stones: Stones) -> int:
        """The attacker plays a legal cell that makes no five, and its cover wins."""
        if not stones.empty >> node.cell & 1:
            raise Refused(f"{Cell(node.cell)} is not an empty cell")
        grid = stones.grid(self.attacker)
        if is_five(grid, node.cell, self.attacker, self.rule):
            raise Refused(f"{Cell(node.cell)} makes five, so it must be a line")
        if is_foul(grid, node.cell, self.attacker, self.rule):
            raise Refused(f"{Cell(node.cell)} is forbidden")
        return 1 + self.node(node.then, stones._replace(own=stones.own | 1 << node.cell))

    def cover(self, node: Cover, stones: Stones) -> int:
        """After every reply its branch wins, or else one of the lines, unless the reply is a foul.

        No reply may make five. Where there is no branch the first line that wins counts.
        """
        grid, branches = stones.grid(self.attacker), dict(node.branches)
        if not all(stones.empty >> reply & 1 for reply in branches):
            raise Refused("a branch is on no empty cell")
        plies = 1
        for reply in cells_of(stones.empty):
            if is_five(grid, reply, self.defender, self.rule):
                raise Refused(f"{Cell(reply)} makes five for the defender")
            after = stones.answered(reply)
            if reply in branches:
                found = self.node(branches[reply], after)
            else:
                found = self.first(node.lines, after)
            if not found and not is_foul(grid, reply, self.defender, self.rule):
                raise Refused(f"there is no answer to {Cell(reply)}")
            plies = max(plies, 1 + found)
        return plies

    def first(self, lines: tuple[int, ...], stones: Stones) -> int:
        """Return the most plies in which the first line wins that does, 0 for none."""
        for line in lines:
            with suppress(Refused):
                return self.node(Link(line), stones)
        return 0
