"""The enemy of certificates, compiled: ten thousand games a second, judged by rules of its own.

Certificates are unrolled to plans: which move, and which plan after each reply. The checker says
which of a cover's lines is meant; what becomes of the stones is told by the rules below, which are
shared with nothing. A line is played until a five can be made, or a move that no reply stops.

What compiles here takes seconds when it is first called.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy
from numba import int64, njit, uint8, uint64

from brain.cell import cells_on
from brain.certificates.certificate import Certificate, CoverNode, LineNode, Link, MoveNode
from brain.certificates.stones import Stones, bits, cells_of, stones_of
from brain.engine import Engine
from brain.lexicon import (
    BLACK,
    CARO,
    CARO_EXACT,
    CELLS,
    EMPTY,
    RENJU,
    STANDARD,
    STEPS,
    WALL,
    cell_at,
)
from brain.proving.threat_lines import board_of, replies_covered
from brain.rules.symmetry import symmetries, transformed
from tests.support.adversary import Lost

Compiled = TypeVar("Compiled", bound=Callable[..., int])

DIRECTIONS = numpy.array(STEPS)
FIVE = 5
REACH = 5  # cells along a line from a stone that may cap, block or lengthen what it is part of
LONGEST = 484  # moves of a game
CARELESS = 0.1  # of the replies: any empty cell
KINDS = 7  # of other replies
NO_PLAN = -1
# What a game's number of plies is instead when it isn't won.
NOT_EMPTY, FOUL, DRAWN, FIVE_OF_ENEMY, NO_MOVE, TOO_LONG = -1, -2, -3, -4, -5, -6
REASONS = {
    NOT_EMPTY: "the move's cell is not empty",
    FOUL: "the move is a foul",
    DRAWN: "the game is drawn",
    FIVE_OF_ENEMY: "the reply makes five",
    NO_MOVE: "the certificate has no more moves",
    TOO_LONG: "it takes more plies than claimed",
}


# Plans.


class Plans:
    """Certificates of one rule, unrolled.

    `line[start[plan] : end[plan]]` are the moves of a plan; where it is one move, `after[plan]` are
    the plans after it, by reply.
    """

    def __init__(self, certificates: Sequence[Certificate], engine: Engine) -> None:
        self.certificates = tuple(certificates)
        self._engine = engine
        self._lines: list[tuple[int, ...]] = []
        self._after: list[dict[int, int]] = []
        roots = [self._root(claim) for claim in certificates]
        ends = numpy.cumsum([len(line) for line in self._lines])
        self.line = numpy.array([cell for line in self._lines for cell in line], numpy.int64)
        self.start = numpy.array([0, *ends[:-1]], numpy.int64)
        self.end = numpy.array(ends, numpy.int64)
        self.after = numpy.full((len(ends), CELLS), NO_PLAN, numpy.int32)
        for plan, after in enumerate(self._after):
            for reply, then in after.items():
                self.after[plan, reply] = then
        self.is_line = numpy.array([not after for after in self._after])
        # of each certificate: root, plies, room, rule, attacker
        self.head = numpy.array(
            [
                (
                    root,
                    claim.plies,
                    claim.position.plies_left,
                    claim.position.rule,
                    claim.position.turn,
                )
                for root, claim in zip(roots, certificates, strict=True)
            ],
            numpy.int64,
        )
        self.board = numpy.full((len(roots), CELLS), WALL, numpy.uint8)
        for board, claim in zip(self.board, certificates, strict=True):
            for cell, state in claim.position.board().items():
                board[cell] = state

    def _root(self, claim: Certificate) -> int:
        """Add the plans of a certificate; return the number of its root's."""
        position = claim.position
        size = position.width, position.height
        cells = [cell_at(x, y) for y in range(size[1]) for x in range(size[0])]
        points = [(x, y) for y in range(size[1]) for x in range(size[0])]
        turned = {
            symmetry: dict(
                zip(
                    cells,
                    (cell_at(*point) for point in transformed(points, symmetry, *size)),
                    strict=True,
                )
            )
            for symmetry in symmetries(*size)
        }
        self._engine.set_up(position)
        known: dict[tuple[int, Stones, tuple[int, ...]], int] = {}

        def plan(link: Link, stones: Stones, seen: dict[int, int]) -> int:
            """Return the plan of a node that sees a board of real cells."""
            seen = {cell: turned[link.symmetry][seen[cell]] for cell in cells}
            real = {seen[cell]: cell for cell in cells}
            node = claim.nodes[link.node]
            if isinstance(node, LineNode):
                return self._add(tuple(real[cell] for cell in node.cells), {})
            assert isinstance(node, MoveNode)
            key = link.node, stones, tuple(seen.values())
            if key not in known:
                move = real[node.cell]
                after = stones.played(move)
                known[key] = self._add((move,), replies(node.then, after, seen))
            return known[key]

        def replies(link: Link, stones: Stones, seen: dict[int, int]) -> dict[int, int]:
            """Return the plans by reply of a cover that sees a board of real cells."""
            seen = {cell: turned[link.symmetry][seen[cell]] for cell in cells}
            real = {seen[cell]: cell for cell in cells}
            cover = claim.nodes[link.node]
            assert isinstance(cover, CoverNode)
            branches = {real[reply]: link for reply, link in cover.branches}
            found = {
                reply: plan(link, stones.answered(reply), seen) for reply, link in branches.items()
            }
            view = Stones(*(bits(seen[cell] for cell in cells_of(kind)) for kind in stones))
            for line in cover.lines:
                node = claim.nodes[line]
                assert isinstance(node, LineNode)
                covered = replies_covered(self._engine, board_of(view), position.turn, node.cells)
                won = {cell for cell in map(real.__getitem__, covered) if cell not in found}
                found |= dict.fromkeys(won, plan(Link(line), stones, seen))
            return found

        same = dict(zip(cells, cells, strict=True))
        return plan(Link(len(claim.nodes) - 1), stones_of(position), same)

    def _add(self, line: tuple[int, ...], after: dict[int, int]) -> int:
        self._lines.append(line)
        self._after.append(after)
        return len(self._lines) - 1

    def play(self, games: int, seed: int, first: int = 0, certificates: int = 0) -> int:
        """Play so many games against each of some certificates, all from the first on if none are
        counted; return how many lasted as long as they may. Raises Lost.
        """
        dice = numpy.array([random.Random(seed).getrandbits(64) | 1], numpy.uint64)
        moves = numpy.zeros(LONGEST, numpy.int64)
        longest = 0
        for number in range(first, first + (certificates or len(self.certificates) - first)):
            found = _games(
                number, games, self.head, self.board, self.line, self.start, self.end,
                self.after, self.is_line, dice, moves,
            )  # fmt: skip
            if found < 0:
                claim = self.certificates[number]
                names = " ".join(map(str, cells_on(claim.position.height, filter(None, moves))))
                raise Lost(f"{REASONS[found]}: {names} in {claim}")
            longest += found
        return longest

    def game(self, number: int, seed: int) -> list[int]:
        """Return the moves of one game against a certificate, which is won. Raises Lost."""
        dice = numpy.array([random.Random(seed).getrandbits(64) | 1], numpy.uint64)
        moves = numpy.zeros(LONGEST, numpy.int64)
        _games(
            number, 1, self.head, self.board, self.line, self.start, self.end,
            self.after, self.is_line, dice, moves,
        )  # fmt: skip
        return [int(move) for move in moves if move]


