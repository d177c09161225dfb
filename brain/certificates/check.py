"""Checks a certificate by the rules alone. It believes nothing, and refuses where it is in doubt.

A certificate wins because of its nodes' rules, which are told where each is checked: MOVE and COVER
are the rules of the game, and LINE is the lemma. `own` are the attacker's stones, `other` the
defender's; what a board and a set of cells are is told in brain.certificates.stones.
"""

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache, reduce
from math import inf
from operator import and_, or_
from typing import NamedTuple

from brain.cell import Cell
from brain.certificates.certificate import Certificate, Cover, Line, Link, Move
from brain.certificates.stones import Stones, bits, cells_of, stones_of
from brain.lexicon import STEPS, opponent
from brain.rules.fives import is_five
from brain.rules.fouls import count_fours, has_overline, is_foul, straight_four_points
from brain.rules.grid import with_stone
from brain.rules.laws import TABLE, Law

Window = tuple[int, int]  # the cells it lacks, and all where a stone of the defender may spoil it


class Refused(ValueError):  # noqa: N818 (the word is the checker's verdict)
    """A certificate doesn't show what it claims; the message says why."""


class GivenUp(ValueError):  # noqa: N818 (it says nothing about the certificate)
    """Checking takes too many nodes."""


class Checked(NamedTuple):
    """What checking a certificate showed."""

    plies: int  # to the five, at most
    nodes: int  # checked, a cover once for every board


class Step(NamedTuple):
    """What a cell of a line does."""

    cell: int
    board: Stones  # with it, and with the defences to all before
    least: int  # what the defender has for certain
    defences: int  # none where the line has won
    plies: int  # to the five at most, after any reply but these


def check(certificate: Certificate, most: float = inf) -> Checked:
    """Return what a certificate shows; raises Refused when that isn't its claim, GivenUp after
    `most` nodes.
    """
    return Checker(certificate, most).whole()


def check_claim(certificate: Certificate, plies: int) -> None:
    """Raise Refused unless a win in so many plies is what a certificate claims, before the draw."""
    room = certificate.position.room
    if plies > room:
        raise Refused(f"the game is drawn in {room} plies, before the five")
    if plies != certificate.plies:
        raise Refused(f"it wins in {plies} plies, not in the {certificate.plies} that it claims")


def rows(own: int, usable: int, least: int) -> Iterator[tuple[int, int]]:
    """Yield each step, with where windows of five usable cells begin along it of which so many are
    own, or more: three or four.
    """
    for step in STEPS:  # a window's cells are a b, c d and e
        both, one, last = own & own >> step, own | own >> step, own >> 4 * step
        both_later, one_later = both >> 2 * step, one >> 2 * step
        if least == 4:
            starts = both & both_later | (both & one_later | one & both_later) & last
        else:
            starts = both & (one_later | last) | both_later & (one | last) | one & one_later & last
        pairs = usable & usable >> step
        yield step, starts & pairs & pairs >> 2 * step & usable >> 4 * step


@lru_cache(1 << 12)
def windows_of(own: int, inside: int, missing: int, law: Law) -> list[tuple[int, int]]:
    """Return the windows of five that some stones and so many others would make a win, were there
    no stones of the defender: the cells they lack, and where two stones would spoil the five.
    """
    found = []
    for step, starts in rows(own, inside, 5 - missing):
        exact = starts & ~(own << step | own >> 5 * step) if law.exact else starts
        for start in cells_of(exact):
            lacking = bits(range(start, start + 5 * step, step)) & ~own
            ends = bits((start - step, start + 5 * step)) if law.caps else 0
            if lacking.bit_count() == missing:
                found.append((lacking, ends))
    return found


