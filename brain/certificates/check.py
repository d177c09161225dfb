"""Checks a certificate by the rules alone. It trusts nothing, and refuses if in doubt.

Each kind of node has a condition, stated where it is checked. For MOVE and COVER it follows from
the rules of the game, for LINE from the lemma. `own` are the attacker's stones, `other` the
defender's. brain.certificates.stones defines boards and sets of cells.
"""

from collections.abc import Generator, Iterator
from contextlib import suppress
from functools import lru_cache, reduce
from math import inf
from operator import and_, or_
from typing import Any, NamedTuple

from brain.cell import Cell
from brain.certificates.certificate import Certificate, CoverNode, LineNode, Link, MoveNode
from brain.certificates.stones import Stones, bits, cells_of, stones_of
from brain.lexicon import STEPS, opponent
from brain.rules.fives import is_five
from brain.rules.fouls import count_fours, has_overline, is_foul, straight_four_points
from brain.rules.grid import with_stone
from brain.rules.laws import TABLE, Law

Asking = Generator[tuple[Link, Stones], Any, int]  # asks for the plies of a node on a board
Window = tuple[int, int]  # its empty cells, and the cells where a defender's stone may spoil it


class Refused(ValueError):  # noqa: N818 (the word is the checker's verdict)
    """A certificate doesn't show what it claims. The message has the reason."""


class GivenUp(ValueError):  # noqa: N818 (the certificate may be right)
    """The check takes too many nodes."""


class Checked(NamedTuple):
    """The result of checking a certificate.

    plies     to the five, at most
    nodes     checked; a cover counts once for each board
    recorded  nodes of these that were not checked now: a journal has their result
    """

    plies: int
    nodes: int
    recorded: int = 0


class LineStep(NamedTuple):
    """The effect of one move of a line."""

    cell: int
    board: Stones  # with the move, and with the defences to all moves before it
    certain: int  # the defender's stones in every game
    defences: int  # to the move; none if it has won
    plies: int  # to the five at most, after any other reply


def check(certificate: Certificate, most: float = inf) -> Checked:
    """Return the result of checking a certificate; raises Refused if it doesn't show its claim,
    GivenUp after `most` nodes.
    """
    return Checker(certificate, most).whole()


def check_claim(certificate: Certificate, plies: int) -> None:
    """Raise Refused unless a certificate claims a win in `plies` plies, and they end before the
    draw.
    """
    plies_left = certificate.position.plies_left
    if plies > plies_left:
        raise Refused(f"the game is drawn in {plies_left} plies, before the five")
    if plies != certificate.plies:
        raise Refused(f"it wins in {plies} plies, not in the {certificate.plies} that it claims")


def rows(own: int, usable: int, fewest: int) -> Iterator[tuple[int, int]]:
    """Yield each step with the first cells of windows along it: five usable cells with at least
    `fewest` own stones. `fewest` is 3 or 4.
    """
    for step in STEPS:  # a window's cells are a b, c d and e
        both, one, last = own & own >> step, own | own >> step, own >> 4 * step
        both_later, one_later = both >> 2 * step, one >> 2 * step
        if fewest == 4:
            starts = both & both_later | (both & one_later | one & both_later) & last
        else:
            starts = both & (one_later | last) | both_later & (one | last) | one & one_later & last
        pairs = usable & usable >> step
        yield step, starts & pairs & pairs >> 2 * step & usable >> 4 * step


