"""Small certificates whose boards are windows: of double threats, and parts of a theorem's."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import product
from random import Random

from brain.certificates.certificate import Certificate, CoverNode, LineNode, Link, MoveNode, Node
from brain.certificates.check import Checker, Refused
from brain.certificates.check_window import CountingChecker, WindowChecker
from brain.certificates.stones import Stones, cells_of, position_of, stones_of
from brain.lexicon import BLACK, FREESTYLE, STEPS, cell_at
from brain.position import Position
from brain.proving.merge import reached
from tests.support.window_game import two_outside

THREATS = 10  # certificates of double threats, by those of a game with a theorem's
SIDES = range(8, 12)  # columns and rows of the boards with double threats
# Stones of a row, from the cell of its last stone.
THREES = (-2, -1), (-1, 1), (1, 2)
FOURS = (-3, -2, -1), (-2, -1, 1), (-1, 1, 2), (1, 2, 3)
MOST_WHITE = 5  # stones near the border
ROWS = 2  # in which they are, from each border
CORNER = cell_at(1, 0), cell_at(0, 1)  # the only cells of a diagonal
AT_CORNER = 0.2  # of the certificates, with white stones there
A_LINE = 0.3  # of the certificates, whose root is a line


def certificates(count: int, dice: Random) -> list[Certificate]:
    """Return certificates, most of which hold in their windows with few stones outside."""
    found: list[Certificate] = []
    while len(found) < count:
        found += [*parts(two_outside(), dice), *double_threats(THREATS, dice)]
    return found[:count]


def double_threats(count: int, dice: Random) -> list[Certificate]:
    """Return certificates that hold without stones outside. White has stones near the border."""
    found: list[Certificate] = []
    while len(found) < count:
        with suppress(ValueError):  # stones coincide, or the threats don't win
            claim = _double_threat(dice)
            found.append(replace(claim, plies=_plies(claim)))
    return found


def _plies(claim: Certificate) -> int:
    """Return the plies of a certificate without stones outside; ValueError if it doesn't win."""
    with suppress(Refused):
        return Checker(claim).most_plies()
    return CountingChecker(claim, 0).most_plies()  # with answers to replies outside


def _double_threat(dice: Random) -> Certificate:
    """Return a claim of a move that makes two threes or an open four: a line, or a move node."""
    width, height = dice.choice(SIDES), dice.choice(SIDES)
    move = cell_at(dice.randrange(2, width - 2), dice.randrange(2, height - 2))
    black, ends = list[int](), list[int]()
    shapes = dice.choice(((THREES, THREES), (FOURS,)))
    for step, shape in zip(dice.sample(STEPS, len(shapes)), shapes, strict=True):
        row = dice.choice(shape)
        black += (move + k * step for k in row)
        ends += (move + (min(*row, 0) - 1) * step, move + (max(*row, 0) + 1) * step)
    near = [
        cell_at(x, y)
        for x, y in product(range(width), range(height))
        if min(x, y, width - 1 - x, height - 1 - y) < ROWS
    ]
    white = {*dice.sample(near, dice.randint(0, MOST_WHITE))}
    if dice.random() < AT_CORNER:
        white |= {*CORNER}
    position = Position.of_colours(width, height, FREESTYLE, BLACK, black, sorted(white))
    if dice.random() < A_LINE:
        return Certificate(position, 0, (LineNode((move,)),))
    inside = [cell for cell in ends if cell in position.board()]
    lines = tuple(LineNode((cell,)) for cell in (*inside, dice.choice(near)))
    claim = Certificate(position, 0, lines)
    covers = dice.choice((_with_lines, _with_branches, _with_pass))(claim, move, dice)
    root = len(lines) + len(covers)
    return replace(claim, nodes=reached((*lines, *covers, MoveNode(move, Link(root - 1))), root))


def _with_lines(claim: Certificate, move: int, dice: Random) -> tuple[Node, ...]:
    """Return a cover without branches."""
    return (CoverNode(tuple(range(len(claim.nodes))), ()),)


def _with_branches(claim: Certificate, move: int, dice: Random) -> tuple[Node, ...]:
    """Return a cover with a branch for each reply. Its line, if it has any, is slow."""
    stones = stones_of(claim.position).played(move)
    branches = tuple(
        (reply, Link(_first(claim, stones.answered(reply)))) for reply in cells_of(stones.empty)
    )
    return (CoverNode((len(claim.nodes) - 1,) * dice.randrange(2), branches),)


def _with_pass(claim: Certificate, move: int, dice: Random) -> tuple[Node, ...]:
    """Return a cover with a line or a move as the answer to a reply outside, after the nodes of the
    move.
    """
    count = len(claim.nodes)
    lines = tuple(range(count))
    waiting = claim.nodes[-1]
    assert isinstance(waiting, LineNode)
    answer = MoveNode(waiting.cells[0], Link(count))
    link = Link(dice.choice((0, count + 1)))
    return CoverNode(lines, ()), answer, CoverNode(lines, ((move, link),))


def _first(claim: Certificate, stones: Stones) -> int:
    """Return the first line that wins, the last one if none does."""
    for number, node in enumerate(claim.nodes):
        assert isinstance(node, LineNode)
        with suppress(Refused):
            Checker(claim).line(node.cells, stones)
            return number
    return len(claim.nodes) - 1


def parts(whole: Certificate, dice: Random) -> Iterator[Certificate]:
    """Yield the certificates after each reply of a game, in which random branches are played."""
    size = whole.position.width, whole.position.height
    stones, node = stones_of(whole.position), whole.nodes[-1]
    while isinstance(node, MoveNode):
        stones, cover = stones.played(node.cell), whole.nodes[node.then.node]
        assert isinstance(cover, CoverNode)
        if not cover.branches:
            return
        stones = stones.seen(node.then.symmetry, size)
        reply, link = dice.choice(cover.branches)
        stones = stones.answered(reply).seen(link.symmetry, size)
        node = whole.nodes[link.node]
        position = position_of(stones, whole.position)
        part = replace(whole, position=position, nodes=reached(whole.nodes, link.node))
        yield replace(part, plies=WindowChecker(part).most_plies())