def compiled(*signature: Any) -> Callable[[Compiled], Compiled]:
    """Return a decorator that has numba compile a function, at once if its types are given."""
    decorate: Callable[[Compiled], Compiled] = njit(*signature)
    return decorate


# The rules, in numbers of stones along a line. `board` is padded with walls.


@compiled(int64(uint8[:], int64, int64, int64))
def run(board: Any, cell: int, step: int, colour: int) -> int:
    """Return how many stones of a colour lie in a row behind a cell."""
    length = 0
    while board[cell + (length + 1) * step] == colour:
        length += 1
    return length


@compiled(int64(uint8[:], int64, int64, int64))
def row(board: Any, cell: int, step: int, colour: int) -> int:
    """Return how long a row a stone on a cell makes."""
    return run(board, cell, step, colour) + 1 + run(board, cell, -step, colour)


@compiled(int64(uint8[:], int64, int64, int64))
def is_five(board: Any, cell: int, colour: int, rule: int) -> int:
    """Return whether a stone on a cell wins."""
    for step in DIRECTIONS:
        before, behind = run(board, cell, -step, colour), run(board, cell, step, colour)
        length = before + 1 + behind
        if length < FIVE:
            continue
        if length > FIVE:
            exact = rule in (STANDARD, CARO_EXACT) or (rule == RENJU and colour == BLACK)
            if not exact:
                return 1
            continue
        enemy = 3 - colour
        ends = (
            board[cell - (before + 1) * step] == enemy
            and board[cell + (behind + 1) * step] == enemy
        )
        if not (ends and rule in (CARO, CARO_EXACT)):
            return 1
    return 0