@lru_cache(1 << 12)
def windows_of(own: int, inside: int, missing: int, law: Law) -> list[tuple[int, int]]:
    """Return the windows that `missing` more stones would turn into a winning five if the defender
    had no stones. Each has its empty cells, and the two cells where capping stones would spoil it.
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
    """The threats of an attacker by a rule."""

    def __init__(self, rule: int, attacker: int, height: int = 0) -> None:
        """`height` is the number of rows, for the names of cells in errors."""
        self.height = height
        self.rule, self.attacker, self.defender = rule, attacker, opponent(attacker)
        self.law = TABLE[rule].laws[attacker]

    # The attacker's fives.

    def windows(self, stones: Stones, missing: int) -> Iterator[Window]:
        """Yield the windows that the attacker turns into a winning five with `missing` more stones.

        No window is lost when stones of the defender are taken away. Whether a five is exact
        depends on the attacker's stones alone, and fewer stones of the defender cap fewer fives.
        """
        for cells, ends in windows_of(stones.own, stones.inside, missing, self.law):
            if not cells & stones.other and not (ends and ends & stones.other == ends):
                yield cells, cells | ends

    def fives(self, stones: Stones) -> int:
        """Return the cells where the attacker makes five."""
        return reduce(or_, (cells for cells, _ in self.windows(stones, 1)), 0)

    def doubles(self, stones: Stones, certain: int) -> dict[int, int]:
        """Return the doubles: cells where the attacker's stone leads to a five after every reply.
        Each comes with the cells where a stone may prevent that. The attacker must not be able to
        make five already.

        One window is never enough, because the reply takes its last cell. The stone must be legal
        for every set of defender's stones that includes `certain`.
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
            and not self.may_be_foul(cell, stones._replace(other=certain))
        }

    def is_double(self, stones: Stones, common: int) -> bool:
        """Return whether the attacker can make five after every reply. `common` are the only cells
        where a reply may prevent it.
        """
        replies = cells_of(common & stones.empty)
        return all(self.fives(stones.answered(reply)) for reply in replies)

    def may_be_foul(self, cell: int, stones: Stones) -> bool:
        """Return whether a stone of the attacker that doesn't make five may be a foul, here or with
        more stones of the defender.

        Overlines depend on the attacker's stones alone. Stones of the defender only remove fours
        and straight fours. A three counts even if its straight four is forbidden, so threes are
        never undercounted.
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

    # The defender's fives. Any five in a row counts, whatever the rule. So no danger appears when
    # stones of the defender are taken away.

    def danger(self, stones: Stones, missing: int) -> int:
        """Return the cells of the windows that at most `missing` more stones of the defender would
        fill. A board is *dangerous* if such a window exists for `missing` = 1.
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

    def steps(self, cells: tuple[int, ...], stones: Stones) -> Iterator[LineStep]:
        """Yield the effects of a line's moves, up to the one that wins; Refused if none wins.

        A board is *decided* with the attacker to move in two cases:

        1. The attacker can make five. It wins in one ply.
        2. The board isn't dangerous, and a legal move leads to fives that no one stone stops. It
           wins in three plies.

        A decided board stays decided when stones of the defender are taken away.

        The attacker plays the line's next cell. The board must not be dangerous then, so no reply
        makes five. The *defences* are the replies after which the board isn't decided. If there is
        none, the attacker has won. Otherwise all defences are put on the board together, and the
        line continues from there.

        In a game the defender has only some of those stones, and the attacker has all of the
        line's. So the line's cells are empty in the game too. Each reply in the game is one of:

        1. Not a defence. The board stays decided.
        2. On a cell where only the line's board has a stone. The reply counts as a pass, and
           the board is decided after a pass.
        3. A defence. The line continues.

        `certain` are the stones that the defender has in every such game: the stones of the first
        board, and each defence that was the only one. A move counts as legal if it is legal with
        these and any others. While they are all of the defender's stones, the board is the game's,
        and a reply that is a foul there loses.
        """
        certain = stones.other
        for cell in cells:
            if not stones.empty >> cell & 1:
                raise Refused(f"{Cell(cell, self.height)} is not an empty cell")
            if self.fives(stones) >> cell & 1:
                yield LineStep(cell, stones.played(cell), certain, 0, 1)
                return
            if certain == stones.other:
                foul = self.is_foul(cell, self.attacker, stones)
            else:
                foul = self.may_be_foul(cell, stones._replace(other=certain))
            if foul:
                raise Refused(f"{Cell(cell, self.height)} may be forbidden")
            stones = stones.played(cell)
            if self.danger(stones, 1):
                raise Refused(f"after {Cell(cell, self.height)} the defender may make five")
            defences, plies = self.defences(stones, certain)
            yield LineStep(cell, stones, certain, defences, plies)
            if not defences:
                return
            stones = stones._replace(other=stones.other | defences)
            if defences.bit_count() == 1:
                certain |= defences
        raise Refused("the line does not win")

    def defences(self, board: Stones, certain: int) -> tuple[int, int]:
        """Return the replies that leave a board undecided, and the most plies in which any other
        reply loses: 3 or 5, counted from the attacker's move before it. Refused if the board isn't
        decided after a pass.

        Only replies that may touch every winning window, or else every double, are tried.
        """
        ways = [touched for _, touched in self.windows(board, 1)]
        found, plies = 0, 3
        if not ways:
            ways, plies = [*self.doubles(board, certain).values()], 5
            found = self.danger(board, 2) & board.empty
        if not ways:
            raise Refused("nothing is threatened")
        for reply in cells_of(reduce(and_, ways, board.empty) & ~found):
            after = board.answered(reply)
            if self.fives(after):
                continue
            if not self.danger(after, 1) and self.doubles(after, certain):
                plies = 5
            else:
                found |= 1 << reply
        if certain == board.other:
            fouls = (cell for cell in cells_of(found) if self.is_foul(cell, self.defender, board))
            found &= ~bits(fouls)
        return found, plies