class Rules:
    """A rule and who attacks; what the stones on a board mean by it."""

    def __init__(self, rule: int, attacker: int) -> None:
        self.rule, self.attacker, self.defender = rule, attacker, opponent(attacker)
        self.law = TABLE[rule].laws[attacker]

    # The attacker's fives.

    def windows(self, stones: Stones, missing: int) -> Iterator[Window]:
        """Yield the windows of five that the attacker makes a win with so many stones more.

        Fives are exact where the rule says so: that depends on the attacker's stones alone. Where
        five between two stones of the defender is no win, fewer stones of the defender cap less.
        So no window is lost when stones of the defender are taken away.
        """
        for cells, ends in windows_of(stones.own, stones.inside, missing, self.law):
            if not cells & stones.other and not (ends and ends & stones.other == ends):
                yield cells, cells | ends

    def fives(self, stones: Stones) -> int:
        """Return the cells where the attacker makes five at once."""
        return reduce(or_, (cells for cells, _ in self.windows(stones, 1)), 0)

    def doubles(self, stones: Stones, least: int) -> dict[int, int]:
        """Return the cells that let the attacker, who can't make five at once, do so whatever the
        reply; each with the cells where a stone may change that. One window never does: the reply
        is on its last cell.

        The move must be legal with any of the defender's stones but the `least`.
        """
        touched: dict[int, list[int]] = {}  # by the cells of the windows
        for cells, spoilt in self.windows(stones, 2):
            for cell in cells_of(cells):
                touched.setdefault(cell, []).append(spoilt)
        return {
            cell: reduce(or_, spoilt)
            for cell, spoilt in touched.items()
            if len(spoilt) > 1
            and self.is_double(stones.played(cell), reduce(and_, spoilt))
            and not self.may_be_foul(cell, stones._replace(other=least))
        }

    def is_double(self, stones: Stones, common: int) -> bool:
        """Return whether the attacker can make five after any reply, of which only the common ones
        may matter.
        """
        replies = cells_of(common & stones.empty)
        return all(self.fives(stones.answered(reply)) for reply in replies)

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
        fouls = TABLE[self.rule].laws[colour].fouls
        return fouls and is_foul(stones.grid(self.attacker), cell, colour, self.rule)

    # The defender's fives. They are counted where the rule might not, and with any five of the
    # stones there: so no danger appears when stones of the defender are taken away.

    def danger(self, stones: Stones, missing: int) -> int:
        """Return the cells of the windows without the attacker that so many stones, or fewer, make
        all the defender's; with one missing, a board with any is dangerous.
        """
        cells = 0
        for step, starts in rows(stones.other, stones.inside & ~stones.own, 5 - missing):
            for k in range(5):
                cells |= starts << k * step
        return cells

    # The lemma.

    def line(self, cells: tuple[int, ...], stones: Stones) -> int:
        """Return the most plies in which a line wins, for the attacker to move; Refused if it
        doesn't.
        """
        steps = enumerate(self.steps(cells, stones))
        return max(2 * number + step.plies for number, step in steps)

    def steps(self, cells: tuple[int, ...], stones: Stones) -> Iterator[Step]:
        """Yield what the cells of a line do, up to the one that wins; Refused if none does.

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
        least = stones.other
        for cell in cells:
            if not stones.empty >> cell & 1:
                raise Refused(f"{Cell(cell)} is not an empty cell")
            if self.fives(stones) >> cell & 1:
                yield Step(cell, stones.played(cell), least, 0, 1)
                return
            if least == stones.other:
                foul = self.is_foul(cell, self.attacker, stones)
            else:
                foul = self.may_be_foul(cell, stones._replace(other=least))
            if foul:
                raise Refused(f"{Cell(cell)} may be forbidden")
            stones = stones.played(cell)
            if self.danger(stones, 1):
                raise Refused(f"after {Cell(cell)} the defender may make five")
            defences, plies = self.defences(stones, least)
            yield Step(cell, stones, least, defences, plies)
            if not defences:
                return
            stones = stones._replace(other=stones.other | defences)
            if defences.bit_count() == 1:
                least |= defences
        raise Refused("the line does not win")

    def defences(self, board: Stones, least: int) -> tuple[int, int]:
        """Return the replies that leave a board undecided, and the most plies in which any other
        loses, counted from the move before it: 3 or 5. Refused when the board isn't decided even
        after a pass.

        A reply that touches no way to make five leaves it; so only those are tried that may touch
        all ways, or all moves that would give two.
        """
        ways = [touched for _, touched in self.windows(board, 1)]
        found, plies = 0, 3
        if not ways:
            ways, plies = [*self.doubles(board, least).values()], 5
            found = self.danger(board, 2) & board.empty
        if not ways:
            raise Refused("nothing is threatened")
        for reply in cells_of(reduce(and_, ways, board.empty) & ~found):
            after = board.answered(reply)
            if self.fives(after):
                continue
            if not self.danger(after, 1) and self.doubles(after, least):
                plies = 5
            else:
                found |= 1 << reply
        if least == board.other:
            fouls = (cell for cell in cells_of(found) if self.is_foul(cell, self.defender, board))
            found &= ~bits(fouls)
        return found, plies


class Checker(Rules):
    """Checks nodes on boards, each cover on each board once."""

    def __init__(self, certificate: Certificate, most: float = inf) -> None:
        self.certificate, position = certificate, certificate.position
        super().__init__(position.rule, position.turn)
        self.size = position.width, position.height
        self.checked, self.most = 0, most
        self.known: dict[tuple[int, Stones], int] = {}  # by a cover, and a board as it sees it

    def whole(self) -> Checked:
        """Return what the certificate shows; Refused when that isn't its claim."""
        root = Link(len(self.certificate.nodes) - 1)
        plies = self.plies(root, stones_of(self.certificate.position))
        check_claim(self.certificate, plies)
        return Checked(plies, self.checked)

    def plies(self, link: Link, stones: Stones) -> int:
        """Return what `node` does; Refused where nodes are nested too deeply, too."""
        try:
            return self.node(link, stones)
        except RecursionError:
            raise Refused("the nodes are nested too deeply") from None

    def node(self, link: Link, stones: Stones) -> int:
        """Return the most plies in which a node wins on a board; Refused if it doesn't."""
        stones = stones.seen(link.symmetry, self.size)
        key = link.node, stones
        if key in self.known:
            return self.known[key]
        self.checked += 1
        if self.checked > self.most:
            raise GivenUp(f"not checked within {self.most} nodes")
        node = self.certificate.nodes[link.node]
        if isinstance(node, Line):
            return self.line(node.cells, stones)
        if isinstance(node, Move):
            return self.move(node, stones)
        self.known[key] = self.cover(node, stones)
        return self.known[key]

    def move(self, node: Move, stones: Stones) -> int:
        """The attacker plays a legal cell that makes no five, and its cover wins."""
        if not stones.empty >> node.cell & 1:
            raise Refused(f"{Cell(node.cell)} is not an empty cell")
        grid = stones.grid(self.attacker)
        if is_five(grid, node.cell, self.attacker, self.rule):
            raise Refused(f"{Cell(node.cell)} makes five, so it must be a line")
        if is_foul(grid, node.cell, self.attacker, self.rule):
            raise Refused(f"{Cell(node.cell)} is forbidden")
        return 1 + self.node(node.then, stones.played(node.cell))

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