@compiled(int64(uint8[:], int64))
def is_forbidden(board: Any, cell: int) -> int:
    """Return whether black may not play on an empty cell in renju."""
    board[cell] = BLACK
    fives, overlines, fours, threes = 0, 0, 0, 0
    for step in DIRECTIONS:
        length = row(board, cell, step, BLACK)
        fives += int(length == FIVE)
        overlines += int(length > FIVE)
        # the cells to both sides of the row that make exactly five of it and what is behind
        found = 0
        for way in (-step, step):
            gap = cell + (run(board, cell, way, BLACK) + 1) * way
            found += int(board[gap] == EMPTY and row(board, gap, step, BLACK) == FIVE)
        fours += min(found, 1) if length == FIVE - 1 else found
    if fives == 0 and overlines == 0 and fours < 2:
        for step in DIRECTIONS:
            three = 0
            for k in range(-3, 4):
                point = cell + k * step
                if three or board[point] != EMPTY:
                    continue
                before, behind = run(board, point, -step, BLACK), run(board, point, step, BLACK)
                if before + 1 + behind != FIVE - 1 or k > before or -k > behind:
                    continue
                first, last = point - (before + 1) * step, point + (behind + 1) * step
                if board[first] != EMPTY or board[last] != EMPTY:
                    continue
                if board[first - step] == BLACK or board[last + step] == BLACK:
                    continue
                exact = 0
                for other in DIRECTIONS:
                    exact += int(row(board, point, other, BLACK) == FIVE)
                if exact == 0 and is_forbidden(board, point) == 0:
                    three = 1
            threes += three
    board[cell] = EMPTY
    return int(fives == 0 and (overlines > 0 or fours > 1 or threes > 1))


# What a player sees.


@compiled(int64(uint8[:], int64, uint8[:]))
def look(board: Any, colour: int, most: Any) -> int:
    """Write, by empty cell, the most stones of a colour in a window of five with it that holds
    nothing of the other; return the largest.
    """
    most[:] = 0
    largest = 0
    for step in DIRECTIONS:
        for first in range(5 * 32, CELLS - 5 * 32):
            if board[first] == WALL or board[first + 4 * step] == WALL:
                continue
            count = 0
            for k in range(FIVE):
                lies = board[first + k * step]
                if lies == colour:
                    count += 1
                elif lies != EMPTY:
                    count = -FIVE
            if count > 0:
                for k in range(FIVE):
                    cell = first + k * step
                    if board[cell] == EMPTY and count > most[cell]:
                        most[cell] = count
                largest = max(largest, count)
    return largest


@compiled(int64(uint8[:], int64, int64, uint8[:]))
def five(board: Any, colour: int, rule: int, most: Any) -> int:
    """Return a cell where a colour wins, 0 for none."""
    for cell in range(CELLS):
        if most[cell] >= FIVE - 1 and is_five(board, cell, colour, rule):
            return cell
    return 0


@compiled(int64(uint8[:], int64, int64, int64))
def fives_along(board: Any, stone: int, colour: int, rule: int) -> int:
    """Return how many cells on the lines of a stone make five."""
    found = 0
    for step in DIRECTIONS:
        for way in (-step, step):
            cell = stone + (run(board, stone, way, colour) + 1) * way
            if board[cell] == EMPTY and is_five(board, cell, colour, rule):
                found += 1
    return found


@compiled(int64(uint8[:], int64, int64, int64))
def is_double(board: Any, cell: int, colour: int, rule: int) -> int:
    """Return whether a stone on an empty cell threatens fives that no one reply stops."""
    if rule == RENJU and colour == BLACK and is_forbidden(board, cell):
        return 0
    board[cell] = colour
    found = int(fives_along(board, cell, colour, rule) > 1)
    if found and rule in (CARO, CARO_EXACT):
        for step in DIRECTIONS:
            for k in range(-REACH, REACH + 1):
                reply = cell + k * step
                # what lies behind a wall can't matter, and may be off the board
                if reply < 0 or reply >= CELLS or board[reply] != EMPTY:
                    continue
                board[reply] = 3 - colour
                found &= int(fives_along(board, cell, colour, rule) > 0)
                board[reply] = EMPTY
    board[cell] = EMPTY
    return found


@compiled(int64(uint64[:], int64))
def thrown(dice: Any, sides: int) -> int:
    """Return a number below `sides`, by xorshift."""
    word = dice[0]
    word ^= word << uint64(13)
    word ^= word >> uint64(7)
    word ^= word << uint64(17)
    dice[0] = word
    below: int = int64((word >> uint64(11)) % uint64(sides))
    return below