class Checker(Rules):
    """Checks nodes on boards, each cover on each board once."""

    def __init__(self, certificate: Certificate, most: float = inf) -> None:
        self.certificate, position = certificate, certificate.position
        super().__init__(position.rule, position.turn, position.height)
        self.size = position.width, position.height
        self.checked, self.most = 0, most
        self.known: dict[tuple[int, Stones], int] = {}  # by a cover, and a board as it sees it

    def whole(self) -> Checked:
        """Return the result of checking the certificate; Refused if it doesn't show its claim."""
        plies = self.most_plies()
        check_claim(self.certificate, plies)
        return Checked(plies, self.checked)

    def most_plies(self) -> int:
        """Return the most plies in which the certificate wins, whatever it claims; Refused if it
        doesn't.
        """
        root = Link(len(self.certificate.nodes) - 1)
        return self.plies(root, stones_of(self.certificate.position))

    def plies(self, link: Link, stones: Stones) -> int:
        """Return the most plies in which a node wins on a board; Refused if it doesn't.

        A node asks for the plies of the nodes below it. The nodes that wait for an answer are in a
        list, so Python's stack does not limit the depth.
        """
        waiting = [self.node(link, stones)]
        answer: int | None = None
        while True:
            try:
                below = waiting[-1].send(answer)
            except StopIteration as done:
                waiting.pop()
                answer = plies = int(done.value)
                if not waiting:
                    return plies
            else:
                waiting.append(self.node(*below))
                answer = None

    def node(self, link: Link, stones: Stones) -> Asking:
        """Return the most plies in which a node wins on a board; Refused if it doesn't."""
        stones = stones.seen(link.symmetry, self.size)
        key = link.node, stones
        if key in self.known:
            return self.known[key]
        self.checked += 1
        if self.checked > self.most:
            raise GivenUp(f"not checked within {self.most} nodes")
        node = self.certificate.nodes[link.node]
        if isinstance(node, LineNode):
            return self.line(node.cells, stones)
        if isinstance(node, MoveNode):
            return (yield from self.move(node, stones))
        self.known[key] = yield from self.cover(node, stones)
        return self.known[key]

    def move(self, node: MoveNode, stones: Stones) -> Asking:
        """Return the plies of a legal move that makes no five and whose cover wins. Any other move
        is Refused.
        """
        if not stones.empty >> node.cell & 1:
            raise Refused(f"{Cell(node.cell, self.height)} is not an empty cell")
        grid = stones.grid(self.attacker)
        if is_five(grid, node.cell, self.attacker, self.rule):
            raise Refused(f"{Cell(node.cell, self.height)} makes five, so it must be a line")
        if is_foul(grid, node.cell, self.attacker, self.rule):
            raise Refused(f"{Cell(node.cell, self.height)} is forbidden")
        plies: int = yield node.then, stones.played(node.cell)
        return 1 + plies

    def cover(self, node: CoverNode, stones: Stones) -> Asking:
        """Return the plies of a cover that wins, else Refused. After every reply its branch must
        win, or a line if it has no branch. The first line that wins counts.

        A reply that is a foul needs no answer. No reply may make five.
        """
        grid, branches = stones.grid(self.attacker), dict(node.branches)
        if not all(stones.empty >> reply & 1 for reply in branches):
            raise Refused("the cell of a branch is not empty")
        plies = 1
        for reply in cells_of(stones.empty):
            if is_five(grid, reply, self.defender, self.rule):
                raise Refused(f"{Cell(reply, self.height)} makes five for the defender")
            after = stones.answered(reply)
            if reply not in branches:
                found = self.first(node.lines, after)
            else:
                found = yield branches[reply], after
            if not found and not is_foul(grid, reply, self.defender, self.rule):
                raise Refused(f"there is no answer to {Cell(reply, self.height)}")
            plies = max(plies, 1 + found)
        return plies

    def first(self, lines: tuple[int, ...], stones: Stones) -> int:
        """Return the most plies of the first line that wins, 0 if none wins."""
        for line in lines:
            with suppress(Refused):
                return self.plies(Link(line), stones)
        return 0