@compiled(int64(uint8[:], uint8[:], uint64[:]))
def chosen(board: Any, liked: Any, dice: Any) -> int:
    """Return one of the preferred empty cells, 0 if there is none."""
    count, cell = 0, 0
    for other in range(CELLS):
        if liked[other] and board[other] == EMPTY:
            count += 1
            if thrown(dice, count) == 0:
                cell = other
    return cell


@compiled(int64(uint8[:], int64, int64, int64, uint8[:], uint8[:], uint8[:], uint64[:]))
def reply_of(
    board: Any, colour: int, rule: int, last: int, own: Any, theirs: Any, liked: Any, dice: Any
) -> int:
    """Return a reply with a liking for what may hurt; a five where there is one."""
    won = five(board, colour, rule, own)
    if won:
        return won
    if thrown(dice, 1000) >= CARELESS * 1000:
        first = thrown(dice, KINDS)
        for turn in range(KINDS):
            kind = (first + turn) % KINDS
            liked[:] = 0
            for cell in range(5 * 32, CELLS - 5 * 32):
                if board[cell] != EMPTY:
                    continue
                if kind == 0:  # a four
                    liked[cell] = own[cell] >= FIVE - 2
                elif kind == 1:  # a three
                    liked[cell] = own[cell] == FIVE - 3
                elif kind == 2:  # where a five is threatened
                    liked[cell] = theirs[cell] >= FIVE - 1
                elif kind == 3:  # a four
                    liked[cell] = theirs[cell] >= FIVE - 2
                elif kind == 4:  # no five, but five or more in a row; or a foul
                    for step in DIRECTIONS:
                        if row(board, cell, step, colour) >= FIVE:
                            liked[cell] = 1
                    if rule == RENJU and colour == BLACK and own[cell] >= 2:
                        liked[cell] |= is_forbidden(board, cell)
                elif kind == 5:  # a cap, or a block: at the end of a row of three or more
                    for step in DIRECTIONS:
                        for way in (-step, step):
                            if run(board, cell, way, 3 - colour) >= FIVE - 2:
                                liked[cell] = 1
            if kind == 6:  # near the last move
                for step in DIRECTIONS:
                    for k in range(-REACH, REACH + 1):
                        if 0 <= last + k * step < CELLS:
                            liked[last + k * step] = 1
            cell = chosen(board, liked, dice)
            if cell:
                return cell
    liked[:] = 1
    return chosen(board, liked, dice)


@compiled()
def _games(
    number: int, games: int, head: Any, boards: Any, line: Any, start: Any, end: Any,
    after: Any, is_line: Any, dice: Any, moves: Any,
) -> int:  # fmt: skip
    """Play so many games against a certificate; return how many lasted as long as they may, or why
    one isn't won, with its moves.
    """
    root, most_plies, room, rule, colour = head[number]
    enemy = 3 - colour
    ours, theirs = numpy.zeros(CELLS, numpy.uint8), numpy.zeros(CELLS, numpy.uint8)
    liked = numpy.zeros(CELLS, numpy.uint8)
    longest = 0
    for _ in range(games):
        board = boards[number].copy()
        moves[:] = 0
        plan, played, plies = root, 0, 0
        while True:
            # The attacker's move.
            move = 0
            if played:  # of a line
                look(board, colour, ours)
                move = five(board, colour, rule, ours)
                if move == 0:
                    for cell in range(CELLS):
                        if ours[cell] >= FIVE - 2 and is_double(board, cell, colour, rule):
                            # The enemy has no five, or it would have won; but a four may be there.
                            move = cell
                            break
                    if move and look(board, enemy, theirs) >= FIVE - 1:
                        move = 0
            if move == 0:
                if plan == NO_PLAN or start[plan] + played >= end[plan]:
                    return NO_MOVE
                move = line[start[plan] + played]
            moves[plies] = move
            plies += 1
            if board[move] != EMPTY:
                return NOT_EMPTY
            if plies > most_plies:
                return TOO_LONG
            if is_five(board, move, colour, rule):
                break
            if rule == RENJU and colour == BLACK and is_forbidden(board, move):
                return FOUL
            if plies >= room:
                return DRAWN
            board[move] = colour
            # The reply.
            look(board, enemy, theirs)
            look(board, colour, ours)
            reply = reply_of(board, enemy, rule, move, theirs, ours, liked, dice)
            moves[plies] = reply
            plies += 1
            if is_five(board, reply, enemy, rule):
                return FIVE_OF_ENEMY
            if rule == RENJU and enemy == BLACK and is_forbidden(board, reply):
                break
            if plies >= room:
                return DRAWN
            board[reply] = enemy
            if is_line[plan]:
                played += 1
            else:
                plan = after[plan, reply]
        longest += int(plies == most_plies)
    return longest
